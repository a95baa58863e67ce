//! How an application's answers look.

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::{Error, Issue};

/// Where a trouble is told on the Model Context Protocol: in the result, where the model reads it, or as a
/// protocol error, which goes to the client program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In the result, marked as an error.
    Result,
    /// As a protocol error.
    Protocol,
}

/// The shape of an application's answers. The call path decides what happened; this only words it.
pub trait Envelope: Send + Sync + 'static {
    /// The body of a refusal.
    fn refusal(&self, operation: &str, error: &Error) -> Value;

    /// The text of a refusal for a model.
    fn text(&self, operation: &str, error: &Error) -> String {
        self.refusal(operation, error).to_string()
    }

    /// The text of a fault that names its reference in the log, where it is not the body of a refusal with the
    /// reference in it.
    fn text_with_reference(&self, _operation: &str, _error: &Error, _reference: &str) -> Option<String> {
        None
    }

    /// What is sent for programs beside the text of a refusal, where no output schema forbids it.
    fn data(&self, _error: &Error) -> Option<Value> {
        None
    }

    /// Where a fault of the server is told.
    fn fault(&self) -> Place {
        Place::Result
    }

    /// Where an unknown or hidden operation is told.
    fn unknown(&self) -> Place {
        Place::Protocol
    }

    /// The text for a model that asks for an operation it does not have, where that is told in the result.
    fn unknown_text(&self, operation: &str) -> String {
        json!({ "error": format!("unknown tool: {operation}") }).to_string()
    }

    /// Makes what a result says of the time true again, where it is the answer to a call that was done before.
    fn again(&self, _result: &mut Value, _now: Timestamp) {}

    /// Whether a result is also sent as structured content, with its schema in the list.
    fn structured(&self) -> bool {
        false
    }
}

/// The framework's own shape: the result itself, structured and as text; a refusal as its sentence, and over REST as
/// an object.
#[derive(Debug, Clone, Copy, Default)]
pub struct Plain;

impl Envelope for Plain {
    fn refusal(&self, _operation: &str, error: &Error) -> Value {
        let mut body = json!({ "error": error.message(), "code": error.code() });
        if let (Some(hint), Some(body)) = (error.hint(), body.as_object_mut()) {
            body.insert("hint".to_owned(), hint.into());
        }
        if let (false, Some(body)) = (error.issues().is_empty(), body.as_object_mut()) {
            body.insert("issues".to_owned(), json!(error.issues()));
        }
        if let Some(body) = body.as_object_mut() {
            for (name, fact) in error.details() {
                body.entry(name.as_str()).or_insert_with(|| fact.clone());
            }
        }
        body
    }

    fn text(&self, _operation: &str, error: &Error) -> String {
        if !error.issues().is_empty() {
            let line = |issue: &Issue| {
                let place = if issue.path.is_empty() { "the input" } else { &issue.path };
                format!("Validation error at {place}: {}", issue.message)
            };
            return error.issues().iter().map(line).collect::<Vec<_>>().join("\n");
        }
        match error.hint() {
            Some(hint) => format!("{}\n{hint}", error.message()),
            None => error.message().to_owned(),
        }
    }

    fn text_with_reference(&self, operation: &str, error: &Error, reference: &str) -> Option<String> {
        Some(format!("{} (reference {reference})", self.text(operation, error)))
    }

    fn data(&self, error: &Error) -> Option<Value> {
        let each = |issue: &Issue| json!({ "path": issue.path, "message": issue.message });
        let errors: Vec<Value> = error.issues().iter().map(each).collect();
        (!errors.is_empty()).then(|| json!({ "errors": errors }))
    }

    fn structured(&self) -> bool {
        true
    }
}
