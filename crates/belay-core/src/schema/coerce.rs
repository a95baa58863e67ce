//! Lossless repairs of input, driven by the type that the schema expects.

use serde_json::{Map, Number, Value};

use super::resolve;

/// How much a door's callers can be expected to know of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// JSON in: only what models are known to get wrong is repaired (objects and lists sent as text).
    Json,
    /// Text in, from a query string or the command line: scalars are read from it too.
    Text,
}

/// Repairs `value` in place where the schema expects another type and nothing is lost by changing it.
///
/// Null on an optional field counts as absent; `5.0` becomes `5` where an integer is expected; text that is
/// JSON of an expected object or list is read; one object is a list of one where a list of objects is expected. Nothing
/// ever becomes a text. Returns how many repairs it made.
pub fn coerce(value: &mut Value, schema: &Value, mode: Mode) -> usize {
    Repair { root: schema, mode, count: 0 }.visit(value, schema)
}

struct Repair<'a> {
    root: &'a Value,
    mode: Mode,
    count: usize,
}

impl<'a> Repair<'a> {
    fn visit(mut self, value: &mut Value, schema: &'a Value) -> usize {
        self.walk(value, schema);
        self.count
    }

    fn walk(&mut self, value: &mut Value, schema: &'a Value) {
        let schema = match schema.get("$ref").and_then(Value::as_str) {
            Some(reference) => resolve(self.root, reference).unwrap_or(schema),
            None => schema,
        };
        let expected = expected(schema);
        if let Some(repaired) = self.repair(value, expected) {
            *value = repaired;
            self.count += 1;
        }
        if expected == "array" && value.is_object() && self.takes_objects(schema) {
            *value = Value::Array(vec![value.take()]);
            self.count += 1;
        }
        match value {
            Value::Object(fields) if expected == "object" => self.fields(fields, schema),
            Value::Array(items) => {
                if let Some(item) = schema.get("items") {
                    items.iter_mut().for_each(|value| self.walk(value, item));
                }
            }
            _ => {}
        }
    }

    /// Whether the items of a list are objects.
    fn takes_objects(&self, schema: &'a Value) -> bool {
        let Some(item) = schema.get("items") else { return false };
        let item = match item.get("$ref").and_then(Value::as_str) {
            Some(reference) => resolve(self.root, reference).unwrap_or(item),
            None => item,
        };
        expected(item) == "object"
    }

    fn fields(&mut self, fields: &mut Map<String, Value>, schema: &'a Value) {
        let required = schema.get("required").and_then(Value::as_array);
        let is_required =
            |name: &str| required.is_some_and(|all| all.iter().any(|one| one.as_str() == Some(name)));
        let properties = schema.get("properties");
        let clears = |name: &str| properties.and_then(|all| all.get(name)).is_some_and(takes_null);
        let before = fields.len();
        fields.retain(|name, value| !value.is_null() || is_required(name) || clears(name));
        self.count += before - fields.len();
        let Some(properties) = properties else { return };
        for (name, value) in fields {
            if let Some(property) = properties.get(name) {
                self.walk(value, property);
            }
        }
    }

    fn repair(&self, value: &Value, expected: &str) -> Option<Value> {
        match (value, expected) {
            (Value::String(text), "object" | "array") => self.container(text, expected),
            (Value::String(text), "integer" | "number" | "boolean") if self.mode == Mode::Text => {
                scalar(text, expected)
            }
            (Value::Number(number), "integer") => whole(number),
            _ => None,
        }
    }

    fn container(&self, text: &str, expected: &str) -> Option<Value> {
        let parsed = serde_json::from_str::<Value>(text).ok();
        match (parsed, expected) {
            (Some(parsed @ Value::Object(_)), "object") | (Some(parsed @ Value::Array(_)), "array") => {
                Some(parsed)
            }
            (_, "array") if self.mode == Mode::Text => {
                Some(Value::Array(text.split(',').map(|part| part.trim().into()).collect()))
            }
            _ => None,
        }
    }
}

/// The one type that is expected, beside null where that is taken.
fn expected(schema: &Value) -> &str {
    let named = match schema.get("type") {
        Some(Value::Array(several)) => several.iter().find(|one| one.as_str() != Some("null")),
        other => other,
    };
    named.and_then(Value::as_str).unwrap_or_default()
}

/// Whether null is a value of its own there.
fn takes_null(schema: &Value) -> bool {
    let is_null = |one: &Value| one.get("type").and_then(Value::as_str) == Some("null");
    let listed = |name: &Value| name.as_str() == Some("null");
    schema.get("type").and_then(Value::as_array).is_some_and(|types| types.iter().any(listed))
        || schema.get("anyOf").and_then(Value::as_array).is_some_and(|options| options.iter().any(is_null))
}

/// A scalar from text, if the text is the whole of it.
fn scalar(text: &str, expected: &str) -> Option<Value> {
    match expected {
        "boolean" => text.parse::<bool>().ok().map(Value::Bool),
        "integer" => text.parse::<i64>().ok().filter(|number| number.to_string() == text).map(Value::from),
        _ => {
            let number: Number = serde_json::from_str(text).ok()?;
            Some(Value::Number(number))
        }
    }
}

fn whole(number: &Number) -> Option<Value> {
    let float = number.as_f64().filter(|_| number.is_f64())?;
    let text = format!("{float:.0}");
    text.parse::<i64>().ok().filter(|_| float.fract() == 0.0 && float.abs() < 9e15).map(Value::from)
}
