//! Observing: what is called, how it ends, how long it takes.
//!
//! Every call leaves one log line, one count and one duration at `/metrics`, and, where the application wants it, one row in the
//! call log, whatever its door. A write also leaves an audit row, in the transaction of the change. An observer of your own is
//! told of each call of a tool once, after it ended:
//!
//! ```
//! use std::sync::{Arc, Mutex};
//! use belay::core::app::Ended;
//! use belay::prelude::*;
//! use serde_json::json;
//!
//! # async fn hello(_: Ctx, (): ()) -> Result<&'static str, Error> { Ok("hello") }
//! let seen = Arc::new(Mutex::new(Vec::new()));
//! let notes = Arc::clone(&seen);
//! let app = App::new("demo", "1.0.0", vec![Operation::read("hello", hello).title("Hello").about("Says hello.")])
//!     .observe(move |call| {
//!         notes.lock().unwrap().push((call.name, call.ended));
//!         async {}
//!     });
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let app = belay_testkit::TestApp::start(app).await;
//! app.owner().mcp("hello", json!({})).await;
//! app.owner().mcp("hallo", json!({})).await;
//! assert_eq!(*seen.lock().unwrap(), [("hello".to_owned(), Ended::Ok), ("hallo".to_owned(), Ended::Refused)]);
//! # });
//! ```
//!
//! `Refused` is a bad input, something that is not there, a caller who may not: usually a misleading description. `Error` is a
//! fault. The call waits for the observer, which must be fast and must not fail.
