//! Authority: who may do what.
//!
//! An application with a database asks for a key on every route; one without is open to whoever can reach it. A key is full or
//! read-only, and belongs to a tenant, whose data are all it reaches: put [`Ctx::tenant`](crate::prelude::Ctx::tenant) into
//! every statement. What a key may not do does not exist for it: it is not listed, and called it answers as something unknown.
//!
//! Behind a **person's** credential stands their role in the tenant. An application says what people can be
//! ([`App::roles`](crate::prelude::App::roles)) and whose data it keeps apart ([`App::tenancy`](crate::prelude::App::tenancy)):
//! one household, each person's own, or organizations. An operation says whom it is for: `.roles(&["owner"])`,
//! `.permission("program")` (any role that has it), and `.scope("import")`, which a program must have been allowed besides
//! reading or writing. For a role that an operation is not for it does not exist; a program that was allowed too little
//! is told which scopes would do.
//!
//! ```
//! use belay::core::actor::Role;
//! use belay::core::app::Tenancy;
//! use belay::core::Access;
//! use belay::prelude::*;
//!
//! const ROLES: &[Role] = &[
//!     Role::new("owner", Access::Full).with(&["program"]),
//!     Role::new("coach", Access::Full).with(&["program"]),
//!     Role::new("member", Access::Read).outside(), // belongs to the studio, and has no way in
//! ];
//!
//! async fn plan(cx: Ctx, (): ()) -> Result<String, Error> {
//!     Ok(format!("planned by a {}", cx.actor().role.map_or("key", |role| role.name)))
//! }
//!
//! let app = App {
//!     roles: ROLES,
//!     tenancy: Tenancy::Organizations { parameter: "orgId" },
//!     ..App::new("studio", "1.0.0", vec![
//!         Operation::write("plan", plan).title("Plan").about("Plans a day.").permission("program"),
//!     ])
//! };
//! assert!(belay::core::registry::faults(&app).is_empty());
//! ```
//!
//! A **guard** is the other kind of rule: the tool stays in the list, and a caller who is refused reads why.
//!
//! ```
//! use belay::prelude::*;
//! use serde_json::json;
//!
//! async fn purge(_: Ctx, (): ()) -> Result<String, Error> {
//!     Ok("gone".to_owned())
//! }
//!
//! async fn on_the_machine(cx: Ctx) -> Result<(), Error> {
//!     if cx.request().door == belay::core::request::Door::Command {
//!         return Ok(());
//!     }
//!     Err(Error::new(Kind::Forbidden, "only_here", "Purging is done on the machine itself: `belay call`."))
//! }
//!
//! let purge = Operation::destructive("purge", purge).title("Purge").about("Removes everything.").guard(on_the_machine);
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let app = belay_testkit::TestApp::start(App::new("demo", "1.0.0", vec![purge])).await;
//! assert_eq!(app.owner().tools().await, ["purge"]);
//! let refused = app.owner().mcp("purge", json!({})).await;
//! assert!(refused.is_error && refused.body.starts_with("Purging is done"));
//! # });
//! ```
//!
//! `.layer(…)` is a guard that also sees the input and the answer. Guards and layers run in the order they are added, within
//! the call's deadline, and before the operation.
