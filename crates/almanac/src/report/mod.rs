//! A report to read or to hand on: how the person stands, and the last two weeks day by day.

mod markdown;
mod model;
pub(crate) mod operations;
