//! A notice as the text that goes through the database.

use serde_json::{Value, json};

use super::Notice;
use crate::StoreError;

/// How many bytes topic and body may have together, written as JSON. It is what PostgreSQL takes:
/// <https://www.postgresql.org/docs/current/sql-notify.html>.
pub const MOST_BYTES: usize = 7_999;

pub(super) fn encode(notice: &Notice) -> Result<String, StoreError> {
    let payload = json!({ "topic": notice.topic, "body": notice.body }).to_string();
    if payload.len() > MOST_BYTES {
        return Err(StoreError::TooLarge { bytes: payload.len(), most: MOST_BYTES });
    }
    Ok(payload)
}

/// Reads a payload; `None` when it was written by somebody else.
pub(super) fn decode(payload: &str) -> Option<Notice> {
    match serde_json::from_str(payload).ok()? {
        Value::Object(mut members) => match (members.remove("topic")?, members.remove("body")?) {
            (Value::String(topic), Value::String(body)) => Some(Notice { topic, body }),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_BYTES, decode, encode};
    use crate::{StoreError, bus::Notice};

    fn notice(topic: &str, body: &str) -> Notice {
        Notice { topic: topic.to_owned(), body: body.to_owned() }
    }

    #[test]
    fn a_notice_survives_its_journey_whatever_it_says() {
        for body in ["", r#"{"a":"\u0000"}"#, "nul \0, quote \", Ünï\u{1f35c}\n"] {
            let payload = encode(&notice("t", body)).unwrap();
            assert!(!payload.contains('\0'), "PostgreSQL takes no such byte");
            assert_eq!(decode(&payload), Some(notice("t", body)));
        }
    }

    #[test]
    fn the_limit_counts_bytes_as_they_travel() {
        let room = MOST_BYTES - encode(&notice("", "")).unwrap().len();
        assert_eq!(encode(&notice("", &"x".repeat(room))).unwrap().len(), MOST_BYTES);
        for body in ["x".repeat(room + 1), "\"".repeat(room / 2 + 1), "ü".repeat(room / 2 + 1)] {
            let error = encode(&notice("", &body)).unwrap_err();
            assert!(matches!(error, StoreError::TooLarge { bytes, .. } if bytes > MOST_BYTES), "{error:?}");
        }
    }

    #[test]
    fn what_somebody_else_sent_is_no_notice() {
        for foreign in ["", "hello", "[1]", r#"{"topic":"t"}"#, r#"{"topic":"t","body":1}"#] {
            assert_eq!(decode(foreign), None);
        }
    }
}
