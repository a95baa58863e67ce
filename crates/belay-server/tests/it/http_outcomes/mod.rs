//! What each kind of request over HTTP comes to: the outcome table of an endpoint that speaks both eras, row by row.
//!
//! Two rows are left to the part of the project that brings access tokens: 5 (a token that lacks a scope) and 66 (the
//! documents that describe the protected resource). Rows 3 and 4 are tried with keys.

mod calls;
mod cut;
mod forms;
mod fronts;
mod greetings;
mod headers;
pub(crate) mod sessions;

/// The rows that need access tokens.
const LATER: &[u8] = &[5, 66];

#[test]
fn every_row_of_the_table_has_its_test() {
    let mut tried: Vec<u8> = [
        fronts::ROWS,
        forms::ROWS,
        greetings::ROWS,
        headers::ROWS,
        calls::ROWS,
        sessions::ROWS,
        cut::ROWS,
        LATER,
    ]
    .concat();
    tried.sort_unstable();
    assert_eq!(tried, (1..=68).collect::<Vec<u8>>());
}
