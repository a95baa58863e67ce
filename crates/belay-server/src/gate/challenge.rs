//! What a request that was not let in is answered: who is asked for what, where (RFC 6750, RFC 9728).

use axum::response::Response;
use belay_access::oauth::named;
use belay_access::policy;
use belay_core::{Error, Kind, Operation};
use http::header::WWW_AUTHENTICATE;
use http::{HeaderValue, StatusCode};
use serde_json::Value;

use super::caller::{Asked, secret};
use super::{Gate, json_response};
use crate::served::Served;

impl Gate {
    /// The response to a request that was not let in.
    pub(crate) fn refuse(&self, served: &Served, asked: Asked<'_>, error: &Error) -> Response {
        if error.kind().is_fault() {
            let cause = belay_core::error::chain(error);
            tracing::error!(app = served.app.name, cause, "a credential could not be checked");
        } else {
            tracing::warn!(app = served.app.name, code = error.code(), "a request was not let in");
        }
        let mut body = served.app.envelope.refusal("", error);
        if let Some(body) = body.as_object_mut() {
            for (name, value) in error.details() {
                body.entry(name.clone()).or_insert_with(|| value.clone());
            }
        }
        let mut response = json_response(error.kind().status(), body.to_string());
        crate::gates::say_when(&mut response, error);
        if error.kind() == Kind::Unauthenticated {
            let reason = secret(asked.headers).map(|_| ("invalid_token", error.message()));
            let scopes = served.app.scopes();
            let scopes = named(served.app.name, scopes.into_iter().take(2));
            self.challenge(&mut response, served, asked, (reason, &scopes));
        }
        response
    }

    /// The response to a call for which the credential reaches too little: which scopes would do, all at once.
    pub(crate) fn step_up(
        &self,
        served: &Served,
        asked: Asked<'_>,
        operation: &Operation,
        body: &Value,
    ) -> Response {
        tracing::info!(app = served.app.name, operation = operation.name, "a client is told to ask for more");
        let mut response = json_response(StatusCode::FORBIDDEN, body.to_string());
        let scopes = named(served.app.name, policy::needed(operation));
        let reason =
            ("insufficient_scope", "The access token does not reach this operation; ask for these scopes");
        self.challenge(&mut response, served, asked, (Some(reason), &scopes));
        response
    }

    fn challenge(
        &self,
        response: &mut Response,
        served: &Served,
        asked: Asked<'_>,
        (reason, scopes): (Option<(&str, &str)>, &str),
    ) {
        let mut text = format!("Bearer realm=\"{}\"", served.app.name);
        if self.entrance.serves(served.app.name) {
            let metadata = self.metadata_url(served.app.name, asked.uri.path());
            text += &format!(", resource_metadata=\"{metadata}\", scope=\"{scopes}\"");
        }
        if let Some((code, description)) = reason {
            text += &format!(", error=\"{code}\", error_description=\"{}\"", quotable(description));
        }
        if let Ok(challenge) = HeaderValue::from_str(&text) {
            response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
        }
    }

    /// Where the document about the endpoint lies that a request was sent to, or would be.
    fn metadata_url(&self, app: &str, path: &str) -> String {
        let short = self.alone && !path.starts_with(&format!("/{app}/"));
        let endpoint = if short { "/mcp".to_owned() } else { format!("/{app}/mcp") };
        format!("{}/.well-known/oauth-protected-resource{endpoint}", self.public_url)
    }
}

/// A sentence as it may stand in a quoted string of a header (RFC 6750, section 3).
fn quotable(text: &str) -> String {
    text.chars()
        .map(|c| if c == '"' || c == '\\' { '\'' } else { c })
        .filter(|c| (' '..='~').contains(c))
        .collect()
}
