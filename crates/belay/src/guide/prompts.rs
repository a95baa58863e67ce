//! Prompts: conversations that a person starts with a choice from a menu, and suggestions for what they type.
//!
//! ```
//! use belay::prelude::*;
//! use schemars::JsonSchema;
//! use serde::Deserialize;
//! use serde_json::json;
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct Review {
//!     /// The code to review.
//!     code: String,
//!     /// Its language.
//!     language: Option<String>,
//! }
//!
//! async fn code_review(_: Ctx, review: Review) -> Result<Vec<Message>, Error> {
//!     let language = review.language.unwrap_or_default();
//!     Ok(vec![
//!         Message::user(format!("Review this {language} code:\n\n```{language}\n{}\n```", review.code)),
//!         Message::assistant("I begin with what can go wrong."),
//!     ])
//! }
//!
//! async fn languages(_: Ctx, typed: Completing) -> Result<Vec<String>, Error> {
//!     let known = ["go", "python", "rust"];
//!     let fits = known.iter().filter(|one| typed.argument == "language" && one.starts_with(&typed.value));
//!     Ok(fits.map(|one| one.to_string()).collect())
//! }
//!
//! let mut app = App::new("reviews", "1.0.0", vec![]);
//! app.prompts = vec![Prompt::new("code_review", code_review).about("Review some code.").complete(languages)];
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let app = belay_testkit::TestApp::start(app).await;
//! let written = app.owner().ask("prompts/get", json!({ "name": "code_review", "arguments": { "code": "1 + 1" } })).await;
//! assert_eq!(written["result"]["messages"].as_array().unwrap().len(), 2);
//! let typed = json!({ "ref": { "type": "ref/prompt", "name": "code_review" }, "argument": { "name": "language", "value": "r" } });
//! let suggested = app.owner().ask("completion/complete", typed).await;
//! assert_eq!(suggested["result"]["completion"]["values"], json!(["rust"]));
//! # });
//! ```
//!
//! Clients send arguments as texts; a field may be a number or a yes-or-no all the same and is read from its text. A missing
//! or malformed argument is the protocol error -32602.
//!
//! A message holds texts, or pictures, sounds and resources (see [`Block`](crate::prelude::Block)); `.and(…)` adds a piece
//! said by the same one.
//!
//! One `complete` anywhere, on a prompt or on a [template](super::resources), is what makes the server offer completion. It is
//! given the name of what is typed, what stands there so far, and the other arguments where the client told them. At most 100
//! values are sent, with the number there were.
