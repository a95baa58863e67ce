//! How an application's answers look.

use serde_json::{Value, json};

use crate::Error;

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

    /// Where a fault of the server is told.
    fn fault(&self) -> Place {
        Place::Result
    }

    /// Where an unknown or hidden operation is told.
    fn unknown(&self) -> Place {
        Place::Protocol
    }

    /// Whether a result is also sent as structured content, with its schema in the list.
    fn structured(&self) -> bool {
        false
    }
}

/// The framework's own shape: the result itself, structured and as text; a refusal as its sentence.
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
        body
    }

    fn structured(&self) -> bool {
        true
    }
}
