//! The schema that clients see: no references, no private marks, no machine bounds.

use serde_json::{Map, Value, json};

use super::strict::allow_null;
use super::{NULLABLE, Side, VARIANTS, resolve};

/// How often a type may contain itself before the rest is described in words.
const DEPTH: usize = 2;

/// What to do with a result that may be null.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Nulls {
    /// It is left out of results, so it is merely not required.
    LeftOut,
    /// It is there as null, and its schema says so.
    Said,
}

pub(super) fn portable(root: &Value, side: Side, nulls: Nulls) -> Value {
    let mut walk = Walk { root, side, nulls, open: Vec::new() };
    let mut result = walk.inline(root);
    if let Some(node) = result.as_object_mut() {
        node.remove("$defs");
        node.remove("description");
    }
    result
}

struct Walk<'a> {
    root: &'a Value,
    side: Side,
    nulls: Nulls,
    /// The definitions being inlined, outermost first.
    open: Vec<String>,
}

impl Walk<'_> {
    fn inline(&mut self, value: &Value) -> Value {
        let Some(node) = value.as_object() else { return value.clone() };
        let Some(reference) = node.get("$ref").and_then(Value::as_str) else { return self.plain(node) };
        if self.open.iter().filter(|open| *open == reference).count() >= DEPTH {
            let name = reference.rsplit('/').next().unwrap_or(reference);
            return json!({ "type": "object", "properties": {}, "required": [], "description": format!("A nested {name}, as above.") });
        }
        self.open.push(reference.to_owned());
        let definition = resolve(self.root, reference);
        let mut target = definition.map_or_else(|| json!({}), |target| self.inline(target));
        self.open.pop();
        if let Some(target) = target.as_object_mut() {
            describe(target, node);
            if let Some(variants) = definition.and_then(|definition| definition.get(VARIANTS)) {
                append_variants(target, variants);
            }
            if self.side == Side::Output && self.nulls == Nulls::Said && node.contains_key(NULLABLE) {
                allow_null(target);
            }
        }
        target
    }

    fn plain(&mut self, node: &Map<String, Value>) -> Value {
        let mut result = Map::new();
        for (key, value) in node {
            match key.as_str() {
                "$defs" => {}
                "format" if is_numeric(value) => {}
                mark if mark.starts_with("x-") && mark != crate::mirror::MARK => {}
                "properties" => {
                    let members = value.as_object().into_iter().flatten();
                    let members = members.map(|(name, member)| (name.clone(), self.inline(member)));
                    result.insert(key.clone(), Value::Object(members.collect()));
                }
                "items" | "additionalProperties" => {
                    result.insert(key.clone(), self.inline(value));
                }
                _ => {
                    result.insert(key.clone(), value.clone());
                }
            }
        }
        if self.side == Side::Output && self.nulls == Nulls::LeftOut {
            leave_out_nullable(node, &mut result);
        }
        if self.side == Side::Output && self.nulls == Nulls::Said && node.contains_key(NULLABLE) {
            allow_null(&mut result);
        }
        Value::Object(result)
    }
}

/// Where a result's schema is shown, empty fields are left out of the result, so they are not required.
fn leave_out_nullable(node: &Map<String, Value>, result: &mut Map<String, Value>) {
    let Some(properties) = node.get("properties") else { return };
    if let Some(Value::Array(required)) = result.get_mut("required") {
        required.retain(|name| {
            let property = name.as_str().and_then(|name| properties.get(name));
            property.is_none_or(|property| property.get(NULLABLE).is_none())
        });
    }
}

/// The field's own words win over those of the type it refers to.
fn describe(target: &mut Map<String, Value>, field: &Map<String, Value>) {
    for key in ["description", "default"] {
        if let Some(own) = field.get(key) {
            target.insert(key.to_owned(), own.clone());
        }
    }
}

/// What the names of an enum mean is said wherever the enum is used.
fn append_variants(target: &mut Map<String, Value>, variants: &Value) {
    let own =
        target.get("description").and_then(Value::as_str).map(|own| format!("{own} ")).unwrap_or_default();
    let text = format!("{own}{}", variants.as_str().unwrap_or_default());
    target.insert("description".to_owned(), text.into());
}

fn is_numeric(format: &Value) -> bool {
    let Some(format) = format.as_str() else { return false };
    format.starts_with("int") || format.starts_with("uint") || format == "double" || format == "float"
}
