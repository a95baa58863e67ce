//! News: telling clients that something changed.
//!
//! ```
//! use belay::prelude::*;
//! use serde_json::json;
//!
//! async fn write_log(cx: Ctx, (): ()) -> Result<String, Error> {
//!     cx.changed(Change::Resource("docs://changelog".to_owned()));
//!     Ok("written".to_owned())
//! }
//! # async fn changelog(_: Ctx) -> Result<&'static str, Error> { Ok("1.0") }
//!
//! let write = Operation::write("write_log", write_log).title("Write").about("Adds to the changelog.");
//! let mut app = App::new("demo", "1.0.0", vec![write]);
//! app.resources = vec![Resource::new("docs://changelog", "changelog", changelog).about("What changed.")];
//! app.protocol.changes = true;
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let app = belay_testkit::TestApp::start(app).await;
//! let wanted = json!({ "notifications": { "resourceSubscriptions": ["docs://changelog"] } });
//! let mut news = app.owner().open_modern("subscriptions/listen", wanted).await;
//! assert_eq!(news.some().await.json()["method"], "notifications/subscriptions/acknowledged");
//! app.owner().mcp("write_log", json!({})).await;
//! let told = news.some().await.json();
//! assert_eq!((&told["method"], &told["params"]["uri"]), (&json!("notifications/resources/updated"), &json!("docs://changelog")));
//! # });
//! ```
//!
//! `cx.changed(…)` notes a change; clients are told once the call has succeeded and its transaction is committed, and only
//! those whose credential reaches the tenant of the call. `served.changes.publish(&change, None)` tells everybody.
//! [`Change`](crate::prelude::Change) names the list of tools, prompts or resources, or one resource. On PostgreSQL the news reach
//! the clients of every process on the same database; on SQLite, those of this one.
//!
//! Clients of revision 2026-07-28 hold a stream open with `subscriptions/listen` and are told only what they name. In the
//! revisions before it, a session's own stream carries them, after `resources/subscribe` for single resources.
