//! What readings promise, on the fixtures and on made-up texts.

#![expect(clippy::unwrap_used, clippy::panic, reason = "what prepares a test fails the test")]

mod examples;
mod fixtures;
mod library;
mod lint;
mod properties;
mod reading;
mod round_trip;
mod speaking;
