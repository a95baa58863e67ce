//! Nutrition phases: what the person works towards, and the numbers frozen when it began.

pub(crate) mod error;
pub(crate) mod model;
pub(crate) mod operations;
pub(crate) mod service;
pub(crate) mod sql;
pub(crate) mod store;
