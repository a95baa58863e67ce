//! What went in and out of the accounts.

pub(crate) mod error;
pub(crate) mod model;
pub(crate) mod operations;
mod row;
pub(crate) mod service;
pub(crate) mod sql;
pub(crate) mod store;
