//! Transports: HTTP and standard input and output.
//!
//! # HTTP
//!
//! `serve` serves every application of a program, each at `/{app}/mcp`, and one that is served alone also at `/mcp`, with and
//! without a slash at the end. Messages come by `POST`; the answer is one JSON document, or a stream of events as soon as
//! something is said before it. Nothing is said before an answer unless the client gave a token for [progress](super::progress),
//! asked for log messages, listens to [news](super::news), or keeps a session.
//!
//! - `Host` and `Origin` are checked on every route: this machine, the host of `public_url`, and what `allowed_hosts` and
//!   `allowed_origins` name. Pages of admitted origins may send the protocol's headers and read its answers.
//! - A body is at most 4 MiB; the content type, where it is given, is JSON.
//! - A stream sends its first byte within half a second and a comment every 15 seconds, and tells proxies not to hold it back.
//! - On SIGTERM the server is not ready any more, takes no new connections, ends streams of news with their results, and lets calls
//!   finish for 25 seconds.
//!
//! # Sessions
//!
//! Clients of the revisions with a handshake may keep a session where the application says so
//! ([`Sessions`](crate::prelude::Sessions)): `Off` is the default, `On` offers one and serves requests without one all the same,
//! `Required` insists. With a session come a stream for news, questions to the client, and streams that are told again from where
//! they were cut (`Last-Event-ID`). `durable_events` keeps all that in the
//! database, over restarts, for an application that has one.
//!
//! ```
//! use belay::prelude::*;
//!
//! let mut app = App::new("demo", "1.0.0", vec![]);
//! app.protocol = Protocol { sessions: Sessions::On, ..Protocol::default() };
//! ```
//!
//! A session is no credential: every request shows its own, and a session of another credential does not exist. A caller has
//! eight at most; the one idle longest makes room, and comes back when it is used.
//!
//! # Standard input and output
//!
//! `belay APP mcp-stdio` serves one application to a client that starts it: one message a line, both ways of speaking in one
//! process, acting as the operator of the machine. Standard output belongs to the protocol from the first moment: whatever else
//! writes there, in this process or in one it starts, lands on standard error. When the input ends, calls under way get two
//! seconds, and the process ends with code 0.
