//! A bank's file becomes transactions of an account: all of them in one transaction of the database, each once.

pub(crate) mod error;
pub(crate) mod model;
pub(crate) mod operations;
pub(crate) mod report;
pub(crate) mod service;
pub(crate) mod sql;
pub(crate) mod store;
pub(crate) mod target;
