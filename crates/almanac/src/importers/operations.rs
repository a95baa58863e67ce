//! Imports for the outside.

use belay_core::operation::Command;
use belay_core::request::Door;
use belay_core::{Ctx, Error, Operation};
use http::Method;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::model::{Source, Unit};
use super::service::{self, Instruction};
use crate::archive::report::Report;

/// The effort of workouts whose file says none: what most sets are done with.
const RPE: f64 = 7.0;

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("import_data", import_data)
            .title("Import a file")
            .about("Put what another program exported, or an export of this one, into the user's journal. Rows that are there already are recognised and not added again. With dry_run nothing is kept: show the user the report first.")
            .repeatable()
            .own_transactions()
            .no_deadline()
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .upload("content_base64")
            .streams()
            .rest(Method::POST, "/import")
            .command(Command {
                word: "import",
                file: Some("FILE"),
                example: "import export.xml --from apple-health --user anna@example.org --dry-run",
            })
            .example(json!({ "from": "hevy", "dry_run": true })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Import {
    /// What the file was written by.
    from: Source,
    /// true: say what would happen and keep nothing.
    dry_run: Option<bool>,
    /// Unit of weights, where the file does not say it: only the oldest files of Strong.
    unit: Option<Unit>,
    /// Effort from 1 to 10 of workouts whose file says none, 7 unless given.
    #[schemars(range(min = 1.0, max = 10.0))]
    rpe: Option<f64>,
    /// The file's bytes as base64, where it does not come as an upload.
    #[expect(dead_code, reason = "the call path takes the file out before")]
    content_base64: Option<String>,
}

async fn import_data(cx: Ctx, import: Import) -> Result<Report, Error> {
    let instruction = Instruction {
        from: import.from,
        dry_run: import.dry_run.unwrap_or(false),
        unit: import.unit,
        rpe: import.rpe.unwrap_or(RPE),
    };
    service::import(&cx, instruction).await
}
