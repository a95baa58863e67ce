//! Taking a journal out, for the outside.

use belay_core::operation::{Command, Saves};
use belay_core::request::Door;
use belay_core::{Ctx, Error, Operation};
use belay_store::CtxStore;
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;

use super::document::Journal;
use super::service;
use super::sheets::{self, Sheet};

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::read("export_data", export_data)
            .title("Export the journal")
            .about("Everything the user ever logged: as one JSON document, which import_data takes back, or as a CSV file for each kind of row.")
            .no_deadline()
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::GET, "/export")
            .command(Command { word: "export", file: None, example: "export --user anna@example.org --out journal.json" })
            .saves(Saves { one: "document", many: "files" })
            .example(json!({})),
    ]
}

/// In which form.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Format {
    /// One document, which can be imported.
    #[default]
    Json,
    /// A file for each kind of row.
    Csv,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Export {
    /// The form: json unless said.
    format: Option<Format>,
}

/// A journal as JSON; its own form says what it is.
#[derive(Debug)]
struct Document(Journal);

impl Serialize for Document {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl JsonSchema for Document {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Journal".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "properties": {
                "format": { "type": "string", "description": "What the document is: almanac-journal." },
                "version": { "type": "integer", "description": "The form of the document." },
            },
            "required": ["format", "version"],
        })
    }
}

/// The journal, in one of its forms.
#[derive(Debug, Serialize, JsonSchema)]
struct Exported {
    /// The whole journal, where JSON is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<Document>,
    /// The tables, where CSV is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<Vec<Sheet>>,
}

async fn export_data(cx: Ctx, export: Export) -> Result<Exported, Error> {
    let journal = service::journal(&cx, &mut cx.read().await?).await?;
    Ok(match export.format.unwrap_or_default() {
        Format::Json => Exported { document: Some(Document(journal)), files: None },
        Format::Csv => Exported { document: None, files: Some(cx.long_work(|| sheets::of(&journal))?) },
    })
}
