//! Revisions of the protocol, how long results may be kept, and pages of lists.
//!
//! One endpoint speaks every revision from 2024-11-05 to 2026-07-28. The newest has no handshake: each request carries its
//! version, its client and its capabilities. The others open with `initialize`. Which one a request is served in is decided by
//! the request alone:
//!
//! 1. Its `_meta` or its `MCP-Protocol-Version` header names a revision without a handshake, or one that nobody knows: it is
//!    served in that one if it is spoken here, else refused with -32022 and the list of those that are.
//! 2. It is an `initialize`: it is answered with the asked revision, or with the newest that has a handshake.
//! 3. It names a session: in the session's revision. Otherwise in the one its header names, or in 2025-03-26, as the protocol says.
//!
//! Results are made once, in the words of the newest revision; what an older one does not know (output schemas, titles, links,
//! sounds, icons) is taken out or becomes text.
//!
//! An application that speaks only some says so, and operators can with `protocol_versions`. Without a revision of the new kind, a
//! request that names one gets a plain 400, by which clients that speak both ways know to open with a handshake:
//!
//! ```
//! use belay::core::app::LEGACY_REVISIONS;
//! use belay::prelude::*;
//!
//! let mut app = App::new("demo", "1.0.0", vec![]);
//! app.protocol.revisions = LEGACY_REVISIONS.to_vec();
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! let app = belay_testkit::TestApp::start(app).await;
//! let ping = serde_json::json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
//! let reply = app.owner().post(&ping, &[("mcp-protocol-version", "2026-07-28")]).await;
//! assert_eq!(reply.status, 400);
//! # });
//! ```
//!
//! # How long results may be kept
//!
//! | result | for | by |
//! | --- | --- | --- |
//! | what the server says of itself | five minutes | everyone, where no credential is asked for |
//! | the four lists | five minutes | everyone where no credential is asked for, else the caller alone |
//! | a resource | not at all | the caller alone |
//!
//! `app.protocol.lists`, `app.protocol.discovery` and `.cache(…)` on a resource or template say otherwise. `Cache::public` is for what
//! is the same for everyone; it is no way to guard anything.
//!
//! # Pages
//!
//! Lists come in pages of 100 entries with an opaque cursor; `app.protocol.page_size` changes that, 0 puts everything on one page. A
//! cursor of another list, or a made-up one, is refused: starting silently from the front would show entries twice.
