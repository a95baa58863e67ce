//! Runs a task until it ends or waits for answers.

use std::sync::Arc;

use belay_core::ask::Answers;
use belay_core::error::chain;
use belay_core::{Change, Error};
use belay_store::task::{self, Ending, Task};
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use super::{RENEWAL, leased_until};
use crate::call::{self, Call, Outcome};
use crate::mcp::door::Door;
use crate::mcp::methods::reply;
use crate::mcp::turn::{Outlet, Turn};
use crate::mcp::wire::{Fault, fault};

/// Starts, or goes on with, a task that this process holds.
pub(crate) fn start(door: &Arc<Door>, turn: &Turn, task: Task) {
    let cancelled = CancellationToken::new();
    door.tasks.lock().insert(task.id.clone(), cancelled.clone());
    let (door, mut turn) = (Arc::clone(door), turn.clone());
    // The request is answered: nothing more can be told on its connection.
    turn.outlet = Outlet::default();
    turn.connection = None;
    turn.cancelled = cancelled;
    tokio::spawn(async move {
        let (id, tenant) = (task.id.clone(), task.tenant.clone());
        if let Err(error) = drive(&door, &turn, task).await {
            tracing::error!(app = door.served.app.name, task = id, cause = chain(&error), "a task was lost");
        }
        door.tasks.lock().remove(&id);
        door.served.changes.publish(&Change::Task(id), tenant.as_deref()).await;
    });
}

async fn drive(door: &Arc<Door>, turn: &Turn, task: Task) -> Result<(), Error> {
    let now = || door.served.shared.clock.now();
    let outcome = {
        let mut work = std::pin::pin!(call::call(&door.served, made(door, turn, &task)));
        let mut renewal = tokio::time::interval(RENEWAL);
        renewal.reset();
        loop {
            tokio::select! {
                biased;
                outcome = &mut work => break outcome,
                () = door.stop.cancelled() => break stopped(),
                _ = renewal.tick() => {
                    let at = now();
                    if !door.tasks.keep.renew(&task.id, &door.tasks.runner, leased_until(at), at).await? {
                        // Somebody cancelled it, perhaps in another process.
                        turn.cancelled.cancel();
                    }
                }
            }
        }
    };
    if let Outcome::Asks(ask) = outcome {
        let asked = crate::mcp::methods::requests(&ask);
        let requests = json!({ "asked": asked, "kept": ask.kept }).to_string();
        door.tasks.keep.ask(&task.id, &requests, now()).await?;
        return Ok(());
    }
    let operation = door.served.entry(&task.operation).map(|entry| &entry.operation);
    let (status, outcome) = match reply::reply(&door.served, (&task.operation, operation), outcome, turn) {
        Ok(mut fields) => {
            fields.insert("resultType".to_owned(), "complete".into());
            (task::COMPLETED, json!({ "result": fields }))
        }
        Err(fault) => (task::FAILED, json!({ "error": error(&fault) })),
    };
    let ending = Ending { status: status.to_owned(), outcome: Some(outcome.to_string()), message: None };
    door.tasks.keep.finish(&task.id, ending, now()).await?;
    Ok(())
}

fn error(fault: &Fault) -> Value {
    let mut error = json!({ "code": fault.code, "message": fault.message });
    if let (Some(data), Some(fields)) = (&fault.data, error.as_object_mut()) {
        fields.insert("data".to_owned(), data.clone());
    }
    error
}

/// The server ends: what was begun is rolled back with the call's transaction.
fn stopped() -> Outcome {
    let message = "The server was stopped while the task ran; start it again";
    Outcome::Refused(Error::protocol(belay_core::Kind::Unavailable, fault::INTERNAL, message))
}

fn made(door: &Door, turn: &Turn, task: &Task) -> Call {
    let known = door.served.entry(&task.operation).map(|entry| entry.operation.name);
    let mut call = Call::new(known.unwrap_or("unknown"), turn.caller.actor.clone(), turn.facts());
    call.input = serde_json::from_str(&task.input).unwrap_or_default();
    let given: Map<String, Value> = serde_json::from_str(&task.answers).unwrap_or_default();
    let facts: Value = serde_json::from_str(&task.facts).unwrap_or_default();
    call.answers = Answers::new(given, facts.get("kept").cloned().filter(|kept| !kept.is_null()));
    call.cancelled = Some(turn.cancelled.clone());
    call.request_bytes = turn.caller.request_bytes;
    call
}
