//! Tables of what is sent and what must come back, row by row.

use belay_testkit::Reply;
use serde_json::Value;

/// What the body must be.
#[derive(Debug)]
pub(crate) enum Body {
    /// Anything: the status says it all.
    Any,
    /// Nothing.
    Empty,
    /// An error with this code, under the request's identifier.
    Code(i64),
    /// An error with this code, and without any identifier.
    NoId(i64),
    /// A text that is not JSON.
    Plain,
    /// A value at a place.
    At(&'static str, Value),
}

use Body::{Any, At, Code, Empty, NoId, Plain};

/// One row: its number, what came back, and what had to.
pub(crate) struct Row {
    pub(crate) number: u8,
    pub(crate) reply: Reply,
    pub(crate) status: u16,
    pub(crate) body: Body,
}

/// A row whose request was made.
pub(crate) fn row(number: u8, reply: Reply, status: u16, body: Body) -> Row {
    Row { number, reply, status, body }
}

/// Tells every row that did not come out as it had to, and that exactly the named rows are there.
#[expect(clippy::needless_pass_by_value, reason = "callers hand over what they just made")]
pub(crate) fn hold(numbers: &[u8], rows: Vec<Row>) {
    let mut tried: Vec<u8> = rows.iter().map(|row| row.number).collect();
    tried.dedup();
    assert_eq!(tried, numbers, "the rows of the table");
    let wrong: Vec<String> = rows.iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn wrong(row: &Row) -> Option<String> {
    let answer = row.reply.answer();
    let code = row.reply.code();
    let right = match &row.body {
        Any => true,
        Empty => row.reply.body.is_empty(),
        Plain => !row.reply.body.is_empty() && serde_json::from_str::<Value>(&row.reply.body).is_err(),
        Code(expected) => code == Some(*expected) && answer.get("id").is_some(),
        NoId(expected) => code == Some(*expected) && answer.get("id").is_none(),
        At(place, expected) => answer.pointer(place) == Some(expected),
    };
    let told = || format!("row {}: {} {}", row.number, row.reply.status, row.reply.body);
    (!right || row.reply.status != row.status)
        .then(|| format!("{} instead of {} {:?}", told(), row.status, row.body))
}
