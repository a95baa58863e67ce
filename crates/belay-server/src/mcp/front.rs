//! What stands before the SDK: credentials, and leniency where it is strict about form.
//!
//! The SDK answers malformed JSON with 415 and a JSON-only `Accept` with 406, both as plain text. Here the
//! first becomes the error that JSON-RPC 2.0 (section 5.1) names, and the second is served.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use bytes::Bytes;
use http::header::{ACCEPT, ALLOW, CONTENT_TYPE};
use http::{HeaderValue, Method, Request, StatusCode};
use http_body_util::{BodyExt, Full, Limited};
use rmcp::transport::streamable_http_server::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::MAX_BODY;
use super::handler::Door;
use crate::gate::Gate;
use crate::served::Served;

/// An application's endpoint: the SDK's service and what stands before it.
pub(super) struct Front {
    pub(super) served: Arc<Served>,
    pub(super) gate: Arc<Gate>,
    pub(super) service: StreamableHttpService<Arc<Door>, NeverSessionManager>,
}

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;

/// Authenticates a request, brings it into the form the SDK takes, and has the SDK answer it.
pub(super) async fn answer(State(front): State<Arc<Front>>, mut request: Request<Body>) -> Response {
    match front.gate.caller(&front.served, request.headers(), request.extensions()).await {
        Ok(caller) => {
            request.extensions_mut().insert(caller);
        }
        Err(error) => return front.gate.refuse(&front.served, &error),
    }
    if request.method() != Method::POST {
        let message = "Send JSON-RPC messages with POST";
        let mut response = error(StatusCode::METHOD_NOT_ALLOWED, INVALID_REQUEST, &Value::Null, message);
        response.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
        return response;
    }
    let events_only = wants_events_only(request.headers().get(ACCEPT));
    let (mut parts, body) = request.into_parts();
    let body = match Limited::new(body, MAX_BODY).collect().await {
        Ok(body) => strip_bom(body.to_bytes()),
        Err(_) => return too_large(&front.served),
    };
    let id = match probe(&body) {
        Ok(id) => id,
        Err(answer) => return *answer,
    };
    parts.headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    parts.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    // On the heap: what the SDK does for a request is large, and would be moved with this future.
    let answered = Box::pin(front.service.handle(Request::from_parts(parts, Full::new(body)))).await;
    let response = in_json(answered.map(Body::new), &id).await;
    if events_only { as_event(response).await } else { response }
}

/// Where a file is too large for this door, the answer names the ones it fits through.
fn too_large(served: &Served) -> Response {
    let upload = served.app.operations.iter().find(|operation| operation.upload.is_some());
    let other = upload.map(|operation| {
        let name = served.app.name;
        let route =
            operation.routes.first().map(|route| format!("POST /{name}/api/v1{} (up to 50 MB)", route.path));
        let command =
            operation.command.map(|command| format!("the command `belay {name} {} FILE`", command.word));
        let ways: Vec<String> = route.into_iter().chain(command).collect();
        format!(" A larger file goes through {}.", ways.join(" or "))
    });
    let message = format!("The request is larger than 4 MiB.{}", other.unwrap_or_default());
    error(StatusCode::PAYLOAD_TOO_LARGE, INVALID_REQUEST, &Value::Null, &message)
}

fn strip_bom(body: Bytes) -> Bytes {
    if body.starts_with(b"\xef\xbb\xbf") { body.slice(3..) } else { body }
}

#[derive(Deserialize)]
struct Shape<'a> {
    #[serde(borrow)]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<&'a RawValue>,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

/// The identifier of a message that has the form of JSON-RPC, or the answer to one that has not.
fn probe(body: &[u8]) -> Result<Value, Box<Response>> {
    let bad = |code, id: &Value, message: &str| Box::new(error(StatusCode::BAD_REQUEST, code, id, message));
    let start = body.iter().find(|byte| !byte.is_ascii_whitespace());
    let Ok(shape) = serde_json::from_slice::<Shape<'_>>(body) else {
        let parsed = serde_json::from_slice::<&RawValue>(body).is_ok();
        return Err(match (parsed, start) {
            (true, Some(b'[')) => {
                bad(INVALID_REQUEST, &Value::Null, "Batches are not supported; send one message a request")
            }
            (true, _) => bad(INVALID_REQUEST, &Value::Null, "A JSON-RPC message is an object"),
            _ => bad(PARSE_ERROR, &Value::Null, "The body is not JSON"),
        });
    };
    let id: Value = shape.id.and_then(|id| serde_json::from_str(id.get()).ok()).unwrap_or_default();
    let known = if id.is_string() || id.is_i64() || id.is_u64() { id.clone() } else { Value::Null };
    if shape.jsonrpc.map(RawValue::get) != Some("\"2.0\"") {
        return Err(bad(INVALID_REQUEST, &known, "`jsonrpc` must be \"2.0\""));
    }
    if shape.id.is_some() && known.is_null() {
        return Err(bad(INVALID_REQUEST, &known, "`id` must be a text or an integer"));
    }
    let is_reply = shape.result.is_some() || shape.error.is_some();
    if !is_reply && !shape.method.is_some_and(|method| method.get().starts_with('"')) {
        return Err(bad(INVALID_REQUEST, &known, "`method` must be a text"));
    }
    Ok(known)
}

/// A JSON-RPC error as an HTTP response.
fn error(status: StatusCode, code: i32, id: &Value, message: &str) -> Response {
    let body = json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } });
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// Turns what the SDK still answers in plain text into JSON-RPC.
async fn in_json(response: Response, id: &Value) -> Response {
    let status = response.status();
    let plain =
        response.headers().get(CONTENT_TYPE).is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if !status.is_client_error() || !plain {
        return response;
    }
    let text =
        response.into_body().collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    if status == StatusCode::UNSUPPORTED_MEDIA_TYPE {
        return error(
            StatusCode::BAD_REQUEST,
            INVALID_REQUEST,
            id,
            "The message does not have the form of a request",
        );
    }
    error(status, INVALID_REQUEST, id, &text)
}

fn wants_events_only(accept: Option<&HeaderValue>) -> bool {
    let accept = accept.and_then(|value| value.to_str().ok()).unwrap_or_default();
    accept.contains("text/event-stream") && !accept.contains("json") && !accept.contains("*/*")
}

/// One JSON answer as a stream of one event, for a client that takes nothing else.
async fn as_event(response: Response) -> Response {
    let is_json = response
        .headers()
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !is_json || !response.status().is_success() {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let body = body.collect().await.map(http_body_util::Collected::to_bytes).unwrap_or_default();
    parts.headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    parts.headers.remove(http::header::CONTENT_LENGTH);
    let event = [b"event: message\ndata: ".as_slice(), &body, b"\n\n"].concat();
    Response::from_parts(parts, Body::from(event))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sound_message_gives_its_identifier() {
        assert_eq!(probe(br#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#).unwrap(), json!(7));
        assert_eq!(probe(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).unwrap(), Value::Null);
    }

    #[tokio::test]
    async fn every_malformed_message_gets_the_code_json_rpc_names() {
        for (body, code, id) in [
            ("{bad", PARSE_ERROR, Value::Null),
            ("", PARSE_ERROR, Value::Null),
            ("[1]", INVALID_REQUEST, Value::Null),
            ("7", INVALID_REQUEST, Value::Null),
            (r#"{"jsonrpc":"2.0","id":2,"params":{}}"#, INVALID_REQUEST, json!(2)),
            (r#"{"id":3,"method":"ping"}"#, INVALID_REQUEST, json!(3)),
            (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, INVALID_REQUEST, Value::Null),
            (r#"{"jsonrpc":"2.0","id":4,"method":5}"#, INVALID_REQUEST, json!(4)),
        ] {
            let answer = probe(body.as_bytes()).unwrap_err();
            assert_eq!(answer.status(), 400, "{body}");
            let bytes = answer.into_body().collect().await.unwrap().to_bytes();
            let answer: Value = serde_json::from_slice(&bytes).unwrap();
            assert_eq!(answer["error"]["code"], code, "{body}");
            assert_eq!(answer["id"], id, "{body}");
        }
    }
}
