//! Taking the last writes back.
//!
//! A service notes each row before it changes it ([`note`]); once the operation is through, what was noted is kept with its
//! name in the same transaction. Undoing puts the rows back as they were, with all that follows from them. Imports keep
//! nothing and forget what was kept before them: after them a row may be another than the one that was noted.

mod error;
mod model;
pub(crate) mod note;
pub(crate) mod operations;
mod restore;
mod service;
pub(crate) mod sql;
mod store;
