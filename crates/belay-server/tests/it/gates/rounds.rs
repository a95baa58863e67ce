//! Confirmations beside other questions, in tasks, over several servers, and where there is no database.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use belay_access::seal::Seal;
use belay_core::migration::Migrations;
use belay_core::operation::TaskSupport;
use belay_core::{App, Ask, Clock, Ctx, Error, Operation};
use belay_server::config::AppConfig;
use belay_store::CtxStore;
use belay_testkit::{Client, Database, Message, TestApp};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::once::Token;

/// Counts what was erased.
#[derive(Clone, Default)]
struct Erased(Arc<AtomicUsize>);

/// Where to.
#[derive(Debug, Deserialize, JsonSchema)]
struct Whither {
    /// A place.
    place: String,
}

async fn preview(_: Ctx, (): ()) -> Result<String, Error> {
    Ok("This erases everything.".to_owned())
}

async fn erase(cx: Ctx, (): ()) -> Result<usize, Error> {
    Ok(cx.get::<Erased>().unwrap().0.fetch_add(1, Ordering::SeqCst))
}

/// Asks something of its own once it may run, and keeps something meanwhile.
async fn move_all(cx: Ctx, (): ()) -> Result<String, Error> {
    if cx.db().is_ok() {
        // The transaction of a run that asks is rolled back.
        drop(cx.tx().await?);
    }
    let answers =
        cx.ask(Ask::new().form::<Whither>("where", "Where to?").keep(json!({ "belay/confirm": "mine" })))?;
    assert_eq!(answers.kept(), Some(&json!({ "belay/confirm": "mine" })));
    assert!(!answers.given().contains_key("belay_confirm"), "the gate's answers are its own");
    cx.get::<Erased>().unwrap().0.fetch_add(1, Ordering::SeqCst);
    Ok(answers.form::<Whither>("where")?.map(|whither| whither.place).unwrap_or_default())
}

fn app(erased: &Erased) -> App {
    let operation = |operation: Operation| operation.title("T").about("For tests.").example(json!({}));
    let operations = vec![
        operation(Operation::destructive("erase", erase).confirm_ask(preview)),
        operation(
            Operation::destructive("erase_later", erase).confirm_ask(preview).task(TaskSupport::Required),
        ),
        operation(Operation::destructive("move_all", move_all).confirm_ask(preview)),
    ];
    let mut app = App::new("eraser", "1.0.0", operations);
    app.slots.insert(erased.clone());
    app
}

fn with_database(erased: &Erased) -> App {
    let mut app = app(erased);
    app.migrations = Some(Migrations { owner: "eraser", list: &[] });
    app.key_prefix = "er";
    app
}

fn call(tool: &str) -> Message {
    Message::modern("tools/call", json!({ "name": tool })).capable(json!({ "elicitation": {} }))
}

async fn said(client: &Client, message: Message) -> Value {
    client.say(&message).await.result()
}

fn yes() -> Value {
    json!({ "belay_confirm": { "action": "accept", "content": { "confirm": true } } })
}

fn there() -> Value {
    json!({ "where": { "action": "accept", "content": { "place": "there" } } })
}

async fn asked_two_things(client: &Client, erased: &Erased) {
    let first = said(client, call("move_all")).await;
    let second = said(client, call("move_all").answering(&first, yes())).await;
    assert_eq!(
        second["inputRequests"].as_object().unwrap().keys().collect::<Vec<_>>(),
        ["where"],
        "{second}"
    );
    assert_eq!(erased.0.load(Ordering::SeqCst), 0);
    let done = said(client, call("move_all").answering(&second, there())).await;
    assert_eq!(done["content"][0]["text"], "there", "{done}");
    for (asked, answers) in [(&second, there()), (&first, yes())] {
        let again = said(client, call("move_all").answering(asked, answers)).await;
        assert_eq!(again["isError"], true, "one confirmation is one change: {again}");
    }
    assert_eq!(erased.0.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn p20_an_operation_that_asks_something_itself_is_still_confirmed_once_and_runs_once() {
    let erased = Erased::default();
    let app = TestApp::start(with_database(&erased)).await;
    asked_two_things(&app.owner(), &erased).await;
    let erased = Erased::default();
    let app = TestApp::start(self::app(&erased)).await;
    asked_two_things(&app.owner(), &erased).await;
}

#[tokio::test]
async fn p20_without_a_database_a_token_counts_once_as_well() {
    let erased = Erased::default();
    let app = TestApp::start(app(&erased)).await;
    let client = app.nobody();
    let token = client.mcp("erase", json!({})).await.json_token();
    assert!(client.mcp("move_all", json!({ "confirm_token": token })).await.is_error, "for its operation");
    assert!(!client.mcp("erase", json!({ "confirm_token": token })).await.is_error);
    assert!(client.mcp("erase", json!({ "confirm_token": token })).await.is_error);
    let late = client.mcp("erase", json!({})).await.json_token();
    app.clock.advance(jiff::SignedDuration::from_mins(10));
    assert!(client.mcp("erase", json!({ "confirm_token": late })).await.is_error);
    assert_eq!(erased.0.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn p20_a_task_waits_for_its_confirmation_and_a_no_ends_it_unchanged() {
    let erased = Erased::default();
    let app = TestApp::start(with_database(&erased)).await;
    let capable = json!({ "elicitation": {}, "extensions": { "io.modelcontextprotocol/tasks": {} } });
    let client = app.owner().offering(capable);
    let waits = async |answer: Value| {
        let made = client.ask_modern("tools/call", json!({ "name": "erase_later" })).await;
        let id = made["result"]["taskId"].clone();
        let get = async || client.ask_modern("tasks/get", json!({ "taskId": id })).await["result"].clone();
        while get().await["status"] == "working" {
            tokio::task::yield_now().await;
        }
        assert_eq!(
            get().await["inputRequests"]["belay_confirm"]["params"]["message"],
            "This erases everything."
        );
        let update = json!({ "taskId": id, "inputResponses": { "belay_confirm": answer } });
        client.ask_modern("tasks/update", update).await;
        loop {
            let task = get().await;
            match task["status"].as_str() {
                Some("completed") => break task["result"].clone(),
                Some("failed" | "cancelled") | None => panic!("{task}"),
                _ => tokio::task::yield_now().await,
            }
        }
    };
    let declined = waits(json!({ "action": "decline" })).await;
    assert_eq!((&declined["isError"], erased.0.load(Ordering::SeqCst)), (&json!(true), 0), "{declined}");
    let done = waits(json!({ "action": "accept", "content": { "confirm": true } })).await;
    assert_eq!((done.get("isError"), erased.0.load(Ordering::SeqCst)), (None, 1), "{done}");
}

#[tokio::test]
async fn p20_a_question_of_one_server_is_answered_to_another_also_after_the_keys_were_changed() {
    let erased = Erased::default();
    let first = TestApp::start(with_database(&erased)).await;
    let tenant = first.operator().await.tenant.unwrap();
    let key = first.key(&tenant, belay_core::Access::Full).await;
    let shared = &first.served.shared;
    let vault = first.served.vault().map(|vault| &**vault);
    let seal = Seal::load(first.db(), vault, &*shared.entropy, first.clock.now()).await.unwrap();
    seal.add(first.db(), vault, &*shared.entropy, first.clock.now()).await.unwrap();
    let database = Database::at(first.url());
    let second = TestApp::start_on(with_database(&erased), AppConfig::default(), Some(database)).await;
    let asked = said(&second.with_key(&key), call("erase")).await;
    let done = said(&first.with_key(&key), call("erase").answering(&asked, yes())).await;
    assert_eq!(done["content"][0]["text"], "0", "{done}");
    let used = said(&second.with_key(&key), call("erase").answering(&asked, yes())).await;
    assert_eq!(used["isError"], true, "used once, whichever the server");
}
