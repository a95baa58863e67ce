//! What an application lists, made once for each revision.

use belay_core::described::Described;
use belay_core::operation::Effect;
use belay_core::template::UriTemplate;
use belay_core::{App, Operation, Prompt, Resource, ResourceTemplate};
use serde_json::{Map, Value, json};

use super::terse;
use super::wire::{Revision, downgrade};

/// The entries of an application's lists, in the order of their declaration.
pub(crate) struct Lists {
    pub(crate) tools: Vec<Value>,
    pub(crate) resources: Vec<Value>,
    pub(crate) templates: Vec<Value>,
    pub(crate) prompts: Vec<Value>,
}

impl Lists {
    pub(crate) const fn none() -> Self {
        Self { tools: Vec::new(), resources: Vec::new(), templates: Vec::new(), prompts: Vec::new() }
    }

    pub(crate) fn of(app: &App, revision: Revision) -> Self {
        let structured = app.envelope.structured();
        let entry = |entry: Value| downgrade::entry(entry, revision);
        Self {
            tools: app
                .operations
                .iter()
                .map(|operation| tool(operation, structured))
                .map(|tool| if app.protocol.terse { terse::tool(tool) } else { tool })
                .map(|tool| downgrade::tool(tool, revision))
                .collect(),
            resources: app.resources.iter().map(|one| entry(resource(one))).collect(),
            templates: app.templates.iter().map(|one| entry(template(one))).collect(),
            prompts: app.prompts.iter().map(|one| entry(prompt(one))).collect(),
        }
    }
}

fn tool(operation: &Operation, structured: bool) -> Value {
    let mut tool = Map::new();
    tool.insert("name".to_owned(), operation.name.into());
    tool.insert("title".to_owned(), operation.title.into());
    tool.insert("description".to_owned(), operation.about.into());
    tool.insert("inputSchema".to_owned(), operation.input.portable.value());
    if structured && !operation.output.content {
        tool.insert("outputSchema".to_owned(), operation.output.portable.value());
    }
    tool.insert(
        "annotations".to_owned(),
        json!({
            "readOnlyHint": operation.effect == Effect::Read,
            "destructiveHint": operation.effect == Effect::Destructive,
            "idempotentHint": operation.idempotent,
            "openWorldHint": operation.open_world,
        }),
    );
    if !operation.icons.is_empty() {
        tool.insert("icons".to_owned(), json!(operation.icons));
    }
    if !operation.meta.is_empty() {
        tool.insert("_meta".to_owned(), Value::Object(operation.meta.clone()));
    }
    Value::Object(tool)
}

/// What every entry has: name, title, description, pictures, facts.
fn described(described: &Described) -> Map<String, Value> {
    let mut entry = Map::new();
    entry.insert("name".to_owned(), described.name.into());
    if !described.title.is_empty() {
        entry.insert("title".to_owned(), described.title.into());
    }
    entry.insert("description".to_owned(), described.about.into());
    if !described.icons.is_empty() {
        entry.insert("icons".to_owned(), json!(described.icons));
    }
    if !described.meta.is_empty() {
        entry.insert("_meta".to_owned(), Value::Object(described.meta.clone()));
    }
    entry
}

fn resource(resource: &Resource) -> Value {
    let mut entry = described(&resource.described);
    entry.insert("uri".to_owned(), resource.uri.into());
    entry.insert("mimeType".to_owned(), resource.mime_type.into());
    if let Some(size) = resource.size {
        entry.insert("size".to_owned(), size.into());
    }
    if let Some(annotations) = &resource.annotations {
        entry.insert("annotations".to_owned(), json!(annotations));
    }
    Value::Object(entry)
}

fn template(template: &ResourceTemplate) -> Value {
    let mut entry = described(&template.described);
    let uri = template.uri.as_ref().map(UriTemplate::as_str).unwrap_or_default();
    entry.insert("uriTemplate".to_owned(), uri.into());
    entry.insert("mimeType".to_owned(), template.mime_type.into());
    if let Some(annotations) = &template.annotations {
        entry.insert("annotations".to_owned(), json!(annotations));
    }
    Value::Object(entry)
}

fn prompt(prompt: &Prompt) -> Value {
    let mut entry = described(&prompt.described);
    let schema = prompt.arguments.portable.value();
    let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let properties = schema.get("properties").and_then(Value::as_object);
    let arguments = properties.into_iter().flatten().map(|(name, property)| {
        let mut argument = json!({ "name": name, "required": required.contains(&name.as_str().into()) });
        if let (Some(about), Some(fields)) = (property.get("description"), argument.as_object_mut()) {
            fields.insert("description".to_owned(), about.clone());
        }
        argument
    });
    entry.insert("arguments".to_owned(), arguments.collect());
    Value::Object(entry)
}
