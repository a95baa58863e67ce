//! Resources: what a client may read and not change.
//!
//! A resource has a fixed address; a template stands for a family of them.
//!
//! ```
//! use belay::prelude::*;
//! use schemars::JsonSchema;
//! use serde::Deserialize;
//! use serde_json::json;
//!
//! async fn readme(_: Ctx) -> Result<&'static str, Error> {
//!     Ok("# My application\nWelcome.")
//! }
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct Folio {
//!     /// The project.
//!     project: u32,
//!     /// The folio within it.
//!     folio: u32,
//! }
//!
//! async fn folio(cx: Ctx, wanted: Folio) -> Result<Option<String>, Error> {
//!     assert!(cx.uri().starts_with("folio://"));
//!     // Nothing: a well-formed address with nothing there.
//!     Ok((wanted.folio == 86).then(|| format!("Folio {} of project {}", wanted.folio, wanted.project)))
//! }
//!
//! let mut app = App::new("docs", "1.0.0", vec![]);
//! app.resources = vec![
//!     Resource::new("docs://readme", "readme", readme)
//!         .about("What the application is.")
//!         .mime_type("text/markdown")
//!         .cache(Cache::public(600_000)),
//! ];
//! app.templates = vec![ResourceTemplate::new("folio://{project}/{folio}", "folio", folio).about("A folio of a project.")];
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let app = belay_testkit::TestApp::start(app).await;
//! let client = app.owner();
//! let read = client.ask("resources/read", json!({ "uri": "folio://1/86" })).await;
//! assert_eq!(read["result"]["contents"][0]["text"], "Folio 86 of project 1");
//! let missing = client.ask("resources/read", json!({ "uri": "folio://1/87" })).await;
//! assert_eq!(missing["error"]["data"]["uri"], "folio://1/87");
//! // What does not fit the variables never reaches the function.
//! let malformed = client.ask("resources/read", json!({ "uri": "folio://one/86" })).await;
//! assert_eq!(malformed["error"]["code"], -32602);
//! # });
//! ```
//!
//! A function answers a text, bytes (`Vec<u8>`, sent as base64), a JSON value, or a [`Body`](crate::prelude::Body) with
//! several contents. A fixed address always wins over a template that matches too.
//!
//! # Addresses with variables
//!
//! | form | stands for |
//! | --- | --- |
//! | `{name}` | one segment, never a slash; percent-decoded |
//! | `{+name}` | everything up to what follows, slashes included; as it is |
//!
//! Any other operator of RFC 6570, a variable that appears twice, two variables with nothing between them, and a template
//! without a variable are faults, and the server does not start. A path taken with `{+path}` comes from the client: check it
//! before it reaches a file system.
//!
//! ```
//! use belay::core::template::UriTemplate;
//!
//! let files = UriTemplate::parse("file:///{+path}").unwrap();
//! assert_eq!(files.matches("file:///notes/2026/may.md").unwrap()["path"], "notes/2026/may.md");
//! assert!(UriTemplate::parse("search://{?query}").unwrap_err().to_string().contains("no other operator"));
//! ```
//!
//! `.title`, `.icon`, `.meta`, `.annotations` (whom it is for, how much it matters, when it last changed) and, for a resource,
//! `.size` fill the entry in clients' lists. [`news`](super::news) tells how to say that a resource changed, and
//! [`prompts`](super::prompts) how to suggest values for a variable.
