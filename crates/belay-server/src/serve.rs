//! Puts the doors together and keeps them open until told to stop.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::response::Response;
use axum::serve::ListenerExt;
use axum::{Router, ServiceExt};
use belay_core::{Error, Kind};
use http::StatusCode;
use serde_json::json;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::gate::{Entrance, Gate, Guard, json_response};
use crate::mcp;
use crate::rest;
use crate::served::Served;
use crate::web::{self, Site};

/// How long calls under way may take to finish after the server was told to stop, so that it is gone within half a
/// minute with the database closed.
pub(crate) const GRACE: Duration = Duration::from_secs(25);

/// What a server shows to the outside.
#[derive(Debug, Clone)]
pub struct Front {
    /// The address that clients use, without a slash at the end.
    pub public_url: String,
    /// Further host names to answer for.
    pub allowed_hosts: Vec<String>,
    /// Further origins whose pages may send requests.
    pub allowed_origins: Vec<String>,
    /// The version of the program.
    pub version: &'static str,
    /// How people and programs are let in.
    pub entrance: Entrance,
    /// Whether nobody is asked to set up the server: for demonstrations.
    pub skips_setup: bool,
    /// Is cancelled when the server was told to stop: it is not ready then, even while it still answers.
    pub closing: CancellationToken,
}

impl Front {
    /// A server for this machine only, at a public URL.
    #[must_use]
    pub fn local(public_url: impl Into<String>) -> Self {
        Self {
            public_url: public_url.into(),
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
            version: env!("CARGO_PKG_VERSION"),
            entrance: Entrance::default(),
            skips_setup: false,
            closing: CancellationToken::new(),
        }
    }
}

/// All doors behind their guard: a service for HTTP requests.
pub type Doors = Guard<Router>;

/// All doors of all applications. An application that is served alone also has the short paths at the root.
pub fn router(apps: &[Arc<Served>], front: &Front, stop: &CancellationToken) -> Doors {
    // Counting starts before the first call.
    crate::telemetry::metrics();
    let operations = apps.iter().flat_map(|served| &served.app.operations);
    let repeated: Vec<String> =
        operations.flat_map(|operation| &operation.mirrored).map(|one| one.header.clone()).collect();
    let gate = Gate::new(&front.public_url, &front.allowed_hosts, &front.allowed_origins);
    let gate = gate.with_parameters(&repeated).with_entrance(front.entrance.clone(), apps.len() == 1);
    let gate = Arc::new(gate);
    let site = Arc::new(Site::new(apps, Arc::clone(&gate), front));
    let mut router = web::root(&site);
    for served in apps {
        let mut prefixes = vec![format!("/{}", served.app.name)];
        if apps.len() == 1 {
            prefixes.push(String::new());
        }
        // Whole paths, not nested routers: nesting rewrites the address of every request.
        router = router.merge(mcp::routes(&prefixes, served, &gate, stop));
        for prefix in &prefixes {
            router = router.merge(rest::routes(prefix, served, &gate));
            router = router.merge(web::descriptions(prefix, &site, served));
        }
    }
    Guard::new(gate, router.fallback(nothing_here))
}

async fn nothing_here() -> Response {
    let error =
        Error::new(Kind::NotFound, "not_found", "There is nothing at this address; / lists what is served");
    json_response(
        StatusCode::NOT_FOUND,
        json!({ "error": error.message(), "code": error.code() }).to_string(),
    )
}

/// Serves until `stop` is cancelled: then no new connection is taken, streams of news end with their results, and calls
/// under way may finish for at most 25 seconds.
///
/// # Errors
/// [`io::Error`] when the listener breaks.
pub async fn serve(listener: TcpListener, doors: Doors, stop: CancellationToken) -> io::Result<()> {
    // Without this a reply in two writes waits for the client's delayed acknowledgement: 40 ms a call.
    let listener = listener.tap_io(|stream| {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection keeps its delay");
        }
    });
    let tending = tokio::spawn(crate::telemetry::tend_metrics());
    let service = ServiceExt::<Request>::into_make_service_with_connect_info::<SocketAddr>(doors);
    let stopping = stop.clone();
    let serving =
        axum::serve(listener, service).with_graceful_shutdown(async move { stopping.cancelled().await });
    let ended = tokio::select! {
        ended = serving.into_future() => ended,
        () = async { stop.cancelled().await; tokio::time::sleep(GRACE).await } => {
            tracing::warn!("calls were still running after {} s; they end with the program", GRACE.as_secs());
            Ok(())
        }
    };
    tending.abort();
    ended
}
