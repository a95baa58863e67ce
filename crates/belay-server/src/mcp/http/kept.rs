//! What a session adds: requests that go on when their connection is cut, streams that are told again from where they
//! were cut, and messages that belong to a session instead of to a request.

use std::sync::Arc;

use axum::response::Response;
use belay_core::app::Sessions as Policy;
use belay_core::error::chain;
use belay_core::request::Door as Way;
use belay_core::{Actor, Error};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode};
use serde_json::{Map, Value};

use super::accept::Accepts;
use super::{Endpoint, accepted, inline, json, plain, refuse, session_id};
use crate::gate::Caller;
use crate::mcp::methods;
use crate::mcp::session::Session;
use crate::mcp::turn::{Asker, Remembered, Turn};
use crate::mcp::wire::{Fault, Id, Request, Revision, headers, message, meta};

mod reading;
mod running;

/// The answer where a session is named that is not there for this caller: a client opens another then.
fn no_session(id: Option<&Id>) -> Response {
    let message = "There is no such session; open a new one with `initialize`";
    json(StatusCode::NOT_FOUND, &Fault::new(super::INVALID_REQUEST, message).answer(id))
}

/// The answer where a session could not be looked for, or not be opened.
fn no_store(error: &Error, id: Option<&Id>) -> Response {
    if !error.kind().is_fault() {
        return json(error.kind().status(), &Fault::new(super::INVALID_REQUEST, error.message()).answer(id));
    }
    tracing::error!(cause = chain(error), "a session could not be reached");
    json(StatusCode::SERVICE_UNAVAILABLE, &Fault::internal().answer(id))
}

/// A turn in a revision with a handshake.
pub(super) fn turn(caller: Caller, revision: Revision, session: Option<&Arc<Session>>) -> Turn {
    let mut turn = Turn::new(caller, Way::Mcp, revision);
    if let Some(session) = session {
        turn.told = Some(Arc::clone(&session.client));
        turn.log_level = session.level();
        let remembered: Arc<dyn Remembered> = Arc::new(Arc::clone(session));
        turn.remembered = Some(remembered);
    }
    turn
}

/// Answers a request of a revision with a handshake.
pub(super) async fn legacy(
    endpoint: &Arc<Endpoint>,
    caller: Caller,
    parts: &Parts,
    (request, revision): (Request, Revision),
    accepts: Accepts,
) -> Response {
    let policy = endpoint.door.served.app.protocol.sessions;
    if request.method == "initialize" {
        return initialize(endpoint, caller, &request).await;
    }
    let id = session_id(parts).filter(|_| policy != Policy::Off);
    let Some(id) = id else {
        if policy == Policy::Required {
            return refuse(
                StatusCode::BAD_REQUEST,
                "Open a session with `initialize` and name it in Mcp-Session-Id",
            );
        }
        return inline::respond(&endpoint.door, turn(caller, revision, None), request, accepts).await;
    };
    let session = match endpoint.sessions.find(id, &caller.actor.principal()).await {
        Ok(Some(session)) => session,
        Ok(None) => return no_session(Some(&request.id)),
        Err(error) => return no_store(&error, Some(&request.id)),
    };
    let mut turn = turn(caller, session.revision, Some(&session));
    let asker: Arc<dyn Asker> = Arc::new(session.pending.clone());
    turn.asker = Some(asker).filter(|_| accepts.events);
    running::respond(endpoint, &session, turn, (request, accepts)).await
}

async fn initialize(endpoint: &Arc<Endpoint>, caller: Caller, request: &Request) -> Response {
    let door = &endpoint.door;
    let keeps = door.served.app.protocol.sessions != Policy::Off;
    let (revision, fields) = match methods::initialize(door, request, |_| keeps) {
        Ok(greeting) => greeting,
        Err(fault) => return json(StatusCode::OK, &fault.answer(Some(&request.id))),
    };
    let mut response = json(StatusCode::OK, &message::result(&request.id, &Value::Object(fields)));
    if keeps {
        let told = |name: &str| request.params.get(name).cloned().unwrap_or_default();
        let client = (told("clientInfo"), told("capabilities"));
        match endpoint.sessions.open(&turn(caller, revision, None), revision, client).await {
            Ok(session) => {
                if let Ok(id) = HeaderValue::from_str(&session.id) {
                    response.headers_mut().insert(headers::SESSION, id);
                }
            }
            Err(error) => return no_store(&error, Some(&request.id)),
        }
    }
    response
}

/// The revision that a request without metadata is in: its session's, its header's, or the one assumed.
pub(super) async fn revision(
    endpoint: &Arc<Endpoint>,
    actor: &Actor,
    parts: &Parts,
) -> Result<(Revision, Option<Arc<Session>>), Box<Response>> {
    let named = header_version(&parts.headers);
    if let Some(id) = session_id(parts).filter(|_| endpoint.door.served.app.protocol.sessions != Policy::Off)
        && named.is_none_or(|revision| !revision.is_modern())
    {
        return match endpoint.sessions.find(id, &actor.principal()).await {
            Ok(Some(session)) => Ok((session.revision, Some(session))),
            Ok(None) => Err(Box::new(no_session(None))),
            Err(error) => Err(Box::new(no_store(&error, None))),
        };
    }
    Ok((named.unwrap_or(Revision::V2025_03_26), None))
}

fn header_version(headers: &HeaderMap) -> Option<Revision> {
    headers::value(headers, headers::VERSION).ok().flatten().and_then(Revision::parse)
}

/// A message without an answer. It is always accepted, whatever it says, unless it names a session that is not there.
pub(super) async fn notified(
    endpoint: &Arc<Endpoint>,
    actor: &Actor,
    parts: &Parts,
    (method, params): (&str, &Map<String, Value>),
) -> Response {
    match revision(endpoint, actor, parts).await {
        Ok((_, session)) => {
            note(session.as_ref(), method, params);
            accepted()
        }
        Err(response) => *response,
    }
}

/// Does what a message without an answer asks for.
pub(super) fn note(session: Option<&Arc<Session>>, method: &str, params: &Map<String, Value>) {
    if let Some(session) = session
        && method == "notifications/cancelled"
        && let Some(id) = params.get("requestId").and_then(Id::read)
    {
        session.cancel(&id);
    }
}

/// An answer to a question of the server.
pub(super) async fn answered(
    endpoint: &Arc<Endpoint>,
    actor: &Actor,
    parts: &Parts,
    (id, answer): (Id, Result<Value, Value>),
) -> Response {
    match revision(endpoint, actor, parts).await {
        Ok((_, Some(session))) => {
            session.pending.resolve(&id, answer);
            accepted()
        }
        Ok((_, None)) => refuse(StatusCode::BAD_REQUEST, "Nothing was asked that this could answer"),
        Err(response) => *response,
    }
}

/// Opens a stream for what belongs to no request, or goes on with one that was cut.
pub(super) async fn get(endpoint: &Arc<Endpoint>, actor: &Actor, parts: &Parts) -> Response {
    let Some(id) = session_id(parts) else {
        return if endpoint.door.served.app.protocol.sessions == Policy::Required {
            refuse(StatusCode::BAD_REQUEST, "Open a session with `initialize` and name it in Mcp-Session-Id")
        } else {
            super::wrong_method(endpoint)
        };
    };
    let version = headers::value(&parts.headers, headers::VERSION).ok().flatten();
    if version.is_some_and(|version| Revision::parse(version).is_none()) {
        return plain("That protocol version is not known here");
    }
    let session = match endpoint.sessions.find(id, &actor.principal()).await {
        Ok(Some(session)) => session,
        Ok(None) => return no_session(None),
        Err(error) => return no_store(&error, None),
    };
    if !Accepts::read(&parts.headers).events {
        return refuse(StatusCode::NOT_ACCEPTABLE, "The stream of a session is text/event-stream");
    }
    let last = headers::value(&parts.headers, headers::LAST_EVENT).ok().flatten().filter(|id| !id.is_empty());
    let protocol = &endpoint.door.served.app.protocol;
    let Some(last) = last else {
        if protocol.changes {
            session.tell_news(&endpoint.door.served.changes, actor.tenant.clone());
        }
        return common(endpoint, &session, actor, None);
    };
    let place = last.split_once('_').and_then(|(stream, number)| Some((stream, number.parse::<i64>().ok()?)));
    let Some((name, number)) = place else {
        return refuse(StatusCode::BAD_REQUEST, "Last-Event-ID names no event of this session");
    };
    if name == crate::mcp::session::COMMON {
        if protocol.changes {
            session.tell_news(&endpoint.door.served.changes, actor.tenant.clone());
        }
        return common(endpoint, &session, actor, Some(number));
    }
    match session.stream(name, number).await {
        Ok(Some(stream)) => reading::stream(endpoint, &session, stream, number),
        Ok(None) => {
            let message =
                "That stream is not kept any more; its call may have happened, so look before you call again";
            refuse(StatusCode::NOT_FOUND, message)
        }
        Err(error) => no_store(&error.into(), None),
    }
}

fn common(endpoint: &Endpoint, session: &Arc<Session>, actor: &Actor, after: Option<i64>) -> Response {
    match endpoint.door.open.enter(actor.principal()) {
        Some(opened) => reading::common(endpoint, session, after, opened),
        None => {
            refuse(StatusCode::TOO_MANY_REQUESTS, "Too many streams are open for this caller; end one first")
        }
    }
}

/// Ends a session.
pub(super) async fn delete(endpoint: &Arc<Endpoint>, actor: &Actor, parts: &Parts) -> Response {
    let Some(id) = session_id(parts) else {
        return refuse(StatusCode::BAD_REQUEST, "Name the session to end in Mcp-Session-Id");
    };
    match endpoint.sessions.end(id, &actor.principal()).await {
        Ok(true) => {
            let mut response = accepted();
            *response.status_mut() = StatusCode::NO_CONTENT;
            response
        }
        Ok(false) => no_session(None),
        Err(error) => no_store(&error, None),
    }
}

/// Whether a client of a revision understands an event without content.
fn primes(revision: Revision) -> bool {
    revision >= Revision::V2025_11_25
}

/// The token of progress, where the request has one.
fn wants_progress(request: &Request) -> bool {
    request.meta().is_some_and(|meta| meta.get("progressToken").and_then(meta::token_of).is_some())
}
