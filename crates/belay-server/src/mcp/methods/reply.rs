//! The outcome of a call in the protocol's words.

use belay_core::app::Tenancy;
use belay_core::envelope::Place;
use belay_core::error::MISSING_CAPABILITY;
use belay_core::{Error, Operation};
use serde_json::{Value, json};

use super::super::turn::Turn;
use super::super::wire::{Fault, downgrade, fault, meta};
use super::Fields;
use crate::call::{Outcome, Replay, with_reference};
use crate::served::Served;

/// What a text of a result says where it would be empty: some clients take no empty text.
const EMPTY: &str = "(empty)";

/// The result, or the fault, that tells an outcome.
pub(crate) fn reply(
    served: &Served,
    (name, operation): (&str, Option<&Operation>),
    outcome: Outcome,
    turn: &Turn,
) -> Result<Fields, Fault> {
    let envelope = &served.app.envelope;
    let mut fields = match outcome {
        Outcome::Done { value, text, replay } => {
            let mut fields = done(operation, value, text, envelope.structured());
            if let Some(replay) = replay {
                again(&mut fields, &replay);
            }
            fields
        }
        Outcome::Refused(error) => refused(served, (name, operation), &error, turn)?,
        Outcome::Asks(ask) => refused(served, (name, operation), &Error::ask(ask), turn)?,
        Outcome::Unknown => failed(envelope.unknown_text(name)),
        Outcome::Fault(error) if error.protocol_code().is_some() => return Err(super::fault(&error, turn)),
        // A result that breaks its own schema is no matter for the model.
        Outcome::Fault(error) if error.code() == "invalid_output" || envelope.fault() == Place::Protocol => {
            return Err(broken(&error, &turn.caller.request_id));
        }
        Outcome::Fault(error) => {
            let reference = &turn.caller.request_id;
            failed(
                envelope.text_with_reference(name, &error, reference).unwrap_or_else(|| {
                    with_reference(&envelope.refusal(name, &error), reference).to_string()
                }),
            )
        }
    };
    if let (Tenancy::Organizations { .. }, Some(tenant)) = (served.app.tenancy, &turn.caller.actor.tenant) {
        note(&mut fields, meta::TENANT, Value::from(&**tenant));
    }
    downgrade::called(&mut fields, turn.revision);
    Ok(fields)
}

fn done(operation: Option<&Operation>, value: Value, text: String, structured: bool) -> Fields {
    let output = operation.map(|operation| &operation.output);
    if output.is_some_and(|output| output.content)
        && let Value::Object(fields) = value
    {
        return fields;
    }
    // The bare value: a reader of the text sees what the operation answered, not how it travels.
    let bare = output.filter(|output| output.wrapped).and_then(|_| value.get("result"));
    let text = match bare {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => text,
    };
    let text = if text.is_empty() { EMPTY.to_owned() } else { text };
    let mut fields = Fields::new();
    fields.insert("content".to_owned(), json!([{ "type": "text", "text": text }]));
    if structured {
        fields.insert("structuredContent".to_owned(), value);
    }
    fields
}

/// Says that a result is that of the same call before: to programs, and where it may be a mistake to the model as well.
fn again(fields: &mut Fields, replay: &Replay) {
    note(fields, meta::REPLAYED, true.into());
    let content = fields.get_mut("content").and_then(Value::as_array_mut);
    if let (Some(hint), Some(content)) = (replay.hint, content) {
        content.push(json!({ "type": "text", "text": hint }));
    }
}

/// Adds a fact for programs.
fn note(fields: &mut Fields, name: &str, fact: Value) {
    let facts = fields.entry("_meta").or_insert_with(|| json!({}));
    if let Some(facts) = facts.as_object_mut() {
        facts.insert(name.to_owned(), fact);
    }
}

fn refused(
    served: &Served,
    (name, operation): (&str, Option<&Operation>),
    error: &Error,
    turn: &Turn,
) -> Result<Fields, Fault> {
    if let Some((code, _)) = error.protocol_code()
        && (code != MISSING_CAPABILITY || turn.revision.is_modern())
    {
        return Err(super::fault(error, turn));
    }
    let envelope = &served.app.envelope;
    let mut fields = failed(envelope.text(name, error));
    // Beside an output schema every structured content would have to satisfy it.
    if operation.is_none_or(|operation| operation.output.content || !envelope.structured())
        && let Some(data) = envelope.data(error)
    {
        fields.insert("structuredContent".to_owned(), data);
    }
    if !error.details().is_empty() {
        let mut facts = error.details().clone();
        facts.insert("code".to_owned(), error.code().into());
        note(&mut fields, meta::REFUSAL, Value::Object(facts));
    }
    Ok(fields)
}

fn failed(text: String) -> Fields {
    let text = if text.is_empty() { EMPTY.to_owned() } else { text };
    let mut fields = Fields::new();
    fields.insert("content".to_owned(), json!([{ "type": "text", "text": text }]));
    fields.insert("isError".to_owned(), true.into());
    fields
}

/// A fault of the server: the client learns that it happened and under which name the log has the cause.
pub(crate) fn broken(error: &Error, reference: &str) -> Fault {
    Fault::new(fault::INTERNAL, error.message())
        .with_data(json!({ "code": error.code(), "reference": reference }))
}
