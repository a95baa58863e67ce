//! Stretches in which nothing is expected to be logged: holidays, illness, weeks of rest.

pub(crate) mod error;
pub(crate) mod model;
pub(crate) mod operations;
pub(crate) mod service;
pub(crate) mod sql;
pub(crate) mod store;
