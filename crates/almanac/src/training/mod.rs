//! What the workouts say: recovery of each group, what to train next, patterns, the month, drinks before a workout. It
//! has no rows of its own.

pub(crate) mod calendar;
pub(crate) mod model;
pub(crate) mod operations;
pub(crate) mod service;
