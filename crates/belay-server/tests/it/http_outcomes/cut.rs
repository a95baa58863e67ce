//! Connections that are cut, which only a real socket shows.

use belay_core::app::Sessions;
use belay_testkit::{LEGACY, Message, TestApp};
use serde_json::json;

use super::sessions::opened;
use crate::socket::Listening;
use crate::wire_app::{Probe, probed};

pub(super) const ROWS: &[u8] = &[63, 64];

async fn started() -> (Listening, Probe) {
    let (mut app, probe) = probed();
    app.protocol.sessions = Sessions::On;
    (Listening::start(TestApp::start(app).await).await, probe)
}

// Row 63.
#[tokio::test]
async fn a_client_of_the_new_era_that_goes_away_cancels_its_call() {
    let (server, probe) = started().await;
    let wait = Message::modern("tools/call", json!({ "name": "wait" })).progress("p");
    let mut socket = server.post(&wait).await;
    assert!(socket.until("notifications/progress").await.contains("text/event-stream"));
    probe.started().await;
    drop(socket);
    probe.dropped().await;
    server.stop().await;
}

// Row 63, where nothing has been sent yet: closing the connection is the only sign.
#[tokio::test]
async fn a_client_that_goes_away_before_the_first_byte_cancels_its_call_too() {
    let (server, probe) = started().await;
    let wait = Message::modern("tools/call", json!({ "name": "wait" })).header("accept", "application/json");
    let socket = server.post(&wait).await;
    probe.started().await;
    drop(socket);
    probe.dropped().await;
    server.stop().await;
}

// Row 64.
#[tokio::test]
async fn a_call_in_a_session_goes_on_without_its_connection_and_its_result_can_be_fetched() {
    let (server, probe) = started().await;
    let client = server.app.nobody();
    let session = opened(&client, LEGACY, json!({})).await;
    let wait = Message::legacy(LEGACY, "tools/call", json!({ "name": "wait" })).progress("p");
    let mut socket = server.post(&wait.session(&session)).await;
    let read = socket.until("notifications/progress").await;
    let place = read.lines().find_map(|line| line.strip_prefix("id: ")).unwrap().to_owned();
    probe.started().await;
    drop(socket);
    probe.go();
    probe.finished().await;
    assert!(!probe.was_dropped());
    let fetched = client.watch(&session, Some(&place)).await.messages().await;
    let result = fetched.last().unwrap();
    assert_eq!(
        (&result["id"], &result["result"]["structuredContent"]["result"]),
        (&json!(1), &json!("waited"))
    );
    server.stop().await;
}
