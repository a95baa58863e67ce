//! Entries of a list of tools without what costs a model more than it tells it.

use serde_json::{Map, Value};

/// Bounds that catch slips of the keyboard. The call path checks them whether they are listed or not.
const UPPER: [&str; 4] = ["maximum", "exclusiveMaximum", "maxLength", "maxItems"];

/// A tool without upper bounds and without hints that say what the protocol takes for granted.
pub(super) fn tool(mut tool: Value) -> Value {
    for side in ["inputSchema", "outputSchema"] {
        if let Some(schema) = tool.get_mut(side) {
            bounds(schema);
            of_parts(schema);
            of_names(schema);
        }
    }
    if let Some(hints) = tool.get_mut("annotations").and_then(Value::as_object_mut) {
        granted(hints);
    }
    tool
}

/// Takes out the bounds of a schema and of all in it. A property that is called like one stays.
fn bounds(schema: &mut Value) {
    let Some(node) = schema.as_object_mut() else { return };
    for bound in UPPER {
        node.remove(bound);
    }
    // That nothing is less than nothing is known.
    if node.get("minimum").and_then(Value::as_f64) == Some(0.0) {
        node.remove("minimum");
    }
    parts(node).for_each(bounds);
}

/// What is said of a list holds for what is in it, which need not be told again; that nothing else may stand in it, the
/// schema says at its root.
fn of_parts(schema: &mut Value) {
    let Some(node) = schema.as_object_mut() else { return };
    if node.contains_key("description")
        && let Some(items) = node.get_mut("items").and_then(Value::as_object_mut)
    {
        items.remove("description");
        items.remove("additionalProperties");
    }
    parts(node).for_each(of_parts);
}

/// Takes out descriptions that say no more than the name of their field.
fn of_names(schema: &mut Value) {
    let Some(node) = schema.as_object_mut() else { return };
    if let Some(properties) = node.get_mut("properties").and_then(Value::as_object_mut) {
        for (name, property) in properties {
            let says_more = property.get("description").and_then(Value::as_str).is_some_and(|text| {
                let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
                words.into_iter().any(|word| !name.split('_').any(|part| part.eq_ignore_ascii_case(word)))
            });
            if let Some(property) = property.as_object_mut().filter(|_| !says_more) {
                property.remove("description");
            }
        }
    }
    parts(node).for_each(of_names);
}

fn parts(node: &mut Map<String, Value>) -> impl Iterator<Item = &mut Value> {
    let (mut properties, mut items) = (None, None);
    for (name, part) in node.iter_mut() {
        match name.as_str() {
            "properties" => properties = part.as_object_mut(),
            "items" => items = Some(part),
            _ => {}
        }
    }
    properties.into_iter().flat_map(|all| all.values_mut()).chain(items)
}

/// What a client must take for granted where nothing is said (the tool annotations of the protocol): that a tool changes
/// something, and that doing it twice does it twice. What only means something for tools that change something is not said
/// of those that do not.
fn granted(hints: &mut Map<String, Value>) {
    if hints.get("readOnlyHint") == Some(&Value::Bool(true)) {
        hints.remove("destructiveHint");
    } else {
        hints.remove("readOnlyHint");
    }
    if hints.get("idempotentHint") == Some(&Value::Bool(false)) {
        hints.remove("idempotentHint");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn upper_bounds_and_hints_that_go_without_saying_are_left_out() {
        let number = json!({ "type": "integer", "description": "How many.", "minimum": 0, "maximum": 9 });
        let item = json!({ "type": "object", "properties": { "maximum": number }, "required": ["maximum"],
            "description": "A set.", "additionalProperties": false });
        let listed = tool(json!({
            "name": "log",
            "inputSchema": { "type": "object", "properties": {
                "sets": { "type": "array", "items": item, "description": "What was done.", "maxItems": 5 },
            }, "required": ["sets"], "additionalProperties": false },
            "annotations": { "readOnlyHint": false, "destructiveHint": false, "idempotentHint": false, "openWorldHint": false },
        }));
        let number = json!({ "type": "integer", "description": "How many." });
        let item = json!({ "type": "object", "properties": { "maximum": number }, "required": ["maximum"] });
        assert_eq!(
            listed,
            json!({
                "name": "log",
                "inputSchema": { "type": "object", "properties": {
                    "sets": { "type": "array", "items": item, "description": "What was done." },
                }, "required": ["sets"], "additionalProperties": false },
                "annotations": { "destructiveHint": false, "openWorldHint": false },
            })
        );
    }

    #[test]
    fn a_description_that_says_no_more_than_the_name_is_left_out() {
        let field = |text: &str| json!({ "type": "number", "description": text });
        let mut schema = json!({ "properties": {
            "protein_g": field("Protein."), "notes": field("Notes."), "rpe": field("Effort."), "name": field("Name; null clears."),
        } });
        of_names(&mut schema);
        let told: Vec<&String> = schema["properties"]
            .as_object()
            .unwrap()
            .iter()
            .filter(|(_, one)| one.get("description").is_some())
            .map(|(name, _)| name)
            .collect();
        assert_eq!(told, ["rpe", "name"]);
    }

    #[test]
    fn that_a_tool_destroys_or_may_be_repeated_is_always_said() {
        let hints = |read: bool, destroys: bool, again: bool| {
            let mut hints =
                json!({ "readOnlyHint": read, "destructiveHint": destroys, "idempotentHint": again });
            granted(hints.as_object_mut().unwrap());
            hints
        };
        assert_eq!(hints(true, false, true), json!({ "readOnlyHint": true, "idempotentHint": true }));
        assert_eq!(hints(false, true, true), json!({ "destructiveHint": true, "idempotentHint": true }));
    }
}
