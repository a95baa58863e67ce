//! Events as text (the HTML standard, section 9.2).

use std::fmt::Write as _;
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures_util::Stream;
use http::HeaderValue;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};

/// How long a stream may be silent before a comment shows that it is alive.
pub(super) const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// A comment: proxies pass a first byte on, and connections stay open.
pub(super) const COMMENT: &str = ": \n\n";

/// A message as an event. JSON text has no line breaks.
pub(super) fn event(id: Option<&str>, message: &str) -> String {
    match id {
        Some(id) => format!("id: {id}\ndata: {message}\n\n"),
        None => format!("data: {message}\n\n"),
    }
}

/// An event without content that names the place before the first message, for a client to come back to.
pub(super) fn priming(id: &str, retry_ms: u64) -> String {
    let mut text = String::new();
    let _ = write!(text, "id: {id}\nretry: {retry_ms}\ndata: \n\n");
    text
}

/// Tells a client when to come back, before its connection ends.
pub(super) fn retry(retry_ms: u64) -> String {
    format!("retry: {retry_ms}\n\n")
}

/// A response of events that no proxy holds back.
pub(super) fn response(
    events: impl Stream<Item = Result<Bytes, std::convert::Infallible>> + Send + 'static,
) -> Response {
    let mut response = Response::new(Body::from_stream(events));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache, no-transform"));
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}
