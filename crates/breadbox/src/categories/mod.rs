//! What transactions are sorted under.

pub(crate) mod model;
pub(crate) mod operations;
pub(crate) mod seeds;
pub(crate) mod service;
pub(crate) mod sql;
pub(crate) mod store;

pub(crate) use service::prepare;
