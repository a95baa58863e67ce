//! Schemas: one type, checked on the way in and shown to clients.
//!
//! An input or output is a Rust type with `Deserialize` or `Serialize`, and `JsonSchema`. Each gets two schemas: a strict one
//! that checks, and a portable one that clients see. Many clients and model services choke on correct JSON Schema (`$ref`,
//! lists of types, `oneOf`, numeric formats), so the portable one has none of it; what cannot be said without is a fault
//! that stops the server at start, with the type and the field.
//!
//! ```
//! use belay::core::schema::{Schemas, Side};
//!
//! /// How urgent something is.
//! #[derive(serde::Deserialize, schemars::JsonSchema)]
//! #[serde(rename_all = "lowercase")]
//! enum Priority {
//!     /// It can wait.
//!     Low,
//!     /// It cannot.
//!     High,
//! }
//!
//! #[derive(serde::Deserialize, schemars::JsonSchema)]
//! struct New {
//!     /// What is to be done.
//!     #[schemars(length(min = 1, max = 200))]
//!     title: String,
//!     /// How urgent it is.
//!     priority: Option<Priority>,
//! }
//!
//! let schemas = Schemas::of::<New>(Side::Input);
//! assert!(schemas.faults.is_empty());
//! let portable = schemas.portable.value();
//! let shown = &portable["properties"]["priority"];
//! assert_eq!((shown["type"].as_str(), shown["enum"][0].as_str()), (Some("string"), Some("low")));
//! assert_eq!(portable["required"][0], "title");
//! ```
//!
//! - The comment on a field is what the model reads. Every field needs one.
//! - Bounds (`range`, `length`, `pattern`) are shown and checked. A rule between fields is the operation's business.
//! - An optional field may be left out or null. Unknown fields are refused, with the nearest name.
//! - An object or a list that comes as JSON text is read: some models send them so. Numbers are read from text only where a
//!   caller has nothing else, in queries and on the command line.
//! - `.raw_schema(&json)` shows a schema word for word, for what must be; most clients will not understand more than the
//!   portable one says.
//!
//! # Arguments in headers
//!
//! A gateway can route by an argument without reading the body when the field is marked. Clients of revision 2026-07-28 then
//! send it as `Mcp-Param-Region` too, and the server checks that both say the same. Nothing secret belongs there: proxies log
//! headers.
//!
//! ```
//! #[derive(serde::Deserialize, schemars::JsonSchema)]
//! struct Query {
//!     /// Where to look.
//!     #[schemars(extend("x-mcp-header" = "Region"))]
//!     region: String,
//! }
//! # use belay::prelude::*;
//! # async fn query(_: Ctx, query: Query) -> Result<String, Error> { Ok(query.region) }
//! let operation = Operation::read("query", query);
//! assert_eq!(operation.mirrored[0].header, "Region");
//! ```
