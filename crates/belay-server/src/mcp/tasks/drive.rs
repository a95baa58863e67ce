//! Runs a task until it ends or waits for answers.

use std::sync::Arc;

use belay_core::ask::Answers;
use belay_core::error::chain;
use belay_core::{Change, Error, Kind};
use belay_store::task::{self, Ending, Task};
use serde_json::{Map, Value, json};

use super::facts;
use super::renewal::Renewal;
use super::running::Run;
use crate::call::{self, Call, Outcome};
use crate::mcp::door::Door;
use crate::mcp::methods::reply;
use crate::mcp::turn::{Outlet, Turn};
use crate::mcp::wire::{Fault, fault};

/// What becomes of a task when a run of it is over.
enum Over {
    /// It has ended.
    Ended,
    /// It waits for answers.
    Waits,
}

/// Starts, or goes on with, a task that this process holds.
pub(crate) fn start(door: &Arc<Door>, turn: &Turn, task: Task) {
    // Before anything else, so that nobody who cancels it misses it.
    let run = door.tasks.running.enter(&task.id);
    let (door, mut turn) = (Arc::clone(door), turn.clone());
    // The request is answered: nothing more can be told on its connection.
    turn.outlet = Outlet::default();
    turn.connection = None;
    turn.cancelled = run.unwanted().child_token();
    let work = door.served.work.clone();
    work.spawn(async move {
        let over = drive(&door, &turn, &task, &run).await;
        let unwanted = run.leave();
        let ended = match over {
            // Whoever gave it up in the last moment was told that it runs, and it does not: it waits.
            Ok(Over::Waits) if unwanted => door.tasks.cancel(&door.served, &task).await,
            Ok(_) => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = ended {
            tracing::error!(
                app = door.served.app.name,
                task = task.id,
                cause = chain(&error),
                "a task was lost"
            );
        }
        let change = Change::Task(task.id);
        door.served.changes.publish(&change, task.tenant.as_deref()).await;
    });
}

async fn drive(door: &Arc<Door>, turn: &Turn, task: &Task, run: &Run) -> Result<Over, Error> {
    let resumed = task.status == task::INPUT_REQUIRED;
    // Somebody may have cancelled it after its last answer and before this run could be told.
    if resumed && !door.tasks.renew(&door.served, &task.id).await? {
        return Ok(Over::Ended);
    }
    let renewal = Renewal::start(door, &task.id, turn.cancelled.clone());
    let (outcome, stopped) = until_it_ends(door, turn, task).await;
    renewal.end().await;
    let (unwanted, now) = (run.unwanted().is_cancelled(), door.served.shared.clock.now());
    let ending = match outcome {
        // What is done is done, whatever was wished meanwhile.
        Outcome::Done { .. } => replied(door, turn, task, outcome),
        _ if unwanted => Ending { status: task::CANCELLED.to_owned(), outcome: None, message: None },
        Outcome::Asks(ask) => {
            let asked = crate::mcp::methods::requests(&ask);
            let requests = json!({ "asked": asked, "kept": ask.kept }).to_string();
            door.tasks.keep.ask(&task.id, &requests, now).await?;
            return Ok(Over::Waits);
        }
        _ if stopped && outcome.name() == "cancelled" => replied(door, turn, task, cut_off()),
        _ => replied(door, turn, task, outcome),
    };
    door.tasks.keep.finish(&task.id, ending, now).await?;
    Ok(Over::Ended)
}

/// The outcome of the call, and whether it was told to end because the server stops. It is never dropped: what is
/// being committed then is seen to its end.
async fn until_it_ends(door: &Arc<Door>, turn: &Turn, task: &Task) -> (Outcome, bool) {
    let mut work = std::pin::pin!(call::call(&door.served, made(door, turn, task)));
    tokio::select! {
        biased;
        outcome = &mut work => return (outcome, false),
        () = door.stop.cancelled() => turn.cancelled.cancel(),
    }
    (work.await, true)
}

/// The end of a task whose call came to an outcome.
fn replied(door: &Door, turn: &Turn, task: &Task, outcome: Outcome) -> Ending {
    let operation = door.served.entry(&task.operation).map(|entry| &entry.operation);
    let (status, outcome) = match reply::reply(&door.served, (&task.operation, operation), outcome, turn) {
        Ok(mut fields) => {
            fields.insert("resultType".to_owned(), "complete".into());
            (task::COMPLETED, json!({ "result": fields }))
        }
        Err(fault) => (task::FAILED, json!({ "error": error(&fault) })),
    };
    Ending { status: status.to_owned(), outcome: Some(outcome.to_string()), message: None }
}

fn error(fault: &Fault) -> Value {
    let mut error = json!({ "code": fault.code, "message": fault.message });
    if let (Some(data), Some(fields)) = (&fault.data, error.as_object_mut()) {
        fields.insert("data".to_owned(), data.clone());
    }
    error
}

/// The server ends. The call's own transaction is rolled back, but not what it did outside of it.
fn cut_off() -> Outcome {
    let message = "The server was stopped while the task ran; what it did before that may have happened. \
        Look before calling again";
    Outcome::Refused(Error::protocol(Kind::Unavailable, fault::INTERNAL, message))
}

fn made(door: &Door, turn: &Turn, task: &Task) -> Call {
    let known = door.served.entry(&task.operation).map(|entry| entry.operation.name);
    let request = facts::restored(&task.facts, turn);
    let mut call = Call::new(known.unwrap_or("unknown"), turn.caller.actor.clone(), request);
    call.input = serde_json::from_str(&task.input).unwrap_or_default();
    let given: Map<String, Value> = serde_json::from_str(&task.answers).unwrap_or_default();
    call.answers = Answers::new(given, facts::kept(&task.facts));
    call.key = facts::key(&task.facts);
    call.askable = true;
    call.cancelled = Some(turn.cancelled.clone());
    call.request_bytes = turn.caller.request_bytes;
    call
}
