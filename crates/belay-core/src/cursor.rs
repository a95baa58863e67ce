//! Places in a list that a caller can come back to.
//!
//! A cursor is opaque to callers: base64url of a small JSON array with a version, a digest of the query it
//! belongs to, and the sort key of the last row. It is neither secret nor signed: what it holds was in the
//! answer, and a forged one can only name another place in a list the caller may read anyway.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;

use crate::{Kind, Refusal};

const VERSION: u64 = 1;

/// A place in a list: the sort key of the row before it.
#[derive(Debug, Clone, PartialEq)]
pub struct Cursor {
    /// The values the list is sorted by, in order, ending with a unique one.
    pub key: Vec<Value>,
}

/// The cursor is damaged, of an older version, or belongs to another query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Invalid or expired pagination cursor")]
pub struct InvalidCursor;

impl Refusal for InvalidCursor {
    fn kind(&self) -> Kind {
        Kind::Invalid
    }

    fn code(&self) -> &'static str {
        "invalid_cursor"
    }

    fn hint(&self) -> Option<String> {
        Some("Start again from the first page, with the same filters and sort for every page.".to_owned())
    }
}

impl Cursor {
    /// The text a caller is given. `query` names everything that decides which rows the list has and how
    /// they are sorted; the same must be given to [`decode`](Self::decode).
    #[must_use]
    pub fn encode(&self, query: &str) -> String {
        let parts = Value::Array(vec![VERSION.into(), digest(query).into(), Value::Array(self.key.clone())]);
        URL_SAFE_NO_PAD.encode(parts.to_string())
    }

    /// Reads a cursor back.
    ///
    /// # Errors
    /// [`InvalidCursor`] when the text is damaged, of another version, or made for another query.
    pub fn decode(text: &str, query: &str) -> Result<Self, InvalidCursor> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| InvalidCursor)?;
        let parts: (u64, u64, Vec<Value>) = serde_json::from_slice(&bytes).map_err(|_| InvalidCursor)?;
        match parts {
            (VERSION, made_for, key) if made_for == digest(query) => Ok(Self { key }),
            _ => Err(InvalidCursor),
        }
    }
}

/// FNV-1a, 53 bits of it, so that the number survives every JSON reader. It guards against mistakes, not malice.
fn digest(query: &str) -> u64 {
    let hash = query.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash >> 11
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_cursor_comes_back_whole_for_the_same_query_only(text in ".*", number: i64, query in ".*", other in ".*") {
            let cursor = Cursor { key: vec![text.into(), number.into(), Value::Null] };
            let encoded = cursor.encode(&query);
            prop_assert_eq!(Cursor::decode(&encoded, &query), Ok(cursor));
            prop_assume!(query != other);
            prop_assert_eq!(Cursor::decode(&encoded, &other), Err(InvalidCursor));
        }

        #[test]
        fn any_other_text_is_refused(text in ".*") {
            prop_assert_eq!(Cursor::decode(&text, ""), Err(InvalidCursor));
        }
    }
}
