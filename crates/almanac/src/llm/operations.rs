//! Language models for the outside.

use belay_core::request::Door;
use belay_core::{Ctx, Error, Kind, Operation};
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

pub(crate) fn all() -> Vec<Operation> {
    // What a model would do here, the user's own assistant does over the protocol; these are for programs only.
    let off_mcp = |operation: Operation| operation.not_on(Door::Mcp).not_on(Door::Stdio);
    vec![
        off_mcp(Operation::write("meal_chat", with_message))
            .title("Talk about a meal")
            .about("Have a language model of this server propose a log. Off unless one is set up.")
            .rest(Method::POST, "/llm/meal-chat")
            .example(json!({ "message": "two eggs" })),
        off_mcp(Operation::write("insights_chat", with_message))
            .title("Talk about the journal")
            .about("Have a language model of this server explain the journal. Off unless one is set up.")
            .rest(Method::POST, "/llm/insights-chat")
            .example(json!({ "message": "how was my week" })),
        off_mcp(Operation::read("get_llm_usage", with_feature))
            .title("Get model usage")
            .about("What language models of this server used today. Off unless one is set up.")
            .rest(Method::GET, "/llm/usage")
            .example(json!({})),
        off_mcp(Operation::read("get_insights_history", with_date))
            .title("Get a talk about the journal")
            .about("A day's talk with a language model of this server. Off unless one is set up.")
            .rest(Method::GET, "/llm/insights-chat/history")
            .example(json!({})),
        off_mcp(Operation::destructive("delete_insights_history", with_date))
            .title("Delete a talk about the journal")
            .about("Forget a day's talk with a language model of this server. Off unless one is set up.")
            .repeatable()
            .rest(Method::DELETE, "/llm/insights-chat/history")
            .example(json!({})),
        off_mcp(Operation::read("get_insights_days", alone))
            .title("List talks about the journal")
            .about("The days of talks with a language model of this server. Off unless one is set up.")
            .rest(Method::GET, "/llm/insights-chat/days")
            .example(json!({})),
    ]
}

/// What was said before.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Role {
    User,
    Assistant,
}

/// A turn of a talk.
#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "read to be checked; there is no model to hand it to")]
struct Turn {
    /// Who spoke.
    role: Role,
    /// What was said.
    #[schemars(length(max = 20_000))]
    content: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "read to be checked; there is no model to hand it to")]
struct Message {
    /// What the user says.
    #[schemars(length(min = 1, max = 20_000))]
    message: String,
    /// What was said before.
    #[serde(default)]
    #[schemars(length(max = 200))]
    history: Vec<Turn>,
    /// The day it is about, YYYY-MM-DD.
    on_date: Option<String>,
}

/// What usage is counted of.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Feature {
    MealChat,
    InsightsChat,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "read to be checked; there is no model to hand it to")]
struct Usage {
    /// Of what.
    feature: Option<Feature>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "read to be checked; there is no model to hand it to")]
struct OfDay {
    /// The day, YYYY-MM-DD; today unless said.
    date: Option<String>,
}

/// An answer, once there is a model.
#[derive(Debug, Serialize, JsonSchema)]
struct Never {}

fn off() -> Error {
    let message = "No language model is set up on this server, so it neither talks nor counts usage; use your own \
                   assistant over MCP instead";
    Error::new(Kind::Forbidden, "llm_disabled", message)
}

async fn with_message(_: Ctx, _: Message) -> Result<Never, Error> {
    Err(off())
}

async fn with_feature(_: Ctx, _: Usage) -> Result<Never, Error> {
    Err(off())
}

async fn with_date(_: Ctx, _: OfDay) -> Result<Never, Error> {
    Err(off())
}

async fn alone(_: Ctx, (): ()) -> Result<Never, Error> {
    Err(off())
}
