//! Repairs of input by its schema.

use std::sync::LazyLock;

use belay_core::schema::{Mode, coerce};
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::target::{Signature, Target};

/// `belay_core::schema::coerce`. The first two characters of an input choose the schema (a letter) and the mode (`t`
/// for text, anything else for JSON); the rest is the value, as JSON, or else a text.
pub(super) struct Coercion;

static SCHEMAS: LazyLock<Vec<(Value, Option<Validator>)>> = LazyLock::new(|| {
    let compiled = |schema: Value| {
        let validator = jsonschema::validator_for(&schema).ok();
        (schema, validator)
    };
    schemas().into_iter().map(compiled).collect()
});

fn schemas() -> Vec<Value> {
    let record = json!({
        "type": "object",
        "properties": {
            "id": { "type": "integer", "minimum": 0, "maximum": 9_007_199_254_740_991_i64 },
            "name": { "type": "string", "maxLength": 20 },
            "amount": { "type": "number" },
            "open": { "type": "boolean" },
            "slot": { "type": "string", "enum": ["lunch", "dinner"] },
            "tags": { "type": "array", "items": { "type": "string" }, "maxItems": 3 },
            "counts": { "type": "array", "items": { "type": "integer" } }
        },
        "required": ["id"],
        "additionalProperties": false
    });
    let tree = json!({
        "type": "object",
        "properties": {
            "value": { "type": "integer" },
            "children": { "type": "array", "items": { "$ref": "#/$defs/node" } },
            "next": { "$ref": "#" }
        },
        "required": [],
        "additionalProperties": false,
        "$defs": { "node": {
            "type": "object",
            "properties": { "value": { "type": "number" }, "node": { "$ref": "#/$defs/node" } },
            "required": ["value"]
        } }
    });
    let nullable = json!({
        "type": "object",
        "properties": {
            "must": { "type": ["integer", "null"] },
            "may": { "anyOf": [{ "type": "object", "properties": {} }, { "type": "null" }] },
            "any": { "x-any": true },
            "map": { "type": "object", "additionalProperties": { "type": "integer" } }
        },
        "required": ["must"]
    });
    let lists = json!({
        "type": "object",
        "properties": {
            "grid": { "type": "array", "items": { "type": "array", "items": { "type": "boolean" } } },
            "rows": { "type": "array", "minItems": 1, "uniqueItems": true, "items": {
                "type": "object", "properties": { "n": { "type": "number", "exclusiveMinimum": 0 } }, "required": ["n"]
            } }
        },
        "required": ["rows"]
    });
    let bare = ["integer", "number", "boolean", "string", "array"].map(|name| json!({ "type": name }));
    // What no Belay type gives, yet a raw schema may say.
    let odd = [json!({}), json!(true), json!({ "$ref": "#/missing" }), json!({ "$ref": "#" })];
    [record, tree, nullable, lists].into_iter().chain(bare).chain(odd).collect()
}

impl Target for Coercion {
    fn name(&self) -> &'static str {
        "schema"
    }

    fn about(&self) -> &'static str {
        "any JSON against many schemas: a repair is complete after one pass, and what is valid stays valid"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        [
            "aj{\"id\":5.0,\"name\":null,\"tags\":\"[\\\"a\\\"]\"}",
            "at{\"id\":\"12\",\"amount\":\"1.5\",\"open\":\"true\",\"tags\":\"a, b\",\"counts\":\"1,2,x\"}",
            "aj{\"id\":1,\"name\":\"n\",\"amount\":1e300,\"open\":false,\"slot\":\"lunch\",\"counts\":[1,2.0]}",
            "bj{\"value\":1,\"children\":[{\"value\":2.5,\"node\":{\"value\":3}}],\"next\":{\"next\":{}}}",
            "bj{\"children\":\"[\\\"{\\\\\\\"value\\\\\\\":1}\\\"]\",\"next\":\"{}\"}",
            "cj{\"must\":null,\"may\":null,\"any\":[null],\"map\":{\"a\":1.0}}",
            "cj{\"must\":3,\"may\":{},\"any\":\"{}\",\"map\":\"{}\"}",
            "dt{\"grid\":[[true],\"true,false\"],\"rows\":[{\"n\":1},{\"n\":\"2\"}]}",
            "et-0.0",
            "ft1e5",
            "gttrue",
            "hj\"x\"",
            "it1, 2,,3",
            "jj{\"a\":1}",
            "kj[]",
            "lj{}",
            "mj{}",
        ]
        .map(|seed| seed.as_bytes().to_vec())
        .into()
    }

    fn tokens(&self) -> &'static [&'static str] {
        &[
            "null",
            "true",
            "false",
            "\"true\"",
            "\"5\"",
            "5.0",
            "-0.0",
            "9e15",
            "9007199254740993.0",
            "\"[]\"",
            "\"{}\"",
            "\"a,b\"",
            "\"id\":",
            "\"value\":",
            "\"children\":",
            "\"node\":",
            "\"next\":",
            "\"rows\":",
            "\"must\":",
            "\"map\":",
            "\"n\":",
            "at",
            "bj",
            "cj",
            "dt",
        ]
    }

    fn run(&self, input: &[u8]) -> u64 {
        let (chooses, rest) = input.split_at_checked(2).unwrap_or((input, &[]));
        let letter = chooses.first().copied().unwrap_or_default();
        let mode = if chooses.get(1) == Some(&b't') { Mode::Text } else { Mode::Json };
        let which = usize::from(letter.wrapping_sub(b'a')) % SCHEMAS.len();
        let Some((schema, validator)) = SCHEMAS.get(which) else { return 0 };
        let text = || Value::from(String::from_utf8_lossy(rest));
        let value = serde_json::from_slice(rest).unwrap_or_else(|_| text());
        let repaired = repair(&value, schema, mode);
        let is_valid = |value: &Value| validator.as_ref().map(|validator| validator.is_valid(value));
        let (before, after) = (is_valid(&value), is_valid(&repaired.value));
        assert!(before != Some(true) || after == Some(true), "what is valid stays valid: {value}");
        let outcome = Signature::of("repaired").number(which as u64).flag(mode == Mode::Text);
        let outcome = outcome.size(repaired.count).flag(before == Some(true)).flag(after == Some(true));
        shape(outcome, &repaired.value).value()
    }
}

struct Repaired {
    value: Value,
    count: usize,
}

/// Repairs a copy, and checks that a second repair finds nothing left.
fn repair(value: &Value, schema: &Value, mode: Mode) -> Repaired {
    let mut repaired = value.clone();
    let count = coerce(&mut repaired, schema, mode);
    if count == 0 {
        assert_eq!(&repaired, value, "what needs no repair is left alone");
    }
    let mut again = repaired.clone();
    let left = coerce(&mut again, schema, mode);
    assert_eq!((left, &again), (0, &repaired), "a repair leaves nothing to repair");
    Repaired { value: repaired, count }
}

/// The kind of a value, and of what it holds first.
fn shape(signature: Signature, value: &Value) -> Signature {
    let (kind, size) = match value {
        Value::Null => (0, 0),
        Value::Bool(flag) => (1, usize::from(*flag)),
        Value::Number(number) => (2, usize::from(number.is_f64()) + 2 * usize::from(number.is_i64())),
        Value::String(text) => (3, usize::from(text.is_empty())),
        Value::Array(items) => (4, items.len()),
        Value::Object(fields) => (5, fields.len()),
    };
    signature.number(kind).size(size)
}
