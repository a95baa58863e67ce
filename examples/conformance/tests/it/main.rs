//! What the suite looks for is there, under the suite's own names.

use belay::core::registry;
use belay_testkit::{Message, TestApp, declarations};
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
fn its_schemas_and_texts_are_fit_for_every_client_but_for_what_the_suite_prescribes() {
    // The suite knows its tools by these names, and wants one schema with every keyword there is. What it calls with is
    // its own business, so there are no examples.
    let prescribed = |found: &String| {
        found.starts_with("json_schema_2020_12_tool: ")
            || found.ends_with("a name is at most 40 characters")
            || found.ends_with("has no example")
    };
    let found: Vec<String> = declarations(&app()).into_iter().filter(|found| !prescribed(found)).collect();
    assert_eq!(found, Vec::<String>::new());
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
    let app = TestApp::start(app()).await;
    let called = app.nobody().mcp_modern(TOOLS[0], json!({})).await;
    assert_eq!(called.body, "This is a simple text response for testing.");
    let read = app.nobody().ask_modern("resources/read", json!({ "uri": RESOURCES[0] })).await;
    let text = "This is the content of the static text resource.";
    assert_eq!(read["result"]["contents"][0]["text"], text);
}

#[test]
fn the_schema_of_the_schema_tool_is_listed_with_all_its_keywords() {
    let app = app();
    let schema = app.operation("json_schema_2020_12_tool").unwrap().input.portable.value();
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
    let app = TestApp::start(app()).await;
    let accepted = |content: Value| json!({ "action": "accept", "content": content });
    let sampled = |text: &str| json!({ "role": "assistant", "content": { "type": "text", "text": text } });
    let roots = json!({ "roots": [{ "uri": "file:///test/root", "name": "Test Root" }] });
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
        let capable = json!({ "elicitation": {}, "sampling": {}, "roots": {} });
        let name = format!("test_input_required_result_{tool}");
        let call = Message::modern("tools/call", json!({ "name": name })).capable(capable);
        let mut result = app.nobody().say(&call).await.result();
        let mut asked = Vec::new();
        while let Some(questions) = result.get("inputRequests").and_then(Value::as_object) {
            let key = questions.keys().next().unwrap().clone();
            let answer = json!({ key.as_str(): answers[&key] });
            asked.push(key);
            result = app.nobody().say(&call.clone().answering(&result, answer)).await.result();
        }
        assert_eq!(asked, answers.as_object().unwrap().keys().cloned().collect::<Vec<_>>(), "{name}");
        assert!(result["content"][0]["text"].as_str().unwrap().contains(expected), "{name}: {result}");
    }
}

#[tokio::test]
async fn only_what_the_client_can_answer_is_asked() {
    let app = TestApp::start(app()).await;
    let name = json!({ "name": "test_input_required_result_capabilities" });
    let call = Message::modern("tools/call", name).capable(json!({ "sampling": {} }));
    let asked = app.nobody().say(&call).await.result()["inputRequests"].clone();
    let methods: Vec<&Value> = asked.as_object().unwrap().values().map(|one| &one["method"]).collect();
    assert_eq!(methods, ["sampling/createMessage"]);
}
