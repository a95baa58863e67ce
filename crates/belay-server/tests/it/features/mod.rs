//! What the framework can do, one test for each feature. The line above a test names the feature's number in the
//! inventory that the framework was measured by; a feature that another test shows is named there.

mod called;
mod carried;
mod context;
mod declared;
mod failed;
mod logged;
mod read;
mod schemas;
mod spoken;

use belay_testkit::{Client, Message};
use serde_json::Value;

/// The result of a request of the new era.
async fn result(client: &Client, method: &str, params: Value) -> Value {
    client.say(&Message::modern(method, params)).await.result()
}

/// The error of a request of the new era.
async fn error(client: &Client, method: &str, params: Value) -> Value {
    client.say(&Message::modern(method, params)).await.answer()["error"].clone()
}

/// An entry of a list by its name.
fn named<'a>(list: &'a Value, name: &str) -> &'a Value {
    let entry = list.as_array().unwrap().iter().find(|entry| entry["name"] == name);
    entry.unwrap_or_else(|| panic!("{name} in {list}"))
}

#[test]
fn every_feature_has_its_test() {
    let sources = [
        include_str!("called.rs"),
        include_str!("context.rs"),
        include_str!("carried.rs"),
        include_str!("declared.rs"),
        include_str!("failed.rs"),
        include_str!("logged.rs"),
        include_str!("read.rs"),
        include_str!("schemas.rs"),
        include_str!("spoken.rs"),
        include_str!("../http_outcomes/forms.rs"),
        include_str!("../stdio_outcomes/process.rs"),
    ];
    let ids: Vec<&str> = sources
        .iter()
        .flat_map(|source| source.lines())
        .filter_map(|line| line.trim().strip_prefix("// A"))
        .flat_map(|ids| ids.split([',', ' ', '.', ':']))
        .map(|id| id.trim_start_matches('A'))
        .collect();
    let missing: Vec<String> =
        (1..=56).map(|id| id.to_string()).filter(|id| !ids.contains(&id.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
