//! What the transport does with requests and answers.

use belay_core::app::Sessions;
use belay_testkit::{Client, LEGACY, Message, TestApp};
use http::{Method, Request};
use serde_json::{Value, json};

use super::result;
use crate::http_outcomes::sessions::opened;
use crate::wire_app::{app, probed};

// A42.
#[tokio::test]
async fn one_address_takes_messages_and_strangers_pages_are_refused() {
    let app = TestApp::start(app()).await;
    let client = app.nobody();
    let list = Message::modern("tools/list", json!({}));
    for (origin, status) in [
        (None, 200),
        (Some("http://localhost:6274"), 200),
        (Some("http://127.0.0.1:8080"), 200),
        (Some("https://evil.example"), 403),
        (Some("null"), 403),
    ] {
        let message = origin.map_or_else(|| list.clone(), |origin| list.clone().header("origin", origin));
        assert_eq!(client.say(&message).await.status, status, "{origin:?}");
    }
    for method in [Method::GET, Method::DELETE, Method::PUT] {
        let request = Request::builder().method(method.clone()).uri("/wire/mcp");
        let reply = client.send(request.body(axum::body::Body::empty()).unwrap()).await;
        assert_eq!((reply.status.as_u16(), reply.header("allow")), (405, "POST"), "{method}");
    }
}

// A43.
#[tokio::test]
async fn an_answer_is_a_document_unless_there_is_something_to_tell_before_it() {
    let app = TestApp::start(app()).await;
    let count = || Message::modern("tools/call", json!({ "name": "count" }));
    for (message, events) in [
        (count(), false),
        (count().progress("p"), true),
        (count().progress("p").header("accept", "application/json, text/event-stream"), true),
        (count().progress("p").header("accept", "application/json"), false),
        (count().header("accept", "text/event-stream"), true),
        (Message::modern("tools/call", json!({ "name": "add" })).progress("p"), false),
    ] {
        let reply = app.nobody().say(&message).await;
        let kind = if events { "text/event-stream" } else { "application/json" };
        assert_eq!(reply.header("content-type"), kind, "{message:?}");
        if events {
            assert_eq!(reply.header("x-accel-buffering"), "no");
            assert!(reply.header("cache-control").contains("no-cache"));
            assert!(!reply.body.contains("id: ") && !reply.body.contains("retry: "), "{}", reply.body);
        }
    }
}

fn wait(session: &str) -> Message {
    Message::legacy(LEGACY, "tools/call", json!({ "name": "wait" })).id(5).progress("p").session(session)
}

async fn cancel(client: &Client, session: Option<&str>) {
    let cancel = Message::notification("notifications/cancelled", json!({ "requestId": 5 }));
    let cancel = session.map_or_else(|| cancel.clone(), |session| cancel.clone().session(session));
    assert_eq!(client.say(&cancel).await.status, 202);
}

// A46.
#[tokio::test]
async fn a_request_is_called_off_within_its_own_session_only_and_gets_no_answer() {
    let (mut app, probe) = probed();
    app.protocol.sessions = Sessions::On;
    let app = TestApp::start(app).await;
    let client = app.nobody();
    let (one, two) = (opened(&client, LEGACY, json!({})).await, opened(&client, LEGACY, json!({})).await);
    let mut first = client.begin(&wait(&one)).await;
    let mut second = client.begin(&wait(&two)).await;
    probe.started().await;
    probe.started().await;
    // Without a session nobody can say whose request is meant.
    cancel(&client, None).await;
    cancel(&client, Some(&one)).await;
    probe.dropped().await;
    let rest = first.messages().await;
    assert!(rest.iter().all(|message| message["method"] == "notifications/progress"), "{rest:?}");
    probe.go();
    assert_eq!(second.messages().await.last().unwrap()["result"]["content"][0]["text"], "waited");
    assert!(!probe.was_dropped(), "the other session's request of the same identifier went on");
}

// A46: the same identifier twice in one session names the request that came first; the second is refused.
#[tokio::test]
async fn a_request_under_way_is_not_replaced_by_another_of_its_identifier() {
    let (mut app, probe) = probed();
    app.protocol.sessions = Sessions::On;
    let app = TestApp::start(app).await;
    let client = app.nobody();
    let session = opened(&client, LEGACY, json!({})).await;
    let _first = client.begin(&wait(&session)).await;
    probe.started().await;
    let ping = Message::legacy(LEGACY, "ping", json!({})).id(5).session(&session);
    assert_eq!(client.say(&ping).await.code(), Some(-32600));
    cancel(&client, Some(&session)).await;
    probe.dropped().await;
}

// A47.
#[tokio::test]
async fn progress_grows_under_the_clients_token_and_comes_before_the_answer() {
    let app = TestApp::start(app()).await;
    for token in [json!("p"), json!(7)] {
        let count = Message::modern("tools/call", json!({ "name": "count" })).progress(token.clone());
        let messages = app.nobody().say(&count).await.messages();
        let told: Vec<&Value> = messages.iter().filter_map(|one| one.get("params")).collect();
        let step = |done: u64, text: &str| json!({ "progressToken": token, "progress": done, "total": 3, "message": text });
        assert_eq!(told, [&step(1, "one"), &step(2, "two"), &step(3, "three")]);
        assert!(messages.last().unwrap().get("result").is_some());
    }
    let silent = app.nobody().say(&Message::modern("tools/call", json!({ "name": "count" }))).await;
    assert_eq!(silent.messages().len(), 1, "without a token nothing is told");
}

// A48.
#[tokio::test]
async fn every_list_comes_in_pages_whose_cursors_are_good_for_that_list_alone() {
    let mut app = app();
    app.protocol.page_size = 2;
    let app = TestApp::start(app).await;
    let client = app.nobody();
    let mut cursors = Vec::new();
    for (method, field) in
        [("tools/list", "tools"), ("resources/list", "resources"), ("prompts/list", "prompts")]
    {
        let (mut names, mut params) = (Vec::new(), json!({}));
        loop {
            let page = result(&client, method, params).await;
            let entries = page[field].as_array().unwrap();
            assert!(!entries.is_empty() && entries.len() <= 2);
            names.extend(entries.iter().map(|entry| entry["name"].as_str().unwrap().to_owned()));
            let Some(next) = page.get("nextCursor") else { break };
            cursors.push((method, next.clone()));
            params = json!({ "cursor": next });
        }
        let mut unique = names.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), names.len(), "each once: {names:?}");
    }
    let templates = result(&client, "resources/templates/list", json!({})).await;
    assert!(templates.get("nextCursor").is_none(), "two templates are one page");
    for (method, cursor) in &cursors {
        let other = if *method == "tools/list" { "prompts/list" } else { "tools/list" };
        let refused = client.say(&Message::modern(other, json!({ "cursor": cursor }))).await;
        assert_eq!(refused.code(), Some(-32602), "{method}");
    }
}

// A48: everything on one page, where the application wants that.
#[tokio::test]
async fn a_page_size_of_nothing_puts_everything_on_one_page() {
    let mut app = app();
    app.protocol.page_size = 0;
    let count = app.operations.len();
    let app = TestApp::start(app).await;
    let page = result(&app.nobody(), "tools/list", json!({})).await;
    assert_eq!((page["tools"].as_array().unwrap().len(), page.get("nextCursor")), (count, None));
}
