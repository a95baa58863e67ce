//! Gates: calls that are done once, confirmed, and not too often.
//!
//! # Once
//!
//! Every write honours an idempotency key that its caller sends: in the HTTP header `Idempotency-Key`, or in `_meta` as
//! `belay/idempotency-key`. For 24 hours the same call is answered with the first one's result, marked as a replay; other
//! arguments under the same key are refused. A failure is not kept. Models seldom send keys, so an operation may say that equal
//! arguments are one call, with [`Payload`](crate::prelude::Payload).
//!
//! ```
//! use std::time::Duration;
//!
//! use belay::prelude::*;
//! use schemars::JsonSchema;
//! use serde::Deserialize;
//! use serde_json::json;
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct Meal {
//!     /// What was eaten.
//!     text: String,
//! }
//!
//! async fn log_meal(cx: Ctx, meal: Meal) -> Result<String, Error> {
//!     cx.tx().await?.exec("insert into demo_meal (text) values ($1)", args![&meal.text]).await?;
//!     // Once that is taken away with `cx.unmade("meal:…")`, the same call makes it anew.
//!     cx.made(format!("meal:{}", meal.text));
//!     Ok(format!("noted {}", meal.text))
//! }
//!
//! let log = Operation::write("log_meal", log_meal)
//!     .title("Log a meal")
//!     .about("Notes what was eaten.")
//!     .idempotent(Payload::within(Duration::from_secs(24 * 60 * 60)));
//! # use belay::core::migration::{Migration, Migrations};
//! # const TABLE: &str = "create table demo_meal (text text not null)";
//! # let mut app = App::new("demo", "1.0.0", vec![log]);
//! # app.migrations = Some(Migrations { owner: "demo", list: &[Migration { number: 1, name: "0001_meal", sqlite: TABLE, postgres: TABLE }] });
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let app = belay_testkit::TestApp::start(app).await;
//! let call = async |input| app.owner().ask("tools/call", json!({ "name": "log_meal", "arguments": input })).await;
//! call(json!({ "text": "soup" })).await;
//! let again = call(json!({ "text": "soup" })).await;
//! assert_eq!(again["result"]["_meta"]["belay/replayed"], true);
//! let second_helping = call(json!({ "text": "soup", "allow_duplicate": true })).await;
//! assert!(second_helping["result"].get("_meta").is_none());
//! # });
//! ```
//!
//! The key is claimed in the call's own transaction. An operation with
//! [`own_transactions`](crate::prelude::Operation::own_transactions) is claimed by a lease instead; it must call
//! `belay::access::audit::record_about` in each transaction that keeps something, which is what tells that the call must not
//! be done again. Applications without a database have no keys.
//!
//! # Confirmed
//!
//! [`confirm_ask`](crate::prelude::Operation::confirm_ask) shows what a call would do and waits for a yes. Where the client can ask its
//! person, the person is asked, as with [`asking`](super::asking). Elsewhere the call is refused with the preview and a
//! `confirm_token`, and the same call with the token runs: for 10 minutes, once, for the same caller and arguments.
//!
//! ```
//! use belay::prelude::*;
//! use serde_json::json;
//!
//! async fn preview(_: Ctx, (): ()) -> Result<Preview, Error> {
//!     Ok(Preview::new("This empties the bin: 3 files are gone for good.").fact("files", 3))
//! }
//!
//! async fn empty_bin(_: Ctx, (): ()) -> Result<String, Error> {
//!     Ok("emptied".to_owned())
//! }
//!
//! let empty = Operation::destructive("empty_bin", empty_bin)
//!     .title("Empty the bin")
//!     .about("Removes what is in the bin.")
//!     .confirm_ask(preview);
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let app = belay_testkit::TestApp::start(App::new("demo", "1.0.0", vec![empty])).await;
//! let told = app.owner().mcp("empty_bin", json!({})).await;
//! assert!(told.is_error && told.body.starts_with("This empties the bin: 3 files are gone for good. Nothing was changed yet."));
//! let token = told.body.split('"').nth(1).unwrap();
//! assert_eq!(app.owner().mcp("empty_bin", json!({ "confirm_token": token })).await.body, "emptied");
//! # });
//! ```
//!
//! [`confirm_literal`](crate::prelude::Operation::confirm_literal) only wants `confirm: true` among the arguments; over REST the method
//! DELETE says it. [`confirm_hidden`](crate::prelude::Operation::confirm_hidden) keeps an operation from models altogether. On the
//! command line a person is asked, or `--yes` says it.
//!
//! # Not too often
//!
//! A caller may make 1,200 calls a minute, 300 at once, unless the operator says otherwise. An operation that costs more has a quota
//! of its own: `.rate(Rate::per_minute(10).burst(3))`. Over it the call is refused with `retry_after_s`.
//!
//! # Written down
//!
//! Each write leaves a row in the audit trail. `cx.audit("meal:12", before, after)` adds what was changed. Nothing secret belongs
//! there: keep secrets as `belay::access::secret::Secret`, which cannot be serialised, and in the database sealed by
//! `belay::access::vault`.
