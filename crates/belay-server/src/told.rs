//! What headers say of a call, beside who makes it.

use std::sync::Arc;

use belay_core::request::Trace;
use http::{HeaderMap, HeaderName};

/// Names a call, so that it is done once.
static KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// Hands a confirmation back.
static TOKEN: HeaderName = HeaderName::from_static("confirm-token");
static TRACE: HeaderName = HeaderName::from_static("traceparent");
/// Says that an answer is that of the same call before.
pub(crate) const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// The idempotency key. Whatever stands there is one: a call whose key cannot be honoured is refused, not done twice.
pub(crate) fn key(headers: &HeaderMap) -> Option<Arc<str>> {
    let value = headers.get(&KEY)?;
    Some(value.to_str().map_or_else(|_| Arc::from(""), |text| Arc::from(unquoted(text))))
}

/// The headers without the key, for requests that hold several calls.
pub(crate) fn without_key(headers: &Arc<HeaderMap>) -> Arc<HeaderMap> {
    if !headers.contains_key(&KEY) {
        return Arc::clone(headers);
    }
    let mut headers = HeaderMap::clone(headers);
    headers.remove(&KEY);
    Arc::new(headers)
}

/// The confirmation.
pub(crate) fn token(headers: &HeaderMap) -> Option<String> {
    text(headers, &TOKEN).map(str::to_owned)
}

/// The trace that the request is part of.
pub(crate) fn trace(headers: &HeaderMap) -> Option<Trace> {
    text(headers, &TRACE).and_then(Trace::parse)
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Some clients send the key as a structured field, in quotes.
fn unquoted(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text)
}
