//! Testing an application.
//!
//! `belay_testkit` runs it on a real database (SQLite in a temporary folder, or PostgreSQL), with a clock that stands still, and gives
//! a client for each wire. No port is opened.
//!
//! ```
//! use belay::prelude::*;
//! use belay_testkit::TestApp;
//! use serde_json::json;
//!
//! async fn today(cx: Ctx, (): ()) -> Result<String, Error> {
//!     Ok(cx.now().strftime("%Y-%m-%d").to_string())
//! }
//!
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let today = Operation::read("today", today).title("Today").about("The date.").rest(Method::GET, "/today").example(json!({}));
//! let app = TestApp::start(App::new("demo", "1.0.0", vec![today])).await;
//! let answer = app.owner().mcp("today", json!({})).await;             // revision 2025-11-25
//! assert_eq!(app.owner().mcp_modern("today", json!({})).await.body, answer.body);
//! assert_eq!(app.owner().get("/today").await.json()["result"], answer.body.as_str());
//! assert_eq!(app.stdio().await.call("today", json!({})).await.body, answer.body);
//! # });
//! ```
//!
//! | | |
//! | --- | --- |
//! | `app.owner()`, `.reader()`, `.stranger()`, `.nobody()` | callers: full and read-only keys, another tenant's, none |
//! | `.mcp`, `.mcp_modern`, `.rest`, `.get`, `.command` | one call over each wire |
//! | `.ask`, `.ask_modern`, `.offering(capabilities)` | any method of the protocol |
//! | `.open_post`, `.open_get`, `.open_modern` | a stream of events, cut by dropping it |
//! | `app.stdio()` | a conversation over standard input and output |
//! | `app.clock` | sets the time |
//! | `app.restart(…)` | ends the server and starts it on the same database |
//! | `authority(&app)` | tries every operation as every caller, on every door |
//! | `declarations(&app)` | checks every schema, example and text |
