//! A server that is told to stop.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use belay_server::serve::{Front, router};
use belay_testkit::{Message, TestApp};
use http::Request;
use serde_json::json;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::socket::Listening;
use crate::wire_app::{app, probed};

#[tokio::test]
async fn p41_a_server_that_stops_ends_its_streams_with_results_and_lets_calls_finish() {
    let (app, probe) = probed();
    let server = Listening::start(TestApp::start(app).await).await;
    let listen =
        Message::modern("subscriptions/listen", json!({ "notifications": { "toolsListChanged": true } }));
    let mut listening = server.post(&listen.id("listening")).await;
    listening.until("notifications/subscriptions/acknowledged").await;
    let mut calling =
        server.post(&Message::modern("tools/call", json!({ "name": "wait" })).progress("p")).await;
    calling.until("notifications/progress").await;
    probe.started().await;
    let stopping = Instant::now();
    server.stopping();
    let ended = listening.rest().await;
    assert!(ended.contains("\"result\"") && ended.contains("listening"), "{ended}");
    probe.go();
    let answered = calling.rest().await;
    assert!(answered.contains("waited"), "{answered}");
    server.ended().await;
    assert!(stopping.elapsed() < Duration::from_secs(30), "{:?}", stopping.elapsed());
}

#[tokio::test]
async fn p41_a_server_that_is_about_to_stop_answers_and_is_not_ready() {
    let app = TestApp::start(app()).await;
    let front = Front::local("http://127.0.0.1:8080");
    let doors = router(&[Arc::clone(&app.served)], &front, &CancellationToken::new());
    let status = async |path: &str| {
        let request = Request::get(path).header("host", "localhost").body(Body::empty()).unwrap();
        doors.clone().oneshot(request).await.unwrap().status().as_u16()
    };
    assert_eq!((status("/health/ready").await, status("/health/live").await), (200, 200));
    front.closing.cancel();
    assert_eq!((status("/health/ready").await, status("/health/live").await), (503, 200));
    assert_eq!(status("/wire/api/v1/sum?a=1").await, 200);
}
