//! Errors: for a program, for a person or model, and for the log.
//!
//! An operation answers `Err` with an [`Error`](crate::prelude::Error): a kind, a stable code, a sentence with the way out. The
//! model reads the sentence and can try again; nothing of the cause leaves the process except into the log. An area's own enum
//! implements [`Refusal`](crate::prelude::Refusal), and `?` does the rest.
//!
//! ```
//! use belay::prelude::*;
//! use serde_json::json;
//!
//! #[derive(Debug, thiserror::Error)]
//! enum ProjectRefusal {
//!     #[error("There is no project {0}; list_projects names them all.")]
//!     Missing(u32),
//! }
//!
//! impl Refusal for ProjectRefusal {
//!     fn kind(&self) -> Kind {
//!         Kind::NotFound
//!     }
//!     fn code(&self) -> &'static str {
//!         "project_not_found"
//!     }
//! }
//!
//! async fn open(_: Ctx, (): ()) -> Result<String, ProjectRefusal> {
//!     Err(ProjectRefusal::Missing(7))
//! }
//!
//! async fn broken(_: Ctx, (): ()) -> Result<String, Error> {
//!     Err(Error::internal("select secret from vault"))
//! }
//!
//! async fn locked(_: Ctx, (): ()) -> Result<String, Error> {
//!     Err(Error::forbidden("This account is closed"))
//! }
//! # let of = |operation: Operation| operation.title("T").about("For the example.");
//! # let operations = vec![
//! #     of(Operation::read("open", open)), of(Operation::read("broken", broken)), of(Operation::read("locked", locked)),
//! # ];
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let app = belay_testkit::TestApp::start(App::new("demo", "1.0.0", operations)).await;
//! let refused = app.owner().mcp("open", json!({})).await;
//! assert!(refused.is_error && refused.body == "There is no project 7; list_projects names them all.");
//! // A fault of the server tells where to look, and not what.
//! let fault = app.owner().mcp("broken", json!({})).await;
//! assert!(fault.body.contains("reference req_") && !fault.body.contains("secret"));
//! // What no other arguments would mend goes to the client program.
//! assert_eq!(app.owner().mcp("locked", json!({})).await.protocol_error, Some(-31003));
//! # });
//! ```
//!
//! | what | how a client of the protocol sees it |
//! | --- | --- |
//! | a refusal, a bad input | a result with `isError`, which the model reads |
//! | a panic, a store that is down | the same, with the reference of the log's entry |
//! | a result that breaks its own schema | protocol error -32603: the model could not mend it |
//! | [`Error::unauthorized`](crate::prelude::Error::unauthorized), [`forbidden`](crate::prelude::Error::forbidden) | -31001, -31003 |
//! | [`Error::protocol`](crate::prelude::Error::protocol) | a code of your own, outside -32768 to -32000 |
//! | an unknown tool, prompt or resource; a bad cursor | -32602 |
//! | an unknown method | -32601 |
//!
//! Refusals are logged as warnings and faults as errors with their whole chain, so that an assistant that corrects itself does
//! not bury what broke. Over REST the kind decides the status, on the command line the exit code.
