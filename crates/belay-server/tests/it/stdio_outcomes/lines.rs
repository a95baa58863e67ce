//! One line after the other: eras, and what is no message.

use belay_testkit::{LEGACY, Message, TestApp};
use serde_json::{Value, json};

use crate::wire_app::app;

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

// Row 1.
#[tokio::test]
async fn the_first_line_may_ask_what_is_spoken() {
    let mut stdio = TestApp::start(app()).await.silent_stdio().await;
    let found = stdio.ask_modern("server/discover", json!({})).await;
    assert_eq!(found["result"]["supportedVersions"][0], "2026-07-28");
    assert_eq!(found["result"]["resultType"], "complete");
}

// Row 2.
#[tokio::test]
async fn a_version_that_is_not_spoken_is_told_with_those_that_are() {
    let mut stdio = TestApp::start(app()).await.silent_stdio().await;
    stdio.send(&Message::modern("server/discover", json!({})).meta(VERSION, "2042-01-01")).await;
    let error = stdio.answer(1).await["error"].clone();
    assert_eq!((&error["code"], &error["data"]["requested"]), (&json!(-32022), &json!("2042-01-01")));
    assert!(error["data"]["supported"].as_array().unwrap().contains(&json!("2026-07-28")));
}

// Row 3.
#[tokio::test]
async fn a_look_without_metadata_is_answered_as_an_older_server_would() {
    let mut stdio = TestApp::start(app()).await.silent_stdio().await;
    assert_eq!(stdio.ask("server/discover", json!({})).await["error"]["code"], -32601);
}

// Rows 4 and 5.
#[tokio::test]
async fn after_a_handshake_both_eras_are_served_in_one_process() {
    let mut stdio = TestApp::start(app()).await.silent_stdio().await;
    stdio.greet("2025-03-26", json!({})).await;
    assert_eq!(stdio.greeting["result"]["protocolVersion"], "2025-03-26");
    let old = stdio.ask("tools/list", json!({})).await["result"]["tools"][0].clone();
    assert!(old.get("title").is_none(), "the agreed revision has no titles: {old}");
    let new = stdio.ask_modern("tools/list", json!({})).await["result"].clone();
    assert_eq!((&new["tools"][0]["title"], &new["ttlMs"]), (&json!("Add"), &json!(300_000)));
    let old = stdio.ask("tools/list", json!({})).await["result"]["tools"][0].clone();
    assert!(old.get("title").is_none(), "the other era changed nothing: {old}");
}

// Row 6.
#[tokio::test]
async fn a_handshake_in_the_era_that_has_none_is_an_unknown_method() {
    let mut stdio = TestApp::start(app()).await.silent_stdio().await;
    let asked = json!({ "protocolVersion": LEGACY, "capabilities": {} });
    assert_eq!(stdio.ask_modern("initialize", asked).await["error"]["code"], -32601);
}

// Row 12.
#[tokio::test]
async fn garbage_is_told_without_an_identifier_and_the_process_lives_on() {
    let mut stdio = TestApp::start(app()).await.silent_stdio().await;
    for (line, code) in
        [("{garbage\n", -32700), ("[]\n", -32600), ("{\"jsonrpc\":\"2.0\",\"id\":null}\n", -32600)]
    {
        stdio.write(line.as_bytes()).await;
        let told = stdio.next().await.unwrap();
        assert_eq!((told.get("id"), &told["error"]["code"]), (None, &json!(code)), "{line}");
    }
    assert_eq!(stdio.call_modern("add", json!({ "a": 1 })).await.body, "2");
}

// Row 13.
#[tokio::test]
async fn lines_are_read_however_they_are_cut_and_ended() {
    let mut stdio = TestApp::start(app()).await.silent_stdio().await;
    let line = |id: u64| {
        let call = Message::modern("tools/call", json!({ "name": "add", "arguments": { "a": id } }));
        call.id(id).body().to_string()
    };
    // A mark at the beginning, blank lines, a carriage return, two messages at once, a third in pieces.
    let text = format!("\u{feff}{}\r\n\n  \r\n{}\n{}\n", line(1), line(2), line(3));
    let (first, rest) = text.as_bytes().split_at(text.len() - 90);
    stdio.write(first).await;
    for piece in rest.chunks(7) {
        stdio.write(piece).await;
    }
    for id in [1, 2, 3] {
        let answer = stdio.answer(id).await;
        assert_eq!(answer["result"]["structuredContent"], json!({ "result": id + 1 }));
    }
    assert_eq!(stdio.end().await, Vec::<Value>::new(), "blank lines are not answered");
}

// Row 14.
#[tokio::test]
async fn after_a_message_that_is_too_long_the_next_line_is_read() {
    let mut stdio = TestApp::start(app()).await.silent_stdio().await;
    let piece = vec![b'x'; 1024 * 1024];
    for _ in 0..17 {
        stdio.write(&piece).await;
    }
    stdio.write(b"\n").await;
    let told = stdio.next().await.unwrap();
    assert_eq!((told.get("id"), &told["error"]["code"]), (None, &json!(-32600)));
    assert_eq!(stdio.call_modern("add", json!({ "a": 1 })).await.body, "2");
}
