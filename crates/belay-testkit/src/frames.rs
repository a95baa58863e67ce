//! Rules that every message of a server keeps, whatever it says.
//!
//! The clients of this crate hold every message they get against these rules and stop the test at the first that breaks
//! one, so that each test of an application is also a test of the wire. The rules are those of JSON-RPC 2.0 and of the
//! Model Context Protocol that can be told from one message and the request it answers.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value};

use crate::message::MODERN;

/// Methods whose complete results say how long they may be kept.
const CACHED: &[&str] = &[
    "server/discover",
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
];

/// Everything wrong with a message of the server, as sentences. `asked` is the request that it may answer; a message
/// on a stream that belongs to no request has none.
#[must_use]
pub fn faults(asked: Option<&Value>, message: &Value) -> Vec<String> {
    if let Some(batch) = message.as_array() {
        let sent: Vec<&Value> = asked.and_then(Value::as_array).into_iter().flatten().collect();
        let request = |id: Option<&Value>| sent.iter().find(|one| one.get("id") == id).copied();
        return batch.iter().flat_map(|one| faults(request(one.get("id")), one)).collect();
    }
    let Some(fields) = message.as_object() else { return vec!["is no object".to_owned()] };
    let mut found = Vec::new();
    if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        found.push("does not say jsonrpc 2.0".to_owned());
    }
    if fields.get("id").is_some_and(|id| !id.is_string() && !id.is_i64() && !id.is_u64()) {
        found.push("has an id that is neither a text nor an integer".to_owned());
    }
    match (fields.get("method"), fields.get("result"), fields.get("error")) {
        (Some(method), None, None) => {
            if !method.is_string() {
                found.push("has a method that is no text".to_owned());
            }
        }
        (None, Some(result), None) => answers(asked, fields, result, &mut found),
        (None, None, Some(error)) => refuses(asked, fields, error, &mut found),
        _ => found.push("is not exactly one of request, result and error".to_owned()),
    }
    found
}

fn is_modern(asked: Option<&Value>) -> bool {
    let version = "/params/_meta/io.modelcontextprotocol~1protocolVersion";
    asked.and_then(|asked| asked.pointer(version)).and_then(Value::as_str) == Some(MODERN)
}

fn answers(asked: Option<&Value>, fields: &Map<String, Value>, result: &Value, found: &mut Vec<String>) {
    let Some(result) = result.as_object() else {
        found.push("has a result that is no object".to_owned());
        return;
    };
    if !fields.contains_key("id") {
        found.push("is a result without an id".to_owned());
    }
    let Some(asked) = asked else { return };
    if asked.get("method").is_none() {
        return;
    }
    if fields.get("id") != asked.get("id") {
        found.push("is a result under another id than its request".to_owned());
    }
    let method = asked.get("method").and_then(Value::as_str).unwrap_or_default();
    if is_modern(Some(asked)) {
        modern(method, result, found);
    } else if ["resultType", "ttlMs", "cacheScope"].iter().any(|name| result.contains_key(*name)) {
        found.push("has fields that its revision does not know".to_owned());
    }
    if method == "tools/call" {
        called(asked, result, found);
    }
}

fn modern(method: &str, result: &Map<String, Value>, found: &mut Vec<String>) {
    let kind = result.get("resultType").and_then(Value::as_str).unwrap_or_default();
    if kind.is_empty() {
        found.push("is a result without a resultType".to_owned());
    }
    let server = result.get("_meta").and_then(|meta| meta.get("io.modelcontextprotocol/serverInfo"));
    if !server.is_some_and(|server| server["name"].is_string() && server["version"].is_string()) {
        found.push("is a result that does not name its server".to_owned());
    }
    let scope = result.get("cacheScope").and_then(Value::as_str);
    let kept = result.get("ttlMs").is_some_and(Value::is_u64) && matches!(scope, Some("public" | "private"));
    if kind == "complete" && CACHED.contains(&method) && !kept {
        found.push("does not say how long it may be kept, and for whom".to_owned());
    }
    if kind == "input_required" {
        if result.contains_key("ttlMs") || result.contains_key("cacheScope") {
            found.push("is a question that says it may be kept".to_owned());
        }
        if !matches!(method, "tools/call" | "prompts/get" | "resources/read") {
            found.push(format!("is a question in answer to {method}"));
        }
    }
}

/// Text is there and not empty, which some clients insist on; older revisions know structured objects only.
fn called(asked: &Value, result: &Map<String, Value>, found: &mut Vec<String>) {
    let kind = result.get("resultType").and_then(Value::as_str).unwrap_or("complete");
    if kind != "complete" {
        return;
    }
    let Some(content) = result.get("content").and_then(Value::as_array) else {
        found.push("is a tool's result without content".to_owned());
        return;
    };
    for block in content {
        let empty = block.get("text").and_then(Value::as_str).is_none_or(str::is_empty);
        if block.get("type").and_then(Value::as_str) == Some("text") && empty {
            found.push("has an empty text".to_owned());
        }
    }
    if !is_modern(Some(asked)) && result.get("structuredContent").is_some_and(|value| !value.is_object()) {
        found.push("has structured content that is no object".to_owned());
    }
}

fn refuses(asked: Option<&Value>, fields: &Map<String, Value>, error: &Value, found: &mut Vec<String>) {
    if error.get("message").and_then(Value::as_str).is_none_or(str::is_empty) {
        found.push("is an error without a message".to_owned());
    }
    match error.get("code").and_then(Value::as_i64) {
        None => found.push("is an error without an integer code".to_owned()),
        Some(code) if !known(code, is_modern(asked)) => {
            found.push(format!("has the code {code}, which nobody defined for it"));
        }
        Some(_) => {}
    }
    let (Some(id), Some(asked)) = (fields.get("id"), asked) else { return };
    if asked.get("id").is_some_and(|asked| asked != id) {
        found.push("is an error under another id than its request".to_owned());
    }
}

/// The codes from -32768 to -32000 belong to JSON-RPC and the protocol; anyone may use the others.
fn known(code: i64, modern: bool) -> bool {
    match code {
        -32700 | -32603..=-32600 => true,
        -32022..=-32020 => true,
        -32002 | -32042 => !modern,
        -32768..=-32000 => false,
        _ => true,
    }
}

/// The messages of a response, by its content type: one JSON document, or the events of a stream.
#[must_use]
pub fn read(content_type: &str, body: &str) -> Vec<Value> {
    if content_type.starts_with("text/event-stream") {
        return crate::events::messages(body);
    }
    serde_json::from_str(body).into_iter().collect()
}

/// Keeps what a server sent and stops a test at the first message that breaks a rule. Clones share what is kept.
#[derive(Debug, Clone, Default)]
pub struct Recorder(Arc<Mutex<Vec<Value>>>);

impl Recorder {
    /// Takes a message in.
    ///
    /// # Panics
    /// When it breaks a rule.
    pub fn record(&self, asked: Option<&Value>, message: &Value) {
        let found = faults(asked, message);
        assert!(found.is_empty(), "a message of the server {}: {message}", found.join(", and it "));
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(message.clone());
    }

    /// Every message so far, in the order they came.
    #[must_use]
    pub fn messages(&self) -> Vec<Value> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Message;

    #[test]
    fn messages_that_break_a_rule_are_told_from_those_that_do_not() {
        let modern = Message::modern("tools/list", json!({}));
        let legacy = Message::legacy("2025-11-25", "tools/list", json!({}));
        let server = json!({ "io.modelcontextprotocol/serverInfo": { "name": "n", "version": "1" } });
        let kept = json!({ "resultType": "complete", "_meta": server, "tools": [], "ttlMs": 0, "cacheScope": "private" });
        for (asked, message, right) in [
            (&legacy, json!({ "jsonrpc": "2.0", "id": 1, "result": { "tools": [] } }), true),
            (&legacy, json!({ "jsonrpc": "2.0", "id": 2, "result": { "tools": [] } }), false),
            (
                &legacy,
                json!({ "jsonrpc": "2.0", "id": null, "error": { "code": -32600, "message": "m" } }),
                false,
            ),
            (&legacy, json!({ "jsonrpc": "2.0", "error": { "code": -32600, "message": "m" } }), true),
            (
                &legacy,
                json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": -32001, "message": "m" } }),
                false,
            ),
            (&legacy, json!({ "id": 1, "result": {} }), false),
            (&legacy, json!({ "jsonrpc": "2.0", "id": 1, "result": kept }), false),
            (&modern, json!({ "jsonrpc": "2.0", "id": 1, "result": kept }), true),
            (&modern, json!({ "jsonrpc": "2.0", "id": 1, "result": { "tools": [] } }), false),
            (
                &modern,
                json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": -32002, "message": "m" } }),
                false,
            ),
            (&modern, json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": {} }), true),
        ] {
            let found = faults(Some(asked.body()), &message);
            assert_eq!(found.is_empty(), right, "{message}: {found:?}");
        }
    }
}
