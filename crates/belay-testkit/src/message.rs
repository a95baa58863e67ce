//! Messages of a client, with the headers they travel with.

use serde_json::{Map, Value, json};

/// The revision that requests are made in which carry everything themselves.
pub const MODERN: &str = "2026-07-28";
/// The newest revision that opens with a handshake.
pub const LEGACY: &str = "2025-11-25";

/// The prefix of the protocol's own names in `_meta`.
const OWN: &str = "io.modelcontextprotocol/";

/// A message of a client and the headers it travels with over HTTP; standard input takes the message alone.
///
/// A message starts out right, and a test makes it wrong in one place:
///
/// ```
/// use belay_testkit::Message;
/// use serde_json::json;
/// let call = Message::modern("tools/call", json!({ "name": "greet" })).without("mcp-name");
/// assert!(call.headers().iter().all(|(name, _)| name != "mcp-name"));
/// ```
#[derive(Debug, Clone)]
pub struct Message {
    body: Value,
    headers: Vec<(String, String)>,
}

impl Message {
    /// A request of revision 2026-07-28: with its metadata, and with the headers that repeat its version, its method
    /// and, where headers can carry it, what it is about. Metadata among the parameters stays.
    #[must_use]
    pub fn modern(method: &str, params: Value) -> Self {
        let about = ["name", "uri", "taskId"].iter().find_map(|field| params.get(field)?.as_str());
        let about = about.filter(|text| text.is_ascii()).map(str::to_owned);
        let given = params.get("_meta").and_then(Value::as_object).cloned().unwrap_or_default();
        let mut message = Self::raw(request(method, params))
            .meta(&format!("{OWN}protocolVersion"), MODERN)
            .meta(&format!("{OWN}clientInfo"), json!({ "name": "testkit", "version": "1" }))
            .meta(&format!("{OWN}clientCapabilities"), json!({}))
            .header("mcp-protocol-version", MODERN)
            .header("mcp-method", method);
        for (key, value) in given {
            message = message.meta(&key, value);
        }
        if let Some(about) = about {
            message = message.header("mcp-name", &about);
        }
        message
    }

    /// A request of a revision with a handshake, which names that revision in its header.
    #[must_use]
    pub fn legacy(revision: &str, method: &str, params: Value) -> Self {
        Self::raw(request(method, params)).header("mcp-protocol-version", revision)
    }

    /// The handshake of a client that asks for a revision and can do something itself.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "callers hand over what they just made")]
    pub fn initialize(revision: &str, capabilities: Value) -> Self {
        let client = json!({ "name": "testkit", "version": "1" });
        Self::raw(request(
            "initialize",
            json!({ "protocolVersion": revision, "capabilities": capabilities, "clientInfo": client }),
        ))
    }

    /// A message without an answer.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "callers hand over what they just made")]
    pub fn notification(method: &str, params: Value) -> Self {
        Self::raw(json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    /// Any body, without headers.
    #[must_use]
    pub fn raw(body: Value) -> Self {
        Self { body, headers: Vec::new() }
    }

    /// The same with another identifier; 1 unless said.
    #[must_use]
    pub fn id(mut self, id: impl Into<Value>) -> Self {
        if let Some(body) = self.body.as_object_mut() {
            body.insert("id".to_owned(), id.into());
        }
        self
    }

    /// The same with a fact in `_meta`, in the place of an earlier one of that name.
    #[must_use]
    pub fn meta(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.metadata().insert(key.to_owned(), value.into());
        self
    }

    /// The same without a fact in `_meta`.
    #[must_use]
    pub fn without_meta(mut self, key: &str) -> Self {
        self.metadata().remove(key);
        self
    }

    /// The same from a client that can do something itself, such as `{ "elicitation": {} }`.
    #[must_use]
    pub fn capable(self, capabilities: Value) -> Self {
        self.meta(&format!("{OWN}clientCapabilities"), capabilities)
    }

    /// The same with a wish to be told of progress under a token.
    #[must_use]
    pub fn progress(self, token: impl Into<Value>) -> Self {
        self.meta("progressToken", token)
    }

    /// The same, sent once more with answers to what was asked: `asked` is the result that asked.
    #[must_use]
    pub fn answering(mut self, asked: &Value, responses: Value) -> Self {
        if let Some(params) = self.body.get_mut("params").and_then(Value::as_object_mut) {
            params.insert("inputResponses".to_owned(), responses);
            if let Some(state) = asked.get("requestState") {
                params.insert("requestState".to_owned(), state.clone());
            }
        }
        self
    }

    /// The same with a header, in the place of an earlier one of that name.
    #[must_use]
    pub fn header(self, name: &str, value: &str) -> Self {
        let mut message = self.without(name);
        message.headers.push((name.to_ascii_lowercase(), value.to_owned()));
        message
    }

    /// The same without a header.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self
    }

    /// The same within a session.
    #[must_use]
    pub fn session(self, id: &str) -> Self {
        self.header("mcp-session-id", id)
    }

    /// The message itself.
    #[must_use]
    pub fn body(&self) -> &Value {
        &self.body
    }

    /// Its headers, their names in lower case.
    #[must_use]
    pub fn headers(&self) -> &[(String, String)] {
        &self.headers
    }

    fn metadata(&mut self) -> &mut Map<String, Value> {
        let params = self.body.get_mut("params").expect("the message has parameters");
        let params = params.as_object_mut().expect("parameters are an object");
        let meta = params.entry("_meta").or_insert_with(|| json!({}));
        meta.as_object_mut().expect("metadata is an object")
    }
}

/// A request, under the identifier 1.
#[expect(clippy::needless_pass_by_value, reason = "callers hand over what they just made")]
pub(crate) fn request(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}
