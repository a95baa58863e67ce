//! Tools that ask the client once: its person or its model.

use belay::core::ask::{Answers, Ask, Question};
use belay::core::{Content, Ctx, Error, Module, Operation};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// The one question of these tools.
const KEY: &str = "answer";

/// The parameters that have the client's model answer one sentence.
pub(crate) fn sampling(prompt: &str, max_tokens: u32) -> Question {
    let message = json!({ "role": "user", "content": { "type": "text", "text": prompt } });
    Question::Sample(json!({ "messages": [message], "maxTokens": max_tokens }))
}

/// What a person did with a form, and what they filled in.
fn action_and_content(answers: &Answers) -> (String, Value) {
    let answer = answers.given().get(KEY).unwrap_or(&Value::Null);
    let action = answer.get("action").and_then(Value::as_str).unwrap_or_default();
    (action.to_owned(), answer.get("content").cloned().unwrap_or_else(|| json!({})))
}

#[derive(Deserialize, JsonSchema)]
struct Sampling {
    /// What the client's model should answer.
    prompt: String,
}

async fn sample(cx: Ctx, input: Sampling) -> Result<Content, Error> {
    let answers = cx.ask(Ask::new().question(KEY, sampling(&input.prompt, 100)))?;
    Ok(Content::text(format!("LLM response: {}", answers.sampled(KEY).unwrap_or_default())))
}

#[derive(Deserialize, JsonSchema)]
struct Elicitation {
    /// What to tell the person.
    message: String,
}

async fn elicit(cx: Ctx, input: Elicitation) -> Result<Content, Error> {
    let schema = json!({
        "type": "object",
        "properties": {
            "username": { "type": "string", "description": "User's response" },
            "email": { "type": "string", "description": "User's email address" },
        },
        "required": ["username", "email"],
    });
    let answers = cx.ask(Ask::new().question(KEY, Question::Form { message: input.message, schema }))?;
    let (action, content) = action_and_content(&answers);
    Ok(Content::text(format!("User response: {action}, content: {content}")))
}

async fn defaults(cx: Ctx, (): ()) -> Result<Content, Error> {
    let schema = json!({
        "type": "object",
        "properties": {
            "name": { "type": "string", "description": "A name", "default": "John Doe" },
            "age": { "type": "integer", "description": "An age in years", "default": 30 },
            "score": { "type": "number", "description": "A score", "default": 95.5 },
            "status": {
                "type": "string", "description": "A state",
                "enum": ["active", "inactive", "pending"], "default": "active",
            },
            "verified": { "type": "boolean", "description": "Whether it was verified", "default": true },
        },
        "required": [],
    });
    let message = "Please review the form; every field has a default".to_owned();
    completed(&cx.ask(Ask::new().question(KEY, Question::Form { message, schema }))?)
}

async fn enums(cx: Ctx, (): ()) -> Result<Content, Error> {
    let message = "Please choose in each of the five ways".to_owned();
    let ask = Ask::new().question(KEY, Question::Form { message, schema: choices() });
    completed(&cx.ask(ask)?)
}

/// A choice in every form that the protocol knows: with and without titles, one or several, and the old one.
fn choices() -> Value {
    let titled = |nth: &str| {
        json!([
            { "const": "value1", "title": format!("First {nth}") },
            { "const": "value2", "title": format!("Second {nth}") },
            { "const": "value3", "title": format!("Third {nth}") },
        ])
    };
    let plain = json!(["option1", "option2", "option3"]);
    json!({
        "type": "object",
        "properties": {
            "untitledSingle": { "type": "string", "description": "One of three", "enum": plain },
            "titledSingle": { "type": "string", "description": "One of three titles", "oneOf": titled("Option") },
            "legacyEnum": {
                "type": "string", "description": "One of three names",
                "enum": ["opt1", "opt2", "opt3"], "enumNames": ["Option One", "Option Two", "Option Three"],
            },
            "untitledMulti": {
                "type": "array", "description": "Some of three",
                "items": { "type": "string", "enum": plain },
            },
            "titledMulti": {
                "type": "array", "description": "Some of three titles", "items": { "anyOf": titled("Choice") },
            },
        },
        "required": [],
    })
}

fn completed(answers: &Answers) -> Result<Content, Error> {
    let (action, content) = action_and_content(answers);
    Ok(Content::text(format!("Elicitation completed: action={action}, content={content}")))
}

async fn streaming(cx: Ctx, (): ()) -> Result<Content, Error> {
    let schema =
        json!({ "type": "object", "properties": { "ok": { "type": "boolean" } }, "required": ["ok"] });
    let message = "May the stream go on?".to_owned();
    cx.ask(Ask::new().question(KEY, Question::Form { message, schema }))?;
    Ok(Content::text("The stream went on"))
}

async fn missing_capability(cx: Ctx, (): ()) -> Result<Content, Error> {
    cx.require(&json!({ "sampling": {} }))?;
    Ok(Content::text("The client offers sampling"))
}

pub(crate) fn module() -> Module {
    Module::new()
        .operation(
            Operation::read("test_sampling", sample)
                .title("Sampling")
                .about("Has the client's model answer a prompt, and repeats the answer."),
        )
        .operation(
            Operation::read("test_elicitation", elicit)
                .title("Elicitation")
                .about("Has the person give a name and an address, and repeats them."),
        )
        .operation(
            Operation::read("test_elicitation_sep1034_defaults", defaults)
                .title("Elicitation with defaults")
                .about("Shows the person a form whose fields all have defaults."),
        )
        .operation(
            Operation::read("test_elicitation_sep1330_enums", enums)
                .title("Elicitation with choices")
                .about("Shows the person a form with every kind of choice."),
        )
        .operation(
            Operation::read("test_streaming_elicitation", streaming)
                .title("Elicitation on a stream")
                .about("Asks the person whether to go on."),
        )
        .operation(
            Operation::read("test_missing_capability", missing_capability)
                .title("Capability")
                .about("Works only for clients that offer sampling."),
        )
}
