//! News of what changed, and calls that go on as tasks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use belay_core::app::{App, Protocol};
use belay_core::ask::{Ask, Question};
use belay_core::migration::{Migration, Migrations};
use belay_core::operation::TaskSupport;
use belay_core::{Access, Change, Ctx, Error, Operation, Resource};
use belay_server::config::AppConfig;
use belay_testkit::{Client, Database, TestApp};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

const TASKS: &str = "io.modelcontextprotocol/tasks";

#[derive(Deserialize, JsonSchema)]
struct Where {
    /// The address that changes.
    uri: String,
}

async fn touch(cx: Ctx, at: Where) -> Result<String, Error> {
    cx.changed(Change::Resource(at.uri));
    Ok("touched".to_owned())
}

/// Where the calls of a test stand, and what lets them go on.
#[derive(Clone)]
struct Steps {
    /// Has a permit for each run that began.
    begun: Arc<Semaphore>,
    /// Lets a run end.
    may_end: Arc<Semaphore>,
    /// Has a permit for each call that is done and committed.
    done: Arc<Semaphore>,
    /// Lets a call that is done be told of.
    may_tell: Arc<Semaphore>,
    runs: Arc<AtomicUsize>,
}

impl Steps {
    fn new() -> Self {
        let none = || Arc::new(Semaphore::new(0));
        Self { begun: none(), may_end: none(), done: none(), may_tell: none(), runs: Arc::default() }
    }
}

async fn pass(gate: &Semaphore) {
    gate.acquire().await.unwrap().forget();
}

async fn work(cx: Ctx, (): ()) -> Result<String, Error> {
    let steps = cx.get::<Steps>().unwrap().clone();
    steps.begun.add_permits(1);
    pass(&steps.may_end).await;
    Ok("worked".to_owned())
}

async fn folders(cx: Ctx, (): ()) -> Result<String, Error> {
    cx.get::<Steps>().unwrap().runs.fetch_add(1, Ordering::SeqCst);
    let answers = cx.ask(Ask::new().question("where", Question::Roots))?;
    let project = cx.request().headers.get("x-project").and_then(|value| value.to_str().ok());
    let client = cx.request().told.as_ref().map(|client| client.name.clone());
    Ok(json!([answers.roots("where").len(), project, client, cx.request().protocol.as_deref()]).to_string())
}

async fn page(_: Ctx) -> Result<&'static str, Error> {
    Ok("a page")
}

fn app() -> App {
    app_of(&Steps::new())
}

fn app_of(steps: &Steps) -> App {
    let touch = Operation::write("touch", touch).title("Touch").about("Says that an address changed.");
    let work = Operation::write("work", work).title("Work").about("Works until it may end.");
    let folders = Operation::read("folders", folders).title("Folders").about("Asks for folders.");
    let task = |operation: Operation| operation.task(TaskSupport::Optional).example(json!({}));
    let operations = vec![touch.example(json!({ "uri": "docs://a" })), task(work), task(folders)];
    let mut app = App::new("papers", "1.0.0", operations);
    app.slots.insert(steps.clone());
    app.resources = vec![Resource::new("docs://a", "a", page).about("A page.")];
    app.migrations = Some(Migrations {
        owner: "papers",
        list: &[Migration { number: 1, name: "0001_none", sqlite: "select 1;", postgres: "select 1;" }],
    });
    app.key_prefix = "pp";
    app.protocol = Protocol { changes: true, ..Protocol::default() };
    app
}

/// On SQLite, where nothing is told before something happens: the other database tells every new listener to look.
async fn started(app: App) -> TestApp {
    TestApp::start_on(app, AppConfig::default(), Some(Database::sqlite())).await
}

async fn listening(client: &Client, notifications: Value) -> (belay_testkit::Events, Value) {
    let mut news =
        client.open_modern("subscriptions/listen", json!({ "notifications": notifications })).await;
    let acknowledged = news.some().await.json();
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged", "{acknowledged}");
    (news, acknowledged["params"]["notifications"].clone())
}

#[tokio::test]
async fn another_tenant_does_not_hear_which_addresses_change() {
    let app = started(app()).await;
    let wanted = json!({ "resourceSubscriptions": ["docs://a", "docs://b"] });
    let (mut theirs, _) = listening(&app.stranger(), wanted.clone()).await;
    let (mut ours, _) = listening(&app.reader(), wanted).await;
    app.owner().mcp("touch", json!({ "uri": "docs://a" })).await;
    assert_eq!(ours.some().await.json()["params"]["uri"], "docs://a", "of the same tenant it does");
    app.stranger().mcp("touch", json!({ "uri": "docs://b" })).await;
    assert_eq!(theirs.some().await.json()["params"]["uri"], "docs://b", "and of its own");
    let everybody = Change::Resource("docs://a".to_owned());
    app.served.changes.publish(&everybody, None).await;
    for news in [&mut theirs, &mut ours] {
        assert_eq!(news.some().await.json()["params"]["uri"], "docs://a");
    }
}

#[tokio::test]
async fn who_missed_news_is_told_to_look_at_every_address_it_named() {
    let app = started(app()).await;
    let (mut news, _) =
        listening(&app.owner(), json!({ "resourceSubscriptions": ["docs://a", "docs://b"] })).await;
    // More than a listener may fall behind, in one breath, so that it cannot keep up.
    let elsewhere = Change::Resource("docs://elsewhere".to_owned());
    for _ in 0..3_000 {
        app.served.changes.publish(&elsewhere, None).await;
    }
    let mut told =
        [news.some().await.json(), news.some().await.json()].map(|one| one["params"]["uri"].clone());
    told.sort_by_key(ToString::to_string);
    assert_eq!(told, ["docs://a", "docs://b"]);
}

#[tokio::test]
async fn a_subscription_names_only_what_is_short_enough_to_be_kept() {
    let app = started(app()).await;
    let client = || app.owner().offering(json!({ "extensions": { TASKS: {} } }));
    let text = |length: usize| format!("docs://{}", "x".repeat(length - 7));
    let (_, honoured) = listening(&client(), json!({ "resourceSubscriptions": [text(2_048)] })).await;
    assert_eq!(honoured["resourceSubscriptions"][0], text(2_048));
    for field in ["resourceSubscriptions", "taskIds"] {
        let wanted = json!({ "notifications": { field: [text(2_049)] } });
        let refused = client().ask_modern("subscriptions/listen", wanted).await;
        assert_eq!(refused["error"]["code"], -32602, "{field}: {refused}");
    }
}

#[tokio::test]
async fn who_may_not_read_is_not_told_what_there_is_to_read() {
    let app = started(app()).await;
    let tenant = app.operator().await.tenant.unwrap();
    let key = app.key(&tenant, Access::Nothing).await;
    let wanted = json!({ "resourcesListChanged": true, "toolsListChanged": true, "resourceSubscriptions": ["docs://a"] });
    let (_, honoured) = listening(&app.with_key(&key), wanted).await;
    assert_eq!(honoured, json!({ "toolsListChanged": true }));
}

fn follower(app: &TestApp) -> Client {
    app.owner().offering(json!({ "extensions": { TASKS: {} }, "roots": {} }))
}

/// Begins a task and gives its identifier.
async fn begun(client: &Client, name: &str) -> String {
    let begun = client.ask_modern("tools/call", json!({ "name": name, "arguments": {} })).await;
    assert_eq!(begun["result"]["resultType"], "task", "{begun}");
    begun["result"]["taskId"].as_str().unwrap().to_owned()
}

/// Looks at a task until it does not work any more.
async fn settled(client: &Client, id: &str) -> Value {
    loop {
        let stands = client.ask_modern("tasks/get", json!({ "taskId": id })).await;
        if stands["result"]["status"] != "working" {
            return stands["result"].clone();
        }
        tokio::task::yield_now().await;
    }
}

/// An application whose calls of `work` stand still when they are committed and not yet told of.
fn app_that_stops_after_commit(steps: &Steps) -> App {
    let watched = steps.clone();
    app_of(steps).observe(move |observed| {
        let steps = watched.clone();
        async move {
            if observed.name == "work" {
                steps.done.add_permits(1);
                pass(&steps.may_tell).await;
            }
        }
    })
}

#[tokio::test]
async fn a_task_that_is_cancelled_when_it_is_done_has_completed() {
    let steps = Steps::new();
    let app = started(app_that_stops_after_commit(&steps)).await;
    let client = follower(&app);
    let id = begun(&client, "work").await;
    steps.may_end.add_permits(1);
    pass(&steps.done).await;
    let cancelled = client.ask_modern("tasks/cancel", json!({ "taskId": id })).await;
    assert!(cancelled["error"].is_null(), "{cancelled}");
    steps.may_tell.add_permits(1);
    let ended = settled(&client, &id).await;
    assert_eq!(
        (&ended["status"], &ended["result"]["content"][0]["text"]),
        (&json!("completed"), &json!("worked"))
    );
}

#[tokio::test]
async fn a_task_that_is_cancelled_while_it_works_or_waits_ends_as_cancelled() {
    let steps = Steps::new();
    let app = started(app_of(&steps)).await;
    let client = follower(&app);
    let works = begun(&client, "work").await;
    pass(&steps.begun).await;
    let waits = begun(&client, "folders").await;
    assert_eq!(settled(&client, &waits).await["status"], "input_required");
    for id in [works, waits] {
        client.ask_modern("tasks/cancel", json!({ "taskId": id })).await;
        let mut ended = settled(&client, &id).await;
        // The run that asked may still be leaving when it is cancelled.
        while ended["status"] == "input_required" {
            ended = settled(&client, &id).await;
        }
        assert_eq!(ended["status"], "cancelled", "{ended}");
    }
}

#[tokio::test]
async fn a_server_that_stops_lets_what_is_done_be_told_and_says_what_may_have_happened_of_the_rest() {
    let steps = Steps::new();
    let app = started(app_that_stops_after_commit(&steps)).await;
    let client = follower(&app);
    let done = begun(&client, "work").await;
    steps.may_end.add_permits(1);
    pass(&steps.done).await;
    pass(&steps.begun).await;
    let cut_off = begun(&client, "work").await;
    pass(&steps.begun).await;
    app.stop.cancel();
    pass(&steps.done).await;
    steps.may_tell.add_permits(2);
    assert_eq!(settled(&client, &done).await["status"], "completed");
    let ended = settled(&client, &cut_off).await;
    let message = ended["error"]["message"].as_str().unwrap();
    assert_eq!(
        (&ended["status"], message.contains("may have happened")),
        (&json!("failed"), true),
        "{ended}"
    );
}

#[tokio::test]
async fn a_task_goes_on_with_what_its_first_request_said_and_only_when_it_is_answered() {
    let steps = Steps::new();
    let app = started(app_of(&steps)).await;
    let client = follower(&app);
    let id = posted(&client, "tools/call", json!({ "name": "folders" }), ("folders", "first")).await;
    let id = id["result"]["taskId"].as_str().unwrap().to_owned();
    assert_eq!(settled(&client, &id).await["status"], "input_required");
    for answer in [json!({}), json!({ "roots": 5 }), json!({ "roots": [{ "uri": "file:///a" }] })] {
        let answers = json!({ "taskId": id, "inputResponses": { "where": answer } });
        let updated = posted(&client, "tasks/update", answers, (&id, "second")).await;
        assert!(updated["error"].is_null(), "{updated}");
    }
    let ended = settled(&client, &id).await;
    let told = json!([1, "first", "posted", "2026-07-28"]).to_string();
    assert_eq!(ended["result"]["content"][0]["text"], told, "{ended}");
    assert_eq!(steps.runs.load(Ordering::SeqCst), 2, "what is no answer does not start it again");
}

/// Sends a request by a client and about a project that its name ends with.
async fn posted(client: &Client, method: &str, mut params: Value, (about, project): (&str, &str)) -> Value {
    let name = if project == "first" { "posted" } else { "another" };
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": name, "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": { "extensions": { TASKS: {} }, "roots": {} },
    });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let headers = [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", method),
        ("mcp-name", about),
        ("x-project", project),
    ];
    client.post(&message, &headers).await.json()
}
