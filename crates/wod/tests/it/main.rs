//! What readings promise, on the fixtures and on made-up texts.

mod examples;
mod fixtures;
mod library;
mod lint;
mod properties;
mod reading;
mod round_trip;
mod speaking;
