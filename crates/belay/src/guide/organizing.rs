//! Organizing: an application of many parts.
//!
//! An application is data. Parts of it can be made anywhere and put together:
//!
//! ```
//! use belay::prelude::*;
//!
//! mod tasks {
//!     use belay::prelude::*;
//!
//!     async fn list(_: Ctx, (): ()) -> Result<Vec<String>, Error> {
//!         Ok(Vec::new())
//!     }
//!
//!     async fn all(_: Ctx) -> Result<String, Error> {
//!         Ok("[]".to_owned())
//!     }
//!
//!     pub fn module() -> Module {
//!         Module::new()
//!             .operation(Operation::read("task_list", list).title("List tasks").about("All tasks."))
//!             .resource(Resource::new("app://tasks", "tasks", all).about("All tasks.").mime_type("application/json"))
//!     }
//! }
//!
//! let app = App::new("demo", "1.0.0", vec![]).with(tasks::module());
//! assert!(belay::core::registry::faults(&app).is_empty());
//! ```
//!
//! What is wrong with declarations (two of one name, a template that cannot be read, a field without a comment) is found before the
//! server starts, all of it at once; a test that calls `belay_testkit::declarations` finds more, such as texts that a scanner of
//! tools would flag.
//!
//! For more than a handful of operations, make a folder for each area of the application, with the same files everywhere: `model`
//! (types that cannot be wrong, pure rules), `sql`, `store`, `service` (the use cases), `operations` (inputs, outputs, the list),
//! `error`. `operations` knows `service`, `service` knows `store`, `model` knows nobody. Breadbox is built so.
