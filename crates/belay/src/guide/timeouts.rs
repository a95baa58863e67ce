//! Timeouts and cancellation.
//!
//! A call may take as long as its operation says, else as long as the application says, else as long as it takes. Guards and
//! layers count. When the time is up the work is dropped, its transaction rolls back, and the model reads `Timed out after
//! 30 s`.
//!
//! ```
//! use std::time::Duration;
//! use belay::prelude::*;
//! use serde_json::json;
//!
//! async fn search(_: Ctx, (): ()) -> Result<String, Error> {
//!     std::future::pending().await
//! }
//!
//! let search = Operation::read("search", search)
//!     .title("Search")
//!     .about("Searches everything.")
//!     .deadline(Duration::from_millis(20));
//! let mut app = App::new("demo", "1.0.0", vec![search]);
//! app.deadline = Some(Duration::from_secs(25)); // for operations that say nothing; `.no_deadline()` opts one out
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let app = belay_testkit::TestApp::start(app).await;
//! let reply = app.owner().mcp("search", json!({})).await;
//! assert!(reply.is_error && reply.body == "Timed out after 0.02 s");
//! # });
//! ```
//!
//! A client that closes its connection, or says `notifications/cancelled` in a session or over standard input, ends the call
//! the same way. Your function needs to do nothing: its future is dropped at the point where it waits. For work that goes on by
//! itself, a thread or a task of your own, hand on `cx.cancellation().clone()` and look at it, or wait for it.
