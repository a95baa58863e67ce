//! One input value from the parts of a request.

use belay_core::schema::{Mode, coerce};
use belay_core::{Error, Issue};
use serde_json::{Map, Value};

/// A request's body, read.
pub(crate) enum Body {
    /// Fields whose values are JSON.
    Json(Map<String, Value>),
    /// Fields of a form, whose values are text.
    Text(Map<String, Value>),
}

impl Body {
    /// A JSON body; an empty one is an empty object.
    pub(crate) fn json(bytes: &[u8]) -> Result<Self, Error> {
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Ok(Self::Json(Map::new()));
        }
        match serde_json::from_slice(bytes) {
            Ok(Value::Object(fields)) => Ok(Self::Json(fields)),
            Ok(_) => Err(Error::invalid(vec![Issue::custom("", "The body must be a JSON object")])),
            Err(_) => Err(Error::invalid(vec![Issue::custom("", "The body is not JSON")])),
        }
    }
}

/// Puts path, query, body and the route's own fields together. Text is turned into what the schema expects.
pub(crate) fn assemble<'p>(
    schema: &Value,
    fixed: &Map<String, Value>,
    path: impl IntoIterator<Item = (&'p str, &'p str)>,
    query: &str,
    body: Body,
) -> Result<Value, Error> {
    let (mut fields, mut texts) = match body {
        Body::Json(fields) => (fields, Map::new()),
        Body::Text(fields) => (Map::new(), fields),
    };
    let mut issues = Vec::new();
    for (name, value) in path {
        put(&mut texts, &mut issues, name, value.into());
    }
    for (name, value) in query_pairs(query, schema) {
        put(&mut texts, &mut issues, &name, value);
    }
    if !texts.is_empty() {
        let mut value = Value::Object(texts);
        coerce(&mut value, schema, Mode::Text);
        let Value::Object(read) = value else { return Ok(value) };
        texts = read;
    }
    for (name, value) in texts.into_iter().chain(fixed.clone()) {
        put(&mut fields, &mut issues, &name, value);
    }
    if issues.is_empty() { Ok(Value::Object(fields)) } else { Err(Error::invalid(issues)) }
}

/// A query string without the pairs of one name.
pub(crate) fn without(query: &str, name: &str) -> String {
    let other = |pair: &&str| decode(pair.split('=').next().unwrap_or_default()) != name;
    query.split('&').filter(other).collect::<Vec<_>>().join("&")
}

fn put(fields: &mut Map<String, Value>, issues: &mut Vec<Issue>, name: &str, value: Value) {
    if fields.insert(name.to_owned(), value).is_some() {
        issues
            .push(Issue::custom(name, "Expected to be given once; it stands in two places of this request"));
    }
}

/// The pairs of a query string. A repeated name is a list where the schema expects one.
fn query_pairs(query: &str, schema: &Value) -> Vec<(String, Value)> {
    let mut pairs: Vec<(String, Value)> = Vec::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (decode(name), Value::from(decode(value)));
        let listed =
            schema.pointer(&format!("/properties/{name}/type")).and_then(Value::as_str) == Some("array");
        match pairs.iter_mut().find(|(known, _)| listed && *known == name) {
            Some((_, Value::Array(items))) => items.push(value),
            Some((_, first)) => *first = Value::Array(vec![first.take(), value]),
            None => pairs.push((name, value)),
        }
    }
    pairs
}

fn decode(text: &str) -> String {
    percent_encoding::percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Value {
        json!({ "type": "object", "properties": {
            "id": { "type": "string" }, "limit": { "type": "integer" }, "pending": { "type": "boolean" },
            "fields": { "type": "array", "items": { "type": "string" } }, "count_only": { "type": "boolean" },
        } })
    }

    fn assembled(path: &[(&str, &str)], query: &str, body: &str) -> Result<Value, Error> {
        assemble(&schema(), &Map::new(), path.iter().copied(), query, Body::json(body.as_bytes())?)
    }

    #[test]
    fn text_of_a_query_becomes_what_the_schema_expects() {
        let input = assembled(&[("id", "7")], "limit=12&pending=true&fields=a&fields=b%20c", "").unwrap();
        assert_eq!(input, json!({ "id": "7", "limit": 12, "pending": true, "fields": ["a", "b c"] }));
        assert_eq!(assembled(&[], "fields=a,b", "").unwrap(), json!({ "fields": ["a", "b"] }));
    }

    #[test]
    fn a_name_in_two_places_is_an_issue_even_when_equal() {
        for error in [
            assembled(&[("id", "7")], "id=7", "").unwrap_err(),
            assembled(&[("id", "7")], "", r#"{"id":"7"}"#).unwrap_err(),
            assembled(&[], "limit=1&limit=1", "").unwrap_err(),
        ] {
            assert!(error.message().contains("Expected to be given once"), "{error}");
        }
    }

    #[test]
    fn scalars_of_a_json_body_stay_as_they_are() {
        assert_eq!(assembled(&[], "", r#"{"limit":"12"}"#).unwrap(), json!({ "limit": "12" }));
        assert!(assembled(&[], "", "[1]").is_err());
        assert!(assembled(&[], "", "{bad").is_err());
    }
}
