//! Addresses with variables, against any address.

use belay_core::template::UriTemplate;
use serde_json::{Map, Value};

use super::halves;
use crate::target::{Signature, Target};

/// `belay_core::template::UriTemplate`.
pub(super) struct UriTemplates;

impl Target for UriTemplates {
    fn name(&self) -> &'static str {
        "uri_template"
    }

    fn about(&self) -> &'static str {
        "a template and an address: a match fills every variable, crosses no slash, and gives the address back"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let pairs = [
            ("folio://{project}/{id}", "folio://1/86"),
            ("folio://{project}/{id}", "folio://a%20b/%2F"),
            ("file:///{+path}/meta", "file:///a/meta/b/meta"),
            ("x://{+path}/{id}.md", "x://a/b/c.md"),
            ("x:{+a}/{+b}/{c}", "x:/a/b/c/d"),
            ("x://{?query}", "x://a"),
            ("x://{a}{b}", "x://a"),
            ("x://{a}/{a}", "x://a/a"),
            ("x://a", "x://a"),
            ("x://{a", "x://a}"),
        ];
        pairs.map(|(template, uri)| format!("{template}\n{uri}").into_bytes()).into()
    }

    fn tokens(&self) -> &'static [&'static str] {
        &["{a}", "{+b}", "{c}", "{+d}", "/", "://", "%2F", "%2f", "%25", "%ff", "%", "{", "}", "+", "é", "\n"]
    }

    fn run(&self, input: &[u8]) -> u64 {
        let (template, uri) = halves(input);
        let (template, uri) = (String::from_utf8_lossy(template), String::from_utf8_lossy(uri));
        let read = match UriTemplate::parse(&template) {
            Ok(read) => read,
            Err(error) => return refused(&error.to_string(), &template).value(),
        };
        assert_eq!(read.as_str(), template, "a template is kept as it was written");
        let variables = read.variables().count();
        let Some(values) = read.matches(&uri) else {
            return Signature::of("no match").number(few(variables)).size(uri.len()).value();
        };
        assert_eq!(values.len(), variables, "a match fills every variable, and nothing else");
        check_values(&template, &uri, &values);
        let greedy = template.matches("{+").count();
        let mut signature = Signature::of("match").number(few(variables)).number(few(greedy));
        for value in values.values().take(2) {
            signature = signature.size(value.as_str().map_or(0, |value| value.len().min(100)));
        }
        signature.flag(uri.contains('%')).value()
    }
}

/// A count of which only the first few matter.
fn few(count: usize) -> u64 {
    u64::try_from(count.min(4)).unwrap_or_default()
}

fn check_values(template: &str, uri: &str, values: &Map<String, Value>) {
    for (name, value) in values {
        let value = value.as_str().unwrap_or_default();
        assert!(!value.is_empty(), "a variable never stands for nothing");
        if template.contains(&format!("{{{name}}}")) {
            let encoded = uri.contains("%2F") || uri.contains("%2f");
            assert!(encoded || !value.contains('/'), "a segment holds a slash only where it was encoded");
        } else {
            assert!(template.contains(&format!("{{+{name}}}")), "only variables of the template have values");
            assert!(uri.contains(value), "what takes the rest takes it as it is");
        }
    }
    if !uri.contains('%') {
        assert_eq!(filled(template, values), uri, "the template with its values is the address");
    }
}

/// The template with the values in place of its variables. Values may look like variables, so each place is filled once.
fn filled(template: &str, values: &Map<String, Value>) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((literal, tail)) = rest.split_once('{') {
        let (name, after) = tail.split_once('}').unwrap_or_default();
        filled.push_str(literal);
        let value = values.get(name.trim_start_matches('+'));
        filled.push_str(value.and_then(Value::as_str).unwrap_or_default());
        rest = after;
    }
    filled + rest
}

/// Refusals by their reason: the words of the message that are not the template's own.
fn refused(message: &str, template: &str) -> Signature {
    const REASONS: &[&str] =
        &["without a `{`", "without a `}`", "nothing between", "neither", "no variable", "twice"];
    let reason = message.strip_prefix("URI template `").and_then(|rest| rest.strip_prefix(template));
    let reason = reason.unwrap_or_default();
    let reason = REASONS.iter().find(|words| reason.contains(**words)).copied();
    assert!(reason.is_some(), "a refusal has one of the known reasons: {message}");
    Signature::of("refused").text(reason.unwrap_or_default()).size(template.len())
}
