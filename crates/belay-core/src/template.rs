//! Addresses with variables in them.
//!
//! Two forms of RFC 6570 are understood: `{name}` stands for one segment, which never holds a slash and is
//! percent-decoded; `{+name}` takes everything up to what follows it, slashes included, and is left as it is. Every
//! other operator is refused when the template is read, instead of becoming a pattern that never matches.

use std::collections::HashSet;

use serde_json::{Map, Value};

/// A part of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Literal(String),
    Segment(String),
    Rest(String),
}

/// An address with variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UriTemplate {
    text: String,
    parts: Vec<Part>,
}

/// A text that is no template of the two understood forms.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("URI template `{template}`: {problem}")]
pub struct BadTemplate {
    template: String,
    problem: String,
}

impl UriTemplate {
    /// Reads a template.
    ///
    /// # Errors
    /// [`BadTemplate`] for another operator, an unclosed brace, a repeated or missing variable, or two variables with
    /// nothing between them.
    pub fn parse(text: &str) -> Result<Self, BadTemplate> {
        let bad = |problem: String| BadTemplate { template: text.to_owned(), problem };
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find(['{', '}']) {
            let (literal, tail) = rest.split_at(open);
            let Some(tail) = tail.strip_prefix('{') else {
                return Err(bad("has a `}` without a `{`".to_owned()));
            };
            let Some((expression, after)) = tail.split_once('}') else {
                return Err(bad("has a `{` without a `}`".to_owned()));
            };
            if literal.is_empty() && matches!(parts.last(), Some(Part::Segment(_) | Part::Rest(_))) {
                return Err(bad(format!(
                    "has nothing between `{{{expression}}}` and the variable before it"
                )));
            }
            if !literal.is_empty() {
                parts.push(Part::Literal(literal.to_owned()));
            }
            parts.push(variable(expression).map_err(bad)?);
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(Part::Literal(rest.to_owned()));
        }
        let template = Self { text: text.to_owned(), parts };
        let names: Vec<&str> = template.variables().collect();
        if names.is_empty() {
            return Err(bad("has no variable; a fixed address is a resource".to_owned()));
        }
        let mut seen = HashSet::new();
        if let Some(twice) = names.iter().find(|name| !seen.insert(**name)) {
            return Err(bad(format!("has the variable `{twice}` twice")));
        }
        Ok(template)
    }

    /// The template as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The names of its variables, in order.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Literal(_) => None,
            Part::Segment(name) | Part::Rest(name) => Some(name.as_str()),
        })
    }

    /// The values of the variables in an address, or nothing where the address does not match.
    #[must_use]
    pub fn matches(&self, uri: &str) -> Option<Map<String, Value>> {
        let mut values = Map::new();
        let mut parts = self.parts.iter().peekable();
        let mut rest = uri;
        while let Some(part) = parts.next() {
            let (name, decodes) = match part {
                Part::Literal(literal) => {
                    rest = rest.strip_prefix(literal.as_str())?;
                    continue;
                }
                Part::Segment(name) => (name, true),
                Part::Rest(name) => (name, false),
            };
            let end = match parts.peek() {
                // What comes after a variable is always a literal. The greedy form ends at its last occurrence.
                Some(Part::Literal(literal)) if decodes => rest.find(literal.as_str())?,
                Some(Part::Literal(literal)) => self.last(rest, literal, name)?,
                _ => rest.len(),
            };
            let (value, after) = rest.split_at(end);
            let value = if decodes { segment(value)? } else { value.to_owned() };
            if value.is_empty() {
                return None;
            }
            values.insert(name.clone(), value.into());
            rest = after;
        }
        rest.is_empty().then_some(values)
    }

    /// The last place where a literal can stand so that what follows still matches.
    fn last(&self, rest: &str, literal: &str, name: &str) -> Option<usize> {
        let place = self.parts.iter().position(|part| matches!(part, Part::Rest(other) if other == name))?;
        let tail = self.parts.get(place + 1..)?;
        let tail = Self { text: String::new(), parts: tail.to_vec() };
        let ends: Vec<usize> = rest.match_indices(literal).map(|(at, _)| at).collect();
        ends.into_iter().rev().find(|at| rest.get(*at..).is_some_and(|after| tail.matches(after).is_some()))
    }
}

fn variable(expression: &str) -> Result<Part, String> {
    let (name, rest) = match expression.strip_prefix('+') {
        Some(name) => (name, true),
        None => (expression, false),
    };
    let named = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if !named {
        return Err(format!(
            "`{{{expression}}}` is neither `{{name}}` nor `{{+name}}`; no other operator is understood"
        ));
    }
    Ok(if rest { Part::Rest(name.to_owned()) } else { Part::Segment(name.to_owned()) })
}

/// A segment, percent-decoded; nothing where it holds a slash or is no UTF-8.
fn segment(text: &str) -> Option<String> {
    if text.contains('/') {
        return None;
    }
    percent_encoding::percent_decode_str(text).decode_utf8().ok().map(std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn values(template: &str, uri: &str) -> Option<Value> {
        UriTemplate::parse(template).unwrap().matches(uri).map(Value::Object)
    }

    #[test]
    fn a_variable_takes_one_decoded_segment_and_a_greedy_one_takes_the_rest_as_it_is() {
        for (template, uri, expected) in [
            ("folio://{project}/{id}", "folio://1/86", Some(json!({ "project": "1", "id": "86" }))),
            ("folio://{project}/{id}", "folio://1/86/2", None),
            ("folio://{project}/{id}", "folio://1/", None),
            ("folio://{project}/{id}", "folio://a%20b/%2F", Some(json!({ "project": "a b", "id": "/" }))),
            ("folio://{project}/{id}", "folio://a/%ff", None),
            ("file:///{+path}", "file:///a/b%20c", Some(json!({ "path": "a/b%20c" }))),
            ("file:///{+path}/meta", "file:///a/meta/b/meta", Some(json!({ "path": "a/meta/b" }))),
            ("x://{+path}/{id}.md", "x://a/b/c.md", Some(json!({ "path": "a/b", "id": "c" }))),
            ("db://users/{id}", "db://groups/1", None),
        ] {
            assert_eq!(values(template, uri), expected, "{template} {uri}");
        }
    }

    #[test]
    fn what_is_no_template_of_the_two_forms_is_refused_with_the_reason() {
        for (template, reason) in [
            ("x://{?query}", "no other operator"),
            ("x://{#frag}", "no other operator"),
            ("x://{/path*}", "no other operator"),
            ("x://{a,b}", "no other operator"),
            ("x://{}", "no other operator"),
            ("x://{a", "without a `}`"),
            ("x://a}", "without a `{`"),
            ("x://a", "no variable"),
            ("x://{a}/{a}", "`a` twice"),
            ("x://{a}{b}", "nothing between"),
        ] {
            let error = UriTemplate::parse(template).unwrap_err().to_string();
            assert!(error.contains(reason), "{template}: {error}");
        }
    }

    proptest! {
        #[test]
        fn an_address_made_from_values_gives_them_back(a in "[^/{}%]{1,8}", b in "[^{}%/]{1,4}(/[^{}%/]{1,4}){0,3}") {
            let template = UriTemplate::parse("t://{a}/x/{+b}").unwrap();
            let found = template.matches(&format!("t://{a}/x/{b}"));
            prop_assert_eq!(found.map(Value::Object), Some(json!({ "a": a, "b": b })));
        }

        #[test]
        fn no_text_breaks_the_reader_or_the_matcher(template in ".{0,40}", uri in ".{0,40}") {
            if let Ok(template) = UriTemplate::parse(&template) {
                let _ = template.matches(&uri);
            }
        }
    }
}
