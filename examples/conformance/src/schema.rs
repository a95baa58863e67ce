//! Tools whose input schemas are the point.

use belay::core::{Content, Ctx, Error, Module, Operation};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A schema with every keyword that the suite wants to find again: composition, conditions, references, anchors.
fn contact() -> Value {
    let text = json!({ "type": "string" });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": { "street": text, "city": text },
            },
        },
        "properties": {
            "name": text,
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": text,
            "email": text,
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": {
            "properties": { "contactMethod": { "const": "phone" } },
            "required": ["contactMethod"],
        },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false,
    })
}

async fn json_schema(_: Ctx, arguments: Map<String, Value>) -> Result<Content, Error> {
    Ok(Content::text(format!("The arguments hold: {}", Value::Object(arguments))))
}

#[derive(Deserialize, JsonSchema)]
struct Mirrored {
    /// Where the query runs; any text.
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: String,
    /// How many rows to answer.
    #[schemars(extend("x-mcp-header" = "Limit"))]
    limit: i64,
    /// Whether the query is only checked.
    #[schemars(extend("x-mcp-header" = "Dry-Run"))]
    dry_run: bool,
}

async fn custom_headers(_: Ctx, input: Mirrored) -> Result<Content, Error> {
    let Mirrored { region, limit, dry_run } = input;
    Ok(Content::text(format!("region: {region}, limit: {limit}, dry run: {dry_run}")))
}

pub(crate) fn module() -> Module {
    Module::new()
        .operation(
            Operation::read("json_schema_2020_12_tool", json_schema)
                .title("JSON Schema 2020-12")
                .about("Takes an input that needs more of JSON Schema than most clients understand.")
                .raw_schema(&contact()),
        )
        .operation(
            Operation::read("test_custom_headers", custom_headers)
                .title("Arguments in headers")
                .about("Takes arguments that clients repeat in HTTP headers."),
        )
}
