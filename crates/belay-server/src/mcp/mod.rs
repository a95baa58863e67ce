//! The Model Context Protocol: rmcp carries the wire, Belay's call path does the work.
//!
//! One endpoint serves the revisions with a handshake (2024-11-05 to 2025-11-25) and the one without
//! (2026-07-28), decided per request, without sessions.

mod front;
mod handler;
mod reply;
pub mod stdio;
mod tools;

use std::sync::Arc;

use axum::Router;
use axum::routing::any;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio_util::sync::CancellationToken;

use crate::gate::Gate;
use crate::served::Served;

/// What turns an application into an MCP endpoint. A seam: a faster engine for calls without sessions can
/// stand beside the one over rmcp without a change to any door or application.
pub trait McpEngine {
    /// The routes of an application's endpoint, below a prefix.
    fn mount(&self, prefix: &str, served: &Arc<Served>, gate: &Arc<Gate>) -> Router;
}

/// The engine over the official SDK.
pub struct Rmcp {
    /// Ends open streams when the server stops.
    pub stop: CancellationToken,
}

/// The largest request body, in bytes.
pub(crate) const MAX_BODY: usize = 4 * 1024 * 1024;

impl McpEngine for Rmcp {
    fn mount(&self, prefix: &str, served: &Arc<Served>, gate: &Arc<Gate>) -> Router {
        let door = Arc::new(handler::Door::new(Arc::clone(served), None));
        // Host and Origin are checked once for every route, by the gate.
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(MAX_BODY)
            .with_cancellation_token(self.stop.child_token())
            .disable_allowed_hosts()
            .disable_allowed_origins();
        let service = StreamableHttpService::new(
            move || Ok(Arc::clone(&door)),
            Arc::new(NeverSessionManager::default()),
            config,
        );
        let front = Arc::new(front::Front { served: Arc::clone(served), gate: Arc::clone(gate), service });
        Router::new()
            .route(&format!("{prefix}/mcp"), any(front::answer).with_state(Arc::clone(&front)))
            .route(&format!("{prefix}/mcp/"), any(front::answer).with_state(front))
    }
}
