//! Changes to the JSON inside an input that leave it JSON.

use serde_json::{Value, json};

use crate::chance::Chance;

/// Changes the JSON that an input ends with. False where it ends with none: nothing was changed then.
pub(super) fn change(chance: &Chance, input: &mut Vec<u8>, other: &[u8]) -> bool {
    let Some((start, mut root)) = read(input) else { return false };
    if chance.once_in(6) {
        return double_a_key(chance, input, start, &root);
    }
    let place = chance.below(count(&root));
    let donor = if chance.once_in(4) { read(other).map(|(_, donor)| donor) } else { None };
    let mut seen = 0;
    if let Some(node) = node(&mut root, place, &mut seen) {
        change_node(chance, node, donor);
    }
    input.truncate(start);
    input.extend_from_slice(root.to_string().as_bytes());
    true
}

/// The JSON at the end of an input, and where it begins.
fn read(input: &[u8]) -> Option<(usize, Value)> {
    let start = input.iter().position(|byte| matches!(byte, b'{' | b'['))?;
    Some((start, serde_json::from_slice(input.get(start..)?).ok()?))
}

fn change_node(chance: &Chance, node: &mut Value, donor: Option<Value>) {
    match chance.below(8) {
        0 => *node = other_type(chance, node),
        1 => deepen(chance, node),
        2 => *node = scalar(chance),
        3 => *node = Value::String(node.to_string()),
        4 => remove(chance, node),
        5 => rename(chance, node),
        _ => add(chance, node, donor),
    }
}

/// The same thing as another type: a number as text, one value as a list of it, and so on.
fn other_type(chance: &Chance, node: &Value) -> Value {
    match (node, chance.below(3)) {
        (Value::String(text), _) => serde_json::from_str(text).unwrap_or_else(|_| text.len().into()),
        (Value::Array(items), 0) => items.first().cloned().unwrap_or_default(),
        (Value::Array(items), _) => json!({ "items": items }),
        (Value::Object(fields), _) => fields.values().cloned().collect(),
        (Value::Number(number), 0) => number.as_f64().map_or(Value::Null, Value::from),
        (Value::Number(number), _) => number.to_string().into(),
        (other, 0) => json!([other]),
        (other, 1) => other.to_string().into(),
        _ => Value::Null,
    }
}

fn deepen(chance: &Chance, node: &mut Value) {
    let in_list = chance.once_in(2);
    // 128 levels are what serde_json reads.
    for _ in 0..chance.length(130) {
        let inner = node.take();
        *node = if in_list { json!([inner]) } else { json!({ "a": inner }) };
    }
}

fn scalar(chance: &Chance) -> Value {
    match chance.below(8) {
        0 => Value::Null,
        1 => true.into(),
        2 => f64::from_bits(chance.bits()).into(),
        3 => chance.bits().into(),
        4 => chance.bits().cast_signed().into(),
        5 => (f64::from(chance.byte()) / 10.0).into(),
        6 => "".into(),
        _ => chance.byte().into(),
    }
}

fn remove(chance: &Chance, node: &mut Value) {
    match node {
        Value::Array(items) if !items.is_empty() => drop(items.remove(chance.below(items.len()))),
        Value::Object(fields) => {
            if let Some(name) = fields.keys().nth(chance.below(fields.len())).cloned() {
                fields.remove(&name);
            }
        }
        other => *other = Value::Null,
    }
}

fn rename(chance: &Chance, node: &mut Value) {
    let Value::Object(fields) = node else { return };
    let Some(name) = fields.keys().nth(chance.below(fields.len())).cloned() else { return };
    let new = match chance.below(4) {
        0 => String::new(),
        1 => name.to_uppercase(),
        2 => format!("{name}~/"),
        _ => fields.keys().nth(chance.below(fields.len())).cloned().unwrap_or_default(),
    };
    if let Some(value) = fields.remove(&name) {
        fields.insert(new, value);
    }
}

fn add(chance: &Chance, node: &mut Value, donor: Option<Value>) {
    let value = donor.unwrap_or_else(|| scalar(chance));
    match node {
        Value::Array(items) => items.insert(chance.below(items.len() + 1), value),
        Value::Object(fields) => {
            let name = fields.keys().nth(chance.below(fields.len() + 1)).cloned();
            fields.insert(name.unwrap_or_else(|| format!("x{}", chance.below(10))), value);
        }
        other => *other = value,
    }
}

/// Writes a member twice into an object, which no parsed value can hold.
fn double_a_key(chance: &Chance, input: &mut Vec<u8>, start: usize, root: &Value) -> bool {
    let mut members = Vec::new();
    collect_members(root, &mut members);
    let opens = |(at, byte): (usize, &u8)| (at >= start && *byte == b'{').then_some(at + 1);
    let objects: Vec<usize> = input.iter().enumerate().filter_map(opens).collect();
    let (Some((name, value)), Some(at)) = (chance.pick(&members), chance.pick(&objects).copied()) else {
        return false;
    };
    let comma = if input.get(at) == Some(&b'}') { "" } else { "," };
    let member = format!("{}:{value}{comma}", Value::from(*name));
    input.splice(at..at, member.bytes());
    true
}

fn collect_members<'a>(value: &'a Value, members: &mut Vec<(&'a str, &'a Value)>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect_members(item, members)),
        Value::Object(fields) => {
            for (name, value) in fields {
                members.push((name, value));
                collect_members(value, members);
            }
        }
        _ => {}
    }
}

/// How many values there are, the outermost included.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

/// The value at a place in that count.
fn node<'a>(value: &'a mut Value, place: usize, seen: &mut usize) -> Option<&'a mut Value> {
    if *seen == place {
        return Some(value);
    }
    *seen += 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| node(item, place, seen)),
        Value::Object(fields) => fields.values_mut().find_map(|item| node(item, place, seen)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made() -> Vec<String> {
        let chance = Chance::new(2);
        let make = |_| {
            let mut input = b"line\n{\"a\":{\"b\":[1,\"2\"]},\"c\":null}".to_vec();
            assert!(change(&chance, &mut input, b"[7]"));
            String::from_utf8(input).unwrap()
        };
        (0..1_000).map(make).collect()
    }

    #[test]
    fn what_stands_before_stays_and_json_stays_json() {
        for input in made() {
            let json = input.strip_prefix("line\n").unwrap();
            let deep = json.contains("[[[[[[") || json.contains("{\"a\":{\"a\":{\"a\":");
            assert!(deep || serde_json::from_str::<Value>(json).is_ok(), "{json}");
        }
    }

    #[test]
    fn keys_are_doubled_types_changed_and_nesting_deepened() {
        let made = made();
        for piece in ["\"c\":null,\"a\"", "\"1\"", "[[[[[[[[[[", "[7]", "\"{\\\"b\\\""] {
            assert!(made.iter().any(|input| input.contains(piece)), "{piece}");
        }
    }

    #[test]
    fn an_input_without_json_is_left_alone() {
        let mut input = b"{\"a\":".to_vec();
        assert!(!change(&Chance::new(1), &mut input, b""));
        assert_eq!(input, b"{\"a\":");
    }
}
