//! The endpoints of the authorization server.

mod authorize;
mod register;
mod token;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use axum::routing::{get, post};
use belay_access::oauth::{OAuthError, Resources};
use http::header::{CACHE_CONTROL, PRAGMA};
use http::{HeaderValue, StatusCode};
use serde_json::{Value, json};

use super::Site;
use crate::body;
use crate::gate::json_response;

/// The largest request body, in bytes.
const MAX_BODY: usize = 64 * 1024;
/// The most fields of a form: what a request of these standards has, several times over.
const MOST_FIELDS: usize = 50;

/// The routes, each at its place and at the one where programs of revision 2025-03-26 look.
pub(super) fn routes(site: &Arc<Site>) -> Router {
    let mut router = Router::new();
    for prefix in ["/oauth", ""] {
        for slash in ["", "/"] {
            router = router
                .route(&format!("{prefix}/authorize{slash}"), get(authorize::show).post(authorize::decide))
                .route(&format!("{prefix}/token{slash}"), post(token::issue))
                .route(&format!("{prefix}/revoke{slash}"), post(token::revoke))
                .route(&format!("{prefix}/register{slash}"), post(register::register));
        }
        router = router.route(&format!("{prefix}/register/{{id}}"), get(register::read));
    }
    // Access tokens are looked up, not read: there is no key to check them with.
    router = router.route("/oauth/jwks", get(|| async { answer(StatusCode::OK, &json!({ "keys": [] })) }));
    router.with_state(Arc::clone(site))
}

/// A JSON answer that nobody keeps.
fn answer(status: StatusCode, body: &Value) -> Response {
    let mut response = json_response(status, body.to_string());
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.headers_mut().insert(PRAGMA, HeaderValue::from_static("no-cache"));
    response
}

fn refused(error: &OAuthError) -> Response {
    answer(error.status, &error.body())
}

/// The fields of a form. One given twice is an error (RFC 6749, section 3.2).
struct Form(Vec<(String, String)>);

impl Form {
    async fn read(body: Body) -> Result<Self, OAuthError> {
        let invalid = |why: &str| OAuthError::new("invalid_request", why);
        let bytes = body::read(body, MAX_BODY)
            .await
            .map_err(|_| invalid("The body is larger than 64 KiB, or too slow"))?;
        Self::parse(&bytes)
    }

    fn parse(bytes: &[u8]) -> Result<Self, OAuthError> {
        let fields: Vec<(String, String)> =
            url::form_urlencoded::parse(bytes).into_owned().take(MOST_FIELDS + 1).collect();
        if fields.len() > MOST_FIELDS {
            return Err(OAuthError::new(
                "invalid_request",
                format!("There are more than {MOST_FIELDS} parameters"),
            ));
        }
        let may_repeat = |name: &str| ["allow", "resource"].contains(&name);
        for (place, (name, _)) in fields.iter().enumerate() {
            if !may_repeat(name) && fields.iter().skip(place + 1).any(|(other, _)| other == name) {
                return Err(OAuthError::new("invalid_request", format!("{name} was given twice")));
            }
        }
        Ok(Self(fields))
    }

    fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        found.filter(|value| !value.is_empty())
    }

    /// The application's address. It may be repeated (RFC 8707, section 2), in whatever spelling; a token is for one
    /// application.
    fn resource(&self, known: &Resources) -> Result<Option<&str>, OAuthError> {
        let all: Vec<&str> = self.all("resource").into_iter().filter(|asked| !asked.is_empty()).collect();
        let of = |asked: &&str| known.find(asked).map(|found| found.app);
        match all.split_first() {
            Some((first, rest)) if rest.iter().any(|other| of(other) != of(first)) => {
                Err(OAuthError::new("invalid_target", "A token is for one application; name one resource"))
            }
            first => Ok(first.map(|(first, _)| *first)),
        }
    }

    fn require(&self, name: &str) -> Result<&str, OAuthError> {
        self.get(name).ok_or_else(|| OAuthError::new("invalid_request", format!("{name} is required")))
    }

    fn all(&self, name: &str) -> Vec<&str> {
        self.0.iter().filter(|(key, _)| key == name).map(|(_, value)| value.as_str()).collect()
    }
}
