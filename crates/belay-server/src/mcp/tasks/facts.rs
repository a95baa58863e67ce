//! What a task keeps of the request that made it, so that each of its runs sees the same.

use std::sync::Arc;

use belay_core::request::{Client, Request};
use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Map, Value, json};

use crate::mcp::turn::Turn;

/// The facts of a request as JSON, with what its operation kept from its questions.
pub(crate) fn of(turn: &Turn, kept: Option<&Value>, key: Option<&str>) -> String {
    let facts = turn.facts();
    let told = facts.told.as_ref().map(|client| {
        json!({ "name": client.name, "version": client.version, "capabilities": client.capabilities })
    });
    let header = |(name, value): (&HeaderName, &HeaderValue)| {
        Some(json!([name.as_str(), std::str::from_utf8(value.as_bytes()).ok()?]))
    };
    let headers: Vec<Value> = facts.headers.iter().filter_map(header).collect();
    json!({
        "kept": kept,
        "key": key,
        "client": facts.client.as_deref(),
        "protocol": facts.protocol.as_deref(),
        "told": told,
        "headers": headers,
    })
    .to_string()
}

/// The same facts with something else that the operation kept.
pub(crate) fn with_kept(facts: &str, kept: Value) -> String {
    let mut facts = read(facts);
    facts.insert("kept".to_owned(), kept);
    Value::Object(facts).to_string()
}

/// What the operation kept.
pub(super) fn kept(facts: &str) -> Option<Value> {
    read(facts).remove("kept").filter(|kept| !kept.is_null())
}

/// The idempotency key that the request came with.
pub(super) fn key(facts: &str) -> Option<Arc<str>> {
    read(facts).get("key").and_then(Value::as_str).map(Into::into)
}

/// The facts that a run sees: those that were kept, under the identifier of the request that started the run.
pub(super) fn restored(facts: &str, turn: &Turn) -> Request {
    let facts = read(facts);
    let text = |name: &str| facts.get(name).and_then(Value::as_str);
    let mut request = Request::new(turn.way, Arc::clone(&turn.caller.request_id));
    request.client = text("client").map(Into::into);
    request.protocol = text("protocol").map(Into::into);
    request.told = facts.get("told").filter(|told| told.is_object()).map(|told| Arc::new(client(told)));
    let headers = facts.get("headers").and_then(Value::as_array).into_iter().flatten();
    request.headers = Arc::new(headers.filter_map(header).collect::<HeaderMap>());
    request
}

fn client(told: &Value) -> Client {
    let text = |name: &str| told.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let capabilities = told.get("capabilities").cloned().unwrap_or_default();
    Client { name: text("name"), version: text("version"), capabilities }
}

fn header(pair: &Value) -> Option<(HeaderName, HeaderValue)> {
    let (name, value) = (pair.get(0)?.as_str()?, pair.get(1)?.as_str()?);
    Some((name.parse().ok()?, HeaderValue::from_bytes(value.as_bytes()).ok()?))
}

fn read(facts: &str) -> Map<String, Value> {
    serde_json::from_str(facts).unwrap_or_default()
}
