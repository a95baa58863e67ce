//! The people of the household, as labels on accounts.

pub(crate) mod model;
pub(crate) mod operations;
pub(crate) mod service;
pub(crate) mod sql;
pub(crate) mod store;
