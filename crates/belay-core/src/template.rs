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
    ///
    /// A segment ends as early as the rest still matches, a greedy variable as late. The work grows with the length of the
    /// address, not faster: clients send it.
    #[must_use]
    pub fn matches(&self, uri: &str) -> Option<Map<String, Value>> {
        let ends = self.ends(uri);
        let mut values = Map::new();
        let mut at = 0;
        for (index, part) in self.parts.iter().enumerate() {
            let good = ends.get(index + 1)?;
            let fits = |end: &usize| good.get(*end) == Some(&true);
            let end = match part {
                Part::Literal(literal) => Some(at + literal.len()).filter(fits)?,
                Part::Segment(_) => (at + 1..=segment_end(uri, at)).find(fits)?,
                Part::Rest(_) => (at + 1..=uri.len()).rev().find(fits)?,
            };
            let text = uri.get(at..end)?;
            match part {
                Part::Literal(literal) if text == literal => {}
                Part::Literal(_) => return None,
                Part::Segment(name) => {
                    values.insert(name.clone(), decoded(text)?.into());
                }
                Part::Rest(name) => {
                    values.insert(name.clone(), text.into());
                }
            }
            at = end;
        }
        (at == uri.len()).then_some(values)
    }

    /// For each part and the end of all, the places in an address from which that part and all after it match.
    fn ends(&self, uri: &str) -> Vec<Vec<bool>> {
        let mut after = vec![false; uri.len() + 1];
        if let Some(end) = after.last_mut() {
            *end = true;
        }
        let mut all = vec![after];
        for part in self.parts.iter().rev() {
            let mut good = vec![false; uri.len() + 1];
            // Whether one of the places passed on the way to the front is an end for a variable that begins here.
            let mut open = false;
            if let Some(next) = all.last() {
                for at in (0..=uri.len()).rev() {
                    let here = match part {
                        Part::Literal(literal) => {
                            uri.as_bytes().get(at..).is_some_and(|rest| rest.starts_with(literal.as_bytes()))
                                && next.get(at + literal.len()) == Some(&true)
                        }
                        Part::Segment(_) => {
                            open &= uri.as_bytes().get(at) != Some(&b'/');
                            open
                        }
                        Part::Rest(_) => open,
                    };
                    if let Some(place) = good.get_mut(at) {
                        *place = here && uri.is_char_boundary(at);
                    }
                    open |= next.get(at) == Some(&true);
                }
            }
            all.push(good);
        }
        all.reverse();
        all
    }
}

/// Where the segment that begins at a place ends at the latest.
fn segment_end(uri: &str, at: usize) -> usize {
    uri.get(at..).and_then(|rest| rest.find('/')).map_or(uri.len(), |length| at + length)
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

/// A segment, percent-decoded; nothing where it is no UTF-8.
fn decoded(text: &str) -> Option<String> {
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
            ("x://{name}.md", "x://b.md.md", Some(json!({ "name": "b.md" }))),
            ("x://{a}-{b}", "x://1-2-3", Some(json!({ "a": "1", "b": "2-3" }))),
            ("{+a}aa", "xaaa", Some(json!({ "a": "xa" }))),
            ("x://{+a}/{b}/{+c}", "x://1/2/3/4", Some(json!({ "a": "1/2", "b": "3", "c": "4" }))),
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

    #[test]
    fn a_long_address_made_to_be_slow_is_not() {
        let template = UriTemplate::parse("x://{+a}/b/{+c}/d/{+e}/{f}.md").unwrap();
        assert_eq!(template.matches(&format!("x://{}", "/b/d".repeat(50_000))), None);
        assert_eq!(template.matches(&format!("x://{}", "/".repeat(200_000))), None);
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
