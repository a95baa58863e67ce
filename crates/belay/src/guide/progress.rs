//! Progress and log messages.
//!
//! ```
//! use belay::prelude::*;
//! use serde_json::json;
//!
//! async fn index(cx: Ctx, (): ()) -> Result<u64, Error> {
//!     let files = ["a.md", "b.md", "c.md"];
//!     for (done, file) in (1..).zip(files) {
//!         cx.report_progress(done, Some(3), &format!("Indexed {file}"));
//!         cx.log(Level::Debug, "index", json!({ "file": file }));
//!     }
//!     Ok(3)
//! }
//!
//! let index = Operation::read("index", index).title("Index").about("Indexes every file.");
//! let mut app = App::new("demo", "1.0.0", vec![index]);
//! app.protocol.logging = true;
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let app = belay_testkit::TestApp::start(app).await;
//! let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
//!     "params": { "name": "index", "_meta": { "progressToken": "mine" } } });
//! let mut stream = app.owner().open_post(&call, &[("accept", "application/json, text/event-stream")]).await;
//! let events = stream.rest().await;
//! assert_eq!(events.len(), 4, "three notifications and the answer");
//! assert_eq!(events[0].json()["params"]["message"], "Indexed a.md");
//! # });
//! ```
//!
//! Progress is sent only to a client that gave a token; for any other, reporting does nothing. It must grow from one report to
//! the next, and what does not is left out. A client with a token that hears nothing for ten seconds gets a sign of life, so
//! that it does not give up.
//!
//! Log messages are for people who look into what a server does. They are sent where the application offers logging
//! (`app.protocol.logging`) and the client asked for that level: per request in revision 2026-07-28, per session before it.
//! Nothing secret belongs there, and nothing that the result should say.
