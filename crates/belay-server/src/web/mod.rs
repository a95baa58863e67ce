//! Routes that belong to no operation: health, version, metrics, and the pages that show what is served.

mod pages;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use http::header::CONTENT_TYPE;
use http::{Extensions, HeaderMap, HeaderValue, StatusCode};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::gate::{Gate, json_response};
use crate::rest::openapi;
use crate::served::Served;

/// What these routes need to know.
pub(crate) struct Site {
    pub(crate) apps: Vec<Arc<Served>>,
    pub(crate) gate: Arc<Gate>,
    pub(crate) public_url: String,
    pub(crate) version: &'static str,
    pub(crate) closing: CancellationToken,
}

/// The routes at the root.
pub(crate) fn root(site: &Arc<Site>) -> Router {
    Router::new()
        .route("/", get(pages::index))
        .route("/health/live", get(live))
        .route("/health/ready", get(ready))
        .route("/version", get(version))
        .route("/metrics", get(metrics))
        .with_state(Arc::clone(site))
}

/// The description of one application's routes, and the page that shows it.
pub(crate) fn descriptions(prefix: &str, site: &Arc<Site>, served: &Arc<Served>) -> Router {
    let state = (Arc::clone(site), Arc::clone(served));
    Router::new()
        .route(&format!("{prefix}/api/v1/openapi.json"), get(document))
        .route(&format!("{prefix}/api/v1"), get(pages::api))
        .route(&format!("{prefix}/api/v1/"), get(pages::api))
        .with_state(state)
}

/// A site and one of its applications.
pub(crate) type AppState = (Arc<Site>, Arc<Served>);

async fn document(State((site, served)): State<AppState>) -> Response {
    let base = format!("{}/{}/api/v1", site.public_url, served.app.name);
    json_response(
        StatusCode::OK,
        openapi::document(&served.app, &base, |operation| served.shows(operation)).to_string(),
    )
}

async fn live(State(site): State<Arc<Site>>) -> Response {
    json_response(StatusCode::OK, json!({ "status": "ok", "version": site.version }).to_string())
}

async fn ready(State(site): State<Arc<Site>>) -> Response {
    if site.closing.is_cancelled() {
        let body = json!({ "status": "stopping", "version": site.version });
        return json_response(StatusCode::SERVICE_UNAVAILABLE, body.to_string());
    }
    for served in &site.apps {
        let Some(db) = &served.db else { continue };
        if let Err(error) = db.ping().await {
            tracing::error!(cause = belay_core::error::chain(&error), "the database does not answer");
            let body = json!({ "status": "unavailable", "database": "unavailable", "version": site.version });
            return json_response(StatusCode::SERVICE_UNAVAILABLE, body.to_string());
        }
    }
    json_response(
        StatusCode::OK,
        json!({ "status": "ok", "database": "ok", "version": site.version }).to_string(),
    )
}

async fn version(State(site): State<Arc<Site>>) -> Response {
    let apps: serde_json::Map<_, _> =
        site.apps.iter().map(|served| (served.app.name.to_owned(), served.app.version.into())).collect();
    json_response(StatusCode::OK, json!({ "version": site.version, "apps": apps }).to_string())
}

/// Metrics are for the machine itself, or for whoever holds a key of one of the applications.
async fn metrics(
    State(site): State<Arc<Site>>,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
    headers: HeaderMap,
) -> Response {
    // A proxy on the same machine makes strangers look local.
    let forwarded = headers.contains_key("x-forwarded-for") || headers.contains_key("forwarded");
    let local = !forwarded && peer.is_some_and(|Extension(ConnectInfo(peer))| peer.ip().is_loopback());
    if !local && !holds_a_key(&site, &headers).await {
        let body = json!({ "error": "Metrics are for this machine, or with an API key", "code": "missing_credentials" });
        return json_response(StatusCode::UNAUTHORIZED, body.to_string());
    }
    let text = crate::telemetry::metrics()
        .map(metrics_exporter_prometheus::PrometheusHandle::render)
        .unwrap_or_default();
    let mut response = json_response(StatusCode::OK, text);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; version=0.0.4"));
    response
}

async fn holds_a_key(site: &Site, headers: &HeaderMap) -> bool {
    for served in site.apps.iter().filter(|served| served.is_locked()) {
        if site.gate.caller(served, headers, &Extensions::new()).await.is_ok() {
            return true;
        }
    }
    false
}
