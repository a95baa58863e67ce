//! What the administrators of the server see and decide of its users.

mod error;
mod model;
pub(crate) mod operations;
mod service;
pub(crate) mod sql;
mod store;
