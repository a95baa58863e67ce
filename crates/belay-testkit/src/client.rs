//! A client for the wires over HTTP, and for the command line.

use std::sync::Arc;

use axum::body::Body;
use belay_core::Actor;
use belay_core::request::{Door, Request as Facts};
use belay_core::schema::Mode;
use belay_core::upload::Upload;
use belay_server::Served;
use belay_server::call::{self, Call, Outcome};
use belay_server::serve::Doors;
use http::request::Builder;
use http::{HeaderMap, Method, Request, Response, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::app::TestApp;
use crate::events::Events;
use crate::frames::{self, Recorder};
use crate::message::{LEGACY, Message};

/// A caller with or without a credential. Every message that it gets from the protocol's endpoint is held against the
/// rules of [`frames`].
#[derive(Clone)]
pub struct Client {
    router: Doors,
    served: Arc<Served>,
    key: Option<String>,
    capabilities: Value,
    recorder: Recorder,
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

    /// The messages in the body, whether it is one JSON document or a stream of events.
    #[must_use]
    pub fn messages(&self) -> Vec<Value> {
        frames::read(self.header("content-type"), &self.body)
    }

    /// The last message in the body, which is the answer; null when there is none.
    #[must_use]
    pub fn answer(&self) -> Value {
        self.messages().pop().unwrap_or_default()
    }

    /// The result in the answer; null when there is none.
    #[must_use]
    pub fn result(&self) -> Value {
        self.answer().get("result").cloned().unwrap_or_default()
    }

    /// The code of the error in the answer.
    #[must_use]
    pub fn code(&self) -> Option<i64> {
        self.answer().pointer("/error/code").and_then(Value::as_i64)
    }

    /// A header as text; empty when it is not there.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

impl Client {
    pub(crate) fn new(app: &TestApp, key: Option<String>) -> Self {
        Self {
            router: app.router.clone(),
            served: Arc::clone(&app.served),
            key,
            capabilities: json!({}),
            recorder: Recorder::default(),
        }
    }

    /// Everything that this client and its clones got from the protocol's endpoint.
    #[must_use]
    pub fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// The same caller with a client program that offers capabilities, given as the protocol writes them.
    #[must_use]
    pub fn offering(mut self, capabilities: Value) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// Any method, in a revision with a handshake and without a session. The answer as it came.
    pub async fn ask(&self, method: &str, params: Value) -> Value {
        self.say(&Message::legacy(LEGACY, method, params)).await.json()
    }

    /// Any method, in the revision without a handshake. The answer as it came.
    pub async fn ask_modern(&self, method: &str, params: Value) -> Value {
        self.say(&self.modern(method, params)).await.json()
    }

    /// Any method, in the revision without a handshake, with the response left open as a stream of events.
    pub async fn open_modern(&self, method: &str, params: Value) -> Events {
        self.begin(&self.modern(method, params)).await
    }

    /// A request of the revision without a handshake from a client that offers what this one does.
    fn modern(&self, method: &str, params: Value) -> Message {
        Message::modern(method, params).capable(self.capabilities.clone())
    }

    /// Sends a request as it is, with the credential added.
    pub async fn send(&self, request: Request<Body>) -> Reply {
        let path = request.uri().path().trim_end_matches('/');
        let speaks = path.ends_with("/mcp") && !path.starts_with("/.well-known/");
        let (response, asked) = self.respond(request).await;
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("the body arrives").to_bytes();
        let body = String::from_utf8(bytes.to_vec()).expect("the body is text");
        let reply = Reply {
            status: parts.status,
            headers: parts.headers,
            body,
            is_error: false,
            protocol_error: None,
        };
        if speaks {
            // What stands before the protocol refuses in the words of the application or of HTTP.
            let refused = |message: &Value| !reply.status.is_success() && message.get("jsonrpc").is_none();
            for message in reply.messages().iter().filter(|message| !refused(message)) {
                self.recorder.record(asked.as_ref(), message);
            }
        }
        reply
    }

    /// Sends a request and hands its response over unread, with the message that was sent.
    async fn respond(&self, request: Request<Body>) -> (Response<Body>, Option<Value>) {
        let (mut parts, body) = request.into_parts();
        let bytes = body.collect().await.expect("the body can be read").to_bytes();
        let asked = serde_json::from_slice(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes)).ok();
        parts.headers.entry("host").or_insert("127.0.0.1:8080".parse().expect("a host"));
        if let Some(key) = &self.key {
            parts.headers.entry("x-api-key").or_insert(key.parse().expect("a key"));
        }
        let request = Request::from_parts(parts, Body::from(bytes));
        (self.router.clone().oneshot(request).await.expect("the router answers"), asked)
    }

    /// Sends a message to the protocol's endpoint and reads the whole response.
    pub async fn say(&self, message: &Message) -> Reply {
        self.send(self.posted(message)).await
    }

    /// Sends a message to the protocol's endpoint and leaves the response open, as a stream that can be cut.
    pub async fn begin(&self, message: &Message) -> Events {
        self.open(self.posted(message)).await
    }

    /// Opens the stream of a session for what belongs to no request, or goes on with the one that an event names.
    pub async fn watch(&self, session: &str, last_event: Option<&str>) -> Events {
        let last = last_event.map(|last| ("last-event-id", last));
        let headers: Vec<_> = [("mcp-session-id", session)].into_iter().chain(last).collect();
        self.open_get(&headers).await
    }

    /// Sends a request and leaves its response open, as a stream of events that can be cut.
    pub async fn open(&self, request: Request<Body>) -> Events {
        let (response, asked) = self.respond(request).await;
        Events::new(response, asked, self.recorder.clone())
    }

    /// Sends a message to the protocol's endpoint and leaves the response open.
    pub async fn open_post(&self, message: &Value, headers: &[(&str, &str)]) -> Events {
        let message = Message::raw(message.clone());
        self.begin(&headers.iter().fold(message, |message, (name, value)| message.header(name, value))).await
    }

    /// Opens a stream of a session, or goes on with one.
    pub async fn open_get(&self, headers: &[(&str, &str)]) -> Events {
        let request = self.endpoint(Method::GET).header("accept", "text/event-stream");
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        self.open(request.body(Body::empty()).expect("a request")).await
    }

    fn posted(&self, message: &Message) -> Request<Body> {
        let mut request = self.endpoint(Method::POST);
        for (name, value) in message.headers() {
            request = request.header(name, value);
        }
        request.body(Body::from(message.body().to_string())).expect("a request")
    }

    /// A request to the protocol's endpoint, to be completed.
    #[must_use]
    pub fn endpoint(&self, method: Method) -> Builder {
        Request::builder().method(method).uri(format!("/{}/mcp", self.served.app.name))
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
        let params = json!({ "name": tool, "arguments": arguments });
        result(self.say(&Message::legacy(LEGACY, "tools/call", params)).await)
    }

    /// A tool call in the revision without a handshake.
    pub async fn mcp_modern(&self, tool: &str, arguments: Value) -> Reply {
        let params = json!({ "name": tool, "arguments": arguments });
        result(self.say(&self.modern("tools/call", params)).await)
    }

    /// The names of the tools that this caller is shown.
    pub async fn tools(&self) -> Vec<String> {
        let reply = self.say(&Message::legacy(LEGACY, "tools/list", json!({}))).await;
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
        let mut request = self.endpoint(Method::POST);
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
