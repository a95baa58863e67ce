//! What the store promises, on both engines.
#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

mod call_log;
mod cancellation;
mod checks;
mod engines;
mod errors;
mod files;
mod migrations;
mod scripts;
mod transactions;
mod units;
mod values;
