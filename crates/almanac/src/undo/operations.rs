//! Taking the last write back, for the outside.

use belay_core::{Ctx, Error, Operation};
use belay_store::CtxStore;
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::service;
use crate::wire::At;

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("undo_last_write", undo_last_write)
            .title("Undo the last write")
            .about("Take the last log, correction or delete of the last 24 hours back, whoever made it. Name its tool, so that no other is undone. Again takes back the one before. Not for imports.")
            .rest(Method::POST, "/undo")
            .example(json!({ "operation": "log_meal" })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Named {
    /// The tool whose write is meant.
    operation: Option<String>,
}

/// What was taken back.
#[derive(Debug, Serialize, JsonSchema)]
struct Undone {
    /// The tool.
    undone: String,
    /// When it was used.
    made_at: At,
    /// How many rows are as they were before.
    rows: usize,
    /// Whether there is another write before it to take back.
    more: bool,
}

async fn undo_last_write(cx: Ctx, named: Named) -> Result<Undone, Error> {
    let (write, more) = service::undo(&cx, &mut *cx.tx().await?, named.operation.as_deref()).await?;
    let rows = write.changes.len();
    Ok(Undone { undone: write.operation, made_at: At(write.made_at), rows, more })
}
