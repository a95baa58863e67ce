//! Who the person is: what formulas need of them, where their day begins, and what they say of themselves.

pub(crate) mod model;
pub(crate) mod operations;
pub(crate) mod service;
pub(crate) mod sql;
pub(crate) mod store;
