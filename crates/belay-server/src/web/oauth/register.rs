//! Dynamic registration over HTTP (RFC 7591; reading back after RFC 7592).

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::response::Response;
use belay_access::oauth::{self, OAuthError, Registration};
use http::StatusCode;
use http::header::AUTHORIZATION;
use http::request::Parts;
use serde_json::Value;

use super::super::Site;
use super::{MAX_BODY, answer, refused};
use crate::body;
use crate::gate::Asked;

pub(super) async fn register(State(site): State<Arc<Site>>, request: Request) -> Response {
    match registered(&site, request).await {
        Ok(body) => answer(StatusCode::CREATED, &body),
        Err(Stop::Refused(error)) => refused(&error),
        Err(Stop::Page(response)) => *response,
    }
}

enum Stop {
    Refused(OAuthError),
    Page(Box<Response>),
}

impl From<OAuthError> for Stop {
    fn from(error: OAuthError) -> Self {
        Self::Refused(error)
    }
}

async fn registered(site: &Site, request: Request) -> Result<Value, Stop> {
    let db = site.store().map_err(Stop::Page)?;
    site.throttles.registration(site, Asked::from(&request))?;
    let invalid = |why: &str| OAuthError::new("invalid_client_metadata", why);
    let bytes = body::read(request.into_body(), MAX_BODY)
        .await
        .map_err(|_| invalid("The body is larger than 64 KiB, or too slow"))?;
    let asked: Registration = serde_json::from_slice(&bytes)
        .map_err(|_| invalid("The body must be a JSON object with redirect_uris, a list of addresses"))?;
    let entropy = site.entropy();
    let (client, mut body) = oauth::register(db, asked, site.now(), &*entropy).await?;
    let sealed = site.seal().and_then(|seal| seal.seal(&client.id, "registration", &*entropy).ok());
    if let (Some(body), Some(sealed)) = (body.as_object_mut(), sealed) {
        let place = format!("{}/oauth/register/{}", site.public_url, client.id);
        body.insert("registration_client_uri".to_owned(), place.into());
        body.insert("registration_access_token".to_owned(), sealed.into());
    }
    if let Some(scope) = body.get_mut("scope").filter(|scope| scope.as_str().is_some_and(str::is_empty)) {
        let all: Vec<String> = site
            .resources
            .iter()
            .map(|one| oauth::named(one.app, one.scopes.iter().copied()))
            .chain(["offline_access".to_owned()])
            .collect();
        *scope = all.join(" ").into();
    }
    Ok(body)
}

/// What a program registered. It shows the token that it got with it.
pub(super) async fn read(State(site): State<Arc<Site>>, Path(id): Path<String>, request: Parts) -> Response {
    let db = match site.store() {
        Ok(db) => db,
        Err(response) => return *response,
    };
    let shown = request.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = shown.and_then(|shown| shown.strip_prefix("Bearer ")).unwrap_or_default();
    let opened = site.seal().and_then(|seal| seal.open(token, "registration").ok());
    if opened.as_deref() != Some(&id) {
        return refused(&OAuthError {
            status: StatusCode::UNAUTHORIZED,
            ..OAuthError::new(
                "invalid_token",
                "Show the registration_access_token of this program as a bearer token",
            )
        });
    }
    match oauth::metadata(db, &id).await {
        Ok(body) => answer(StatusCode::OK, &body),
        Err(error) => refused(&error),
    }
}
