//! Tools, a prompt and a resource that ask the client.

use belay_core::ask::{Ask, Question};
use belay_core::{Ctx, Error, Message, Module, Operation, Prompt, Resource};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// A name.
#[derive(Deserialize, JsonSchema)]
struct Name {
    /// It.
    name: String,
}

async fn name(cx: &Ctx) -> Result<String, Error> {
    let answers = cx.ask(Ask::new().form::<Name>("who", "What is your name?").keep(json!({ "step": 1 })))?;
    Ok(answers.form::<Name>("who")?.map_or_else(|| "nobody".to_owned(), |name| name.name))
}

/// What to say to them.
#[derive(Deserialize, JsonSchema)]
struct Words {
    /// The greeting's first word.
    #[serde(default)]
    word: Option<String>,
}

async fn ask_name(cx: Ctx, words: Words) -> Result<String, Error> {
    Ok(format!("{} {}", words.word.unwrap_or_else(|| "Hello".to_owned()), name(&cx).await?))
}

async fn ask_page(cx: Ctx, (): ()) -> Result<String, Error> {
    let page = Question::Page { message: "Pay there".to_owned(), url: "https://example.com/pay".to_owned() };
    cx.ask(Ask::new().question("page", page))?;
    Ok("paid".to_owned())
}

async fn need_model(cx: Ctx, (): ()) -> Result<String, Error> {
    cx.require(&json!({ "sampling": {} }))?;
    Ok("there is a model".to_owned())
}

async fn letter(cx: Ctx, (): ()) -> Result<Vec<Message>, Error> {
    Ok(vec![Message::user(format!("Dear {}", name(&cx).await?))])
}

async fn card(cx: Ctx) -> Result<String, Error> {
    Ok(format!("Card of {}", name(&cx).await?))
}

pub(super) fn module() -> Module {
    let read = |operation: Operation| operation.title("T").example(json!({}));
    Module::new()
        .operation(read(Operation::read("ask_name", ask_name)).about("Asks for a name and greets."))
        .operation(read(Operation::read("ask_page", ask_page)).about("Sends the person to a page."))
        .operation(read(Operation::read("need_model", need_model)).about("Works with a model only."))
        .prompt(Prompt::new("letter", letter).about("A letter to whoever is there."))
        .resource(Resource::new("app://card", "card", card).about("The card of whoever is there."))
}
