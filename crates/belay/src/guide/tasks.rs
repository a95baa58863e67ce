//! Tasks: calls that go on after their requests were answered.
//!
//! For work of minutes and hours. A client that can follow a task gets its identifier at once and asks how it stands; one that
//! cannot waits, or is refused where the operation says so.
//!
//! ```
//! use belay::prelude::*;
//! use serde_json::json;
//!
//! async fn rebuild(_: Ctx, (): ()) -> Result<String, Error> {
//!     Ok("rebuilt".to_owned())
//! }
//!
//! let rebuild = Operation::write("rebuild", rebuild)
//!     .title("Rebuild the index")
//!     .about("Builds the index anew, which takes minutes.")
//!     .task(TaskSupport::Optional);
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let app = belay_testkit::TestApp::start(App::new("demo", "1.0.0", vec![rebuild])).await;
//! let client = app.owner().offering(json!({ "extensions": { "io.modelcontextprotocol/tasks": {} } }));
//! let begun = client.ask_modern("tools/call", json!({ "name": "rebuild" })).await;
//! let id = &begun["result"]["taskId"];
//! let mut stands = client.ask_modern("tasks/get", json!({ "taskId": id })).await;
//! while stands["result"]["status"] == "working" {
//!     stands = client.ask_modern("tasks/get", json!({ "taskId": id })).await;
//! }
//! assert_eq!(stands["result"]["result"]["content"][0]["text"], "rebuilt");
//! // Somebody who cannot follow a task waits for the result.
//! assert_eq!(app.owner().mcp("rebuild", json!({})).await.body, "rebuilt");
//! # });
//! ```
//!
//! - A task belongs to the credential that called; for any other it does not exist. It is kept for a day, in the application's
//!   database where it has one.
//! - A function that [asks](super::asking) in a task makes it wait (`input_required`) and runs again from the top when
//!   `tasks/update` brings the answers. `.first(check)` runs before the call becomes a task, and asks while the request is open.
//! - `tasks/cancel` drops the work, whose transaction rolls back; work that is being kept already is completed instead.
//! - A task whose server died is ended as failed: nobody can say how far it came.
//! - A refusal (`isError`) completes a task; a protocol error fails it.
