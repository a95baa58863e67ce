//! The schema that validates: references kept, integer widths as bounds, null where a result may have it.

use serde_json::{Map, Value, json};

use crate::patch::CLEARS;

use super::{NULLABLE, Side, VARIANTS, children};

/// The largest integer every JSON reader keeps exact, 2^53 - 1 (RFC 8259, section 6).
const SAFE: i64 = (1 << 53) - 1;

pub(super) fn strict(mut root: Value, side: Side) -> Value {
    tighten(&mut root, side);
    root
}

/// The definition that a `$ref` names.
#[must_use]
pub fn resolve<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    root.pointer(reference.strip_prefix('#')?)
}

fn tighten(value: &mut Value, side: Side) {
    let Some(node) = value.as_object_mut() else { return };
    children(node, |_, child| tighten(child, side));
    if let Some(Value::String(format)) = node.get("format").cloned()
        && let Some((low, high)) = width(&format)
    {
        node.remove("format");
        node.entry("minimum").or_insert_with(|| low.into());
        node.entry("maximum").or_insert_with(|| high.into());
    } else if matches!(node.get("format").and_then(Value::as_str), Some("double" | "float")) {
        node.remove("format");
    }
    node.remove(VARIANTS);
    if node.remove(CLEARS).is_some() && side == Side::Input {
        allow_null(node);
    }
    if node.remove(NULLABLE).is_some() && side == Side::Output {
        allow_null(node);
    }
}

fn width(format: &str) -> Option<(i64, i64)> {
    Some(match format {
        "int8" => (i64::from(i8::MIN), i64::from(i8::MAX)),
        "int16" => (i64::from(i16::MIN), i64::from(i16::MAX)),
        "int32" => (i64::from(i32::MIN), i64::from(i32::MAX)),
        "int64" | "int" => (-SAFE, SAFE),
        "uint8" => (0, i64::from(u8::MAX)),
        "uint16" => (0, i64::from(u16::MAX)),
        "uint32" => (0, i64::from(u32::MAX)),
        "uint64" | "uint" => (0, SAFE),
        _ => return None,
    })
}

pub(super) fn allow_null(node: &mut Map<String, Value>) {
    if let Some(reference) = node.remove("$ref") {
        node.insert("anyOf".to_owned(), json!([{ "$ref": reference }, { "type": "null" }]));
    } else if let Some(name) = node.get("type").cloned() {
        node.insert("type".to_owned(), json!([name, "null"]));
        if let Some(Value::Array(values)) = node.get_mut("enum") {
            values.push(Value::Null);
        }
    }
}
