//! Schemas that clients refuse, and arguments that models get wrong.

use belay_core::{App, Ctx, Error, Operation};
use belay_server::Served;
use belay_testkit::{LEGACY, Message, TestApp, declarations};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::wire_app::app;

async fn tools(app: &TestApp) -> Vec<Value> {
    let listed = app.nobody().say(&Message::modern("tools/list", json!({}))).await.result();
    listed["tools"].as_array().unwrap().clone()
}

/// Shows every schema below a value.
fn walk(value: &Value, visit: &mut impl FnMut(&serde_json::Map<String, Value>)) {
    match value {
        Value::Object(fields) => {
            visit(fields);
            fields.values().for_each(|value| walk(value, visit));
        }
        Value::Array(items) => items.iter().for_each(|value| walk(value, visit)),
        _ => {}
    }
}

/// What is wrong with an application of one operation.
fn faults(operation: Operation) -> String {
    let app = App::new("demo", "1", vec![operation.title("T").about("Does nothing.")]);
    let shared = belay_server::open::shared(&app, None);
    Served::new(app, shared, None).err().map(|faulty| faulty.to_string()).unwrap_or_default()
}

#[tokio::test]
async fn p10_objects_and_lists_sent_as_json_text_are_read_and_texts_stay_texts() {
    let app = TestApp::start(app()).await;
    let sent = json!({ "inner": "{\"first\":\"a\"}", "numbers": "[1,2]", "text": "[1]" });
    for reply in [
        app.nobody().mcp("nest", sent.clone()).await,
        app.nobody().mcp_modern("nest", sent.clone()).await,
        app.stdio().await.call("nest", sent.clone()).await,
    ] {
        assert_eq!(reply.body, "a [1, 2] [1]");
    }
    let broken = json!({ "inner": "{\"first\":", "numbers": "1,2", "text": "" });
    let refused = app.nobody().mcp("nest", broken).await;
    assert!(
        refused.is_error && refused.body.contains("Expected object, received string"),
        "{}",
        refused.body
    );
    // A number in quotes is no number here: the refusal says which field, and models mend that at once.
    assert!(app.nobody().mcp("add", json!({ "a": "5" })).await.is_error);
}

#[tokio::test]
async fn p11_no_schema_has_a_numeric_format_and_bounds_are_kept() {
    let app = TestApp::start(app()).await;
    let mut formats = Vec::new();
    for tool in tools(&app).await {
        walk(&tool, &mut |node| formats.extend(node.get("format").cloned()));
    }
    assert_eq!(formats, Vec::<Value>::new());
    let add = tools(&app).await.into_iter().find(|tool| tool["name"] == "add").unwrap();
    assert_eq!(
        add["inputSchema"]["properties"]["b"]["minimum"], 0,
        "an unsigned number is never below nothing"
    );
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind")]
#[expect(dead_code, reason = "only its schema is read")]
enum Root {
    /// A.
    A {
        /// It.
        a: String,
    },
    /// B.
    B {
        /// It.
        b: String,
    },
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema is read")]
struct Flattened {
    /// Its kind.
    #[serde(flatten)]
    root: Root,
}

#[test]
fn p13_a_choice_of_shapes_at_the_root_of_an_input_does_not_start() {
    async fn take(_: Ctx, _: Root) -> Result<String, Error> {
        Ok(String::new())
    }
    async fn take_flat(_: Ctx, _: Flattened) -> Result<String, Error> {
        Ok(String::new())
    }
    for operation in [Operation::read("take", take), Operation::read("take", take_flat)] {
        let told = faults(operation);
        assert!(told.contains("choice of shapes"), "{told}");
    }
}

/// A tree.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Tree {
    /// Its name.
    name: Option<String>,
    /// Its height, more than nothing.
    #[schemars(extend("exclusiveMinimum" = 0))]
    height: i64,
    /// What grows on it.
    branches: Vec<Tree>,
}

async fn grow(_: Ctx, tree: Tree) -> Result<String, Error> {
    serde_json::to_string(&tree).map_err(Error::internal)
}

#[tokio::test]
async fn p14_references_null_types_and_exclusive_bounds_are_written_so_that_every_client_reads_them() {
    let operation = Operation::read("grow", grow).title("Grow").about("Grows a tree.");
    let deep =
        json!({ "height": 1, "branches": [{ "height": 2, "branches": [{ "height": 3, "branches": [] }] }] });
    let app = App::new("forest", "1", vec![operation.example(deep.clone())]);
    assert_eq!(declarations(&app), Vec::<String>::new());
    let app = TestApp::start(app).await;
    let schema = tools(&app).await[0]["inputSchema"].clone();
    for word in ["$ref", "$defs", "anyOf", "oneOf", "allOf", "exclusiveMinimum", "null"] {
        assert!(!schema.to_string().contains(&format!("\"{word}\"")), "{word} in {schema}");
    }
    assert_eq!(schema["required"], json!(["height", "branches"]), "what may be null is merely optional");
    assert_eq!(schema["properties"]["height"]["minimum"], 1);
    let grown = app.nobody().mcp("grow", deep.clone()).await.json();
    assert_eq!(grown["branches"][0]["branches"][0]["height"], 3, "below the cut everything still counts");
    let mut wrong = deep;
    wrong["branches"][0]["branches"][0]["branches"] = json!([{ "height": 0, "branches": [] }]);
    assert!(app.nobody().mcp("grow", wrong).await.is_error, "checks included");
}

#[tokio::test]
async fn p15_every_object_says_its_fields_and_every_list_its_items_and_open_values_do_not_start() {
    let app = TestApp::start(app()).await;
    for tool in tools(&app).await {
        let name = tool["name"].clone();
        walk(&tool, &mut |node| match node.get("type").and_then(Value::as_str) {
            Some("object") => {
                assert!(node.contains_key("properties") && node.contains_key("required"), "{name}: {node:?}");
            }
            Some("array") => assert!(node.contains_key("items"), "{name}: {node:?}"),
            _ => {}
        });
        walk(&tool["inputSchema"], &mut |node| {
            if node.get("type").is_some_and(|kind| kind == "object") {
                assert_eq!(node["additionalProperties"], false, "{name}: {node:?}");
            }
        });
    }
    /// Anything.
    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only its schema is read")]
    struct Anything {
        /// Whatever.
        value: Value,
    }
    let take = Operation::read("take", |_: Ctx, _: Anything| async { Ok::<_, Error>(String::new()) });
    assert!(faults(take).contains("value: takes any JSON"));
}

#[tokio::test]
async fn p17_every_result_has_a_text_and_structured_content_where_its_schema_was_shown() {
    let app = TestApp::start(app()).await;
    let client = app.nobody();
    let listed = tools(&app).await;
    for (operation, listed) in app.served.app.operations.iter().zip(&listed) {
        if ["wait", "hold", "long_job"].contains(&operation.name) {
            continue;
        }
        let params = json!({ "name": operation.name, "arguments": operation.examples[0] });
        for message in
            [Message::modern("tools/call", params.clone()), Message::legacy(LEGACY, "tools/call", params)]
        {
            let result = client.say(&message).await.result();
            let Some(content) = result["content"].as_array() else { continue };
            assert!(!content[0]["text"].as_str().unwrap().is_empty(), "{}: {result}", operation.name);
            if result["isError"] != true {
                let shown = listed.get("outputSchema").is_some();
                assert_eq!(result.get("structuredContent").is_some(), shown, "{}: {result}", operation.name);
            }
        }
    }
}

#[tokio::test]
async fn p18_an_error_carries_no_structured_content_that_would_break_the_output_schema() {
    let app = TestApp::start(app()).await;
    for (tool, arguments) in [
        ("add", json!({ "a": "x" })),
        ("refuse", json!({ "how": "issues" })),
        ("refuse", json!({ "how": "fault" })),
        ("sleep", json!({})),
        ("panic_now", json!({})),
    ] {
        let params = json!({ "name": tool, "arguments": arguments });
        let result = app.nobody().say(&Message::modern("tools/call", params)).await.result();
        assert_eq!((&result["isError"], result.get("structuredContent")), (&json!(true), None), "{tool}");
    }
    let broken = app.nobody().mcp_modern("get_broken", json!({})).await;
    assert_eq!(broken.protocol_error, Some(-32603), "what breaks its schema is not sent");
}

#[tokio::test]
async fn p19_no_schema_names_its_dialect_and_one_without_fields_says_so() {
    let app = TestApp::start(app()).await;
    for tool in tools(&app).await {
        walk(&tool, &mut |node| assert!(!node.contains_key("$schema"), "{node:?}"));
        assert!(tool["inputSchema"]["properties"].is_object());
    }
}
