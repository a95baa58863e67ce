//! The call path: validation, transactions, faults, deadlines, budgets.

use std::time::{Duration, Instant};

use belay_access::audit;
use belay_core::error::chain;
use belay_server::call::Outcome;
use belay_testkit::TestApp;
use http::Method;
use serde_json::{Value, json};

use crate::demo_app::app;

#[tokio::test]
async fn every_issue_of_an_input_is_told_at_once_and_its_values_are_not() {
    let app = TestApp::start(app()).await;
    let reply =
        app.owner().mcp("keep", json!({ "text": "far too long a hunter2", "then": 5, "txet": 1 })).await;
    assert!(reply.is_error);
    let told: Vec<&str> = reply.body.lines().map(|line| line.split(": ").next().unwrap()).collect();
    let places = ["Validation error at text", "Validation error at then", "Validation error at txet"];
    assert_eq!(told, places, "{}", reply.body);
    assert!(!reply.body.contains("hunter2"));
    assert_eq!(app.owner().get("/notes").await.json()["result"], json!([]));
}

#[tokio::test]
async fn a_write_is_kept_with_its_audit_row_and_a_refusal_or_panic_leaves_neither() {
    let app = TestApp::start(app()).await;
    let owner = app.owner();
    assert!(!owner.mcp("keep", json!({ "text": "kept" })).await.is_error);
    assert!(owner.mcp("keep", json!({ "text": "refused", "then": "refuse" })).await.is_error);
    assert!(owner.mcp("keep", json!({ "text": "panicked", "then": "panic" })).await.is_error);
    assert_eq!(owner.mcp("notes", json!({})).await.json(), json!(["kept"]));
    let tenant = app.operator().await.tenant.unwrap();
    let trail = audit::newest(app.db(), &tenant, 10).await.unwrap();
    let rows: Vec<_> =
        trail.iter().map(|row| (row.operation.as_str(), row.door.as_str(), row.origin.as_str())).collect();
    assert_eq!(rows, [("keep", "mcp", "key")]);
}

#[tokio::test]
async fn a_panic_answers_at_once_names_no_cause_and_leaves_the_server_alive() {
    let app = TestApp::start(app()).await;
    belay_server::telemetry::log_panics();
    // The quickest of a few: on a busy machine any one of them may be held up.
    let mut quickest = Duration::MAX;
    let mut reply = app.owner().mcp("boom", json!({})).await;
    for _ in 0..10 {
        let started = Instant::now();
        reply = app.owner().mcp("boom", json!({})).await;
        quickest = quickest.min(started.elapsed());
    }
    assert!(quickest < Duration::from_millis(100), "{quickest:?}");
    assert!(reply.is_error && reply.body.contains("(reference req_"), "{}", reply.body);
    let rest = app.owner().get("/boom").await;
    assert_eq!(rest.status, 500);
    for body in [reply.body, rest.body] {
        assert!(!body.contains("hunter2"), "{body}");
    }
    assert_eq!(app.owner().get("/notes").await.status, 200);
}

#[tokio::test]
async fn a_result_that_breaks_its_schema_is_a_fault_and_is_not_sent() {
    let app = TestApp::start(app()).await;
    let rest = app.owner().get("/broken").await;
    assert_eq!(rest.status, 500);
    assert!(!rest.body.contains("hunter2"), "{}", rest.body);
    assert_eq!(app.owner().mcp("broken", json!({})).await.protocol_error, Some(-32603));
    let operator = app.operator().await;
    let Outcome::Fault(error) = app.owner().command(operator, "broken", Value::Null, None).await else {
        panic!("a fault")
    };
    assert!(chain(&error).contains("number: Expected integer, received string"), "{}", chain(&error));
}

#[tokio::test]
async fn a_fault_tells_its_cause_to_the_log_alone() {
    let app = TestApp::start(app()).await;
    let reply = app.owner().get("/fail").await;
    assert_eq!(reply.status, 500);
    assert!(!reply.body.contains("secret"), "{}", reply.body);
    assert_eq!(reply.json()["reference"].as_str(), reply.headers["x-request-id"].to_str().ok());
}

#[tokio::test]
async fn a_call_over_its_deadline_is_ended_and_changes_nothing() {
    let app = TestApp::start(app()).await;
    let reply = app.owner().mcp("wait", json!({})).await;
    assert!(reply.is_error);
    assert_eq!(reply.body, "Timed out after 0.05 s");
    assert_eq!(app.owner().get("/notes").await.json()["result"], json!([]));
}

#[tokio::test]
async fn a_cancelled_call_frees_the_writer_and_changes_nothing() {
    let app = TestApp::start(app()).await;
    let owner = app.owner();
    let waiting = owner.rest(Method::POST, "/api/v1/wait", None);
    assert!(tokio::time::timeout(Duration::from_millis(20), waiting).await.is_err());
    assert!(!app.owner().mcp("keep", json!({ "text": "after" })).await.is_error);
    assert_eq!(app.owner().get("/notes").await.json()["result"], json!(["after"]));
    app.served.flush().await;
    let mut tx = app.db().read().await.unwrap();
    let calls = belay_store::call_log::newest(&mut tx, 10).await.unwrap();
    let outcomes: Vec<_> =
        calls.iter().filter(|call| call.operation == "wait").map(|call| &*call.outcome).collect();
    assert_eq!(outcomes, ["cancelled"], "a caller that went away is told of all the same");
}

#[tokio::test]
async fn a_list_over_the_budget_ends_its_page_early_and_no_row_is_lost() {
    let app = TestApp::start(app()).await;
    let (mut seen, mut cursor, mut pages) = (Vec::new(), Value::Null, 0);
    loop {
        let reply = app.owner().mcp("list", json!({ "rows": 700, "cursor": cursor })).await;
        assert!(!reply.is_error && reply.body.len() <= 100_000, "{}", reply.body.len());
        let page = reply.json();
        seen.extend(page["data"].as_array().unwrap().iter().map(|row| row["number"].as_u64().unwrap()));
        pages += 1;
        if page["has_more"] == false {
            break;
        }
        cursor = page["next_cursor"].clone();
    }
    assert_eq!(seen, (0..700).collect::<Vec<u64>>());
    assert!(pages >= 7, "{pages}");
}

#[tokio::test]
async fn where_the_schema_of_a_result_is_shown_empty_fields_are_left_out() {
    let app = TestApp::start(app()).await;
    let page = app.owner().mcp("list", json!({ "rows": 1 })).await.json();
    assert_eq!(page["data"][0].as_object().unwrap().keys().collect::<Vec<_>>(), ["number", "filler"]);
}

#[tokio::test]
async fn every_call_is_kept_in_the_call_log_without_its_arguments() {
    let app = TestApp::start(app()).await;
    app.owner().mcp("keep", json!({ "text": "hunter2" })).await;
    app.owner().get("/boom").await;
    app.served.flush().await;
    let mut tx = app.db().read().await.unwrap();
    let calls = belay_store::call_log::newest(&mut tx, 10).await.unwrap();
    let mut rows: Vec<_> = calls
        .iter()
        .map(|call| (call.operation.as_str(), call.door.as_str(), call.outcome.as_str()))
        .collect();
    rows.sort_unstable();
    assert_eq!(rows, [("boom", "rest", "fault"), ("keep", "mcp", "ok")]);
    assert!(!format!("{calls:?}").contains("hunter2"));
}

#[tokio::test]
async fn an_operation_is_offered_on_its_doors_only() {
    let app = TestApp::start(app()).await;
    assert!(!app.owner().tools().await.contains(&"rest_only".to_owned()));
    assert_eq!(app.owner().mcp("rest_only", json!({})).await.protocol_error, Some(-32602));
    assert_eq!(app.owner().get("/rest-only").await.status, 200);
}
