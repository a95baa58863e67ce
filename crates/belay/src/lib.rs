//! Belay lets AI assistants act on your application, on a rope.
//!
//! Declare an operation once, as an async function and a few words about it. It is then a tool of the Model Context
//! Protocol, a REST route with an OpenAPI description, a command, and a page, with validation, authority and audit on
//! the way.
//!
//! ```
//! use belay::prelude::*;
//! use schemars::JsonSchema;
//! use serde::Deserialize;
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct Numbers {
//!     /// The first number.
//!     a: i64,
//!     /// The second number.
//!     b: i64,
//! }
//!
//! async fn add(_: Ctx, numbers: Numbers) -> Result<i64, Error> {
//!     Ok(numbers.a + numbers.b)
//! }
//!
//! let add = Operation::read("add", add).title("Add").about("Adds two numbers.").rest(Method::GET, "/sum");
//! let app = App::new("adder", "1.0.0", vec![add]);
//!
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! // In a program, `belay::cli::run` serves it. In a test:
//! let app = belay_testkit::TestApp::start(app).await;
//! let reply = app.owner().mcp("add", serde_json::json!({ "a": 2, "b": 3 })).await;
//! assert_eq!(reply.json(), 5);
//! # });
//! ```
//!
//! What cannot be said portably to clients, such as an enum with data in an input, is found when the server starts:
//!
//! ```
//! use belay::prelude::*;
//!
//! #[derive(serde::Deserialize, schemars::JsonSchema)]
//! struct Undocumented { field: String }
//! async fn broken(_: Ctx, _: Undocumented) -> Result<String, Error> { Ok(String::new()) }
//!
//! let app = App::new("demo", "1.0.0", vec![Operation::read("broken", broken).title("B").about("B.")]);
//! assert!(belay::core::registry::faults(&app)[0].contains("field: has no doc comment"));
//! ```

//!
//! The [`guide`] has a page for each topic.

pub mod guide;

pub use belay_access as access;
pub use belay_core as core;
pub use belay_server as server;
pub use belay_server::cli;
pub use belay_store as store;

/// What nearly every application needs.
pub mod prelude {
    pub use belay_core::app::{App, ConfigError, Protocol, Sessions, Setup};
    pub use belay_core::operation::{Payload, Preview, Rate, TaskSupport};
    pub use belay_core::{
        Ask, Block, Body, Cache, Change, Completing, Content, Ctx, Error, Id, Issue, Kind, Level, Message,
        Module, Operation, Page, Prompt, Question, Refusal, Resource, ResourceTemplate,
    };
    pub use belay_store::{CtxStore, Tx, args};
    pub use http::Method;
}
