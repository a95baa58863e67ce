//! The vocabulary of Belay: what an operation is, who calls it, what it may answer.
//!
//! Everything here is data and pure functions. There is no input or output, no async runtime, no
//! database driver and no web framework, so an application's rules can be written and tested against
//! this crate alone.
//!
//! - [`Operation`] is an async function with everything the outside needs to know about it.
//! - [`App`] is a list of operations with a name.
//! - [`Ctx`] is what an operation is given: who calls, for which tenant, what time it is.
//! - [`Error`] is what it may answer instead of a result, for three readers at once.

pub mod actor;
pub mod app;
pub mod clock;
pub mod ctx;
pub mod cursor;
pub mod entropy;
pub mod envelope;
pub mod error;
pub mod id;
pub mod migration;
pub mod money;
pub mod operation;
pub mod page;
pub mod registry;
pub mod request;
pub mod schema;
pub mod upload;

pub use actor::{Access, Actor};
pub use app::App;
pub use clock::Clock;
pub use ctx::Ctx;
pub use entropy::Entropy;
pub use error::{Error, Issue, IssueCode, Kind, Refusal};
pub use id::{Entity, Id};
pub use operation::Operation;
pub use page::Page;
