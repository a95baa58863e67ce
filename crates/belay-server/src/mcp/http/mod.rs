//! The protocol over HTTP: one endpoint, `POST` for messages, `GET` and `DELETE` for sessions.

mod accept;
mod inline;
mod kept;
mod sse;

use std::sync::Arc;

use axum::Router;
use axum::body::Body as HttpBody;
use axum::extract::State;
use axum::response::Response;
use axum::routing::any;
use belay_core::app::Sessions as Policy;
use belay_core::request::Door as Way;
use http::header::{ALLOW, CONTENT_TYPE};
use http::request::Parts;
use http::{HeaderValue, Method, Request as HttpRequest, StatusCode};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use self::accept::Accepts;
use super::door::Door;
use super::session::Sessions;
use super::turn::Turn;
use super::wire::fault::INVALID_REQUEST;
use super::wire::message::{self, Broken};
use super::wire::{Body, Era, Fault, Message, Request, Revision, era, headers};
use crate::body::{self, Unread};
use crate::call;
use crate::gate::{self, Asked, Caller, Gate, harmless, json_response};
use crate::served::Served;

/// The largest request body, in bytes.
pub(crate) const MAX_BODY: usize = 4 * 1024 * 1024;

/// An application's endpoint.
pub(crate) struct Endpoint {
    door: Arc<Door>,
    gate: Arc<Gate>,
    sessions: Arc<Sessions>,
}

/// The routes of an application's endpoint, below each of some prefixes.
pub(crate) fn routes(
    prefixes: &[String],
    served: &Arc<Served>,
    gate: &Arc<Gate>,
    stop: &CancellationToken,
) -> Router {
    let endpoint = Arc::new(Endpoint {
        door: Door::new(Arc::clone(served), stop.child_token()),
        gate: Arc::clone(gate),
        sessions: Arc::new(Sessions::new(Arc::clone(served))),
    });
    // Both spellings are served: a redirect would lose credentials.
    let paths = prefixes.iter().flat_map(|prefix| [format!("{prefix}/mcp"), format!("{prefix}/mcp/")]);
    paths.fold(Router::new(), |router, path| {
        router.route(&path, any(answer).with_state(Arc::clone(&endpoint)))
    })
}

async fn answer(State(endpoint): State<Arc<Endpoint>>, request: HttpRequest<HttpBody>) -> Response {
    let served = &endpoint.door.served;
    let asked = Asked::from(&request);
    let mut caller = match endpoint.gate.caller(served, gate::Way::Protocol, asked).await {
        Ok(caller) => caller,
        Err(error) => return endpoint.gate.refuse(served, asked, &error),
    };
    let (parts, body) = request.into_parts();
    caller.headers = harmless(parts.headers.clone());
    match parts.method {
        Method::POST => post(&endpoint, caller, parts, body).await,
        Method::GET if keeps(&endpoint) => kept::get(&endpoint, &caller.actor, &parts).await,
        Method::DELETE if keeps(&endpoint) => kept::delete(&endpoint, &caller.actor, &parts).await,
        _ => wrong_method(&endpoint),
    }
}

fn keeps(endpoint: &Endpoint) -> bool {
    endpoint.door.served.app.protocol.sessions != Policy::Off
}

fn wrong_method(endpoint: &Endpoint) -> Response {
    let allowed = if keeps(endpoint) { "POST, GET, DELETE" } else { "POST" };
    let message =
        "Send messages of the protocol with POST; this endpoint has no stream for GET and no session to end";
    let mut response = refuse(StatusCode::METHOD_NOT_ALLOWED, message);
    response.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    response
}

/// A refusal in the protocol's form that answers no message.
fn refuse(status: StatusCode, message: &str) -> Response {
    json(status, &Fault::new(INVALID_REQUEST, message).answer(None))
}

fn json(status: StatusCode, body: &Value) -> Response {
    json_response(status, body.to_string())
}

async fn post(endpoint: &Arc<Endpoint>, caller: Caller, parts: Parts, body: HttpBody) -> Response {
    if !accept::is_json(&parts.headers) {
        return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Send messages as application/json");
    }
    let bytes = match body::read(body, MAX_BODY).await {
        Ok(bytes) => bytes,
        Err(Unread::TooLarge) => return too_large(&endpoint.door.served),
        Err(Unread::TooSlow) => {
            return refuse(StatusCode::REQUEST_TIMEOUT, "The message took too long to arrive");
        }
    };
    let accepts = Accepts::read(&parts.headers);
    match message::read(&bytes) {
        Err(broken) => json(broken.fault.status, &broken.answer()),
        Ok(Body::Batch(items)) => batch(endpoint, caller, &parts, items).await,
        Ok(Body::One(Message::Request(request))) => one(endpoint, caller, parts, request, accepts).await,
        Ok(Body::One(Message::Notification { method, params })) => {
            kept::notified(endpoint, &caller.actor, &parts, (&method, &params)).await
        }
        Ok(Body::One(Message::Response { id, answer })) => {
            kept::answered(endpoint, &caller.actor, &parts, (id, answer)).await
        }
    }
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
    refuse(StatusCode::PAYLOAD_TOO_LARGE, &message)
}

async fn one(
    endpoint: &Arc<Endpoint>,
    caller: Caller,
    parts: Parts,
    request: Request,
    accepts: Accepts,
) -> Response {
    let door = &endpoint.door;
    if let Some(response) = too_little(endpoint, &caller, &parts, &request) {
        return response;
    }
    let told = match era::decide(&request, Some(&parts.headers), &door.spoken, None) {
        Ok(Era::Modern(told)) => told,
        Ok(Era::Legacy(revision)) => {
            return kept::legacy(endpoint, caller, &parts, (request, revision), accepts).await;
        }
        Ok(Era::Unnamed) if session_id(&parts).is_some() && keeps(endpoint) => {
            return kept::legacy(endpoint, caller, &parts, (request, Revision::V2025_03_26), accepts).await;
        }
        Ok(Era::Unnamed) => return plain("Name the protocol version in MCP-Protocol-Version"),
        Ok(Era::Plain(message)) => return plain(message),
        Err(fault) => return json(fault.status, &fault.answer(Some(&request.id))),
    };
    if request.method == "subscriptions/listen" && !accepts.events {
        return refuse(StatusCode::NOT_ACCEPTABLE, "News come as events: accept text/event-stream");
    }
    let mut turn = Turn::new(caller, Way::Mcp, Revision::V2026_07_28);
    turn.log_level = told.log_level.filter(|_| accepts.events);
    turn.told = Some(told.client);
    turn.sent = Some(Arc::new(parts.headers));
    inline::respond(door, turn, request, accepts).await
}

/// What a call is answered for which the credential reaches too little, and whose person could grant more.
fn too_little(endpoint: &Endpoint, caller: &Caller, parts: &Parts, request: &Request) -> Option<Response> {
    let served = &endpoint.door.served;
    let name = request.text("name").filter(|_| request.method == "tools/call")?;
    let operation = &served.entry(name)?.operation;
    if !call::steps_up(served, operation, &caller.actor, Way::Mcp) {
        return None;
    }
    let fault = Fault::new(INVALID_REQUEST, call::too_little(served, operation).message());
    Some(endpoint.gate.step_up(served, Asked::from(parts), operation, &fault.answer(Some(&request.id))))
}

/// A refusal that is none of the protocol's, so that a client that speaks both ways tries a handshake.
fn plain(message: &'static str) -> Response {
    let mut response = Response::new(HttpBody::from(message));
    *response.status_mut() = StatusCode::BAD_REQUEST;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

/// Several messages at once, which only revision 2025-03-26 knows.
async fn batch(
    endpoint: &Arc<Endpoint>,
    mut caller: Caller,
    parts: &Parts,
    items: Vec<Result<Message, Broken>>,
) -> Response {
    let (revision, session) = match kept::revision(endpoint, &caller.actor, parts).await {
        Ok(found) => found,
        Err(response) => return *response,
    };
    if session.is_none() && endpoint.door.served.app.protocol.sessions == Policy::Required {
        return refuse(
            StatusCode::BAD_REQUEST,
            "Open a session with `initialize` and name it in Mcp-Session-Id",
        );
    }
    if revision != Revision::V2025_03_26 || !endpoint.door.spoken.contains(revision) {
        return refuse(
            StatusCode::BAD_REQUEST,
            "Batches are not supported in this version; send one message a request",
        );
    }
    // The request counted as one call already, and is none under a key: its messages have theirs.
    let more = u32::try_from(items.len()).unwrap_or(u32::MAX).saturating_sub(1);
    if let Err(error) = endpoint.door.served.gates.admit(&caller.actor, caller.address, more) {
        return endpoint.gate.refuse(&endpoint.door.served, Asked::from(parts), &error);
    }
    caller.headers = crate::told::without_key(&caller.headers);
    let mut answers = Vec::new();
    for item in items {
        match item {
            Err(broken) => answers.push(broken.answer()),
            Ok(Message::Request(request)) if request.method == "initialize" => {
                let fault = Fault::new(INVALID_REQUEST, "`initialize` may not be part of a batch");
                answers.push(fault.answer(Some(&request.id)));
            }
            Ok(Message::Request(request)) => {
                let turn = kept::turn(caller.clone(), revision, session.as_ref());
                let id = request.id.clone();
                let answered = super::methods::answer(&endpoint.door, &turn, request).await;
                answers.push(match answered {
                    Ok(result) => message::result(&id, &result),
                    Err(fault) => fault.answer(Some(&id)),
                });
            }
            Ok(Message::Notification { method, params }) => kept::note(session.as_ref(), &method, &params),
            Ok(Message::Response { id, answer }) => {
                if let Some(session) = &session {
                    session.pending.resolve(&id, answer);
                }
            }
        }
    }
    if answers.is_empty() {
        return accepted();
    }
    json(StatusCode::OK, &Value::Array(answers))
}

/// What a message without an answer gets.
fn accepted() -> Response {
    let mut response = Response::new(HttpBody::empty());
    *response.status_mut() = StatusCode::ACCEPTED;
    response
}

/// The session that a request names.
fn session_id(parts: &Parts) -> Option<&str> {
    headers::value(&parts.headers, headers::SESSION).ok().flatten().filter(|id| !id.is_empty())
}
