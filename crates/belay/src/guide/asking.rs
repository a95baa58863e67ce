//! Asking: the client's person, its model, or its folders, in the middle of a call.
//!
//! [`Ctx::ask`](crate::prelude::Ctx::ask) gives the answers once all are there. Until then it returns an error that `?` passes on:
//! the call ends, its transaction rolls back, and when the answers come the function runs again from the top and finds them.
//! Nothing is held while somebody thinks. So ask before anything that must not happen twice.
//!
//! ```
//! use belay::prelude::*;
//! use schemars::JsonSchema;
//! use serde::Deserialize;
//! use serde_json::json;
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct Sure {
//!     /// Whether to go on.
//!     sure: bool,
//! }
//!
//! async fn empty_bin(cx: Ctx, (): ()) -> Result<String, Error> {
//!     let answers = cx.ask(Ask::new().form::<Sure>("sure", "Empty the bin for good?"))?;
//!     Ok(match answers.form::<Sure>("sure")? {
//!         Some(Sure { sure: true }) => "emptied".to_owned(),
//!         _ => "left as it is".to_owned(),
//!     })
//! }
//!
//! let empty = Operation::destructive("empty_bin", empty_bin).title("Empty the bin").about("Removes what is in the bin.");
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let app = belay_testkit::TestApp::start(App::new("demo", "1.0.0", vec![empty])).await;
//! let client = app.owner().offering(json!({ "elicitation": {} }));
//! let asked = client.ask_modern("tools/call", json!({ "name": "empty_bin" })).await;
//! assert_eq!(asked["result"]["resultType"], "input_required");
//! let answered = client.ask_modern("tools/call", json!({
//!     "name": "empty_bin",
//!     "requestState": asked["result"]["requestState"],
//!     "inputResponses": { "sure": { "action": "accept", "content": { "sure": true } } },
//! })).await;
//! assert_eq!(answered["result"]["content"][0]["text"], "emptied");
//! # });
//! ```
//!
//! | question | who answers |
//! | --- | --- |
//! | `.form::<T>(key, message)`, `Question::Form` | the person, in a form of texts, numbers, choices |
//! | `Question::Page` | the person, on a page they open |
//! | `Question::sample(text, max_tokens)`, `Question::Sample` | the client's model |
//! | `Question::Roots` | the client: the folders it works in |
//!
//! Several questions in one [`Ask`](crate::prelude::Ask) are put together; several asks, one after the other. A client that does not
//! offer what a question needs is told so (protocol error -32021, a refusal in older revisions); `cx.client_offers(…)` asks
//! beforehand. `.keep(value)` keeps something for the next run; it travels through the client encrypted.
//!
//! In revision 2026-07-28 the question is the result, and the client sends its request again. Before, it is a request within a
//! session or over standard input. In a [task](super::tasks) it is what the task waits for. An operation need not know.
