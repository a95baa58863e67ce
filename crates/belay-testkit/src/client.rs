//! A client for the wires over HTTP, and for the command line.

use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use belay_core::Actor;
use belay_core::request::{Door, Request as Facts};
use belay_core::schema::Mode;
use belay_core::upload::Upload;
use belay_server::Served;
use belay_server::call::{self, Call, Outcome};
use belay_server::serve::Doors;
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::app::TestApp;
use crate::events::Events;

/// A caller with or without a credential.
pub struct Client {
    router: Doors,
    served: Arc<Served>,
    key: Option<String>,
    capabilities: Value,
}

/// What came back.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body as text.
    pub body: String,
    /// Whether the result of a tool is marked as an error.
    pub is_error: bool,
    /// The code of a protocol error.
    pub protocol_error: Option<i64>,
}

impl Reply {
    /// The body as JSON; null when it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }
}

impl Client {
    pub(crate) fn new(app: &TestApp, key: Option<String>) -> Self {
        Self { router: app.router.clone(), served: Arc::clone(&app.served), key, capabilities: json!({}) }
    }

    /// The same caller with a client program that offers capabilities, given as the protocol writes them.
    #[must_use]
    pub fn offering(mut self, capabilities: Value) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// Any method, in a revision with a handshake and without a session. The answer as it came.
    pub async fn ask(&self, method: &str, params: Value) -> Value {
        self.post(&rpc(method, params), &[("mcp-protocol-version", "2025-11-25")]).await.json()
    }

    /// Any method, in the revision without a handshake. The answer as it came.
    pub async fn ask_modern(&self, method: &str, params: Value) -> Value {
        let (message, headers) = self.modern(method, params);
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.post(&message, &headers).await.json()
    }

    /// Any method, in the revision without a handshake, with the response left open as a stream of events.
    pub async fn open_modern(&self, method: &str, params: Value) -> Events {
        let (message, headers) = self.modern(method, params);
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.open_post(&message, &headers).await
    }

    /// A request of the revision without a handshake, and the headers that repeat what it is about.
    fn modern(&self, method: &str, mut params: Value) -> (Value, Vec<(&'static str, String)>) {
        let about = ["name", "uri", "taskId"]
            .iter()
            .find_map(|field| params.get(*field)?.as_str())
            .map(str::to_owned);
        let mut meta = modern_meta().as_object().cloned().unwrap_or_default();
        meta.insert("io.modelcontextprotocol/clientCapabilities".to_owned(), self.capabilities.clone());
        meta.extend(params.get("_meta").and_then(Value::as_object).cloned().unwrap_or_default());
        if let Some(params) = params.as_object_mut() {
            params.insert("_meta".to_owned(), Value::Object(meta));
        }
        let mut headers =
            vec![("mcp-protocol-version", "2026-07-28".to_owned()), ("mcp-method", method.to_owned())];
        headers.extend(about.map(|about| ("mcp-name", about)));
        (rpc(method, params), headers)
    }

    /// Sends a request as it is, with the credential added.
    pub async fn send(&self, request: Request<Body>) -> Reply {
        let (parts, body) = self.answer(request).await.into_parts();
        let bytes = body.collect().await.expect("the body arrives").to_bytes();
        let body = String::from_utf8(bytes.to_vec()).expect("the body is text");
        Reply { status: parts.status, headers: parts.headers, body, is_error: false, protocol_error: None }
    }

    async fn answer(&self, mut request: Request<Body>) -> Response {
        let headers = request.headers_mut();
        headers.entry("host").or_insert("127.0.0.1:8080".parse().expect("a host"));
        if let Some(key) = &self.key {
            headers.entry("x-api-key").or_insert(key.parse().expect("a key"));
        }
        self.router.clone().oneshot(request).await.expect("the router answers")
    }

    /// Sends a request and leaves its response open, as a stream of events that can be cut.
    pub async fn open(&self, request: Request<Body>) -> Events {
        Events::new(self.answer(request).await)
    }

    /// Sends a message to the protocol's endpoint and leaves the response open.
    pub async fn open_post(&self, message: &Value, headers: &[(&str, &str)]) -> Events {
        let request = headers
            .iter()
            .fold(Request::post(format!("/{}/mcp", self.served.app.name)), |request, (name, value)| {
                request.header(*name, *value)
            });
        self.open(request.body(Body::from(message.to_string())).expect("a request")).await
    }

    /// Opens a stream of a session, or goes on with one.
    pub async fn open_get(&self, headers: &[(&str, &str)]) -> Events {
        let request = headers.iter().fold(
            Request::get(format!("/{}/mcp", self.served.app.name)).header("accept", "text/event-stream"),
            |request, (name, value)| request.header(*name, *value),
        );
        self.open(request.body(Body::empty()).expect("a request")).await
    }

    /// A request to a REST route, given by its path below the application's name, such as `/api/v1/users`.
    pub async fn rest(&self, method: Method, path: &str, body: Option<Value>) -> Reply {
        let uri = format!("/{}{path}", self.served.app.name);
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        self.send(Request::builder().method(method).uri(uri).body(body).expect("a request")).await
    }

    /// A GET of a REST route below `/api/v1`.
    pub async fn get(&self, path: &str) -> Reply {
        self.rest(Method::GET, &format!("/api/v1{path}"), None).await
    }

    /// A tool call in a revision with a handshake. The reply's body is the text of the result.
    pub async fn mcp(&self, tool: &str, arguments: Value) -> Reply {
        let message = rpc("tools/call", json!({ "name": tool, "arguments": arguments }));
        result(self.post(&message, &[("mcp-protocol-version", "2025-11-25")]).await)
    }

    /// A tool call in the revision without a handshake.
    pub async fn mcp_modern(&self, tool: &str, arguments: Value) -> Reply {
        let (message, headers) = self.modern("tools/call", json!({ "name": tool, "arguments": arguments }));
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        result(self.post(&message, &headers).await)
    }

    /// The names of the tools that this caller is shown.
    pub async fn tools(&self) -> Vec<String> {
        let reply = self.post(&rpc("tools/list", json!({})), &[("mcp-protocol-version", "2025-11-25")]).await;
        let tools =
            reply.json().pointer("/result/tools").and_then(Value::as_array).cloned().unwrap_or_default();
        tools.iter().filter_map(|tool| tool["name"].as_str().map(str::to_owned)).collect()
    }

    /// A message to the protocol's endpoint.
    pub async fn post(&self, message: &Value, headers: &[(&str, &str)]) -> Reply {
        self.post_text(&message.to_string(), headers).await
    }

    /// A body of any kind to the protocol's endpoint.
    pub async fn post_text(&self, body: &str, headers: &[(&str, &str)]) -> Reply {
        let mut request =
            Request::builder().method(Method::POST).uri(format!("/{}/mcp", self.served.app.name));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.send(request.body(Body::from(body.to_owned())).expect("a request")).await
    }

    /// A call as the command line makes it, by an actor of the test's choice.
    pub async fn command(
        &self,
        actor: Actor,
        operation: &str,
        input: Value,
        upload: Option<Upload>,
    ) -> Outcome {
        let mut call = Call::new(operation.to_owned(), actor, Facts::new(Door::Command, "req_test"));
        call.input = input;
        call.mode = Mode::Text;
        call.upload = upload;
        call::call(&self.served, call).await
    }
}

/// A request of the protocol.
#[must_use]
#[expect(clippy::needless_pass_by_value, reason = "callers hand over what they just made")]
pub(crate) fn rpc(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

fn modern_meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "testkit", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

/// Takes the tool's result out of the protocol's envelope.
pub(crate) fn result(mut reply: Reply) -> Reply {
    let answer = reply.json();
    reply.protocol_error = answer.pointer("/error/code").and_then(Value::as_i64);
    reply.is_error = answer.pointer("/result/isError").and_then(Value::as_bool).unwrap_or(false);
    if let Some(text) = answer.pointer("/result/content/0/text").and_then(Value::as_str) {
        reply.body = text.to_owned();
    } else if let Some(error) = answer.get("error").filter(|error| error.is_object()) {
        reply.body = error["message"].as_str().unwrap_or_default().to_owned();
    }
    reply
}
