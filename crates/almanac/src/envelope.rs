//! How Almanac words its answers: the result itself with `_meta` in it, refusals as `{"error": code, "message": …}`.

use belay_core::envelope::{Envelope, Place};
use belay_core::{Error, Issue};
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::day::{DAY_START_HOUR, Days};

/// The shape of Almanac's answers.
pub(crate) struct Almanac {
    /// Whether they are sent as structured content as well, with their schemas in the list.
    pub(crate) structured: bool,
}

impl Envelope for Almanac {
    fn refusal(&self, _operation: &str, error: &Error) -> Value {
        let mut body = json!({ "error": error.code(), "message": error.message() });
        if let Some(fields) = body.as_object_mut() {
            if let Some(hint) = error.hint() {
                fields.insert("hint".to_owned(), hint.into());
            }
            if !error.issues().is_empty() {
                fields.insert("issues".to_owned(), json!(error.issues()));
            }
            fields.extend(error.details().clone());
        }
        body
    }

    fn text(&self, operation: &str, error: &Error) -> String {
        if error.code() != "invalid_input" || error.issues().is_empty() {
            return self.refusal(operation, error).to_string();
        }
        let issues: Vec<String> = error.issues().iter().map(sentence).collect();
        format!("tool {operation} input validation failed \u{2014} {}", issues.join("; "))
    }

    fn again(&self, result: &mut Value, now: Timestamp) {
        let zone = result.pointer("/_meta/user_tz").and_then(Value::as_str);
        let Some(days) = zone.and_then(|zone| Days::new(zone, DAY_START_HOUR)) else { return };
        if let Some(stamp) = result.pointer_mut("/_meta/server_now") {
            *stamp = days.text(now).into();
        }
    }

    fn fault(&self) -> Place {
        Place::Protocol
    }

    fn unknown(&self) -> Place {
        Place::Result
    }

    fn unknown_text(&self, operation: &str) -> String {
        format!("unknown tool: {operation}")
    }

    fn structured(&self) -> bool {
        self.structured
    }
}

/// An issue as `field: message`. Whole numbers are numbers to a model; only a fraction is told that it must be whole.
fn sentence(issue: &Issue) -> String {
    let path = if issue.path.is_empty() { "input" } else { &issue.path };
    let message = match issue.message.strip_prefix("Expected integer, received ") {
        Some("float") | None => issue.message.clone(),
        Some(received) => format!("Expected number, received {received}"),
    };
    format!("{path}: {message}")
}

#[cfg(test)]
mod tests {
    use belay_core::{IssueCode, Kind};

    use super::*;

    const ALMANAC: Almanac = Almanac { structured: false };

    fn issue(path: &str, message: &str) -> Issue {
        Issue { path: path.to_owned(), code: IssueCode::InvalidType, message: message.to_owned() }
    }

    #[test]
    fn invalid_input_is_told_field_by_field_in_one_sentence() {
        let error = Error::invalid(vec![
            issue("kcal", "Expected integer, received string"),
            issue("protein_g", "Required"),
            issue("", "Give one of both"),
        ]);
        assert_eq!(
            ALMANAC.text("log_meal", &error),
            "tool log_meal input validation failed \u{2014} kcal: Expected number, received string; \
             protein_g: Required; input: Give one of both"
        );
    }

    #[test]
    fn a_refusal_is_an_object_with_its_code_and_facts_and_without_meta() {
        let error = Error::new(Kind::Conflict, "name_taken", "There is one").with_detail("id", 4);
        let text = ALMANAC.text("define_exercise", &error);
        assert_eq!(text, r#"{"error":"name_taken","message":"There is one","id":4}"#);
    }
}
