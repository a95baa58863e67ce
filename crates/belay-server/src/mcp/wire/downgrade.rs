//! Takes out of a result what a revision does not know.
//!
//! Results are made in the words of the newest revision. What the older ones lack: sounds and annotations of tools
//! before 2025-03-26; titles, metadata of blocks, links, output schemas and structured content before 2025-06-18;
//! icons before 2025-11-25; the result's type, cache hints and the server's name before 2026-07-28.

use serde_json::{Map, Value, json};

use super::revision::Revision;

/// A tool as a revision lists it.
pub(crate) fn tool(mut tool: Value, revision: Revision) -> Value {
    if let Some(fields) = tool.as_object_mut() {
        listed(fields, revision);
        if revision < Revision::V2025_06_18 {
            fields.remove("outputSchema");
        }
        if revision < Revision::V2025_03_26 {
            fields.remove("annotations");
        }
    }
    tool
}

/// A resource, template or prompt as a revision lists it.
pub(crate) fn entry(mut entry: Value, revision: Revision) -> Value {
    if let Some(fields) = entry.as_object_mut() {
        listed(fields, revision);
        if revision < Revision::V2025_06_18 {
            for argument in fields.get_mut("arguments").and_then(Value::as_array_mut).into_iter().flatten() {
                remove(argument, "title");
            }
            if let Some(annotations) = fields.get_mut("annotations") {
                remove(annotations, "lastModified");
            }
        }
    }
    entry
}

/// What every entry of a list has in common.
fn listed(fields: &mut Map<String, Value>, revision: Revision) {
    if revision < Revision::V2025_11_25 {
        fields.remove("icons");
    }
    if revision < Revision::V2025_06_18 {
        fields.remove("title");
        fields.remove("_meta");
    }
}

/// The result of a tool.
pub(crate) fn called(result: &mut Map<String, Value>, revision: Revision) {
    let shown = match result.get("structuredContent") {
        Some(content) => revision.is_modern() || revision >= Revision::V2025_06_18 && content.is_object(),
        None => true,
    };
    if !shown {
        result.remove("structuredContent");
    }
    if let Some(content) = result.get_mut("content") {
        blocks(content, revision);
    }
}

/// The messages of a prompt.
pub(crate) fn messages(messages: &mut Value, revision: Revision) {
    for message in messages.as_array_mut().into_iter().flatten() {
        if let Some(content) = message.get_mut("content") {
            block(content, revision);
        }
    }
}

fn blocks(blocks: &mut Value, revision: Revision) {
    for one in blocks.as_array_mut().into_iter().flatten() {
        block(one, revision);
    }
}

fn block(value: &mut Value, revision: Revision) {
    let kind = value.get("type").and_then(Value::as_str).unwrap_or_default();
    if kind == "resource_link" && revision < Revision::V2025_06_18 {
        let text = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let line = format!("{}: {}", text("name"), text("uri"));
        *value = json!({ "type": "text", "text": line });
    } else if kind == "audio" && revision < Revision::V2025_03_26 {
        *value =
            json!({ "type": "text", "text": "(a sound, which this version of the protocol cannot carry)" });
    }
    if revision < Revision::V2025_06_18 {
        remove(value, "_meta");
        if let Some(annotations) = value.get_mut("annotations") {
            remove(annotations, "lastModified");
        }
    }
}

fn remove(value: &mut Value, name: &str) {
    if let Some(fields) = value.as_object_mut() {
        fields.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_revision_gets_a_tool_in_its_own_words() {
        let whole = json!({ "name": "n", "title": "T", "description": "d", "inputSchema": {}, "outputSchema": {},
            "annotations": {}, "icons": [], "_meta": {} });
        for (revision, lacks) in [
            (Revision::V2026_07_28, &[][..]),
            (Revision::V2025_11_25, &[]),
            (Revision::V2025_06_18, &["icons"]),
            (Revision::V2025_03_26, &["icons", "title", "_meta", "outputSchema"]),
            (Revision::V2024_11_05, &["icons", "title", "_meta", "outputSchema", "annotations"]),
        ] {
            let shown = tool(whole.clone(), revision);
            let gone: Vec<&str> = whole
                .as_object()
                .unwrap()
                .keys()
                .map(String::as_str)
                .filter(|key| shown.get(*key).is_none())
                .collect();
            let mut expected = lacks.to_vec();
            expected.sort_unstable();
            let mut gone = gone;
            gone.sort_unstable();
            assert_eq!(gone, expected, "{revision:?}");
        }
    }

    #[test]
    fn what_a_revision_cannot_carry_becomes_text() {
        let result = json!({ "content": [
            { "type": "resource_link", "uri": "x://1", "name": "one" },
            { "type": "audio", "data": "", "mimeType": "audio/wav" },
        ], "structuredContent": { "a": 1 } });
        let shown = |revision| {
            let mut result = result.as_object().unwrap().clone();
            called(&mut result, revision);
            let kinds: Vec<String> = result["content"]
                .as_array()
                .unwrap()
                .iter()
                .map(|block| block["type"].as_str().unwrap().to_owned())
                .collect();
            (kinds.join(" "), result.contains_key("structuredContent"))
        };
        assert_eq!(shown(Revision::V2025_06_18), ("resource_link audio".into(), true));
        assert_eq!(shown(Revision::V2025_03_26), ("text audio".into(), false));
        assert_eq!(shown(Revision::V2024_11_05), ("text text".into(), false));
    }
}
