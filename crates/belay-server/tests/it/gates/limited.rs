//! Limits of rate.

use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use belay_core::operation::Rate;
use belay_server::config::AppConfig;
use belay_testkit::{Message, Reply, TestApp};
use http::{Method, Request};
use jiff::SignedDuration;
use serde_json::json;

use super::app::gated;

async fn limited(rate: Rate) -> TestApp {
    TestApp::start_with(gated().0, AppConfig { rate: Some(rate), ..AppConfig::default() }).await
}

fn list() -> Message {
    Message::modern("tools/list", json!({}))
}

#[tokio::test]
async fn p46_a_flood_is_answered_with_429_before_anything_is_read_and_says_when_to_come_back() {
    let app = limited(Rate::per_minute(60).burst(3)).await;
    for _ in 0..3 {
        assert_eq!(app.owner().say(&list()).await.status, 200);
    }
    let over = app.owner().post_text("{bad", &[]).await;
    assert_eq!((over.status.as_u16(), over.header("retry-after")), (429, "1"));
    assert_eq!(over.json()["code"], "rate_limited");
    assert!(over.json().get("jsonrpc").is_none(), "it stands before the protocol");
    assert_eq!(app.owner().get("/meals").await.status, 429, "whichever the door");
    assert_eq!(app.stranger().say(&list()).await.status, 200, "each caller has a limit of its own");
    app.clock.advance(SignedDuration::from_secs(1));
    assert_eq!(app.owner().say(&list()).await.status, 200);
    assert_eq!(app.owner().say(&list()).await.status, 429);
}

#[tokio::test]
async fn p46_the_limit_is_1200_a_minute_with_300_at_once_unless_said_otherwise() {
    let app = limited(belay_server::gates::RATE).await;
    for n in 0..300 {
        assert_eq!(app.owner().get("/meals").await.status, 200, "{n}");
    }
    assert_eq!(app.owner().get("/meals").await.status, 429);
    app.clock.advance(SignedDuration::from_millis(500));
    for _ in 0..10 {
        assert_eq!(app.owner().get("/meals").await.status, 200);
    }
    assert_eq!(app.owner().get("/meals").await.status, 429);
}

#[tokio::test]
async fn p46_a_batch_counts_for_as_many_as_it_holds() {
    let app = limited(Rate::per_minute(60).burst(5)).await;
    let one = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    let headers = [("mcp-protocol-version", "2025-03-26")];
    let batch = json!([one, one, one, one]);
    assert_eq!(app.owner().post(&batch, &headers).await.status, 200);
    assert_eq!(app.owner().post(&batch, &headers).await.status, 429);
}

#[tokio::test]
async fn p46_an_operation_over_its_own_quota_is_a_tool_error_and_a_429_over_rest() {
    let (app, probe) = gated();
    let app = TestApp::start(app).await;
    for _ in 0..2 {
        assert!(!app.owner().mcp("weigh", json!({})).await.is_error);
    }
    let over = app.owner().say(&Message::modern("tools/call", json!({ "name": "weigh" }))).await;
    assert_eq!(over.status, 200);
    let result = over.result();
    assert_eq!(result["isError"], true);
    assert_eq!(result["_meta"]["belay/refusal"], json!({ "retry_after_s": 1, "code": "rate_limited" }));
    assert!(result["content"][0]["text"].as_str().unwrap().contains("try again in 1 s"), "{result}");
    let rest = app.owner().rest(Method::POST, "/api/v1/weigh", None).await;
    assert_eq!((rest.status.as_u16(), rest.header("retry-after")), (429, "1"));
    assert_eq!(app.owner().rest(Method::POST, "/api/v1/ping", None).await.status, 200, "no other operation");
    assert_eq!(app.stranger().rest(Method::POST, "/api/v1/weigh", None).await.status, 200);
    app.clock.advance(SignedDuration::from_secs(1));
    assert!(!app.owner().mcp("weigh", json!({})).await.is_error);
    assert_eq!(probe.runs(), 5);
}

async fn from(app: &TestApp, address: &str, key: Option<&str>) -> Reply {
    let mut request = Request::builder().uri("/gated/api/v1/meals");
    if let Some(key) = key {
        request = request.header("x-api-key", key);
    }
    let mut request = request.body(Body::empty()).unwrap();
    let address: SocketAddr = address.parse().unwrap();
    request.extensions_mut().insert(ConnectInfo(address));
    app.nobody().send(request).await
}

#[tokio::test]
async fn p46_an_address_that_keeps_showing_wrong_keys_is_slowed_down_and_others_are_not() {
    let app = limited(Rate::per_minute(60).burst(2)).await;
    for key in [Some("gt_wrong"), None] {
        assert_eq!(from(&app, "192.0.2.1:1000", key).await.status, 401);
    }
    let slowed = from(&app, "192.0.2.1:2000", Some("gt_other")).await;
    assert_eq!((slowed.status.as_u16(), slowed.header("retry-after")), (429, "1"));
    assert_eq!(from(&app, "192.0.2.2:1000", None).await.status, 401);
    for last in 1..4 {
        let status = from(&app, &format!("[2001:db8::{last}]:1"), None).await.status;
        assert_eq!(status, if last < 3 { 401 } else { 429 }, "a network of addresses counts as one");
    }
    assert_eq!(app.owner().get("/meals").await.status, 200, "an accepted key counts for itself");
}
