//! Checks over everything an application declares.

use belay_core::{App, registry};
use serde_json::Value;

use crate::prose;

/// Everything wrong with an application's declarations, schemas and examples, as sentences.
///
/// The portable schemas are walked for each construct that a client or a model API is known to refuse; every
/// example must satisfy its operation's input schema; every operation must have one. Names must be short enough for a
/// client's prefix, texts must be plain ASCII that orders nobody about and shows no secrets, and the list of tools must
/// not cost a model more than it is worth.
#[must_use]
pub fn declarations(app: &App) -> Vec<String> {
    let mut found = registry::faults(app);
    found.extend(prose::faults(app));
    found.extend(prose::long_names(app));
    found.extend(prose::costs(app));
    for operation in &app.operations {
        let name = operation.name;
        // Content goes to clients as it is, without a schema.
        let output = (!operation.output.content).then_some(("output", operation.output.portable.value()));
        for (side, schema) in [("input", operation.input.portable.value())].into_iter().chain(output) {
            walk(&schema, side, &mut |path, problem| found.push(format!("{name}: {path} {problem}")));
        }
        match jsonschema::validator_for(&operation.input.strict.value()) {
            Ok(validator) => {
                for example in operation.examples.iter().filter(|example| !validator.is_valid(example)) {
                    found.push(format!("{name}: the example {example} breaks the input schema"));
                }
            }
            Err(error) => found.push(format!("{name}: the input schema does not compile: {error}")),
        }
        if operation.examples.is_empty() {
            found.push(format!("{name}: has no example"));
        }
        if let Err(error) = jsonschema::validator_for(&operation.output.strict.value()) {
            found.push(format!("{name}: the output schema does not compile: {error}"));
        }
    }
    found
}

/// Everything in a schema that a client or a model API is known to refuse, each with its place, as sentences. For
/// schemas as clients see them.
#[must_use]
pub fn portability(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    walk(schema, "the root", &mut |path, problem| found.push(format!("{path} {problem}")));
    found
}

fn walk(schema: &Value, path: &str, tell: &mut impl FnMut(&str, &str)) {
    let Some(node) = schema.as_object() else { return };
    for word in [
        "$ref",
        "$defs",
        "$schema",
        "oneOf",
        "anyOf",
        "allOf",
        "not",
        "if",
        "prefixItems",
        "exclusiveMinimum",
        "title",
    ] {
        if node.contains_key(word) {
            tell(path, &format!("uses `{word}`"));
        }
    }
    if !node.get("type").is_some_and(Value::is_string) && !node.is_empty() {
        tell(path, "has no single type");
    }
    if node
        .get("format")
        .is_some_and(|format| format.as_str().is_some_and(|name| name.contains("int") || name == "double"))
    {
        tell(path, "has a numeric format");
    }
    match node.get("type").and_then(Value::as_str) {
        Some("array") if !node.contains_key("items") => tell(path, "is a list without items"),
        Some("object") if !node.contains_key("properties") || !node.contains_key("required") => {
            tell(path, "is an object without properties or required");
        }
        _ => {}
    }
    for (name, property) in node.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let path = format!("{path}.{name}");
        if property.get("description").is_none() {
            tell(&path, "has no description");
        }
        walk(property, &path, tell);
    }
    if let Some(items) = node.get("items") {
        walk(items, &format!("{path}[]"), tell);
    }
}
