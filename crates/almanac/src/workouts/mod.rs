//! Workouts, with what was done of each exercise.

pub(crate) mod error;
pub(crate) mod model;
pub(crate) mod operations;
pub(crate) mod service;
pub(crate) mod sql;
pub(crate) mod store;
