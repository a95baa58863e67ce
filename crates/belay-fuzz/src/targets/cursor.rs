//! Cursors, from any text and for any query.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use belay_core::cursor::Cursor;
use serde_json::Value;

use super::halves;
use crate::target::{Signature, Target};

/// `belay_core::cursor::Cursor`. The first line of an input is the query, the rest either the text of a cursor or JSON
/// that is put where a cursor's text is decoded from: a list is a key, `!` and a list is all that a cursor holds.
pub(super) struct Cursors;

impl Target for Cursors {
    fn name(&self) -> &'static str {
        "cursor"
    }

    fn about(&self) -> &'static str {
        "any text for any query: what decodes encodes back to the same, and for no other query"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let mut seeds: Vec<Vec<u8>> = [
            "transactions by date\n[\"2026-01-31\",\"txn_1\"]",
            "q\n[1,-5,9223372036854775807,18446744073709551615]",
            "q\n[0.1,1e300,-0.0,5.0]",
            "q\n[null,true,[{\"a\":[]}]]",
            "q\n![1,2,[3]]",
            "q\n![2,0,[]]",
            "q\nWzEsMixbM11d",
            "q\nnot base64 at all",
            "\n",
        ]
        .map(|seed| seed.as_bytes().to_vec())
        .into();
        let made = Cursor { key: vec![1.5.into(), "x".into()] }.encode("a query");
        seeds.push(format!("a query\n{made}").into_bytes());
        seeds
    }

    fn tokens(&self) -> &'static [&'static str] {
        &["[", "]", "null", "1e-7", "0.1", "\"\\u0000\"", "\n", "![1,", "WzEs", "=", "-", "_"]
    }

    fn run(&self, input: &[u8]) -> u64 {
        let (query, rest) = halves(input);
        let query = String::from_utf8_lossy(query);
        let rest = String::from_utf8_lossy(rest);
        let key = serde_json::from_str::<Vec<Value>>(&rest).ok();
        // What lists are sorted by is flat; deeper than 128 levels, two of them the cursor's own, nothing is read.
        if let Some(key) = key.filter(|key| key.iter().all(|value| depth(value) < 100)) {
            let made = Cursor { key };
            let decoded = Cursor::decode(&made.encode(&query), &query);
            assert_eq!(decoded.as_ref(), Ok(&made), "a cursor that was made comes back as it was");
            check(&made, &query);
            return of_key("made", &made).value();
        }
        let held = rest.strip_prefix('!');
        let text = held.map_or_else(|| rest.clone().into_owned(), |held| URL_SAFE_NO_PAD.encode(held));
        match Cursor::decode(&text, &query) {
            Ok(cursor) => {
                check(&cursor, &query);
                of_key("read", &cursor).value()
            }
            Err(_) => {
                let is_base64 = URL_SAFE_NO_PAD.decode(text.as_bytes()).ok();
                let is_json = is_base64.as_ref().map(|bytes| serde_json::from_slice::<Value>(bytes).is_ok());
                let depth = u64::from(is_base64.is_some()) + u64::from(is_json == Some(true));
                Signature::of("refused").number(depth).size(text.len()).value()
            }
        }
    }
}

/// How many levels a value has.
fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or_default(),
        Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or_default(),
        _ => 0,
    }
}

fn check(cursor: &Cursor, query: &str) {
    let again = cursor.encode(query);
    assert_eq!(Cursor::decode(&again, query).as_ref(), Ok(cursor), "what decodes encodes back to the same");
    for other in [format!("{query} "), format!(" {query}"), query.chars().rev().collect(), String::new()] {
        let decoded = Cursor::decode(&again, &other);
        assert!(other == query || decoded.is_err(), "a cursor serves no other query");
    }
}

fn of_key(what: &str, cursor: &Cursor) -> Signature {
    let mut signature = Signature::of(what).size(cursor.key.len());
    for value in cursor.key.iter().take(3) {
        let kind = match value {
            Value::Null => 0,
            Value::Bool(_) => 1,
            Value::Number(number) if number.is_f64() => 2,
            Value::Number(number) if number.is_i64() => 3,
            Value::Number(_) => 4,
            Value::String(_) => 5,
            Value::Array(_) => 6,
            Value::Object(_) => 7,
        };
        signature = signature.number(kind);
    }
    signature
}
