//! What each kind of request over HTTP comes to: the outcome table of an endpoint that speaks both eras, row by row.
//!
//! Credentials here are keys, which have no scopes, and there is no authorization server: rows 5 (a credential that lacks
//! the authority) and 66 (the documents that describe a protected resource) come out as is decided for these.

mod calls;
mod cut;
mod forms;
mod fronts;
mod greetings;
mod headers;
pub(crate) mod sessions;

#[test]
fn every_row_of_the_table_has_its_test() {
    let mut tried: Vec<u8> =
        [fronts::ROWS, forms::ROWS, greetings::ROWS, headers::ROWS, calls::ROWS, sessions::ROWS, cut::ROWS]
            .concat();
    tried.sort_unstable();
    assert_eq!(tried, (1..=68).collect::<Vec<u8>>());
}
