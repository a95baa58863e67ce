//! What the store promises, on both engines.
#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

mod bus;
mod call_log;
mod cancellation;
mod checks;
mod engines;
mod errors;
mod events;
mod files;
mod migrations;
mod scripts;
mod sessions;
mod task_races;
mod tasks;
mod transactions;
mod units;
mod values;
