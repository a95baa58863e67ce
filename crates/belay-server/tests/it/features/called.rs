//! What goes into a tool and what comes out.

use belay_testkit::{LEGACY, MODERN, Message, TestApp};
use serde_json::{Value, json};

use super::{error, named, result};
use crate::wire_app::app;

#[expect(clippy::needless_pass_by_value, reason = "callers hand over what they just made")]
fn call(tool: &str, arguments: Value) -> Value {
    json!({ "name": tool, "arguments": arguments })
}

// A5.
#[tokio::test]
async fn bad_arguments_are_a_failure_that_the_model_reads_with_every_place_named() {
    let app = TestApp::start(app()).await;
    let client = app.nobody();
    let bad = result(&client, "tools/call", call("add", json!({ "a": 5000, "b": "x", "c": 1 }))).await;
    assert_eq!(bad["isError"], true);
    let text = bad["content"][0]["text"].as_str().unwrap();
    for place in ["a", "b", "c"] {
        assert!(text.contains(&format!("Validation error at {place}: ")), "{text}");
    }
    assert!(bad.get("structuredContent").is_none(), "it would have to fit the output schema: {bad}");
    let bad = result(&client, "tools/call", call("get_raw", json!({ "c": 1 }))).await;
    let errors = &bad["structuredContent"]["errors"];
    assert_eq!((&errors[0]["path"], errors[0]["message"].is_string()), (&json!("c"), true), "{bad}");
}

// A6.
#[tokio::test]
async fn a_result_that_breaks_its_schema_is_an_error_of_the_server_and_says_nothing_of_the_value() {
    let app = TestApp::start(app()).await;
    for message in [
        Message::modern("tools/call", call("get_broken", json!({}))),
        Message::legacy(LEGACY, "tools/call", call("get_broken", json!({}))),
    ] {
        let reply = app.nobody().say(&message).await;
        assert_eq!((reply.status.as_u16(), reply.code()), (200, Some(-32603)));
        assert!(!reply.body.contains("hunter2"), "{}", reply.body);
    }
}

// A7.
#[tokio::test]
async fn what_is_no_object_travels_under_result_and_its_text_is_bare() {
    let app = TestApp::start(app()).await;
    let client = app.nobody();
    let listed = result(&client, "tools/list", json!({})).await;
    let schema = &named(&listed["tools"], "add")["outputSchema"];
    assert_eq!(
        (&schema["type"], &schema["properties"]["result"]["type"]),
        (&json!("object"), &json!("integer"))
    );
    let sum = result(&client, "tools/call", call("add", json!({ "a": 41 }))).await;
    assert_eq!(sum["structuredContent"], json!({ "result": 42 }));
    assert_eq!(sum["content"], json!([{ "type": "text", "text": "42" }]));
    let text = result(&client, "tools/call", call("count", json!({}))).await;
    assert_eq!(text["content"][0]["text"], "wanted: false", "a text is written as it is, without quotes");
}

// A8.
#[tokio::test]
async fn an_object_travels_with_its_fields_at_the_top_and_as_json_in_the_text() {
    let app = TestApp::start(app()).await;
    let thing = result(&app.nobody(), "tools/call", call("get_thing", json!({ "id": "t1" }))).await;
    assert_eq!(thing["structuredContent"], json!({ "id": "t1" }), "what is empty is left out");
    assert_eq!(thing["content"][0]["text"], "{\"id\":\"t1\"}");
}

// A9.
#[tokio::test]
async fn raw_content_goes_through_as_it_is_with_its_mark_of_failure_and_its_facts() {
    let app = TestApp::start(app()).await;
    let client = app.nobody();
    let raw = result(&client, "tools/call", call("get_raw", json!({}))).await;
    let kinds: Vec<&Value> = raw["content"].as_array().unwrap().iter().map(|one| &one["type"]).collect();
    assert_eq!(kinds, ["text", "image", "audio", "resource_link", "resource"]);
    assert_eq!(raw["content"][0]["annotations"], json!({ "audience": ["user"] }));
    assert_eq!(raw["content"][1], json!({ "type": "image", "data": "AQID", "mimeType": "image/png" }));
    assert_eq!(raw["_meta"]["example.com/fact"], 7);
    assert!(raw.get("structuredContent").is_none() && raw.get("isError").is_none());
    let failed = result(&client, "tools/call", call("fail_softly", json!({}))).await;
    assert_eq!(failed["isError"], true);
    let listed = result(&client, "tools/list", json!({})).await;
    assert!(named(&listed["tools"], "get_raw").get("outputSchema").is_none());
}

// A10.
#[tokio::test]
async fn an_object_with_a_field_content_is_not_taken_for_raw_content() {
    let app = TestApp::start(app()).await;
    let lookalike = result(&app.nobody(), "tools/call", call("get_lookalike", json!({}))).await;
    assert_eq!(lookalike["structuredContent"], json!({ "content": ["text"] }));
    assert_eq!(lookalike["content"][0]["text"], "{\"content\":[\"text\"]}");
}

// A11: here every result has a type. The nearest to none is a text that is empty, or content of one text.
#[tokio::test]
async fn an_empty_text_is_said_in_words_and_soft_failures_are_one_text() {
    let app = TestApp::start(app()).await;
    let nothing = result(&app.nobody(), "tools/call", call("get_nothing", json!({}))).await;
    assert_eq!(nothing["content"], json!([{ "type": "text", "text": "(empty)" }]));
    assert_eq!(nothing["structuredContent"], json!({ "result": "" }));
    let failed = result(&app.nobody(), "tools/call", call("fail_softly", json!({}))).await;
    assert_eq!(failed["content"], json!([{ "type": "text", "text": "It did not work; try tomorrow" }]));
}

// A37, A16 for what is not there.
#[tokio::test]
async fn a_name_that_nothing_has_is_a_wrong_parameter_and_one_that_is_missing_is_named() {
    let app = TestApp::start(app()).await;
    let client = app.nobody();
    for (method, params, said) in [
        ("tools/call", json!({ "name": "ad" }), "did you mean `add`"),
        ("prompts/get", json!({ "name": "greetin" }), "did you mean `greeting`"),
        ("resources/read", json!({ "uri": "app://nowhere" }), "not found"),
        ("tools/call", json!({ "arguments": {} }), "`name`"),
        ("prompts/get", json!({}), "`name`"),
        ("resources/read", json!({}), "`uri`"),
        ("completion/complete", json!({ "argument": {} }), "`ref`"),
        ("subscriptions/listen", json!({}), "`notifications`"),
    ] {
        let message = Message::modern(method, params.clone());
        // What the body lacks cannot be repeated, and the header must be there all the same.
        let message = if params.get("name").or(params.get("uri")).is_some() {
            message
        } else {
            message.header("mcp-name", "x")
        };
        let told = app.nobody().say(&message).await.answer()["error"].clone();
        assert_eq!(told["code"], -32602, "{method}: {told}");
        assert!(told["message"].as_str().unwrap().contains(said), "{method}: {told}");
    }
    assert_eq!(error(&client, "tools/call", json!({ "name": "add", "arguments": 5 })).await["code"], -32602);
    let revisions = [MODERN, LEGACY];
    for revision in revisions {
        let message = Message::legacy(revision, "tools/fly", json!({}));
        assert_ne!(client.say(&message).await.code(), Some(-32603), "{revision}");
    }
}
