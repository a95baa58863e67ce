//! The Model Context Protocol, in every revision from 2024-11-05 to 2026-07-28, over HTTP and over standard input and
//! output.
//!
//! The revision is decided for each request: one that carries its version, its client and its capabilities itself is
//! served without any memory of another; one without is served as in the revisions that open with a handshake, in a
//! session where the application keeps some. Results are made once, in the words of the newest revision, and what an
//! older one lacks is taken out.
//!
//! ```text
//! http, stdio     bytes in, bytes out: one request, one stream, one line
//! wire            the form of messages and the rules of each revision, as pure functions
//! methods         what each method does, over the call path
//! session, tasks  what outlives a request
//! ```

mod door;
pub mod fuzz;
mod http;
mod lists;
mod methods;
mod open;
mod progress;
mod session;
pub mod stdio;
mod tasks;
mod terse;
mod turn;
mod wire;

pub(crate) use self::http::{MAX_BODY, routes};
pub(crate) use self::session::Ledger;
pub(crate) use self::turn::Turn;
