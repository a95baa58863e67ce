//! What requests over HTTP repeat in their headers, and whether it is what their bodies say.
//!
//! Revision 2026-07-28: `MCP-Protocol-Version`, `Mcp-Method`, `Mcp-Name` and, for marked arguments, `Mcp-Param-…`.
//! Names and arguments that headers cannot carry travel as `=?base64?…?=`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use belay_core::operation::Mirrored;
use http::HeaderMap;
use serde_json::{Map, Value};

use super::fault::{Fault, HEADER_MISMATCH};
use super::message::Request;

pub(crate) const VERSION: &str = "mcp-protocol-version";
pub(crate) const METHOD: &str = "mcp-method";
pub(crate) const NAME: &str = "mcp-name";
pub(crate) const SESSION: &str = "mcp-session-id";
pub(crate) const LAST_EVENT: &str = "last-event-id";
const PARAM: &str = "mcp-param-";

const PREFIX: &str = "=?base64?";
const SUFFIX: &str = "?=";

/// The trimmed value of a header; an error where it is no visible text.
pub(crate) fn value<'a>(headers: &'a HeaderMap, name: &str) -> Result<Option<&'a str>, Fault> {
    let Some(value) = headers.get(name) else { return Ok(None) };
    let text = value.to_str().map_err(|_| mismatch(format!("The header {name} is not plain text")))?;
    Ok(Some(text.trim_matches([' ', '\t'])))
}

fn mismatch(message: String) -> Fault {
    Fault::new(HEADER_MISMATCH, message)
}

/// Checks that the request's method is repeated.
pub(crate) fn method(headers: &HeaderMap, request: &Request) -> Result<(), Fault> {
    match value(headers, METHOD)? {
        Some(named) if named == request.method => Ok(()),
        Some(_) => Err(mismatch("The header Mcp-Method is not the method of the body".to_owned())),
        None => Err(mismatch("The header Mcp-Method is missing".to_owned())),
    }
}

/// Checks that what the request is about is repeated, for the methods that are about something.
pub(crate) fn name(headers: &HeaderMap, request: &Request) -> Result<(), Fault> {
    let field = match request.method.as_str() {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return Ok(()),
    };
    let named = value(headers, NAME)?.ok_or_else(|| mismatch("The header Mcp-Name is missing".to_owned()))?;
    let named = decode(named).ok_or_else(|| mismatch("The header Mcp-Name does not decode".to_owned()))?;
    // A body without the field is the business of whoever reads its parameters.
    match request.text(field) {
        Some(said) if said != named => {
            Err(mismatch(format!("The header Mcp-Name is not the `{field}` of the body")))
        }
        _ => Ok(()),
    }
}

/// Checks that every marked argument is repeated in its header.
pub(crate) fn arguments(
    headers: &HeaderMap,
    marked: &[Mirrored],
    arguments: Option<&Map<String, Value>>,
) -> Result<(), Fault> {
    for one in marked {
        let header = format!("Mcp-Param-{}", one.header);
        let sent = value(headers, &format!("{PARAM}{}", one.header.to_ascii_lowercase()))?;
        let argument =
            arguments.and_then(|arguments| at(arguments, &one.path)).filter(|value| !value.is_null());
        let place = one.path.join(".");
        let fault = match (argument, sent) {
            (None, None) => continue,
            (None, Some(_)) => format!("The header {header} is there, and the argument `{place}` is not"),
            (Some(_), None) => format!("The header {header} must repeat the argument `{place}`"),
            (Some(argument), Some(sent)) => match decode(sent) {
                Some(sent) if same(argument, &sent) => continue,
                Some(_) => format!("The header {header} is not the argument `{place}`"),
                None => format!("The header {header} does not decode"),
            },
        };
        return Err(mismatch(fault));
    }
    Ok(())
}

fn at<'a>(arguments: &'a Map<String, Value>, path: &[String]) -> Option<&'a Value> {
    let (first, rest) = path.split_first()?;
    rest.iter().try_fold(arguments.get(first)?, |value, name| value.get(name))
}

fn same(argument: &Value, sent: &str) -> bool {
    match argument {
        Value::String(text) => text == sent,
        Value::Bool(flag) => sent == if *flag { "true" } else { "false" },
        Value::Number(number) => integer(&number.to_string()).is_some_and(|a| integer(sent) == Some(a)),
        // Another type is told by the validation of the arguments.
        _ => false,
    }
}

/// An integer as it may be written in a header: `42` and `42.0` are the same.
fn integer(text: &str) -> Option<i128> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let zero = !fraction.is_empty() && fraction.bytes().all(|digit| digit == b'0');
    if zero { whole.parse().ok() } else { None }
}

/// A value that may travel as base64: strictly decoded, or literal where it does not have that form.
pub(crate) fn decode(text: &str) -> Option<String> {
    let Some(inner) = text.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX)) else {
        return Some(text.to_owned());
    };
    String::from_utf8(STANDARD.decode(inner).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn sent(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (name.parse::<http::HeaderName>().unwrap(), value.parse().unwrap()))
            .collect()
    }

    fn marked(header: &str, path: &[&str]) -> Vec<Mirrored> {
        vec![Mirrored { path: path.iter().map(|&name| name.to_owned()).collect(), header: header.to_owned() }]
    }

    #[test]
    fn base64_is_read_strictly_and_anything_else_literally() {
        for (text, expected) in [
            ("=?base64?SGVsbG8=?=", Some("Hello")),
            ("=?base64?SGVsbG8?=", None),
            ("=?base64?SGVs!!!bG8=?=", None),
            ("=?base64?/w==?=", None),
            ("SGVsbG8=", Some("SGVsbG8=")),
            ("=?base64?SGVsbG8=", Some("=?base64?SGVsbG8=")),
            ("=?BASE64?SGVsbG8=?=", Some("=?BASE64?SGVsbG8=?=")),
            ("=?base64??=", Some("")),
        ] {
            assert_eq!(decode(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_marked_argument_and_its_header_must_say_the_same() {
        let region = marked("Region", &["where", "region"]);
        for (argument, header, right) in [
            (json!("eu"), Some("eu"), true),
            (json!("Hello"), Some("=?base64?SGVsbG8=?="), true),
            (json!("eu"), Some("us"), false),
            (json!("eu"), None, false),
            (json!(null), None, true),
            (json!(null), Some("eu"), false),
            (json!(42), Some("42.0"), true),
            (json!(42.0), Some("42"), true),
            (json!(42), Some("42.5"), false),
            (json!(true), Some("true"), true),
            (json!(true), Some("TRUE"), false),
        ] {
            let headers = header.map(|value| sent(&[("mcp-param-region", value)])).unwrap_or_default();
            let body = json!({ "where": { "region": argument } });
            let checked = arguments(&headers, &region, body.as_object());
            assert_eq!(checked.is_ok(), right, "{argument} {header:?}");
        }
        assert!(
            arguments(&sent(&[("mcp-param-other", "x")]), &region, None).is_ok(),
            "unknown headers are ignored"
        );
    }

    proptest! {
        #[test]
        fn a_name_of_any_letters_survives_base64(name in ".*") {
            let encoded = format!("{PREFIX}{}{SUFFIX}", STANDARD.encode(&name));
            prop_assert_eq!(decode(&encoded), Some(name));
        }

        #[test]
        fn no_header_breaks_the_reader(text in "[ -~]{0,60}") {
            let _ = decode(&text);
            let _ = integer(&text);
        }
    }
}
