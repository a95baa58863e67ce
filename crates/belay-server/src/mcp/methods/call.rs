//! `tools/call`.

use std::borrow::Cow;
use std::sync::Arc;

use belay_core::Operation;
use belay_core::ask::Answers;
use belay_core::ctx::Progress;
use belay_core::envelope::Place;
use belay_core::operation::TaskSupport;
use belay_core::request::Trace;
use serde_json::{Map, Value, json};

use super::super::door::Door;
use super::super::progress::{Logger, Reporter};
use super::super::turn::Turn;
use super::super::wire::meta::{KEY, TASKS};
use super::super::wire::{Fault, Request, headers};
use super::question::{Attempt, Step};
use super::{Fields, question, reply};
use crate::call::{self, Call, Outcome};
use crate::told;

pub(super) async fn call(door: &Arc<Door>, turn: &Turn, request: &Request) -> Result<Fields, Fault> {
    let Some(name) = request.text("name").map(str::to_owned) else {
        return Err(Fault::invalid_params("`name` must be the name of a tool"));
    };
    if request.params.get("arguments").is_some_and(|arguments| !arguments.is_object() && !arguments.is_null())
    {
        return Err(Fault::invalid_params("`arguments` must be an object"));
    }
    let operation = permitted(door, turn, &name);
    if let (Some(operation), Some(sent)) = (operation, &turn.sent) {
        let arguments = request.params.get("arguments").and_then(Value::as_object);
        headers::arguments(sent, &operation.mirrored, arguments)?;
    }
    let answers = question::answers(door, turn, request).await?;
    if let Some(operation) = operation
        && let Some(created) = as_task(door, turn, operation, request, &answers).await?
    {
        return Ok(created);
    }
    run(door, turn, request, (&name, operation), answers).await
}

/// The operation of a name, where the caller may know of it.
fn permitted<'a>(door: &'a Door, turn: &Turn, name: &str) -> Option<&'a Operation> {
    let operation = &door.served.entry(name)?.operation;
    call::permits(&door.served, operation, &turn.caller.actor, turn.way).then_some(operation)
}

/// Makes the call a task, where the operation and the client can do with one.
async fn as_task(
    door: &Arc<Door>,
    turn: &Turn,
    operation: &Operation,
    request: &Request,
    answers: &Answers,
) -> Result<Option<Fields>, Fault> {
    if operation.task == TaskSupport::No || !turn.revision.is_modern() {
        return Ok(None);
    }
    let extension = json!({ "extensions": { TASKS: {} } });
    match (turn.declares(&extension), operation.task) {
        (true, _) => super::task::create(door, turn, operation, request, answers).await,
        (false, TaskSupport::Required) => {
            Err(super::fault(&belay_core::Error::missing_capability(&extension), turn))
        }
        (false, _) => Ok(None),
    }
}

async fn run(
    door: &Arc<Door>,
    turn: &Turn,
    request: &Request,
    (name, operation): (&str, Option<&Operation>),
    answers: Answers,
) -> Result<Fields, Fault> {
    // One for all rounds: progress must grow over the whole request.
    let reporter = Reporter::of(turn, request);
    let step = question::until_answered((door, turn, request), answers, |answers| {
        let call = made(door, turn, request, (name, operation), (answers, reporter.clone()));
        let (served, reporter) = (Arc::clone(&door.served), reporter.clone());
        Box::pin(async move {
            let work = call::call(&served, call);
            let outcome = match reporter {
                Some(reporter) => reporter.alive(work).await,
                None => work.await,
            };
            match outcome {
                Outcome::Asks(ask) => Attempt::Asks(ask),
                outcome => Attempt::Done(outcome),
            }
        })
    });
    let outcome = match step.await? {
        Step::Asked(fields) => return Ok(fields),
        Step::Unanswered(error) => Outcome::Refused(error),
        Step::Done(Outcome::Unknown) if door.served.app.envelope.unknown() == Place::Protocol => {
            return Err(unknown(door, turn, name));
        }
        Step::Done(outcome) => outcome,
    };
    reply::reply(&door.served, (name, operation), outcome, turn)
}

/// The call as the call path takes it.
fn made(
    door: &Door,
    turn: &Turn,
    request: &Request,
    (name, operation): (&str, Option<&Operation>),
    (answers, reporter): (Answers, Option<Arc<Reporter>>),
) -> Call {
    let name: Cow<'static, str> =
        operation.map_or_else(|| Cow::Owned(name.to_owned()), |operation| Cow::Borrowed(operation.name));
    let mut call = Call::new(name, turn.caller.actor.clone(), turn.facts());
    call.input = match request.params.get("arguments") {
        Some(Value::Object(arguments)) => Value::Object(arguments.clone()),
        _ => Value::Object(Map::new()),
    };
    call.progress = reporter.map(|reporter| -> Arc<dyn Progress> { reporter });
    call.log = Logger::of(turn, door.served.app.protocol.logging);
    call.connection.clone_from(&turn.connection);
    call.cancelled = Some(turn.cancelled.clone());
    call.request_bytes = turn.caller.request_bytes;
    call.answers = answers;
    call.key = key(turn, request);
    call.askable = turn.revision.is_modern() || turn.asker.is_some();
    let trace = request.meta().and_then(|meta| meta.get("traceparent")).and_then(Value::as_str);
    call.request.trace = trace.map_or_else(|| told::trace(&call.request.headers), Trace::parse);
    call
}

/// The idempotency key of a call: its own, else that of the HTTP request.
pub(super) fn key(turn: &Turn, request: &Request) -> Option<Arc<str>> {
    match request.meta().and_then(|meta| meta.get(KEY)) {
        None | Some(Value::Null) => told::key(&turn.caller.headers),
        // A key of another kind is none that can be honoured: it is refused where keys are read.
        Some(key) => Some(key.as_str().unwrap_or_default().into()),
    }
}

/// What a name that nothing has is answered: the new name where it had another, else one that is near.
fn unknown(door: &Door, turn: &Turn, name: &str) -> Fault {
    let app = &door.served.app;
    if let Some((_, now)) = app.renamed.iter().find(|(before, _)| *before == name) {
        return Fault::invalid_params(format!("Unknown tool; {now}"));
    }
    let actor = &turn.caller.actor;
    let known: Vec<&str> = app
        .operations
        .iter()
        .filter(|operation| call::permits(&door.served, operation, actor, turn.way))
        .map(|operation| operation.name)
        .collect();
    let near = call::validate::nearest(name, &known).map(|near| format!("; did you mean `{near}`?"));
    Fault::invalid_params(format!("Unknown tool{}", near.unwrap_or_default()))
}
