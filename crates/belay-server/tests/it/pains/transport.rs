//! Clients, proxies and browsers, as they are.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use belay_core::app::Sessions;
use belay_server::serve::{Front, router};
use belay_testkit::{LEGACY, MODERN, Message, TestApp};
use http::{Method, Request};
use serde_json::json;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use crate::http_outcomes::sessions::opened;
use crate::socket::Listening;
use crate::stdio_outcomes::process::{call, noisy, output};
use crate::wire_app::{app, probed, with_database};

#[tokio::test]
async fn p12_a_client_that_accepts_only_json_or_only_events_or_says_nothing_is_served() {
    let app = TestApp::start(app()).await;
    let params = json!({ "name": "add", "arguments": { "a": 1 } });
    for message in
        [Message::modern("tools/call", params.clone()), Message::legacy(LEGACY, "tools/call", params)]
    {
        for (accept, kind) in [
            (None, "application/json"),
            (Some("*/*"), "application/json"),
            (Some("application/json"), "application/json"),
            (Some("text/event-stream"), "text/event-stream"),
            (Some("application/json, text/event-stream"), "application/json"),
            (Some("text/html"), "application/json"),
        ] {
            let message =
                accept.map_or_else(|| message.clone(), |accept| message.clone().header("accept", accept));
            let reply = app.nobody().say(&message).await;
            assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, kind), "{accept:?}");
            assert_eq!(reply.result()["content"][0]["text"], "2");
        }
    }
}

#[tokio::test]
async fn p38_a_slow_call_sends_its_first_byte_within_a_second_past_proxies_that_hold_back() {
    let (mut app, _probe) = probed();
    app.protocol.sessions = Sessions::On;
    let app = TestApp::start(app).await;
    let client = app.nobody();
    let session = opened(&client, LEGACY, json!({})).await;
    let params = json!({ "name": "hold", "arguments": {} });
    for message in [
        Message::modern("tools/call", params.clone()).progress("p"),
        Message::legacy(LEGACY, "tools/call", params).session(&session).progress("p"),
    ] {
        let started = Instant::now();
        let message = message.header("accept-encoding", "gzip, br");
        let mut events = client.begin(&message).await;
        assert!(events.chunk().await.is_some());
        assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
        assert_eq!(events.headers["content-type"], "text/event-stream");
        assert_eq!(events.headers["x-accel-buffering"], "no");
        assert!(events.headers["cache-control"].to_str().unwrap().contains("no-transform"));
        assert!(!events.headers.contains_key("content-encoding"), "events are not compressed");
    }
}

#[tokio::test]
async fn p39_the_public_address_is_answered_for_and_a_refusal_names_the_setting() {
    let app = TestApp::start(app()).await;
    let served = [Arc::clone(&app.served)];
    let doors = |url: &str| router(&served, &Front::local(url), &CancellationToken::new());
    let ask = async |url: &str, host: &str, origin: Option<&str>| {
        let mut request = Request::post("/wire/mcp").header("host", host);
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        let ping = Message::legacy(LEGACY, "ping", json!({})).body().to_string();
        let response = doors(url).oneshot(request.body(Body::from(ping)).unwrap()).await.unwrap();
        let status = response.status().as_u16();
        let body = http_body_util::BodyExt::collect(response.into_body()).await.unwrap().to_bytes();
        (status, String::from_utf8(body.to_vec()).unwrap())
    };
    let (local, public) = ("http://127.0.0.1:8080", "https://money.example.org");
    assert_eq!(ask(public, "money.example.org", Some(public)).await.0, 200);
    assert_eq!(ask(public, "127.0.0.1:8080", None).await.0, 200, "the machine itself is always answered for");
    let (status, body) = ask(local, "money.example.org", None).await;
    assert!(status == 403 && body.contains("`allowed_hosts`") && body.contains("`public_url`"), "{body}");
    let (status, body) = ask(local, "127.0.0.1:8080", Some("https://evil.example")).await;
    assert!(status == 403 && body.contains("`allowed_origins`"), "{body}");
}

#[tokio::test]
async fn p40_a_page_may_ask_without_a_credential_what_it_may_send_and_reads_what_it_needs() {
    let app = TestApp::start(with_database(app())).await;
    let origin = "http://localhost:6274";
    let preflight = Request::builder()
        .method(Method::OPTIONS)
        .uri("/wire/mcp")
        .header("origin", origin)
        .header("access-control-request-method", "POST")
        .body(Body::empty())
        .unwrap();
    let allowed = app.nobody().send(preflight).await;
    assert_eq!((allowed.status.as_u16(), allowed.header("access-control-allow-origin")), (204, origin));
    let names = allowed.header("access-control-allow-headers");
    for name in [
        "authorization",
        "content-type",
        "accept",
        "mcp-protocol-version",
        "mcp-method",
        "mcp-name",
        "mcp-session-id",
        "last-event-id",
        "mcp-param-region",
        "mcp-param-limit",
    ] {
        assert!(names.split(", ").any(|known| known == name), "{name} in {names}");
    }
    let list = Message::modern("tools/list", json!({})).header("origin", origin);
    for (reply, status) in [(app.owner().say(&list).await, 200), (app.nobody().say(&list).await, 401)] {
        assert_eq!(reply.status, status);
        assert_eq!(
            reply.header("access-control-allow-origin"),
            origin,
            "a page must be able to read a refusal"
        );
        for name in ["mcp-session-id", "www-authenticate", "retry-after"] {
            assert!(reply.header("access-control-expose-headers").contains(name), "{name}");
        }
    }
}

#[test]
fn p42_the_protocols_stream_stays_clean_and_marks_and_carriage_returns_are_forgiven() {
    let input =
        format!("\u{feff}{}\r\n\r\n{}\r\n", call(1, "make_noise").trim(), call(2, "panic_now").trim());
    let (lines, noise) = output(noisy(), &input);
    let mut ids: Vec<_> = lines.iter().map(|line| line["id"].as_u64().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, [1, 2]);
    assert!(noise.contains("NOISE from println"), "{noise}");
}

#[tokio::test]
async fn p43_an_answer_does_not_wait_for_a_delayed_acknowledgement() {
    let (app, probe) = probed();
    let server = Listening::start(TestApp::start(app).await).await;
    let mut socket = server.connect().await;
    let call = Message::modern("tools/call", json!({ "name": "wait" })).progress("p");
    let mut took = Vec::new();
    for _ in 0..20 {
        socket.post(&call).await;
        // What was read is not acknowledged yet, and the rest of the answer must come all the same.
        socket.until("notifications/progress").await;
        probe.started().await;
        let started = Instant::now();
        probe.go();
        socket.until("0\r\n\r\n").await;
        took.push(started.elapsed());
    }
    took.sort_unstable();
    assert!(took[10] < Duration::from_millis(20), "{took:?}");
    drop(socket);
    server.stop().await;
}

#[tokio::test]
async fn p44_a_message_without_an_identifier_is_taken_with_an_empty_202_whatever_it_says() {
    let mut app = app();
    app.protocol.sessions = Sessions::On;
    let app = TestApp::start(app).await;
    let session = opened(&app.nobody(), LEGACY, json!({})).await;
    for method in [
        "notifications/initialized",
        "notifications/cancelled",
        "notifications/of/nothing",
        "tools/call",
        "ping",
    ] {
        let note = Message::notification(method, json!({}));
        for message in [
            note.clone(),
            note.clone().header("mcp-protocol-version", MODERN),
            note.clone().header("mcp-protocol-version", LEGACY),
            note.clone().header("mcp-protocol-version", "2042-01-01"),
            note.session(&session),
        ] {
            let reply = app.nobody().say(&message).await;
            assert_eq!((reply.status.as_u16(), reply.body.as_str()), (202, ""), "{message:?}");
        }
    }
}
