//! `tasks/get`, `tasks/update`, `tasks/cancel`, and how a call becomes a task.

use std::sync::Arc;

use belay_core::ask::{Answers, Question};
use belay_core::{Error, Operation};
use belay_store::task::{self, Task};
use serde_json::{Map, Value, json};

use super::super::door::Door;
use super::super::tasks::{self, Made, POLL_MS, TTL_MS, facts};
use super::super::turn::Turn;
use super::super::wire::meta::TASKS;
use super::super::wire::{Fault, Request};
use super::{Fields, question, reply};
use crate::call::Outcome;
use crate::call::validate;
use crate::call::visit::{self, Visit};

/// How often an answer is tried again when others answer at the same time.
const TRIES: usize = 8;

/// Makes a call a task: its result says which. Questions that come before that are asked of the request itself.
pub(super) async fn create(
    door: &Arc<Door>,
    turn: &Turn,
    operation: &Operation,
    request: &Request,
    answers: &Answers,
) -> Result<Option<Fields>, Fault> {
    let served = &door.served;
    if let Some(first) = &operation.first {
        let mut visit = Visit::new("tools/call", operation.name, turn);
        visit.answers = answers.clone();
        if let Err(error) = visit::visit(served, visit, |cx| first(cx)).await {
            return match error.asked() {
                Some(ask) => question::result(door, turn, request, ask, answers).map(Some),
                None => refused(door, turn, operation, error).map(Some),
            };
        }
    }
    let input = request.params.get("arguments").cloned().unwrap_or_else(|| json!({}));
    let made = Made {
        operation: operation.name,
        input: input.to_string(),
        answers: Value::Object(answers.given().clone()).to_string(),
        facts: facts::of(turn, answers.kept(), super::call::key(turn, request).as_deref()),
    };
    let task = match door.tasks.create(served, &turn.caller.actor, made).await {
        Ok(task) => task,
        Err(error) => return refused(door, turn, operation, error).map(Some),
    };
    let mut fields = described(&task);
    fields.insert("resultType".to_owned(), "task".into());
    tasks::start(door, turn, task);
    Ok(Some(fields))
}

fn refused(door: &Door, turn: &Turn, operation: &Operation, error: Error) -> Result<Fields, Fault> {
    let outcome = if error.kind().is_fault() { Outcome::Fault(error) } else { Outcome::Refused(error) };
    reply::reply(&door.served, (operation.name, Some(operation)), outcome, turn)
}

pub(super) async fn get(door: &Arc<Door>, turn: &Turn, request: &Request) -> Result<Fields, Fault> {
    Ok(detailed(&found(door, turn, request).await?))
}

pub(super) async fn cancel(door: &Arc<Door>, turn: &Turn, request: &Request) -> Result<Fields, Fault> {
    let task = found(door, turn, request).await?;
    let cancelled = door.tasks.cancel(&door.served, &task).await;
    cancelled.map_err(|error| super::fault(&error, turn))?;
    Ok(Fields::new())
}

pub(super) async fn update(door: &Arc<Door>, turn: &Turn, request: &Request) -> Result<Fields, Fault> {
    let Some(responses) = request.params.get("inputResponses").and_then(Value::as_object) else {
        return Err(Fault::invalid_params("`inputResponses` must be an object, one answer for each key"));
    };
    for _ in 0..TRIES {
        let task = found(door, turn, request).await?;
        if task.status != task::INPUT_REQUIRED {
            return Ok(Fields::new());
        }
        let requests: Value =
            task.requests.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        let mut open = requests.get("asked").and_then(Value::as_object).cloned().unwrap_or_default();
        let mut answers: Map<String, Value> = serde_json::from_str(&task.answers).unwrap_or_default();
        for (key, answer) in responses {
            // Keys that are not, or no longer, open are ignored, and so are answers that are none.
            if open.get(key).and_then(question_of).is_some_and(|asked| asked.accepts(answer, validate::holds))
            {
                open.remove(key);
                answers.insert(key.clone(), answer.clone());
            }
        }
        let kept = requests.get("kept").cloned().unwrap_or_default();
        let left = (!open.is_empty()).then(|| json!({ "asked": open, "kept": kept }).to_string());
        let answers = Value::Object(answers).to_string();
        let answered = door.tasks.answer(&door.served, &task, (&answers, left.as_deref())).await;
        match answered.map_err(|error| super::fault(&error, turn))? {
            None => continue,
            Some(false) => {}
            Some(true) => {
                let facts = facts::with_kept(&task.facts, kept);
                tasks::start(door, turn, Task { answers, facts, ..task });
            }
        }
        return Ok(Fields::new());
    }
    // To acknowledge what was not kept would have the client wait for ever.
    tracing::error!(app = door.served.app.name, "answers to a task were overtaken {TRIES} times");
    Err(Fault::internal())
}

/// The caller's task that a request names. Another's answers as one that does not exist.
async fn found(door: &Arc<Door>, turn: &Turn, request: &Request) -> Result<Task, Fault> {
    let extension = json!({ "extensions": { TASKS: {} } });
    if !turn.declares(&extension) {
        return Err(super::fault(&Error::missing_capability(&extension), turn));
    }
    let Some(id) = request.text("taskId") else {
        return Err(Fault::invalid_params("`taskId` must be the identifier of a task"));
    };
    let found = door.tasks.find(&door.served, &turn.caller.actor, id).await;
    let found = found.map_err(|error| super::fault(&error, turn))?;
    found.ok_or_else(|| Fault::invalid_params("There is no such task, or it has been forgotten"))
}

/// An open question from the words in which the client saw it.
fn question_of(asked: &Value) -> Option<Question> {
    Question::read(asked.get("method")?.as_str()?, asked.get("params")?)
}

/// What is always said of a task.
fn described(task: &Task) -> Fields {
    let mut fields = Fields::new();
    fields.insert("taskId".to_owned(), task.id.as_str().into());
    fields.insert("status".to_owned(), task.status.as_str().into());
    if let Some(message) = &task.message {
        fields.insert("statusMessage".to_owned(), message.as_str().into());
    }
    fields.insert("createdAt".to_owned(), task.created_at.to_string().into());
    fields.insert("lastUpdatedAt".to_owned(), task.updated_at.to_string().into());
    fields.insert("ttlMs".to_owned(), TTL_MS.into());
    fields.insert("pollIntervalMs".to_owned(), POLL_MS.into());
    fields
}

/// A task with what its status adds: its result, its error, or what it waits for.
pub(super) fn detailed(task: &Task) -> Fields {
    let mut fields = described(task);
    let read = |text: &Option<String>| -> Value {
        text.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    };
    match task.status.as_str() {
        task::INPUT_REQUIRED => {
            let asked = read(&task.requests).get("asked").cloned().unwrap_or_else(|| json!({}));
            fields.insert("inputRequests".to_owned(), asked);
        }
        task::COMPLETED | task::FAILED => {
            if let Value::Object(outcome) = read(&task.outcome) {
                fields.extend(outcome);
            }
        }
        _ => {}
    }
    fields
}
