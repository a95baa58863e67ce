//! The vocabulary of Belay: what an operation is, who calls it, what it may answer.
//!
//! Everything here is data and pure functions. There is no input or output, no async runtime, no
//! database driver and no web framework, so an application's rules can be written and tested against
//! this crate alone.
//!
//! - [`Operation`] is an async function with everything the outside needs to know about it.
//! - [`Resource`], [`ResourceTemplate`] and [`Prompt`] are what a client may read and what it may be given to say.
//! - [`App`] is a list of these with a name.
//! - [`Ctx`] is what an operation is given: who calls, for which tenant, what time it is.
//! - [`Error`] is what it may answer instead of a result, for three readers at once.

pub mod actor;
pub mod app;
pub mod ask;
pub mod cancellation;
pub mod canonical;
pub mod change;
pub mod clock;
pub mod completion;
pub mod content;
pub mod ctx;
pub mod cursor;
pub mod described;
pub mod entropy;
pub mod envelope;
pub mod error;
pub mod id;
pub mod migration;
pub mod mirror;
pub mod module;
pub mod money;
pub mod operation;
pub mod page;
pub mod patch;
pub mod prompt;
pub mod registry;
pub mod request;
pub mod resource;
pub mod schema;
pub mod template;
pub mod tool;
pub mod upload;

pub use actor::{Access, Actor};
pub use app::App;
pub use ask::{Ask, Question};
pub use cancellation::Cancellation;
pub use change::{Change, Level};
pub use clock::Clock;
pub use completion::Completing;
pub use content::{Block, Content};
pub use ctx::Ctx;
pub use entropy::Entropy;
pub use error::{Error, Issue, IssueCode, Kind, Refusal};
pub use id::{Entity, Id};
pub use module::Module;
pub use operation::Operation;
pub use page::Page;
pub use patch::Patch;
pub use prompt::{Message, Prompt};
pub use resource::{Body, Cache, Resource, ResourceTemplate};
