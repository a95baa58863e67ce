//! First pass: from what schemars writes to one regular form, collecting what has no such form.

use serde_json::{Map, Value, json};

use super::{ANY, NULLABLE, Side, VARIANTS, children};

const TYPELESS: &str =
    "takes any JSON; give it a type, or mark it with #[schemars(extend(\"x-any\" = true))]";

/// Cleans a schema and everything below it.
pub(super) fn clean_root(root: &mut Value, side: Side, faults: &mut Vec<String>) {
    if let Some(node) = root.as_object_mut() {
        // A root's own description is the operation's business, and repeating it costs tokens.
        node.remove("description");
        let definitions: Vec<String> = node
            .get("$defs")
            .and_then(Value::as_object)
            .map(|all| all.keys().cloned().collect())
            .unwrap_or_default();
        let documented = |name: &String| root.pointer(&format!("/$defs/{name}/description")).is_some();
        let documented: Vec<String> = definitions.into_iter().filter(documented).collect();
        clean(root, "", &mut Walk { side, documented, faults });
    }
}

struct Walk<'a> {
    side: Side,
    /// Definitions with a description of their own, which a field that refers to them inherits.
    documented: Vec<String>,
    faults: &'a mut Vec<String>,
}

impl Walk<'_> {
    fn fault(&mut self, path: &str, problem: &str) {
        let path = if path.is_empty() { "the root" } else { path };
        self.faults.push(format!("{path}: {problem}"));
    }
}

fn clean(value: &mut Value, path: &str, walk: &mut Walk<'_>) {
    let Some(node) = value.as_object_mut() else {
        walk.fault(
            path,
            "takes any JSON; give it a type, or mark it with #[schemars(extend(\"x-any\" = true))]",
        );
        return;
    };
    if node.contains_key(ANY) {
        return;
    }
    node.remove("title");
    node.remove("$schema");
    if node.get("default").is_some_and(Value::is_null) {
        node.remove("default");
    }
    alternatives(node, path, walk);
    single_type(node, path, walk);
    object(node, path, walk);
    array(node, path, walk);
    for keyword in ["allOf", "not", "if", "patternProperties", "unevaluatedProperties"] {
        if node.contains_key(keyword) {
            walk.fault(
                path,
                &format!("`{keyword}` is not understood by every client; say it with plain fields"),
            );
        }
    }
    if !["type", "$ref", "enum", "const"].iter().any(|keyword| node.contains_key(*keyword)) {
        walk.fault(path, TYPELESS);
    }
    children(node, |name, child| clean(child, &join(path, name), walk));
}

/// Turns optional values and enums of plain names into one type; anything else that offers a choice is a fault.
fn alternatives(node: &mut Map<String, Value>, path: &str, walk: &mut Walk<'_>) {
    for keyword in ["anyOf", "oneOf"] {
        let Some(Value::Array(mut options)) = node.remove(keyword) else { continue };
        let before = options.len();
        options.retain(|option| option.get("type").and_then(Value::as_str) != Some("null"));
        if options.len() < before {
            node.insert(NULLABLE.to_owned(), true.into());
        }
        if let [only] = options.as_slice() {
            for (key, value) in only.as_object().into_iter().flatten() {
                node.entry(key.clone()).or_insert_with(|| value.clone());
            }
        } else if !names(node, &options, path, walk) {
            walk.fault(path, "offers a choice of shapes; use optional fields and a rule in the operation");
            node.insert("type".to_owned(), "object".into());
        }
    }
}

/// An enum of documented names: `oneOf` constants become one `enum`, their comments one description.
fn names(node: &mut Map<String, Value>, options: &[Value], path: &str, walk: &mut Walk<'_>) -> bool {
    let mut all = Vec::new();
    let mut lines = Vec::new();
    for option in options {
        if option.get("enum").is_some() {
            walk.fault(path, "document every variant or none");
            return true;
        }
        let Some(name) = option.get("const").and_then(Value::as_str) else { return false };
        all.push(Value::from(name));
        if let Some(text) = option.get("description").and_then(Value::as_str) {
            lines.push(format!("{name}: {}", text.trim_end_matches('.')));
        }
    }
    node.insert("type".to_owned(), "string".into());
    node.insert("enum".to_owned(), Value::Array(all));
    if !lines.is_empty() {
        node.insert(VARIANTS.to_owned(), format!("{}.", lines.join("; ")).into());
    }
    true
}

fn single_type(node: &mut Map<String, Value>, path: &str, walk: &mut Walk<'_>) {
    if let Some(Value::Array(types)) = node.get("type").cloned() {
        let kept: Vec<&Value> = types.iter().filter(|name| name.as_str() != Some("null")).collect();
        match kept.as_slice() {
            [only] => {
                node.insert("type".to_owned(), (*only).clone());
                node.insert(NULLABLE.to_owned(), true.into());
                if let Some(Value::Array(values)) = node.get_mut("enum") {
                    values.retain(|value| !value.is_null());
                }
            }
            _ => walk.fault(path, "has several types"),
        }
    }
    let integer = node.get("type").and_then(Value::as_str) == Some("integer");
    if let (true, Some(bound)) = (integer, node.get("exclusiveMinimum").and_then(Value::as_i64)) {
        node.remove("exclusiveMinimum");
        node.insert("minimum".to_owned(), (bound + 1).into());
    }
    if let (true, Some(bound)) = (integer, node.get("exclusiveMaximum").and_then(Value::as_i64)) {
        node.remove("exclusiveMaximum");
        node.insert("maximum".to_owned(), (bound - 1).into());
    }
}

fn object(node: &mut Map<String, Value>, path: &str, walk: &mut Walk<'_>) {
    if node.get("type").and_then(Value::as_str) != Some("object") {
        return;
    }
    if node.get("additionalProperties").is_some_and(|values| values.is_object() || values == &json!(true)) {
        if walk.side == Side::Input {
            walk.fault(path, "is a map; use a list of objects with a name and a value");
        }
    } else if walk.side == Side::Input {
        node.insert("additionalProperties".to_owned(), false.into());
    }
    let properties = node.entry("properties").or_insert_with(|| json!({}));
    for (name, property) in properties.as_object().into_iter().flatten() {
        let inherited =
            property.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix("#/$defs/"));
        let optional =
            property.get("anyOf").and_then(|options| options.get(0)).and_then(|first| first.get("$ref"));
        let optional = optional.and_then(Value::as_str).and_then(|target| target.strip_prefix("#/$defs/"));
        let inherits =
            inherited.or(optional).is_some_and(|target| walk.documented.iter().any(|name| name == target));
        if property.get("description").is_none() && !inherits {
            walk.fault(&join(path, name), "has no doc comment; say what it is, with unit and shape");
        }
    }
    node.entry("required").or_insert_with(|| json!([]));
}

fn array(node: &mut Map<String, Value>, path: &str, walk: &mut Walk<'_>) {
    if node.contains_key("prefixItems") {
        walk.fault(path, "is a tuple; use an object with named fields");
    } else if node.get("type").and_then(Value::as_str) == Some("array") && !node.contains_key("items") {
        walk.fault(path, "is a list without a type for its items");
    }
}

fn join(path: &str, name: &str) -> String {
    match (path, name) {
        ("", name) => name.to_owned(),
        (path, "[]" | "{}") => format!("{path}{name}"),
        (path, name) => format!("{path}.{name}"),
    }
}
