//! Tools: what a model can do.
//!
//! An operation is an async function with a declaration. [`read`](crate::prelude::Operation::read),
//! [`write`](crate::prelude::Operation::write) or [`destructive`](crate::prelude::Operation::destructive) says what it does
//! to the world; clients see that as the hints `readOnlyHint` and `destructiveHint`, and a read-only key sees only what
//! reads.
//!
//! ```
//! use belay::prelude::*;
//! use schemars::JsonSchema;
//! use serde::{Deserialize, Serialize};
//! use serde_json::json;
//!
//! /// What to look for.
//! #[derive(Deserialize, JsonSchema)]
//! struct Search {
//!     /// A part of the title.
//!     title: Option<String>,
//!     /// At most so many.
//!     #[schemars(range(min = 1, max = 100))]
//!     limit: Option<u32>,
//! }
//!
//! #[derive(Serialize, JsonSchema)]
//! struct Found {
//!     /// The titles.
//!     titles: Vec<String>,
//!     /// How many there are altogether.
//!     total: usize,
//! }
//!
//! async fn task_list(_: Ctx, search: Search) -> Result<Found, Error> {
//!     let all = ["water the plants", "call the bank"];
//!     let wanted = search.title.unwrap_or_default();
//!     let titles: Vec<String> = all.iter().filter(|title| title.contains(&wanted)).map(|title| title.to_string()).collect();
//!     let total = titles.len();
//!     Ok(Found { titles, total })
//! }
//!
//! let list = Operation::read("task_list", task_list)
//!     .title("List tasks")
//!     .about("Tasks, newest first, by a part of their title.")
//!     .icon(belay::core::content::Icon::new("https://example.org/list.png"))
//!     .meta("com.example/group", "tasks");
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let app = belay_testkit::TestApp::start(App::new("tasks", "1.0.0", vec![list])).await;
//! let found = app.owner().mcp("task_list", json!({ "title": "bank" })).await;
//! assert_eq!(found.json(), json!({ "titles": ["call the bank"], "total": 1 }));
//!
//! // What is wrong with an input comes back to the model, all of it at once.
//! let refused = app.owner().mcp("task_list", json!({ "title": 5, "limit": 1000 })).await;
//! assert!(refused.is_error);
//! assert_eq!(refused.body.lines().count(), 2);
//! # });
//! ```
//!
//! | method | what it adds |
//! | --- | --- |
//! | `.title(…)`, `.about(…)` | the name people read, and what the model reads; both are needed |
//! | `.icon(…)`, `.meta(key, value)` | pictures, and facts that clients get as they are |
//! | `.repeatable()`, `.open_world()` | the other two hints |
//! | `.rest(method, path)`, `.command(…)`, `.not_on(door)` | the other doors |
//! | `.guard(…)`, `.layer(…)`, `.first(…)` | what runs before or around it: [`authority`](super::authority) |
//! | `.idempotent(…)`, `.confirm_ask(…)`, `.confirm_literal()`, `.confirm_hidden()`, `.rate(…)` | what stands before it: [`gates`](super::gates) |
//! | `.deadline(…)`, `.no_deadline()` | how long it may take: [`timeouts`](super::timeouts) |
//! | `.task(…)` | whether it may go on after its request was answered: [`tasks`](super::tasks) |
//! | `.example(…)` | an input for the documentation, checked by a test |
//!
//! # What comes back
//!
//! The result is sent twice: as structured content under the output schema, for programs, and as text, for models. A result
//! that is no object (a number, a list, a text) travels to programs as `{"result": …}`; the text is the bare value.
//!
//! A picture, a sound, a link or a mere sentence needs no schema: answer [`Content`](crate::prelude::Content).
//!
//! ```
//! use belay::prelude::*;
//!
//! async fn screenshot(_: Ctx, (): ()) -> Result<Content, Error> {
//!     let png = [0x89, b'P', b'N', b'G'];
//!     Ok(Content::new(vec![Block::text("The page as it looks now."), Block::image(png, "image/png")]))
//! }
//!
//! let tool = Operation::read("screenshot", screenshot).title("Screenshot").about("The page as a picture.");
//! assert!(tool.output.content, "it has no output schema");
//! ```
//!
//! # Names
//!
//! `entity_action` or `action_entity` in lower-case letters, digits and underscores, at most 40 of them: clients put their
//! own prefix in front, and some models take no more than 64 together. A second operation of a name stops the server at
//! start. A tool that got another name answers with a pointer for a while:
//!
//! ```
//! # use belay::prelude::*;
//! # let mut app = App::new("tasks", "1.0.0", vec![]);
//! app.renamed = vec![("list_tasks", "it is called `task_list` now")];
//! ```
