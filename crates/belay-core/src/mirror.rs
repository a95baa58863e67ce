//! Arguments that clients repeat in HTTP headers (`x-mcp-header`, revision 2026-07-28).
//!
//! A field is marked with `#[schemars(extend("x-mcp-header" = "Region"))]`; clients then send `Mcp-Param-Region` too.
//! Clients drop a tool whose marks break the protocol's rules, so these are checked when it is declared. A mark does
//! not belong on anything secret: proxies log headers.

use serde_json::Value;

use crate::operation::Mirrored;

/// The mark on a field.
pub const MARK: &str = "x-mcp-header";

/// The marked arguments of an input, and what is wrong with the marks.
pub(crate) fn mirrored(schema: &Value, faults: &mut Vec<String>) -> Vec<Mirrored> {
    let mut found = Vec::new();
    walk(schema, &mut Vec::new(), true, &mut |path, reached, node| {
        let Some(mark) = node.get(MARK) else { return };
        let place = path.join(".");
        let mut fault = |problem: &str| faults.push(format!("header mark of `{place}`: {problem}"));
        let Some(header) = mark.as_str().filter(|name| !name.is_empty() && name.bytes().all(is_token)) else {
            return fault("a header's name is letters, digits and !#$%&'*+-.^_`|~");
        };
        if !matches!(node.get("type").and_then(Value::as_str), Some("string" | "integer" | "boolean")) {
            fault("only a text, an integer or a yes-or-no can be repeated in a header");
        }
        if !reached {
            fault("only fields that are reached by names alone can be repeated in a header");
        }
        found.push(Mirrored { path: path.to_vec(), header: header.to_owned() });
    });
    for (index, one) in found.iter().enumerate() {
        if found.iter().take(index).any(|other| other.header.eq_ignore_ascii_case(&one.header)) {
            faults.push(format!("header mark `{}` is used twice", one.header));
        }
    }
    found
}

fn walk(
    node: &Value,
    path: &mut Vec<String>,
    reached: bool,
    visit: &mut impl FnMut(&[String], bool, &Value),
) {
    let Some(fields) = node.as_object() else {
        for item in node.as_array().into_iter().flatten() {
            walk(item, path, false, visit);
        }
        return;
    };
    visit(path, reached && !path.is_empty(), node);
    for (key, value) in fields {
        if key == "properties" {
            for (name, member) in value.as_object().into_iter().flatten() {
                path.push(name.clone());
                walk(member, path, reached, visit);
                path.pop();
            }
        } else if key != MARK && !matches!(key.as_str(), "enum" | "const" | "default" | "examples") {
            path.push(key.clone());
            walk(value, path, false, visit);
            path.pop();
        }
    }
}

/// A character of a token in RFC 9110.
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn marked(properties: &Value) -> (Vec<Mirrored>, Vec<String>) {
        let mut faults = Vec::new();
        let found = mirrored(&json!({ "type": "object", "properties": properties }), &mut faults);
        (found, faults)
    }

    #[test]
    fn a_sound_mark_names_its_argument() {
        let (found, faults) = marked(&json!({
            "region": { "type": "string", "x-mcp-header": "Region" },
            "deep": { "type": "object", "properties": { "n": { "type": "integer", "x-mcp-header": "N" } } },
        }));
        assert!(faults.is_empty(), "{faults:?}");
        assert_eq!(found[0], Mirrored { path: vec!["region".into()], header: "Region".into() });
        assert_eq!(found[1].path, ["deep", "n"]);
    }

    #[test]
    fn a_mark_that_clients_would_not_accept_is_a_fault() {
        for (properties, reason) in [
            (json!({ "a": { "type": "string", "x-mcp-header": "" } }), "name is letters"),
            (json!({ "a": { "type": "string", "x-mcp-header": "a b" } }), "name is letters"),
            (json!({ "a": { "type": "number", "x-mcp-header": "A" } }), "only a text"),
            (
                json!({ "a": { "type": "array", "items": { "type": "string", "x-mcp-header": "A" } } }),
                "reached by names",
            ),
            (
                json!({ "a": { "type": "string", "x-mcp-header": "A" }, "b": { "type": "string", "x-mcp-header": "a" } }),
                "used twice",
            ),
        ] {
            let (_, faults) = marked(&properties);
            assert!(faults.iter().any(|fault| fault.contains(reason)), "{properties}: {faults:?}");
        }
    }
}
