//! How Breadbox words its answers: `{"data": …}`, `{"count": …}`, and `{"error": …, "code": …}`.

use belay_core::Error;
use belay_core::envelope::{Envelope, Place};
use serde_json::{Value, json};

/// The shape of Breadbox's answers.
pub(crate) struct Data;

impl Envelope for Data {
    fn refusal(&self, _operation: &str, error: &Error) -> Value {
        let mut body = json!({ "error": error.message(), "code": error.code() });
        if let Some(fields) = body.as_object_mut() {
            if let Some(hint) = error.hint() {
                fields.insert("hint".to_owned(), hint.into());
            }
            if !error.issues().is_empty() {
                fields.insert("issues".to_owned(), json!(error.issues()));
            }
            fields.extend(error.details().clone());
        }
        body
    }

    fn fault(&self) -> Place {
        Place::Protocol
    }
}
