//! A call is done once, however often it is sent.

use axum::body::Body;
use belay_core::Access;
use belay_server::call::{self, Call, Outcome};
use belay_server::config::AppConfig;
use belay_testkit::{Client, Database, Message, Reply, TestApp};
use http::{Method, Request};
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::app::{gated, with};

async fn keyed(client: &Client, path: &str, key: &str, body: Value) -> Reply {
    let request = Request::builder()
        .method(Method::POST)
        .uri(format!("/gated/api/v1{path}"))
        .header("idempotency-key", key)
        .body(Body::from(body.to_string()))
        .unwrap();
    client.send(request).await
}

fn call_of(tool: &str, key: &str, arguments: &Value) -> Message {
    Message::modern("tools/call", json!({ "name": tool, "arguments": arguments }))
        .meta("belay/idempotency-key", key)
}

async fn meals(app: &TestApp) -> Value {
    app.owner().get("/meals").await.json()["result"].clone()
}

fn soup() -> Value {
    json!({ "text": "soup" })
}

#[tokio::test]
async fn p21_the_same_key_twice_is_done_once_and_says_so_on_every_door() {
    let (app, probe) = gated();
    let app = TestApp::start(app).await;
    let first = keyed(&app.owner(), "/meals", "k1", soup()).await;
    let again = keyed(&app.owner(), "/meals", "k1", soup()).await;
    assert_eq!((first.header("idempotency-replayed"), again.header("idempotency-replayed")), ("", "true"));
    assert_eq!((again.status.as_u16(), &again.body), (200, &first.body));
    let over_mcp = app.owner().say(&call_of("log_meal", "k1", &soup())).await.result();
    assert_eq!(over_mcp["_meta"]["belay/replayed"], true);
    assert_eq!(over_mcp["structuredContent"], first.json(), "one key, whichever the door");
    let header = Message::legacy(
        belay_testkit::LEGACY,
        "tools/call",
        json!({ "name": "log_meal", "arguments": soup() }),
    )
    .header("idempotency-key", "\"k1\"");
    assert_eq!(app.owner().say(&header).await.result()["_meta"]["belay/replayed"], true);
    assert_eq!((meals(&app).await, probe.runs()), (json!(["soup"]), 1));
    assert!(keyed(&app.owner(), "/meals", "k2", soup()).await.header("idempotency-replayed").is_empty());
    assert_eq!(meals(&app).await, json!(["soup", "soup"]));
}

#[tokio::test]
async fn p21_other_arguments_under_the_same_key_are_a_conflict() {
    let (app, probe) = gated();
    let app = TestApp::start(app).await;
    keyed(&app.owner(), "/meals", "k", json!({ "text": "soup", "grams": 5 })).await;
    let same = keyed(&app.owner(), "/meals", "k", json!({ "grams": 5, "text": "soup" })).await;
    assert_eq!(same.header("idempotency-replayed"), "true", "the order of fields makes no difference");
    let other = keyed(&app.owner(), "/meals", "k", json!({ "text": "soup", "grams": 6 })).await;
    assert_eq!((other.status.as_u16(), &other.json()["code"]), (409, &json!("idempotency_conflict")));
    let elsewhere = keyed(&app.owner(), "/ping", "k", json!({})).await;
    assert_eq!(elsewhere.status, 200, "another operation has keys of its own");
    assert_eq!(probe.runs(), 2);
}

#[tokio::test]
async fn p21_a_key_belongs_to_whoever_calls() {
    let (app, _) = gated();
    let app = TestApp::start(app).await;
    keyed(&app.owner(), "/meals", "k", soup()).await;
    let theirs = keyed(&app.stranger(), "/meals", "k", json!({ "text": "bread" })).await;
    assert_eq!((theirs.status.as_u16(), theirs.header("idempotency-replayed")), (200, ""));
    let tenant = app.operator().await.tenant.unwrap();
    let colleague = app.with_key(&app.key(&tenant, Access::Full).await);
    assert_eq!(keyed(&colleague, "/meals", "k", soup()).await.header("idempotency-replayed"), "");
    assert_eq!(meals(&app).await, json!(["soup", "soup"]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn p21_twins_in_flight_run_once_and_both_get_the_result() {
    let (app, probe) = gated();
    let app = TestApp::start(app).await;
    probe.hold();
    let (first, second) = (app.owner(), app.owner());
    let first = tokio::spawn(async move { keyed(&first, "/meals", "k", soup()).await });
    while probe.runs() == 0 {
        tokio::task::yield_now().await;
    }
    let second = tokio::spawn(async move { keyed(&second, "/meals", "k", soup()).await });
    while probe.runs() < 2 {
        tokio::task::yield_now().await;
    }
    probe.go();
    let (first, second) = (first.await.unwrap(), second.await.unwrap());
    assert_eq!((first.status.as_u16(), second.status.as_u16()), (200, 200));
    assert_eq!(first.body, second.body);
    // Both were on their way; either may come to the database first.
    let replayed = [&first, &second].map(|reply| reply.header("idempotency-replayed").to_owned());
    assert_eq!(replayed.iter().filter(|said| *said == "true").count(), 1, "{replayed:?}");
    assert_eq!(meals(&app).await, json!(["soup"]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn p21_of_64_clients_of_two_servers_exactly_one_is_kept_for_each_kind_of_operation() {
    let (first, probe) = gated();
    let first = TestApp::start(first).await;
    let second = TestApp::start_on(with(&probe), AppConfig::default(), Some(Database::at(first.url()))).await;
    let tenant = first.operator().await.tenant.unwrap();
    let secret = first.key(&tenant, Access::Full).await;
    for path in ["/meals", "/new", "/import"] {
        let all: Vec<_> = (0..64)
            .map(|n| {
                let client = if n % 2 == 0 { first.with_key(&secret) } else { second.with_key(&secret) };
                tokio::spawn(async move { keyed(&client, path, "k", json!({ "text": path })).await })
            })
            .collect();
        let mut fresh = 0;
        for one in all {
            let reply = one.await.unwrap();
            match reply.status.as_u16() {
                200 => fresh += usize::from(reply.header("idempotency-replayed").is_empty()),
                // Of an operation with transactions of its own, the same call is not waited for.
                409 => assert_eq!(reply.json()["code"], "idempotency_in_progress", "{path}"),
                status => panic!("{path}: {status} {}", reply.body),
            }
        }
        assert_eq!(fresh, 1, "{path}");
    }
    assert_eq!(meals(&first).await, json!(["/meals", "/new", "/import"]));
}

#[tokio::test]
async fn p21_a_restart_between_makes_no_difference() {
    let (app, probe) = gated();
    let app = TestApp::start(app).await;
    let first = keyed(&app.owner(), "/meals", "k", soup()).await;
    let app = app.restart(with(&probe), AppConfig::default()).await;
    let again = keyed(&app.owner(), "/meals", "k", soup()).await;
    assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &first.body));
    assert_eq!(meals(&app).await, json!(["soup"]));
}

#[tokio::test]
async fn p21_a_failure_is_not_kept() {
    let (app, probe) = gated();
    let app = TestApp::start(app).await;
    for path in ["/meals", "/once"] {
        probe.set_broken(true);
        assert_eq!(keyed(&app.owner(), path, "k", soup()).await.json()["code"], "too_late");
        probe.set_broken(false);
        let again = keyed(&app.owner(), path, "k", soup()).await;
        assert_eq!((again.status.as_u16(), again.header("idempotency-replayed")), (200, ""));
    }
    assert_eq!(meals(&app).await, json!(["soup", "soup"]));
    let invalid = keyed(&app.owner(), "/meals", "other", json!({ "text": 5 })).await;
    assert_eq!(invalid.status, 400);
    assert_eq!(keyed(&app.owner(), "/meals", "other", soup()).await.status, 200);
}

#[tokio::test]
async fn p21_what_was_made_and_deleted_can_be_made_again_under_its_key() {
    let (app, _) = gated();
    let app = TestApp::start(app).await;
    let owner = app.owner();
    let made = keyed(&owner, "/meals", "k", soup()).await.json()["meal_id"].as_i64().unwrap();
    let kept = keyed(&owner, "/meals", "kept", json!({ "text": "bread" })).await;
    let asked = owner.mcp("delete_meal", json!({ "meal_id": made })).await;
    let token = asked.json_token();
    assert!(!owner.mcp("delete_meal", json!({ "meal_id": made, "confirm_token": token })).await.is_error);
    let again = keyed(&owner, "/meals", "k", soup()).await;
    assert_eq!((again.status.as_u16(), again.header("idempotency-replayed")), (200, ""));
    assert_eq!(meals(&app).await, json!(["bread", "soup"]));
    let other = keyed(&owner, "/meals", "kept", json!({ "text": "bread" })).await;
    assert_eq!(
        (other.header("idempotency-replayed"), &other.body),
        ("true", &kept.body),
        "what is still there is remembered"
    );
}

#[tokio::test]
async fn p21_a_key_is_forgotten_after_24_hours() {
    let (app, _) = gated();
    let app = TestApp::start(app).await;
    keyed(&app.owner(), "/meals", "k", soup()).await;
    app.clock.advance(SignedDuration::from_hours(24) - SignedDuration::from_secs(1));
    assert_eq!(keyed(&app.owner(), "/meals", "k", soup()).await.header("idempotency-replayed"), "true");
    app.clock.advance(SignedDuration::from_secs(1));
    assert_eq!(keyed(&app.owner(), "/meals", "k", soup()).await.header("idempotency-replayed"), "");
    assert_eq!(meals(&app).await, json!(["soup", "soup"]));
    app.clock.advance(SignedDuration::from_hours(25));
    keyed(&app.owner(), "/meals", "another", soup()).await;
    app.served.finish().await;
    let rows = app.db().all("select count(*) as rows from access_idempotency", vec![]).await.unwrap();
    assert_eq!(rows[0].get::<i64>("rows").unwrap(), 1, "what is over is purged by the application's clock");
}

#[tokio::test]
async fn p21_the_same_arguments_are_the_same_call_where_that_is_declared_and_the_way_out_is_told() {
    let (app, _) = gated();
    let app = TestApp::start(app).await;
    let owner = app.owner();
    let first = owner.mcp_modern("log_once", soup()).await;
    let params = json!({ "name": "log_once", "arguments": soup() });
    let again = owner.say(&Message::modern("tools/call", params)).await.result();
    assert_eq!(again["_meta"]["belay/replayed"], true);
    assert_eq!(again["content"][0]["text"], first.body);
    assert!(again["content"][1]["text"].as_str().unwrap().contains("allow_duplicate: true"), "{again}");
    assert_eq!(meals(&app).await, json!(["soup"]));
    assert!(!owner.mcp("log_once", json!({ "text": "soup", "allow_duplicate": true })).await.is_error);
    assert_eq!(meals(&app).await, json!(["soup", "soup"]));
    let rest = owner.rest(Method::POST, "/api/v1/once", Some(soup())).await;
    assert_eq!(rest.header("idempotency-replayed"), "true");
    assert!(rest.json().get("allow_duplicate").is_none());
    let operator = app.operator().await;
    let Outcome::Done { replay, .. } = owner.command(operator.clone(), "log_once", soup(), None).await else {
        panic!("the operator has not noted it yet")
    };
    assert_eq!(replay, None);
    let Outcome::Done { replay: Some(replay), .. } = owner.command(operator, "log_once", soup(), None).await
    else {
        panic!("the operator has")
    };
    assert!(replay.hint.is_some());
}

#[tokio::test]
async fn p21_an_operation_that_wrote_nothing_is_done_once_as_well() {
    let (app, probe) = gated();
    let app = TestApp::start(app).await;
    let first = keyed(&app.owner(), "/ping", "k", json!({})).await;
    let again = keyed(&app.owner(), "/ping", "k", json!({})).await;
    assert_eq!((again.header("idempotency-replayed"), &again.body), ("true", &first.body));
    assert_eq!(probe.runs(), 1);
}

#[tokio::test]
async fn p21_a_key_that_is_none_is_refused_rather_than_ignored() {
    let (app, probe) = gated();
    let app = TestApp::start(app).await;
    for key in ["", "two words", &"k".repeat(201)] {
        let refused = keyed(&app.owner(), "/meals", key, soup()).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.json()["code"]),
            (400, &json!("invalid_idempotency_key"))
        );
    }
    let refused = app.owner().say(&call_of("log_meal", "k", &soup()).meta("belay/idempotency-key", 5)).await;
    assert_eq!(refused.result()["isError"], true);
    assert_eq!(probe.runs(), 0);
}

#[tokio::test]
async fn p21_what_an_import_kept_is_never_done_again_even_when_its_process_was_lost() {
    let (app, probe) = gated();
    let app = TestApp::start(app).await;
    probe.hold();
    // The import keeps its row and is cut off before it answers, as when its process dies.
    let mut call = Call::new(
        "import",
        app.operator().await,
        belay_core::request::Request::new(belay_core::request::Door::Command, "req_lost"),
    );
    call.input = soup();
    call.key = Some("k".into());
    let running = call::call(&app.served, call);
    let cut = tokio::select! {
        _ = running => false,
        () = async { while meals(&app).await == json!([]) {} } => true,
    };
    assert!(cut);
    probe.go();
    app.clock.advance(SignedDuration::from_mins(10));
    let again = operator_call(&app, "import", "k").await;
    let Outcome::Refused(error) = again else { panic!("{again:?}") };
    assert_eq!(error.code(), "idempotency_outcome_unknown");
    assert_eq!(meals(&app).await, json!(["soup"]));
}

#[tokio::test]
async fn p21_a_failed_import_that_kept_nothing_can_be_sent_again_and_a_running_one_says_so() {
    let (app, probe) = gated();
    let app = TestApp::start(app).await;
    probe.set_broken(true);
    assert!(matches!(operator_call(&app, "import_late", "k").await, Outcome::Refused(_)));
    probe.set_broken(false);
    probe.hold();
    let mut running = Box::pin(operator_call(&app, "import_late", "k2"));
    tokio::select! {
        _ = &mut running => panic!("it waits"),
        () = async { while probe.runs() < 2 { tokio::task::yield_now().await; } } => {}
    }
    let Outcome::Refused(error) = operator_call(&app, "import_late", "k2").await else { panic!("it runs") };
    assert_eq!(error.code(), "idempotency_in_progress");
    probe.go();
    assert!(matches!(running.await, Outcome::Done { replay: None, .. }));
    assert!(matches!(operator_call(&app, "import_late", "k2").await, Outcome::Done { replay: Some(_), .. }));
    // The claim of the failed one is given up beside the calls.
    loop {
        match operator_call(&app, "import_late", "k").await {
            Outcome::Done { replay, .. } => break assert_eq!(replay, None),
            Outcome::Refused(error) => assert_eq!(error.code(), "idempotency_in_progress"),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn p21_an_import_that_lost_its_lease_to_another_keeps_nothing() {
    let (app, probe) = gated();
    let app = TestApp::start(app).await;
    probe.hold();
    let mut slow = Box::pin(operator_call(&app, "import_late", "k"));
    tokio::select! {
        _ = &mut slow => panic!("it waits"),
        () = async { while probe.runs() < 1 { tokio::task::yield_now().await; } } => {}
    }
    app.clock.advance(SignedDuration::from_mins(2));
    probe.go();
    assert!(matches!(operator_call(&app, "import_late", "k").await, Outcome::Done { replay: None, .. }));
    assert!(matches!(slow.await, Outcome::Fault(_)));
    assert_eq!(meals(&app).await, json!(["soup"]));
}

async fn operator_call(app: &TestApp, operation: &'static str, key: &str) -> Outcome {
    let request = belay_core::request::Request::new(belay_core::request::Door::Command, "req_test");
    let mut call = Call::new(operation, app.operator().await, request);
    call.input = soup();
    call.key = Some(key.into());
    call::call(&app.served, call).await
}

/// Takes the token out of the text for the model.
pub(super) trait Token {
    fn json_token(&self) -> String;
}

impl Token for Reply {
    fn json_token(&self) -> String {
        let (_, rest) = self.body.split_once("confirm_token: \"").expect("a token in the text");
        rest.split_once('"').expect("its end").0.to_owned()
    }
}
