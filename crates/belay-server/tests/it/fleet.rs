//! Two servers on one PostgreSQL database.

use belay_core::app::{App, Protocol};
use belay_core::migration::{Migration, Migrations};
use belay_core::{Change, Ctx, Error, Operation, Resource};
use belay_server::config::AppConfig;
use belay_testkit::{Database, TestApp, postgres_server};
use serde_json::{Value, json};

const PAGE: &str = "fleet://page";

async fn turn(cx: Ctx, (): ()) -> Result<String, Error> {
    cx.changed(Change::Resource(PAGE.to_owned()));
    Ok("turned".to_owned())
}

async fn page(_: Ctx) -> Result<&'static str, Error> {
    Ok("a page")
}

fn app() -> App {
    let turn = Operation::write("turn", turn).title("Turn").about("Turns the page.").example(json!({}));
    let mut app = App::new("fleet", "1.0.0", vec![turn]);
    app.resources = vec![Resource::new(PAGE, "page", page).about("The page.")];
    app.migrations = Some(Migrations {
        owner: "fleet",
        list: &[Migration { number: 1, name: "0001_none", sqlite: "select 1;", postgres: "select 1;" }],
    });
    app.key_prefix = "fl";
    app.protocol = Protocol { changes: true, ..Protocol::default() };
    app
}

#[tokio::test]
async fn news_of_one_server_reach_the_clients_of_another() {
    let Some(server) = postgres_server() else { return };
    let one = TestApp::start_on(app(), AppConfig::default(), Some(Database::postgres(&server).await)).await;
    let shared = Database::at(one.url());
    let other = TestApp::start_on(app(), AppConfig::default(), Some(shared)).await;
    let wanted = json!({ "notifications": { "resourceSubscriptions": [PAGE] } });
    let mut news = other.owner().open_modern("subscriptions/listen", wanted).await;
    assert_eq!(news.some().await.json()["method"], "notifications/subscriptions/acknowledged");
    // The other server's ear at the database may open a moment later; it then tells once that it may have missed
    // something. A second notice can only have come from the first server.
    for _ in 0..2 {
        assert!(!one.owner().mcp("turn", json!({})).await.is_error);
        let told: Value = news.some().await.json();
        assert_eq!(told["method"], "notifications/resources/updated");
        assert_eq!(told["params"]["uri"], PAGE);
    }
}
