//! What the suite looks for is there, under the suite's own names.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::Arc;

use belay::core::app::App;
use belay::core::ask::{Answers, Question};
use belay::core::clock::SystemClock;
use belay::core::ctx::{Builder, Ctx, Shared, Slots};
use belay::core::entropy::Seeded;
use belay::core::request::{Client, Door, Request};
use belay::core::{Actor, Error, registry};
use conformance::app;
use serde_json::{Value, json};

const TOOLS: &[&str] = &[
    "test_simple_text",
    "test_image_content",
    "test_audio_content",
    "test_embedded_resource",
    "test_multiple_content_types",
    "test_error_handling",
    "test_tool_with_logging",
    "test_logging_tool",
    "test_tool_with_progress",
    "test_reconnection",
    "test_trigger_tool_change",
    "test_trigger_prompt_change",
    "test_sampling",
    "test_elicitation",
    "test_elicitation_sep1034_defaults",
    "test_elicitation_sep1330_enums",
    "test_streaming_elicitation",
    "test_missing_capability",
    "json_schema_2020_12_tool",
    "test_custom_headers",
    "test_input_required_result_elicitation",
    "test_input_required_result_sampling",
    "test_input_required_result_list_roots",
    "test_input_required_result_request_state",
    "test_input_required_result_multiple_inputs",
    "test_input_required_result_multi_round",
    "test_input_required_result_tampered_state",
    "test_input_required_result_capabilities",
    "greet",
    "slow_compute",
    "failing_job",
    "protocol_error_job",
    "confirm_delete",
    "multi_input",
    "test_tool_with_task",
];

const PROMPTS: &[&str] = &[
    "test_input_required_result_prompt",
    "test_simple_prompt",
    "test_prompt_with_arguments",
    "test_prompt_with_embedded_resource",
    "test_prompt_with_image",
];

const RESOURCES: &[&str] = &["test://static-text", "test://static-binary", "test://watched-resource"];

#[test]
fn nothing_is_wrong_with_the_declarations() {
    assert_eq!(registry::faults(&app()), Vec::<String>::new());
}

#[test]
fn everything_has_the_name_that_the_suite_knows_it_by() {
    let app = app();
    assert_eq!(app.operations.iter().map(|one| one.name).collect::<Vec<_>>(), TOOLS);
    assert_eq!(app.prompts.iter().map(|one| one.described.name).collect::<Vec<_>>(), PROMPTS);
    assert_eq!(app.resources.iter().map(|one| one.uri).collect::<Vec<_>>(), RESOURCES);
    let template = app.templates[0].uri.as_ref().unwrap();
    assert_eq!(template.as_str(), "test://template/{id}/data");
}

#[tokio::test]
async fn the_first_tool_needs_no_arguments_and_the_first_resource_can_be_read() {
    let app = app();
    let text = call(&app, TOOLS[0], json!({}), &Client::default(), json!({})).await.unwrap();
    assert_eq!(text["content"][0]["text"], "This is a simple text response for testing.");
    let body = (app.resources[0].read)(builder(&Client::default()).build()).await.unwrap();
    let text = body.contents(RESOURCES[0], "text/plain")[0].text.clone();
    assert_eq!(text.as_deref(), Some("This is the content of the static text resource."));
}

#[test]
fn the_schema_of_the_schema_tool_is_listed_with_all_its_keywords() {
    let app = app();
    let schema = &app.operation("json_schema_2020_12_tool").unwrap().input.portable;
    for place in [
        "/$schema",
        "/$defs/address/$anchor",
        "/allOf/0/anyOf/1/required",
        "/if/properties/contactMethod/const",
        "/then",
        "/else",
        "/properties/address/$ref",
    ] {
        assert!(schema.pointer(place).is_some(), "{place} in {schema}");
    }
    assert_eq!(schema["additionalProperties"], false);
}

#[tokio::test]
async fn the_tools_that_ask_say_what_they_were_told() {
    let app = app();
    let all = Client {
        capabilities: json!({ "elicitation": {}, "sampling": {}, "roots": {} }),
        ..Client::default()
    };
    let accepted = |content: Value| json!({ "action": "accept", "content": content });
    let sampled = |text: &str| json!({ "role": "assistant", "content": { "type": "text", "text": text } });
    let roots = json!({ "roots": [{ "uri": "file:///test/root", "name": "Test Root" }] });
    let input = "test_input_required_result_";
    for (tool, answers, expected) in [
        ("elicitation", json!({ "user_name": accepted(json!({ "name": "Alice" })) }), "Hello, Alice!"),
        ("sampling", json!({ "capital_question": sampled("Paris") }), "Paris"),
        ("list_roots", json!({ "client_roots": roots }), "Test Root (file:///test/root)"),
        (
            "multi_round",
            json!({ "step1": accepted(json!({ "name": "A" })), "step2": accepted(json!({ "color": "red" })) }),
            "A likes red best",
        ),
    ] {
        let name = format!("{input}{tool}");
        let asked = call(&app, &name, json!({}), &all, json!({})).await.unwrap_err();
        let asked = asked.asked().unwrap().questions.keys().next().unwrap().clone();
        assert_eq!(Some(&asked), answers.as_object().unwrap().keys().next(), "{name}");
        let said = call(&app, &name, json!({}), &all, answers).await.unwrap();
        assert!(said["content"][0]["text"].as_str().unwrap().contains(expected), "{name}: {said}");
    }
}

#[tokio::test]
async fn only_what_the_client_can_answer_is_asked() {
    let client = Client { capabilities: json!({ "sampling": {} }), ..Client::default() };
    let name = "test_input_required_result_capabilities";
    let asked = call(&app(), name, json!({}), &client, json!({})).await.unwrap_err();
    let methods: Vec<_> = asked.asked().unwrap().questions.values().map(Question::method).collect();
    assert_eq!(methods, ["sampling/createMessage"]);
}

fn builder(client: &Client) -> Builder {
    let shared = Shared::new(Arc::new(SystemClock), Arc::new(Seeded::new(1)), Arc::new(Slots::default()));
    let request = Request { told: Some(Arc::new(client.clone())), ..Request::new(Door::Mcp, "test") };
    Ctx::builder(shared, Actor::anonymous(), request)
}

async fn call(app: &App, name: &str, input: Value, client: &Client, answers: Value) -> Result<Value, Error> {
    let given = answers.as_object().cloned().unwrap_or_default();
    let cx = builder(client).answers(Answers::new(given, None), |_, _| true).build();
    (app.operation(name).unwrap().runner())(cx, input).await
}
