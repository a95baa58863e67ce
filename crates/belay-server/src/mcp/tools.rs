//! Operations as the tools that a client lists.

use std::sync::Arc;

use belay_core::Operation;
use belay_core::operation::Effect;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::Value;

/// The tool that shows an operation.
pub(super) fn tool(operation: &Operation, structured: bool) -> Tool {
    let mut tool =
        Tool::new_with_raw(operation.name, Some(operation.about.into()), object(&operation.input.portable));
    tool.title = Some(operation.title.to_owned());
    tool.annotations = Some(ToolAnnotations::from_raw(
        None,
        Some(operation.effect == Effect::Read),
        Some(operation.effect == Effect::Destructive),
        Some(operation.idempotent),
        Some(false),
    ));
    if structured {
        tool.output_schema = Some(object(&operation.output.portable));
    }
    tool
}

fn object(schema: &Value) -> Arc<JsonObject> {
    Arc::new(schema.as_object().cloned().unwrap_or_default())
}
