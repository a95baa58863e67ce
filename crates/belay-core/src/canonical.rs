//! One text for equal JSON values, whatever the order of their fields.

use std::fmt::Write as _;

use serde_json::Value;

/// The value as JSON without blanks, the fields of each object sorted by their names' bytes.
#[must_use]
pub fn canonical(value: &Value) -> String {
    let mut text = String::new();
    write(&mut text, value);
    text
}

fn write(text: &mut String, value: &Value) {
    match value {
        Value::Object(fields) => {
            let mut sorted: Vec<(&String, &Value)> = fields.iter().collect();
            sorted.sort_unstable_by_key(|(name, _)| name.as_bytes());
            text.push('{');
            for (place, (name, value)) in sorted.into_iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                let _ = write!(text, "{}:", Value::from(name.as_str()));
                write(text, value);
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for (place, item) in items.iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                write(text, item);
            }
            text.push(']');
        }
        scalar => {
            let _ = write!(text, "{scalar}");
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_order_of_fields_makes_no_difference_and_that_of_items_does() {
        let one = json!({ "b": [1, { "y": "\"", "x": null }], "a": 1.5 });
        let other = json!({ "a": 1.5, "b": [1, { "x": null, "y": "\"" }] });
        assert_eq!(canonical(&one), canonical(&other));
        assert_eq!(canonical(&one), r#"{"a":1.5,"b":[1,{"x":null,"y":"\""}]}"#);
        assert_ne!(canonical(&json!([1, 2])), canonical(&json!([2, 1])));
    }
}
