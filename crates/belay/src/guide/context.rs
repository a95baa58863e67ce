//! Context: what an operation is given besides its input.
//!
//! [`Ctx`](crate::prelude::Ctx) comes first in every function. Time, identifiers and randomness come from it and from nowhere
//! else, so that tests can set them.
//!
//! | | |
//! | --- | --- |
//! | `cx.actor()`, `cx.tenant()` | who calls, and whose data it may touch |
//! | `cx.now()`, `cx.new_id()`, `cx.entropy()` | the time, identifiers, randomness |
//! | `cx.tx()`, `cx.read()` | the call's transaction and a snapshot, where there is a database |
//! | `cx.request()` | the door, the client, the revision, the headers without credentials |
//! | `cx.get::<T>()` | the application's own values, and those of the request |
//! | `cx.report_progress(…)`, `cx.log(…)` | [`progress`](super::progress) |
//! | `cx.ask(…)`, `cx.require(…)` | [`asking`](super::asking) |
//! | `cx.changed(…)` | [`news`](super::news) |
//! | `cx.cancellation()` | [`timeouts`](super::timeouts) |
//!
//! What a client says of itself (`cx.request().told`: its name, version and capabilities) is its own word: good for logs and for
//! what it can show, never for a decision about authority.
//!
//! # Values of the application and of the request
//!
//! ```
//! use belay::core::ctx::Slots;
//! use belay::prelude::*;
//!
//! struct Greeting(&'static str);
//! struct Project(String);
//!
//! async fn where_am_i(cx: Ctx, (): ()) -> Result<String, Error> {
//!     let greeting = cx.get::<Greeting>().map_or("", |greeting| greeting.0);
//!     let project = cx.get::<Project>().map_or("no project", |project| &project.0);
//!     Ok(format!("{greeting} {project}"))
//! }
//!
//! let here = Operation::read("where_am_i", where_am_i).title("Where").about("Which project a request is about.");
//! let mut app = App::new("demo", "1.0.0", vec![here]).context(|request, _actor| {
//!     let mut slots = Slots::default();
//!     if let Some(project) = request.headers.get("x-project").and_then(|value| value.to_str().ok()) {
//!         slots.insert(Project(project.to_owned()));
//!     }
//!     slots
//! });
//! app.slots.insert(Greeting("You are in"));
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let app = belay_testkit::TestApp::start(app).await;
//! let request = serde_json::json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "where_am_i" } });
//! let reply = app.owner().post(&request, &[("x-project", "attic")]).await;
//! assert_eq!(reply.json()["result"]["content"][0]["text"], "You are in attic");
//! # });
//! ```
