//! The tasks themselves.

mod error;
mod model;
mod operations;
mod service;
mod sql;
mod store;

pub(crate) use model::{Priority, Status, Task};
pub(crate) use operations::module;
pub(crate) use service::{counts, demo, find, open, titles};

pub(crate) fn statements() -> Vec<belay::store::Statement> {
    sql::ALL.to_vec()
}
