//! Runs a Belay application in tests: on a real database, with a clock that stands still, and with a client for
//! each wire. A development dependency only.
//!
//! ```
//! # use belay_core::{App, Ctx, Error, Operation};
//! use belay_testkit::TestApp;
//! # async fn echo(_: Ctx, (): ()) -> Result<String, Error> { Ok("hello".to_owned()) }
//! # let app = App::new("demo", "1.0.0", vec![Operation::read("greet", echo).title("Greet").about("Says hello.")]);
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let app = TestApp::start(app).await;
//! let reply = app.owner().mcp("greet", serde_json::json!({})).await;
//! assert_eq!(reply.body, "hello");
//! # });
//! ```
//!
//! The database is SQLite in a temporary folder; with `BELAY_TEST_DATABASE=postgres` it is one of its own on the
//! server that `BELAY_TEST_POSTGRES_URL` names.
#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a test that cannot be set up must stop at once"
)]

mod app;
mod authority;
mod browser;
mod client;
mod clock;
mod database;
mod declared;
mod events;
pub mod frames;
mod message;
mod people;
mod prose;
mod stdio;

pub use app::TestApp;
pub use authority::authority;
pub use browser::{Browser, Page, encoded};
pub use client::{Client, Reply};
pub use clock::FakeClock;
pub use database::{Database, both_databases, postgres_server};
pub use declared::{declarations, portability};
pub use events::{Event, Events};
pub use message::{LEGACY, MODERN, Message};
pub use stdio::Stdio;
