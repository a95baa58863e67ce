//! What was eaten and drunk on each day, kept in step with the rows it sums up, so that no answer adds up a history.

pub(crate) mod model;
pub(crate) mod service;
pub(crate) mod sql;
pub(crate) mod store;
