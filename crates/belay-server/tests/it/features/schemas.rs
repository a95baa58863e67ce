//! One type, two uses: it checks values and it is shown to models.

use belay_core::operation::Operation;
use belay_core::{App, Ctx, Error};
use belay_server::Served;
use belay_testkit::TestApp;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{named, result};
use crate::wire_app::app;

async fn input(app: &TestApp, tool: &str) -> Value {
    let listed = result(&app.nobody(), "tools/list", json!({})).await;
    named(&listed["tools"], tool)["inputSchema"].clone()
}

// A24.
#[tokio::test]
async fn what_is_shown_is_what_is_checked_down_to_the_words_of_each_field() {
    let app = TestApp::start(app()).await;
    let shown = input(&app, "add").await;
    assert_eq!(
        shown["properties"]["a"],
        json!({ "type": "integer", "minimum": 0, "maximum": 1000, "description": "The first number." })
    );
    for (a, right) in [(0, true), (1000, true), (1001, false), (-1, false)] {
        assert_eq!(!app.nobody().mcp("add", json!({ "a": a })).await.is_error, right, "{a}");
    }
}

// A25: a field with a default is optional. The dialect is the protocol's own, and naming it trips validators.
#[tokio::test]
async fn a_field_with_a_default_need_not_be_sent() {
    let app = TestApp::start(app()).await;
    let shown = input(&app, "add").await;
    assert_eq!((&shown["required"], &shown["properties"]["b"]["default"]), (&json!(["a"]), &json!(1)));
    assert!(shown.get("$schema").is_none());
    assert_eq!(app.nobody().mcp("add", json!({ "a": 5 })).await.body, "6");
}

/// One thing or the other.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is read")]
enum Either {
    /// A text.
    Text(String),
    /// A number.
    Number(u32),
}

/// Holds what has no portable schema.
#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema is read")]
struct Odd {
    /// One or the other.
    either: Either,
    /// Anything.
    anything: Value,
}

// A26: an open schema would take anything, so the declaration is refused where it is made.
#[test]
fn a_type_that_clients_would_not_understand_does_not_start_and_says_where() {
    async fn odd(_: Ctx, _: Odd) -> Result<String, Error> {
        Ok(String::new())
    }
    let app = App::new("odd", "1", vec![Operation::read("odd", odd).title("Odd").about("Is odd.")]);
    let shared = belay_server::open::shared(&app, None);
    let told = Served::new(app, shared, None).err().unwrap().to_string();
    assert!(
        told.contains("Either: offers a choice of shapes") && told.contains("anything: takes any JSON"),
        "{told}"
    );
}

// A27.
#[tokio::test]
async fn a_tool_that_takes_nothing_says_so_with_an_empty_object() {
    let app = TestApp::start(app()).await;
    assert_eq!(
        input(&app, "get_raw").await,
        json!({ "type": "object", "properties": {}, "required": [], "additionalProperties": false })
    );
}

// A28.
#[tokio::test]
async fn lists_are_made_once_and_are_the_same_each_time() {
    let app = TestApp::start(app()).await;
    for method in ["tools/list", "resources/list", "resources/templates/list", "prompts/list"] {
        let first = result(&app.nobody(), method, json!({})).await;
        assert_eq!(result(&app.nobody(), method, json!({})).await.to_string(), first.to_string(), "{method}");
    }
}
