//! What the authorization server and the applications say of themselves (RFC 8414, RFC 9728, OpenID Connect Discovery).

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use belay_access::issuers::discover;
use belay_access::oauth::named;
use http::header::CACHE_CONTROL;
use http::{HeaderValue, StatusCode};
use serde_json::{Value, json};

use super::Site;
use crate::gate::json_response;
use crate::served::Served;

const PROTECTED: &str = "/.well-known/oauth-protected-resource";
const SERVER: &str = "/.well-known/oauth-authorization-server";
const OPENID: &str = "/.well-known/openid-configuration";
/// For how long another issuer's document may be mirrored at the most.
const MIRRORED: (Duration, Duration) = (Duration::from_secs(60), Duration::from_secs(3_600));

type OfApp = (Arc<Site>, Arc<Served>, String);

pub(super) fn routes(site: &Arc<Site>) -> Router {
    let mut router = Router::new();
    let alone = site.apps.len() == 1;
    for served in
        site.apps.iter().filter(|served| served.is_locked() && site.gate.entrance().serves(served.app.name))
    {
        let name = served.app.name;
        let mut endpoints = vec![format!("/{name}/mcp")];
        if alone {
            endpoints.push("/mcp".to_owned());
        }
        for endpoint in &endpoints {
            router = add(router, &format!("{PROTECTED}{endpoint}"), (site, served, endpoint));
        }
        if alone {
            router = add(router, PROTECTED, (site, served, "/mcp"));
        }
        if site.gate.entrance().identity.issuers.contains_key(name) {
            let state = (Arc::clone(site), Arc::clone(served), String::new());
            let mut places = vec![format!("{SERVER}/{name}/mcp")];
            if alone {
                places.extend([SERVER.to_owned(), format!("{SERVER}/mcp"), OPENID.to_owned()]);
            }
            for place in places {
                router = router.route(&place, get(mirror).with_state(state.clone()));
                router = router.route(&format!("{place}/"), get(mirror).with_state(state.clone()));
            }
        }
    }
    if site.issues() {
        for place in [SERVER, OPENID] {
            router = router.route(place, get(server).with_state(Arc::clone(site)));
            router = router.route(&format!("{place}/"), get(server).with_state(Arc::clone(site)));
        }
    }
    router
}

fn add(router: Router, place: &str, (site, served, endpoint): (&Arc<Site>, &Arc<Served>, &str)) -> Router {
    let state: OfApp = (Arc::clone(site), Arc::clone(served), endpoint.to_owned());
    let router = router.route(place, get(protected).with_state(state.clone()));
    router.route(&format!("{place}/"), get(protected).with_state(state))
}

async fn protected(State((site, served, endpoint)): State<OfApp>) -> Response {
    let issuers = &site.gate.entrance().identity.issuers;
    let issuer = issuers.get(served.app.name).map_or(site.public_url.as_str(), |issuer| &issuer.url);
    // What every program may start with; the rest is asked for when it is needed.
    let scopes = served.app.scopes().into_iter().take(2);
    let scopes: Vec<String> = named(served.app.name, scopes).split(' ').map(str::to_owned).collect();
    kept(&json!({
        "resource": format!("{}{endpoint}", site.public_url),
        "authorization_servers": [issuer],
        "scopes_supported": scopes,
        "bearer_methods_supported": ["header"],
        "resource_name": served.app.title,
        "resource_documentation": format!("{}/connect", site.public_url),
    }))
}

async fn server(State(site): State<Arc<Site>>) -> Response {
    let base = &site.public_url;
    let mut scopes: Vec<String> = Vec::new();
    for resource in site.resources.iter() {
        scopes.extend(named(resource.app, resource.scopes.iter().copied()).split(' ').map(str::to_owned));
    }
    // Programs that look here for it ask for a refresh token; they get one without asking too.
    scopes.push("offline_access".to_owned());
    let methods = ["none", "client_secret_basic", "client_secret_post"];
    kept(&json!({
        "issuer": base,
        "authorization_endpoint": format!("{base}/oauth/authorize"),
        "token_endpoint": format!("{base}/oauth/token"),
        "registration_endpoint": format!("{base}/oauth/register"),
        "revocation_endpoint": format!("{base}/oauth/revoke"),
        "jwks_uri": format!("{base}/oauth/jwks"),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token", "client_credentials"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": methods,
        "revocation_endpoint_auth_methods_supported": methods,
        "scopes_supported": scopes,
        "client_id_metadata_document_supported": true,
        "authorization_response_iss_parameter_supported": true,
        "protected_resources": site.resources.iter().map(|one| one.url.as_str()).collect::<Vec<_>>(),
        "service_documentation": format!("{base}/connect"),
        // OpenID Connect Discovery requires these two; no identity tokens are issued.
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
    }))
}

/// The document of the issuer that stands in for this server, for programs that look for it here.
async fn mirror(State((site, served, _)): State<OfApp>) -> Response {
    let identity = &site.gate.entrance().identity;
    let Some(issuer) = identity.issuers.get(served.app.name) else {
        return json_response(StatusCode::NOT_FOUND, json!({}).to_string());
    };
    let now = site.now();
    if let Some(document) = site.mirrors.get(&issuer.url, now) {
        return kept(&document);
    }
    match discover(identity.outbound.as_ref(), &issuer.url).await {
        Ok(found) => {
            let until = found.answer.fresh_until(now, MIRRORED);
            site.mirrors.put(&issuer.url, found.document.clone(), until);
            kept(&found.document)
        }
        Err(error) => {
            tracing::error!(
                cause = belay_core::error::chain(&error),
                "another issuer's document could not be had"
            );
            let body = json!({ "error": error.message(), "code": error.code() });
            json_response(error.kind().status(), body.to_string())
        }
    }
}

/// A document that may be kept for a short while.
fn kept(document: &Value) -> Response {
    let mut response = json_response(StatusCode::OK, document.to_string());
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=300"));
    response
}

/// Documents of other issuers, with the instant until which they are kept.
#[derive(Debug, Default)]
pub(crate) struct Mirrors(std::sync::Mutex<std::collections::HashMap<String, (Value, jiff::Timestamp)>>);

impl Mirrors {
    fn get(&self, issuer: &str, now: jiff::Timestamp) -> Option<Value> {
        let kept = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        kept.get(issuer).filter(|(_, until)| *until > now).map(|(document, _)| document.clone())
    }

    fn put(&self, issuer: &str, document: Value, until: jiff::Timestamp) {
        let mut kept = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        kept.insert(issuer.to_owned(), (document, until));
    }
}
