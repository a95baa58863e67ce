//! The accounts of the household.

pub(crate) mod model;
pub(crate) mod operations;
pub(crate) mod service;
pub(crate) mod sql;
pub(crate) mod store;
