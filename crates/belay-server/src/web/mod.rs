//! Routes that belong to no operation: health, version, metrics, and the pages that show what is served.

mod account;
mod assets;
mod metadata;
mod oauth;
mod pages;
mod shell;
mod throttles;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::extract::{ConnectInfo, Request, State};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use belay_access::oauth::Resources;
use belay_access::seal::Seal;
use belay_core::clock::SystemClock;
use belay_core::{App, Clock, Error};
use belay_store::Db;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, StatusCode};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::gate::{Asked, Gate, Way, json_response};
use crate::rest::openapi;
use crate::serve::Front;
use crate::served::Served;
use metadata::Mirrors;
use throttles::Throttles;

/// What these routes need to know.
pub(crate) struct Site {
    pub(crate) apps: Vec<Arc<Served>>,
    pub(crate) gate: Arc<Gate>,
    pub(crate) public_url: String,
    pub(crate) version: &'static str,
    pub(crate) closing: CancellationToken,
    /// The applications that this server issues tokens for.
    pub(crate) resources: Resources,
    /// Whether there is somebody who can sign in.
    pub(crate) settled: AtomicBool,
    pub(crate) throttles: Throttles,
    pub(crate) mirrors: Mirrors,
}

impl Site {
    /// The site of some applications behind a gate.
    pub(crate) fn new(apps: &[Arc<Served>], gate: Arc<Gate>, front: &Front) -> Self {
        let issuers = &gate.entrance().identity.issuers;
        let own = apps.iter().filter(|served| served.is_locked() && !issuers.contains_key(served.app.name));
        let own: Vec<&App> = own.map(|served| &served.app).collect();
        let mut resources = Resources::new(&front.public_url, own);
        if apps.len() > 1 {
            resources.drop_aliases();
        }
        let clock: Arc<dyn Clock> = apps.first().map_or_else(
            || Arc::new(SystemClock) as Arc<dyn Clock>,
            |served| Arc::clone(&served.shared.clock),
        );
        Self {
            apps: apps.to_vec(),
            resources,
            settled: AtomicBool::new(front.skips_setup),
            throttles: Throttles::new(&clock),
            mirrors: Mirrors::default(),
            gate,
            public_url: front.public_url.clone(),
            version: front.version,
            closing: front.closing.clone(),
        }
    }

    /// Whether this server is an authorization server for anything.
    pub(crate) fn issues(&self) -> bool {
        self.gate.entrance().oauth && self.resources.iter().next().is_some()
    }

    /// The database of whatever is served with one.
    pub(crate) fn db(&self) -> Result<&Db, Error> {
        let db = self.apps.iter().find_map(|served| served.db.as_ref());
        db.ok_or_else(|| Error::internal("nothing is served with a database"))
    }

    /// What seals the registrations of programs.
    pub(crate) fn seal(&self) -> Option<&Seal> {
        self.apps.iter().find(|served| served.is_locked()).map(|served| served.seal())
    }
}

/// The routes at the root.
pub(crate) fn root(site: &Arc<Site>) -> Router {
    let mut router = assets::routes();
    if site.db().is_ok() {
        router = router.merge(account::routes(site)).merge(metadata::routes(site));
    }
    if site.issues() {
        router = router.merge(oauth::routes(site));
    }
    let own = Router::new()
        .route("/", get(pages::index))
        .route("/health/live", get(live))
        .route("/health/ready", get(ready))
        .route("/version", get(version))
        .route("/metrics", get(metrics))
        .with_state(Arc::clone(site));
    router.merge(own)
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
    request: Request,
) -> Response {
    let headers = request.headers();
    // A proxy on the same machine makes strangers look local.
    let forwarded = headers.contains_key("x-forwarded-for") || headers.contains_key("forwarded");
    let local = !forwarded && peer.is_some_and(|Extension(ConnectInfo(peer))| peer.ip().is_loopback());
    if !local && !holds_a_key(&site, Asked::from(&request)).await {
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

async fn holds_a_key(site: &Site, asked: Asked<'_>) -> bool {
    for served in site.apps.iter().filter(|served| served.is_locked()) {
        if site.gate.caller(served, Way::Protocol, asked).await.is_ok() {
            return true;
        }
    }
    false
}
