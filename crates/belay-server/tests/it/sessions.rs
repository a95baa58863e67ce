//! Sessions: whose they are, and streams that are cut.

use std::sync::Arc;

use belay_core::app::{App, Protocol, Sessions};
use belay_core::migration::{Migration, Migrations};
use belay_core::{Ctx, Error, Operation};
use belay_server::config::AppConfig;
use belay_store::{CtxStore, args};
use belay_testkit::{Client, Event, TestApp};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

/// Lets the operation take its steps.
#[derive(Clone)]
struct Steps(Arc<Semaphore>);

async fn walk(cx: Ctx, (): ()) -> Result<String, Error> {
    let steps = cx.get::<Steps>().unwrap().clone();
    for step in 1..=12 {
        steps.0.acquire().await.unwrap().forget();
        cx.report_progress(step, Some(12), "a step");
    }
    Ok("arrived".to_owned())
}

/// Holds the database's only writer while it speaks.
async fn hold(cx: Ctx, (): ()) -> Result<String, Error> {
    let mut tx = cx.tx().await?;
    tx.exec("insert into walker_step (number) values (1)", args![]).await?;
    for step in 1..=7 {
        cx.report_progress(step, Some(7), "holding");
        cx.get::<Steps>().unwrap().0.acquire().await.unwrap().forget();
    }
    tx.exec("insert into walker_step (number) values (2)", args![]).await?;
    Ok("kept".to_owned())
}

fn app(steps: &Steps) -> App {
    let hold = Operation::write("hold", hold).title("Hold").about("Writes slowly.").example(json!({}));
    let walk = Operation::read("walk", walk).title("Walk").about("Takes twelve steps.").example(json!({}));
    let mut app = App::new("walker", "1.0.0", vec![walk, hold]);
    app.slots.insert(steps.clone());
    app.migrations = Some(Migrations {
        owner: "walker",
        list: &[Migration {
            number: 1,
            name: "0001_step",
            sqlite: "create table walker_step (number integer not null) strict;",
            postgres: "create table walker_step (number bigint not null);",
        }],
    });
    app.key_prefix = "wk";
    app.protocol = Protocol { sessions: Sessions::On, durable_events: true, ..Protocol::default() };
    app
}

fn steps() -> Steps {
    Steps(Arc::new(Semaphore::new(0)))
}

fn hello() -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } } })
}

async fn session(client: &Client) -> String {
    let greeted = client.post(&hello(), &[]).await;
    greeted.headers["mcp-session-id"].to_str().unwrap().to_owned()
}

fn call() -> Value {
    json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call",
        "params": { "name": "walk", "_meta": { "progressToken": "p" } } })
}

fn progress(events: &[Event]) -> Vec<u64> {
    events
        .iter()
        .filter_map(|event| event.json().pointer("/params/progress").and_then(Value::as_u64))
        .collect()
}

fn answers(events: &[Event]) -> usize {
    events.iter().filter(|event| event.json()["result"]["content"][0]["text"] == "arrived").count()
}

#[tokio::test]
async fn a_stream_cut_in_the_middle_goes_on_with_no_event_lost_or_doubled() {
    let steps = steps();
    let app = TestApp::start(app(&steps)).await;
    let (owner, id) = (app.owner(), session(&app.owner()).await);
    let within = [("mcp-session-id", id.as_str()), ("accept", "application/json, text/event-stream")];
    steps.0.add_permits(5);
    let mut stream = owner.open_post(&call(), &within).await;
    let primed = stream.some().await;
    assert!(primed.data.is_empty() && primed.id.is_some() && primed.retry.is_some(), "{primed:?}");
    let mut seen = vec![stream.some().await, stream.some().await, stream.some().await];
    let last = seen.last().unwrap().id.clone().unwrap();
    drop(stream);
    steps.0.add_permits(3);
    let mut again = owner.open_get(&[("mcp-session-id", &id), ("last-event-id", &last)]).await;
    assert_eq!(again.status, 200);
    seen.push(again.some().await);
    let last = seen.last().unwrap().id.clone().unwrap();
    drop(again);
    steps.0.add_permits(4);
    let mut again = owner.open_get(&[("mcp-session-id", &id), ("last-event-id", &last)]).await;
    seen.extend(again.rest().await);
    assert_eq!(progress(&seen), (1..=12).collect::<Vec<u64>>());
    assert_eq!(answers(&seen), 1);
    let mut finished = owner.open_get(&[("mcp-session-id", &id), ("last-event-id", &last)]).await;
    assert_eq!(answers(&finished.rest().await), 1, "what has ended can be read again");
}

#[tokio::test]
async fn a_stream_goes_on_after_a_restart_of_the_server_too() {
    let steps = steps();
    let app = TestApp::start(app(&steps)).await;
    let (owner, id) = (app.owner(), session(&app.owner()).await);
    let within = [("mcp-session-id", id.as_str()), ("accept", "application/json, text/event-stream")];
    steps.0.add_permits(4);
    let mut stream = owner.open_post(&call(), &within).await;
    let _ = stream.some().await;
    let mut seen = vec![stream.some().await, stream.some().await];
    let last = seen.last().unwrap().id.clone().unwrap();
    drop(stream);
    // The call ends while nobody watches, and then the server does.
    steps.0.add_permits(8);
    let mut watching = owner.open_get(&[("mcp-session-id", &id), ("last-event-id", &last)]).await;
    assert_eq!(answers(&watching.rest().await), 1);
    let app = app.restart(self::app(&steps), AppConfig::default()).await;
    let owner = app.owner();
    let mut again = owner.open_get(&[("mcp-session-id", &id), ("last-event-id", &last)]).await;
    assert_eq!(again.status, 200, "the session is still there");
    seen.extend(again.rest().await);
    assert_eq!(progress(&seen), (1..=12).collect::<Vec<u64>>());
    assert_eq!(answers(&seen), 1);
    let list = json!({ "jsonrpc": "2.0", "id": 9, "method": "tools/list" });
    let listed = owner.post(&list, &[("mcp-session-id", &id)]).await;
    assert_eq!(
        (listed.status.as_u16(), listed.json()["result"]["tools"][0]["name"].clone()),
        (200, json!("walk")),
        "{}",
        listed.body
    );
}

#[tokio::test]
async fn a_call_whose_server_died_ends_with_an_error_instead_of_leaving_its_client_waiting() {
    let steps = steps();
    let app = TestApp::start(app(&steps)).await;
    let (owner, id) = (app.owner(), session(&app.owner()).await);
    steps.0.add_permits(2);
    let mut stream = owner.open_post(&call(), &[("mcp-session-id", id.as_str())]).await;
    let _ = stream.some().await;
    let first = stream.some().await;
    let _ = stream.some().await;
    drop(stream);
    // The old server's task stands still for ever, as if its process were gone.
    let app = app.restart(self::app(&steps), AppConfig::default()).await;
    let last = first.id.unwrap();
    let mut again = app.owner().open_get(&[("mcp-session-id", &id), ("last-event-id", &last)]).await;
    let events = again.rest().await;
    assert_eq!(progress(&events), [2]);
    let end = events.last().unwrap().json();
    assert_eq!((end["id"].clone(), end["error"]["code"].clone()), (json!(7), json!(-32603)), "{end}");
}

#[tokio::test]
async fn a_write_that_speaks_while_it_holds_the_writer_is_not_held_up_by_what_is_kept_of_it() {
    let steps = steps();
    let app = TestApp::start(app(&steps)).await;
    let (owner, id) = (app.owner(), session(&app.owner()).await);
    let call = json!({ "jsonrpc": "2.0", "id": 8, "method": "tools/call",
        "params": { "name": "hold", "_meta": { "progressToken": "p" } } });
    let mut stream = owner.open_post(&call, &[("mcp-session-id", id.as_str())]).await;
    let _ = stream.some().await;
    let mut events = Vec::new();
    for _ in 1..=7 {
        // Each arrives while the transaction is open.
        events.push(stream.some().await);
        steps.0.add_permits(1);
    }
    assert_eq!(progress(&events), (1..=7).collect::<Vec<u64>>());
    events.extend(stream.rest().await);
    assert_eq!(events.last().unwrap().json()["result"]["content"][0]["text"], "kept");
    let kept = app.db().all("select number from walker_step", args![]).await.unwrap();
    assert_eq!(kept.len(), 2);
}

#[tokio::test]
async fn for_another_caller_a_session_and_its_events_do_not_exist() {
    let steps = steps();
    let app = TestApp::start(app(&steps)).await;
    let (owner, id) = (app.owner(), session(&app.owner()).await);
    steps.0.add_permits(3);
    let mut stream = owner.open_post(&call(), &[("mcp-session-id", id.as_str())]).await;
    let last = stream.some().await.id.unwrap();
    let list = json!({ "jsonrpc": "2.0", "id": 9, "method": "tools/list" });
    for other in [app.stranger(), app.reader()] {
        let within = [("mcp-session-id", id.as_str()), ("last-event-id", last.as_str())];
        assert_eq!(other.post(&list, &within).await.status, 404);
        assert_eq!(other.open_get(&within).await.status, 404);
        let ended = other
            .send(
                http::Request::delete("/walker/mcp").header("mcp-session-id", &id).body(axum_body()).unwrap(),
            )
            .await;
        assert_eq!(ended.status, 404);
        // Its own session does not reach the events either.
        let own = session(&other).await;
        let reached = other.open_get(&[("mcp-session-id", &own), ("last-event-id", &last)]).await;
        assert_eq!(reached.status, 404);
    }
    assert_eq!(owner.post(&list, &[("mcp-session-id", &id)]).await.status, 200);
}

fn axum_body() -> axum::body::Body {
    axum::body::Body::empty()
}

#[tokio::test]
async fn the_ninth_session_of_a_caller_makes_room_and_the_first_comes_back_when_it_is_used() {
    let app = TestApp::start(app(&steps())).await;
    let owner = app.owner();
    let first = session(&owner).await;
    for _ in 0..8 {
        session(&owner).await;
    }
    let list = json!({ "jsonrpc": "2.0", "id": 9, "method": "tools/list" });
    assert_eq!(owner.post(&list, &[("mcp-session-id", &first)]).await.status, 200);
    let ended =
        http::Request::delete("/walker/mcp").header("mcp-session-id", &first).body(axum_body()).unwrap();
    assert_eq!(owner.send(ended).await.status, 204);
    assert_eq!(owner.post(&list, &[("mcp-session-id", &first)]).await.status, 404, "an ended one does not");
}
