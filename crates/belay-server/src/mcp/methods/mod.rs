//! What each method does. Every request is answered, whatever happens inside.

mod call;
mod complete;
mod greet;
mod list;
mod listen;
mod prompt;
mod question;
mod read;
mod remember;
pub(crate) mod reply;
mod task;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use belay_core::Error;
use belay_core::error::MISSING_CAPABILITY;
use futures_util::FutureExt;
use serde_json::{Map, Value};

pub(crate) use greet::initialize;
pub(crate) use question::requests;

use super::door::Door;
use super::turn::Turn;
use super::wire::{Fault, Request, headers};

/// The fields of a result.
pub(crate) type Fields = Map<String, Value>;

/// Answers a request: its result in the envelope of its revision, or a fault.
pub(crate) async fn answer(door: &Arc<Door>, turn: &Turn, request: Request) -> Result<Value, Fault> {
    let answered = AssertUnwindSafe(dispatch(door, turn, request)).catch_unwind().await;
    let fields = answered.unwrap_or_else(|panic| {
        let words = crate::call::words(panic.as_ref());
        tracing::error!(app = door.served.app.name, panic = words, "a method of the protocol panicked");
        Err(Fault::internal())
    })?;
    Ok(door.enveloped(fields, turn.revision))
}

async fn dispatch(door: &Arc<Door>, turn: &Turn, request: Request) -> Result<Fields, Fault> {
    if !offered(door, turn, &request.method) {
        return Err(Fault::no_method(&request.method));
    }
    if let Some(sent) = &turn.sent {
        headers::name(sent, &request)?;
    }
    match request.method.as_str() {
        "ping" => Ok(Fields::new()),
        "server/discover" => Ok(greet::discover(door, turn)),
        "tools/list" => list::tools(door, turn, &request),
        "resources/list" => list::resources(door, turn, &request),
        "resources/templates/list" => list::templates(door, turn, &request),
        "prompts/list" => list::prompts(door, turn, &request),
        "tools/call" => call::call(door, turn, &request).await,
        "resources/read" => read::read(door, turn, &request).await,
        "prompts/get" => prompt::get(door, turn, &request).await,
        "completion/complete" => complete::complete(door, turn, &request).await,
        "logging/setLevel" => remember::set_level(turn, &request),
        "resources/subscribe" => remember::subscribe(door, turn, &request, true),
        "resources/unsubscribe" => remember::subscribe(door, turn, &request, false),
        "subscriptions/listen" => listen::listen(door, turn, &request).await,
        "tasks/get" => task::get(door, turn, &request).await,
        "tasks/update" => task::update(door, turn, &request).await,
        "tasks/cancel" => task::cancel(door, turn, &request).await,
        other => Err(Fault::no_method(other)),
    }
}

/// Whether a method is there for this revision: a capability that is not offered has none.
fn offered(door: &Door, turn: &Turn, method: &str) -> bool {
    let (app, modern) = (&door.served.app, turn.revision.is_modern());
    match method {
        "ping" => !modern,
        "server/discover" => modern,
        "tools/list" | "tools/call" => !app.operations.is_empty(),
        "resources/list" | "resources/templates/list" | "resources/read" => door.has_resources(),
        "prompts/list" | "prompts/get" => !app.prompts.is_empty(),
        "completion/complete" => door.completes(),
        "logging/setLevel" => !modern && app.protocol.logging,
        "resources/subscribe" | "resources/unsubscribe" => {
            !modern && app.protocol.changes && door.has_resources() && turn.remembered.is_some()
        }
        "subscriptions/listen" => modern && (app.protocol.changes || door.has_tasks()),
        "tasks/get" | "tasks/update" | "tasks/cancel" => modern && door.has_tasks(),
        _ => false,
    }
}

/// An error of a resource, a prompt or a suggestion as a fault of the protocol, which is all these can answer.
fn fault(error: &Error, turn: &Turn) -> Fault {
    if let Some((code, data)) = error.protocol_code() {
        let code = if code == MISSING_CAPABILITY && !turn.revision.is_modern() {
            super::wire::fault::INVALID_PARAMS
        } else {
            code
        };
        let fault = Fault::new(code, error.message());
        return match data {
            Some(data) => fault.with_data(data.clone()),
            None => fault,
        };
    }
    if error.kind().is_fault() {
        return reply::broken(error, &turn.caller.request_id);
    }
    let mut data = serde_json::json!({ "code": error.code() });
    if !error.issues().is_empty()
        && let Some(fields) = data.as_object_mut()
    {
        fields.insert("issues".to_owned(), serde_json::json!(error.issues()));
    }
    Fault::invalid_params(error.message()).with_data(data)
}
