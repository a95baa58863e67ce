//! What web pages of admitted origins may send and read (the Fetch standard, section 3.3).

use axum::body::Body;
use axum::response::Response;
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, VARY,
};
use http::{HeaderMap, HeaderValue, Method, Request, StatusCode, Uri};

/// The headers of the protocol and of credentials.
const ALLOWED: &str = "authorization, x-api-key, content-type, accept, idempotency-key, confirm-token, \
    mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id, traceparent, tracestate, x-request-id";
const EXPOSED: HeaderValue = HeaderValue::from_static(
    "mcp-session-id, www-authenticate, retry-after, idempotency-replayed, x-request-id",
);

/// The headers that pages may send: those of the protocol, and one for each argument that is repeated in one.
pub(super) fn allowed_headers(parameters: &[String]) -> String {
    let own = parameters.iter().map(|name| format!(", mcp-param-{}", name.to_ascii_lowercase()));
    ALLOWED.to_owned() + &own.collect::<String>()
}

/// Whether an origin is on the machine of whoever asks.
pub(super) fn is_loopback(origin: &str) -> bool {
    let Ok(uri) = origin.parse::<Uri>() else { return false };
    matches!(uri.scheme_str(), Some("http" | "https"))
        && matches!(uri.host(), Some("localhost" | "127.0.0.1" | "[::1]"))
}

/// Whether a browser asks before it sends the request itself. That carries no credentials, and needs none.
pub(super) fn is_preflight(request: &Request<Body>) -> bool {
    request.method() == Method::OPTIONS && request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD)
}

pub(super) fn preflight(allowed_headers: &str) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(
        ACCESS_CONTROL_ALLOW_METHODS,
        HeaderValue::from_static("GET, POST, PUT, PATCH, DELETE, OPTIONS"),
    );
    if let Ok(allowed) = HeaderValue::from_str(allowed_headers) {
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, allowed);
    }
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("7200"));
    response
}

/// Lets the page that sent the request read the response.
pub(super) fn admit(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    headers.append(VARY, HeaderValue::from_static("origin"));
}
