//! Accomplishments: what a person reached, found from their history after every write that could change it.
//!
//! A write marks what it touched ([`touched`]); once the operation is through, [`detect`] looks at the days that are
//! touched, takes back what no longer holds and adds what now does. It never reads a whole history for a meal or a
//! weigh-in, so that a log costs the same after ten years.

mod detect;
mod model;
pub(crate) mod operations;
mod service;
pub(crate) mod sql;
mod store;
mod streak;
pub(crate) mod touched;
mod words;
