//! REST routes: the same operations, one route each or several.

mod input;
mod multipart;
pub mod openapi;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{RawPathParams, Request, State};
use axum::response::Response;
use axum::routing::{MethodFilter, any, on};
use belay_core::app::Tenancy;
use belay_core::operation::{Route, Success};
use belay_core::request::{Door, Request as Facts};
use belay_core::upload::Upload;
use belay_core::{Error, Kind, registry};
use http::header::CONTENT_TYPE;
use http::request::Parts;
use http::{HeaderValue, Method, StatusCode};
use serde_json::Value;

use crate::body::{self, Unread};
use crate::call::{self, Call, Outcome};
use crate::gate::{Asked, Gate, Way, harmless, json_response};
use crate::gates::say_when;
use crate::mcp::MAX_BODY;
use crate::served::Served;
use crate::told;

/// The largest file a multipart request may bring, in bytes.
pub const MAX_UPLOAD: usize = 50 * 1024 * 1024;

struct RouteState {
    served: Arc<Served>,
    gate: Arc<Gate>,
    operation: &'static str,
    /// Whether the operation takes a file.
    takes_file: bool,
    /// Whether it wants `confirm: true`.
    confirms: bool,
    route: Route,
}

/// The routes of an application, below a prefix and `/api/v1`.
pub fn routes(prefix: &str, served: &Arc<Served>, gate: &Arc<Gate>) -> Router {
    let mut router = Router::new();
    for entry in served.entries().filter(|entry| entry.operation.offered_on(Door::Rest)) {
        for route in &entry.operation.routes {
            let Ok(filter) = MethodFilter::try_from(route.method.clone()) else { continue };
            let state = Arc::new(RouteState {
                served: Arc::clone(served),
                gate: Arc::clone(gate),
                operation: entry.operation.name,
                takes_file: entry.operation.upload.is_some(),
                confirms: entry.operation.confirms_literally(),
                route: route.clone(),
            });
            let path = format!("{prefix}/api/v1{}", placed(route.path));
            let slashed = format!("{path}/");
            router = router.route(&path, on(filter, serve).with_state(Arc::clone(&state)));
            router = router.route(&slashed, on(filter, serve).with_state(state));
        }
    }
    let nowhere = Arc::new((Arc::clone(served), Arc::clone(gate)));
    router.route(&format!("{prefix}/api/v1/{{*path}}"), any(nothing_here).with_state(nowhere))
}

/// A path as the router gets it: operations at one address may name its parameters each in their own way.
fn placed(path: &str) -> String {
    let numbered = |(at, segment): (usize, &str)| {
        if segment.starts_with('{') { format!("{{at{at}}}") } else { segment.to_owned() }
    };
    path.split('/').enumerate().map(numbered).collect::<Vec<_>>().join("/")
}

/// The answer of an address below the application that no route has: who has no key learns nothing there either.
async fn nothing_here(State(state): State<Arc<(Arc<Served>, Arc<Gate>)>>, request: Request) -> Response {
    let (served, gate) = &*state;
    let asked = Asked::from(&request);
    match gate.caller(served, Way::Route, asked).await {
        Ok(_) => not_found(served),
        Err(error) => gate.refuse(served, asked, &error),
    }
}

async fn serve(State(state): State<Arc<RouteState>>, path: RawPathParams, request: Request) -> Response {
    let served = &state.served;
    let asked = Asked::from(&request);
    let caller = match state.gate.caller(served, Way::Route, asked).await {
        Ok(caller) => caller,
        Err(error) => return state.gate.refuse(served, asked, &error),
    };
    // Before anything of the body is read: what a caller may not know of answers as what is not there.
    let known = served.entry(state.operation);
    let Some(entry) =
        known.filter(|entry| call::permits(served, &entry.operation, &caller.actor, Door::Rest))
    else {
        return not_found(served);
    };
    let operation = &entry.operation;
    if call::steps_up(served, operation, &caller.actor, Door::Rest) {
        let body = served.app.envelope.refusal(operation.name, &call::too_little(served, operation));
        return state.gate.step_up(served, asked, operation, &body);
    }
    let (parts, body) = request.into_parts();
    let reference = caller.request_id.clone();
    let schema = entry.input.schema();
    let assembled = assemble(&state, schema, &path, &parts, body).await;
    let (input, upload) = match assembled {
        Ok(assembled) => assembled,
        Err(error) => return render(served, state.operation, Outcome::Refused(error), &reference),
    };
    let mut facts = Facts::new(Door::Rest, caller.request_id);
    facts.client = caller.client;
    facts.headers = harmless(parts.headers);
    facts.trace = told::trace(&facts.headers);
    let mut call = Call::new(state.operation, caller.actor, facts);
    call.key = told::key(&call.request.headers);
    call.token = told::token(&call.request.headers);
    call.input = input;
    call.upload = upload;
    call.request_bytes = caller.request_bytes;
    let mut response = render(served, state.operation, call::call(served, call).await, &reference);
    if response.status() == StatusCode::OK {
        *response.status_mut() = state.route.success.status();
        if state.route.success == Success::NoContent {
            *response.body_mut() = Body::empty();
            response.headers_mut().remove(CONTENT_TYPE);
        }
    }
    response
}

/// One input from path, query and body. A name given twice is an issue, as is anything unreadable.
async fn assemble(
    state: &RouteState,
    schema: &Value,
    path: &RawPathParams,
    parts: &Parts,
    body: Body,
) -> Result<(Value, Option<Upload>), Error> {
    let takes_file = state.takes_file;
    let kind = parts.headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let (fields, upload) = if takes_file && kind.starts_with("multipart/form-data") {
        let (fields, upload) = multipart::read(kind, body).await?;
        (input::Body::Text(fields), upload)
    } else {
        let bytes = body::read(body, MAX_BODY).await.map_err(|unread| match unread {
            Unread::TooLarge => too_large(takes_file),
            Unread::TooSlow => too_slow(),
        })?;
        (input::Body::json(&bytes)?, None)
    };
    // The parameter that names a tenant is none of the operation's.
    let query = parts.uri.query().unwrap_or_default();
    let query = match state.served.app.tenancy {
        Tenancy::Organizations { parameter } => input::without(query, parameter),
        _ => query.to_owned(),
    };
    let path = registry::parameters(state.route.path).zip(path.iter().map(|(_, value)| value));
    let mut input = input::assemble(schema, &state.route.fixed, path, &query, fields)?;
    // The method says it already.
    if state.route.method == Method::DELETE
        && state.confirms
        && let Some(fields) = input.as_object_mut()
    {
        fields.entry("confirm").or_insert(Value::Bool(true));
    }
    Ok((input, upload))
}

fn too_slow() -> Error {
    Error::new(
        Kind::Timeout,
        "body_too_slow",
        "The body took more than half a minute to arrive; send it again",
    )
}

fn too_large(takes_file: bool) -> Error {
    let way = if takes_file {
        " Send the file as multipart/form-data in the part `file`, up to 50 MB."
    } else {
        ""
    };
    Error::new(Kind::Invalid, "payload_too_large", format!("The body is larger than 4 MiB.{way}"))
}

/// An outcome as an HTTP response.
pub(crate) fn render(served: &Served, operation: &str, outcome: Outcome, reference: &str) -> Response {
    match outcome {
        Outcome::Done { text, replay, .. } => {
            let mut response = json_response(StatusCode::OK, text);
            if replay.is_some() {
                response.headers_mut().insert(told::REPLAYED, HeaderValue::from_static("true"));
            }
            response
        }
        Outcome::Refused(error) => {
            let status = match error.code() {
                "payload_too_large" => StatusCode::PAYLOAD_TOO_LARGE,
                "confirmation_required" => StatusCode::PRECONDITION_REQUIRED,
                _ => error.kind().status(),
            };
            let body = served.app.envelope.refusal(operation, &error);
            let mut response = json_response(status, body.to_string());
            say_when(&mut response, &error);
            response
        }
        Outcome::Asks(ask) => {
            let error = Error::ask(ask);
            json_response(error.kind().status(), served.app.envelope.refusal(operation, &error).to_string())
        }
        Outcome::Unknown => not_found(served),
        Outcome::Fault(error) => {
            let body = call::with_reference(&served.app.envelope.refusal(operation, &error), reference);
            json_response(error.kind().status(), body.to_string())
        }
    }
}

/// The answer where there is nothing, and where there is something that this caller may not know of.
pub(crate) fn not_found(served: &Served) -> Response {
    let url = format!("/{}/api/v1/openapi.json", served.app.name);
    let error =
        Error::new(Kind::NotFound, "not_found", format!("There is no such route; {url} lists them all"));
    json_response(StatusCode::NOT_FOUND, served.app.envelope.refusal("", &error).to_string())
}
