//! The token endpoint and revocation over HTTP (RFC 6749, section 3.2; RFC 7009).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use belay_access::oauth::{self, Client, Credentials, Issued, Issuing, OAuthError};
use belay_access::secret::Secret;
use http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use http::{HeaderMap, HeaderValue, StatusCode};
use serde_json::json;

use super::super::Site;
use super::{Form, answer, refused};
use crate::gate::Asked;

pub(super) async fn issue(State(site): State<Arc<Site>>, request: Request) -> Response {
    let basic = has_basic(request.headers());
    match issued(&site, request).await {
        Ok(issued) => {
            tracing::info!(grant = issued.grant, "a token was issued");
            answer(StatusCode::OK, &issued.body)
        }
        Err(error) => told(&error, basic),
    }
}

/// A program that failed to prove itself by a header is told so in the words of that header.
fn told(error: &OAuthError, basic: bool) -> Response {
    tracing::warn!(code = error.code, "a token was not issued");
    let mut response = refused(error);
    if basic && error.status == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Basic realm=\"oauth\""));
    }
    response
}

async fn issued(site: &Site, request: Request) -> Result<Issued, OAuthError> {
    site.throttles.token(site, Asked::from(&request))?;
    let headers = request.headers().clone();
    let form = Form::read(request.into_body()).await?;
    let grant = form.require("grant_type")?;
    let client = program(site, &headers, &form).await?;
    let db = site.store().map_err(|_| OAuthError::invalid_client())?;
    let entropy = site.entropy();
    let with = Issuing {
        db,
        resources: &site.resources,
        lifetimes: site.gate.entrance().lifetimes,
        now: site.now(),
        entropy: &*entropy,
    };
    let resource = form.resource(&site.resources)?;
    match grant {
        "authorization_code" => {
            let (code, verifier) = (form.require("code")?, form.require("code_verifier")?);
            // OAuth 2.1 has the verifier in its place.
            let redirect = form.get("redirect_uri");
            oauth::from_code(with, &client, (code, redirect, verifier, resource)).await
        }
        "refresh_token" => {
            let refresh = form.require("refresh_token")?;
            oauth::from_refresh(with, &client, (refresh, form.get("scope"), resource)).await
        }
        "client_credentials" => oauth::from_credentials(with, &client, (form.get("scope"), resource)).await,
        _ => Err(OAuthError::new(
            "unsupported_grant_type",
            "grant_type must be authorization_code, refresh_token or client_credentials",
        )),
    }
}

pub(super) async fn revoke(State(site): State<Arc<Site>>, request: Request) -> Response {
    let basic = has_basic(request.headers());
    match revoked(&site, request).await {
        Ok(()) => answer(StatusCode::OK, &json!({})),
        Err(error) => told(&error, basic),
    }
}

async fn revoked(site: &Site, request: Request) -> Result<(), OAuthError> {
    site.throttles.token(site, Asked::from(&request))?;
    let headers = request.headers().clone();
    let form = Form::read(request.into_body()).await?;
    let token = form.require("token")?.to_owned();
    let client = program(site, &headers, &form).await?;
    let db = site.store().map_err(|_| OAuthError::invalid_client())?;
    Ok(oauth::revoke(db, &client, &token, site.now()).await?)
}

/// The program that sent a request, by exactly one of the ways to prove it.
async fn program(site: &Site, headers: &HeaderMap, form: &Form) -> Result<Client, OAuthError> {
    let db = site.store().map_err(|_| OAuthError::invalid_client())?;
    let in_form = (form.get("client_id"), form.get("client_secret"));
    let shown = match (basic(headers)?, in_form) {
        (Some(_), (_, Some(_))) => {
            return Err(OAuthError::new("invalid_request", "The program proved itself in two ways; use one"));
        }
        (Some(shown), (id, None)) if id.is_none_or(|id| id == shown.id) => shown,
        (Some(_), _) => return Err(OAuthError::invalid_client()),
        (None, (Some(id), secret)) => Credentials { id: id.to_owned(), secret: secret.map(Secret::new) },
        (None, (None, _)) => return Err(OAuthError::new("invalid_request", "client_id is required")),
    };
    oauth::authenticate(db, &shown).await
}

fn has_basic(headers: &HeaderMap) -> bool {
    let scheme = |text: &str| text.get(..6).is_some_and(|scheme| scheme.eq_ignore_ascii_case("basic "));
    headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).is_some_and(scheme)
}

/// A program's name and secret in a header, both encoded as in a form (RFC 6749, section 2.3.1).
fn basic(headers: &HeaderMap) -> Result<Option<Credentials>, OAuthError> {
    if !has_basic(headers) {
        return Ok(None);
    }
    let text = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let coded = text.get(6..).unwrap_or_default().trim();
    let plain = STANDARD.decode(coded).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let (id, secret) = plain
        .as_deref()
        .and_then(|plain| plain.split_once(':'))
        .ok_or_else(|| OAuthError::new("invalid_request", "The Authorization header cannot be read"))?;
    let decode = |text: &str| {
        percent_encoding::percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned()
    };
    let secret = decode(secret);
    Ok(Some(Credentials { id: decode(id), secret: (!secret.is_empty()).then(|| Secret::new(secret)) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_a_secret_are_read_from_the_header_and_decoded() {
        let headers =
            |text: String| HeaderMap::from_iter([(AUTHORIZATION, HeaderValue::from_str(&text).unwrap())]);
        let shown = basic(&headers(format!("basic {}", STANDARD.encode("a%3Ab:s%2B1")))).unwrap().unwrap();
        assert_eq!((shown.id.as_str(), shown.secret.as_ref().map(Secret::expose)), ("a:b", Some("s+1")));
        assert!(basic(&headers("Basic !".to_owned())).is_err());
        assert!(basic(&headers("Bearer x".to_owned())).unwrap().is_none());
    }
}
