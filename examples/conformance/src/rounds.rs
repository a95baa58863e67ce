//! Tools and a prompt that need answers before they can answer: one round of questions, or several.

use belay::core::ask::{Answers, Ask, Question};
use belay::core::{Content, Ctx, Error, Message, Module, Operation, Prompt};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::asking::sampling;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Named {
    /// A name.
    pub(crate) name: String,
}

#[derive(Deserialize, JsonSchema)]
struct Confirmed {
    /// Whether it is all right.
    ok: bool,
}

#[derive(Deserialize, JsonSchema)]
struct Coloured {
    /// A colour.
    color: String,
}

#[derive(Deserialize, JsonSchema)]
struct Context {
    /// What to write about.
    context: String,
}

/// What a person filled in. Where they said no there is nothing to go on with.
pub(crate) fn filled<T: DeserializeOwned>(answers: &Answers, key: &str) -> Result<T, Error> {
    let content = answers.given().get(key).and_then(|answer| answer.get("content")).cloned();
    serde_json::from_value(content.unwrap_or(Value::Null)).map_err(|error| {
        Error::new(belay::core::Kind::Conflict, "declined", "The person did not fill in the form")
            .with_source(error)
    })
}

async fn elicitation(cx: Ctx, (): ()) -> Result<Content, Error> {
    let answers = cx.ask(Ask::new().form::<Named>("user_name", "What is your name?"))?;
    let Named { name } = filled(&answers, "user_name")?;
    Ok(Content::text(format!("Hello, {name}!")))
}

async fn sample(cx: Ctx, (): ()) -> Result<Content, Error> {
    let question = sampling("What is the capital of France?", 100);
    let answers = cx.ask(Ask::new().question("capital_question", question))?;
    Ok(Content::text(format!("The model says: {}", answers.sampled("capital_question").unwrap_or_default())))
}

async fn list_roots(cx: Ctx, (): ()) -> Result<Content, Error> {
    let answers = cx.ask(Ask::new().question("client_roots", Question::Roots))?;
    Ok(Content::text(format!("The client works in: {}", named_roots(&answers))))
}

fn named_roots(answers: &Answers) -> String {
    let each = |(uri, name): (String, Option<String>)| match name {
        Some(name) => format!("{name} ({uri})"),
        None => uri,
    };
    answers.roots("client_roots").into_iter().map(each).collect::<Vec<_>>().join(", ")
}

async fn request_state(cx: Ctx, (): ()) -> Result<Content, Error> {
    let ask = Ask::new().form::<Confirmed>("confirm", "Please confirm").keep(json!({ "asked": "confirm" }));
    let answers = cx.ask(ask)?;
    let Confirmed { ok } = filled(&answers, "confirm")?;
    let kept = if answers.kept().is_some() { "state-ok" } else { "the state got lost" };
    Ok(Content::text(format!("{kept}, confirmed: {ok}")))
}

async fn multiple_inputs(cx: Ctx, (): ()) -> Result<Content, Error> {
    let ask = Ask::new()
        .form::<Named>("user_name", "What is your name?")
        .question("greeting", sampling("Generate a greeting", 50))
        .question("client_roots", Question::Roots)
        .keep(json!({ "asked": "all" }));
    let answers = cx.ask(ask)?;
    let Named { name } = filled(&answers, "user_name")?;
    let greeting = answers.sampled("greeting").unwrap_or_default();
    Ok(Content::text(format!("{greeting} {name} works in {}", named_roots(&answers))))
}

async fn multi_round(cx: Ctx, (): ()) -> Result<Content, Error> {
    let first = Ask::new().form::<Named>("step1", "Step 1: What is your name?").keep(json!({ "step": 1 }));
    let Named { name } = filled(&cx.ask(first)?, "step1")?;
    let second = Ask::new()
        .form::<Coloured>("step2", "Step 2: What is your favorite color?")
        .keep(json!({ "step": 2, "name": name }));
    let Coloured { color } = filled(&cx.ask(second)?, "step2")?;
    Ok(Content::text(format!("{name} likes {color} best")))
}

async fn capabilities(cx: Ctx, (): ()) -> Result<Content, Error> {
    let mut ask = Ask::new();
    if cx.client_offers(&json!({ "elicitation": {} })) {
        ask = ask.form::<Named>("user_name", "What is your name?");
    }
    if cx.client_offers(&json!({ "sampling": {} })) {
        ask = ask.question("greeting", sampling("Generate a greeting", 50));
    }
    if cx.client_offers(&json!({ "roots": {} })) {
        ask = ask.question("client_roots", Question::Roots);
    }
    let answers = cx.ask(ask)?;
    Ok(Content::text(format!("The client answered {} questions", answers.given().len())))
}

async fn prompt(cx: Ctx, (): ()) -> Result<Vec<Message>, Error> {
    let ask = Ask::new().form::<Context>("user_context", "What context should the prompt use?");
    let Context { context } = filled(&cx.ask(ask)?, "user_context")?;
    Ok(vec![Message::user(format!("Please write about this: {context}"))])
}

pub(crate) fn module() -> Module {
    let prompt = Prompt::new("test_input_required_result_prompt", prompt)
        .title("Prompt that asks")
        .about("Asks what to write about.");
    Module::new()
        .operation(
            Operation::read("test_input_required_result_elicitation", elicitation)
                .title("Ask the person")
                .about("Asks for a name and greets."),
        )
        .operation(
            Operation::read("test_input_required_result_sampling", sample)
                .title("Ask the model")
                .about("Asks the client's model for a capital."),
        )
        .operation(
            Operation::read("test_input_required_result_list_roots", list_roots)
                .title("Ask for folders")
                .about("Asks in which folders the client works."),
        )
        .operation(
            Operation::read("test_input_required_result_request_state", request_state)
                .title("Keep a state")
                .about("Asks for a confirmation and keeps a state meanwhile."),
        )
        .operation(
            Operation::read("test_input_required_result_multiple_inputs", multiple_inputs)
                .title("Ask for everything")
                .about("Asks the person, the model and the client at once."),
        )
        .operation(
            Operation::read("test_input_required_result_multi_round", multi_round)
                .title("Ask twice")
                .about("Asks one thing after the other."),
        )
        .operation(
            Operation::read("test_input_required_result_tampered_state", request_state)
                .title("Keep a sealed state")
                .about("As the tool that keeps a state; a state that was changed on the way is refused."),
        )
        .operation(
            Operation::read("test_input_required_result_capabilities", capabilities)
                .title("Ask what can be asked")
                .about("Asks only what the client said it can answer."),
        )
        .prompt(prompt)
}
