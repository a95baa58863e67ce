//! The server's behaviour, over every wire.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may panic"
)]

mod access;
mod calls;
mod demo_app;
mod features;
mod fleet;
mod gates;
mod http_front;
mod http_outcomes;
mod keys;
mod lines;
mod pains;
mod protocol;
mod rounds;
mod sessions;
mod settings;
mod site;
mod socket;
mod stdio_outcomes;
mod table;
mod tasks_and_news;
mod wire_app;
