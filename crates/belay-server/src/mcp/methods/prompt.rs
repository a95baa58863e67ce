//! `prompts/get`.

use std::sync::Arc;

use belay_core::ctx::Progress;
use belay_core::prompt::spoken;
use belay_core::schema::{Mode, coerce};
use belay_core::{Error, Prompt};
use serde_json::{Map, Value, json};

use super::super::door::Door;
use super::super::progress::{Logger, Reporter};
use super::super::turn::Turn;
use super::super::wire::{Fault, Request, downgrade};
use super::question::{Attempt, Step};
use super::{Fields, question};
use crate::call::validate::nearest;
use crate::call::visit::{self, Visit};

pub(super) async fn get(door: &Arc<Door>, turn: &Turn, request: &Request) -> Result<Fields, Fault> {
    let Some(name) = request.text("name") else {
        return Err(Fault::invalid_params("`name` must be the name of a prompt"));
    };
    let served = &door.served;
    let prompts = served.app.prompts.iter().zip(served.prompt_checks());
    let mut known = prompts.filter(|_| visit::may_read(served, &turn.caller.actor));
    let Some((prompt, check)) = known.find(|(prompt, _)| prompt.described.name == name) else {
        return Err(unknown(door, turn, name));
    };
    let mut arguments = match request.params.get("arguments") {
        None | Some(Value::Null) => Value::Object(Map::new()),
        Some(arguments @ Value::Object(_)) => arguments.clone(),
        Some(_) => return Err(Fault::invalid_params("`arguments` must be an object of texts")),
    };
    coerce(&mut arguments, check.schema(), Mode::Text);
    let issues = check.issues(&arguments);
    if !issues.is_empty() {
        return Err(super::fault(&Error::invalid(issues), turn));
    }
    let answers = question::answers(door, turn, request).await?;
    let reporter = Reporter::of(turn, request);
    let step = question::until_answered((door, turn, request), answers, |answers| {
        let mut visit = Visit::new("prompts/get", prompt.described.name, turn);
        visit.progress = reporter.clone().map(|reporter| -> Arc<dyn Progress> { reporter });
        visit.log = Logger::of(turn, served.app.protocol.logging);
        visit.answers = answers;
        let arguments = arguments.clone();
        Box::pin(async move {
            match visit::visit(served, visit, |cx| (prompt.write)(cx, arguments)).await {
                Err(error) if error.asked().is_some() => {
                    Attempt::Asks(error.asked().cloned().unwrap_or_default())
                }
                written => Attempt::Done(written),
            }
        })
    });
    match step.await? {
        Step::Asked(fields) => Ok(fields),
        Step::Done(Ok(messages)) => Ok(written(prompt, &spoken(messages), turn)),
        Step::Done(Err(error)) | Step::Unanswered(error) => Err(super::fault(&error, turn)),
    }
}

fn written(prompt: &Prompt, messages: &[belay_core::prompt::Spoken], turn: &Turn) -> Fields {
    let mut messages = json!(messages);
    downgrade::messages(&mut messages, turn.revision);
    let mut fields = Fields::new();
    fields.insert("description".to_owned(), prompt.described.about.into());
    fields.insert("messages".to_owned(), messages);
    fields
}

fn unknown(door: &Door, turn: &Turn, name: &str) -> Fault {
    let known: Vec<&str> = if visit::may_read(&door.served, &turn.caller.actor) {
        door.served.app.prompts.iter().map(|prompt| prompt.described.name).collect()
    } else {
        Vec::new()
    };
    let near = nearest(name, &known).map(|near| format!("; did you mean `{near}`?"));
    Fault::invalid_params(format!("Unknown prompt{}", near.unwrap_or_default()))
}
