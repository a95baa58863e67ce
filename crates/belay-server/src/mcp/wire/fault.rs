//! Errors of the protocol, for the client program.

use http::StatusCode;
use serde_json::{Value, json};

use super::message::Id;

/// Not JSON (JSON-RPC 2.0, section 5.1).
pub(crate) const PARSE: i32 = -32700;
/// JSON, but no message.
pub(crate) const INVALID_REQUEST: i32 = -32600;
/// No such method.
pub(crate) const METHOD_NOT_FOUND: i32 = -32601;
/// The parameters do not make sense.
pub(crate) const INVALID_PARAMS: i32 = -32602;
/// Something broke.
pub(crate) const INTERNAL: i32 = -32603;
/// A resource is not there, in the revisions with a handshake.
pub(crate) const RESOURCE_NOT_FOUND: i32 = -32002;
/// A header is missing or does not say what the body says.
pub(crate) const HEADER_MISMATCH: i32 = -32020;
/// A revision that is not spoken here.
pub(crate) const UNSUPPORTED_VERSION: i32 = -32022;

/// An error of the protocol.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fault {
    pub(crate) code: i32,
    pub(crate) message: String,
    pub(crate) data: Option<Value>,
    /// The status over HTTP, in the revision without a handshake.
    pub(crate) status: StatusCode,
}

impl Fault {
    pub(crate) fn new(code: i32, message: impl Into<String>) -> Self {
        let status = match code {
            PARSE | INVALID_REQUEST | HEADER_MISMATCH | UNSUPPORTED_VERSION => StatusCode::BAD_REQUEST,
            belay_core::error::MISSING_CAPABILITY => StatusCode::BAD_REQUEST,
            METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
            _ => StatusCode::OK,
        };
        Self { code, message: message.into(), data: None, status }
    }

    pub(crate) fn with_data(mut self, data: Value) -> Self {
        self.data = Some(data);
        self
    }

    pub(crate) fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    pub(crate) fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(INVALID_PARAMS, message)
    }

    pub(crate) fn no_method(method: &str) -> Self {
        Self::new(METHOD_NOT_FOUND, format!("Method not found: {method}"))
    }

    pub(crate) fn internal() -> Self {
        Self::new(INTERNAL, "Something went wrong on this server; the operator's log has the cause.")
    }

    /// The error as the answer to a message. Where the identifier could not be read there is none: the newer schemas
    /// do not allow null, and the older ones allow neither.
    pub(crate) fn answer(&self, id: Option<&Id>) -> Value {
        let mut error = json!({ "code": self.code, "message": self.message });
        if let (Some(data), Some(error)) = (&self.data, error.as_object_mut()) {
            error.insert("data".to_owned(), data.clone());
        }
        match id {
            Some(id) => json!({ "jsonrpc": "2.0", "id": id.json(), "error": error }),
            None => json!({ "jsonrpc": "2.0", "error": error }),
        }
    }
}
