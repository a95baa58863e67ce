//! The outcome of a call in the protocol's words.

use belay_core::Error;
use belay_core::envelope::Place;
use rmcp::model::{CallToolResult, ContentBlock, ErrorData};
use serde_json::{Value, json};

use crate::call::{Outcome, with_reference};
use crate::served::Served;

/// The result, or the protocol error, that tells an outcome.
pub(super) fn reply(
    served: &Served,
    operation: &str,
    outcome: Outcome,
    reference: &str,
) -> Result<CallToolResult, ErrorData> {
    let envelope = &served.app.envelope;
    match outcome {
        Outcome::Done { value, text } => {
            let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
            if envelope.structured() {
                result.structured_content = Some(value);
            }
            Ok(result)
        }
        Outcome::Refused(error) => Ok(failed(&envelope.refusal(operation, &error))),
        Outcome::Unknown => Ok(failed(&json!({ "error": format!("unknown tool: {operation}") }))),
        Outcome::Fault(error) => match envelope.fault() {
            Place::Result => Ok(failed(&with_reference(&envelope.refusal(operation, &error), reference))),
            Place::Protocol => Err(fault(&error, reference)),
        },
    }
}

fn failed(body: &Value) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(body.to_string())])
}

fn fault(error: &Error, reference: &str) -> ErrorData {
    ErrorData::internal_error(
        error.message().to_owned(),
        Some(json!({ "code": error.code(), "reference": reference })),
    )
}
