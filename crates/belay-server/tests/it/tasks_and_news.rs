//! News of what changed, and calls that go on as tasks.

use belay_core::app::{App, Protocol};
use belay_core::migration::{Migration, Migrations};
use belay_core::{Access, Change, Ctx, Error, Operation, Resource};
use belay_server::config::AppConfig;
use belay_testkit::{Client, Database, TestApp};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

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

async fn page(_: Ctx) -> Result<&'static str, Error> {
    Ok("a page")
}

fn app() -> App {
    let touch = Operation::write("touch", touch).title("Touch").about("Says that an address changed.");
    let mut app = App::new("papers", "1.0.0", vec![touch.example(json!({ "uri": "docs://a" }))]);
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
    for field in ["resourceSubscriptions"] {
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
