//! Calls that hang, drown or puzzle a model.

use std::time::{Duration, Instant};

use belay_server::config::AppConfig;
use belay_testkit::{LEGACY, Message, TestApp};
use http::Method;
use serde_json::{Value, json};

use crate::wire_app::{app, probed, with_database};

fn call(tool: &str, arguments: &Value) -> Message {
    Message::modern("tools/call", json!({ "name": tool, "arguments": arguments }))
}

#[tokio::test]
async fn p22_a_result_over_the_budget_is_a_shorter_page_with_a_cursor_and_never_an_error() {
    let config = AppConfig { result_bytes: Some(40_000), ..AppConfig::default() };
    let app = TestApp::start_with(app(), config).await;
    let (mut seen, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let result = app.nobody().say(&call("list_rows", &json!({ "cursor": cursor }))).await.result();
        assert!(result["content"][0]["text"].as_str().unwrap().len() <= 40_000);
        let page = &result["structuredContent"];
        seen.extend(page["data"].as_array().unwrap().iter().map(|row| row["number"].as_u64().unwrap()));
        if page["has_more"] == false {
            break;
        }
        cursor = page["next_cursor"].clone();
    }
    assert_eq!(seen, (0..300).collect::<Vec<u64>>());
}

#[tokio::test]
async fn p23_a_client_that_asked_for_progress_hears_a_sign_of_life_every_ten_seconds() {
    let (app, probe) = probed();
    let app = TestApp::start(app).await;
    let started = Instant::now();
    let mut events = app.nobody().begin(&call("hold", &json!({})).progress("p")).await;
    let alive = events.message().await.unwrap();
    assert!(started.elapsed() < Duration::from_secs(15), "{:?}", started.elapsed());
    assert_eq!(alive["params"]["progressToken"], "p");
    probe.go();
    assert_eq!(events.message().await.unwrap()["result"]["content"][0]["text"], "in the end");
}

#[tokio::test]
async fn p24_a_panic_is_answered_at_once_wherever_it_happens_and_the_server_lives_on() {
    // As the program does: the hook that comes with Rust works out a backtrace first.
    belay_server::telemetry::log_panics();
    let app = TestApp::start(app()).await;
    let client = app.nobody();
    let tool = json!({ "name": "panic_now" });
    let resource = json!({ "uri": "app://crash" });
    for message in [
        Message::modern("tools/call", tool.clone()),
        Message::legacy(LEGACY, "tools/call", tool.clone()),
        Message::modern("tools/call", tool).progress("p"),
        Message::modern("resources/read", resource.clone()),
        Message::legacy(LEGACY, "resources/read", resource),
    ] {
        // The quickest of a few: on a busy machine any one of them may be held up.
        let mut quickest = Duration::MAX;
        let mut reply = client.say(&message).await;
        for _ in 0..10 {
            let started = Instant::now();
            reply = client.say(&message).await;
            quickest = quickest.min(started.elapsed());
        }
        assert!(quickest < Duration::from_millis(100), "{quickest:?}");
        assert!(!reply.body.contains("hunter2") && reply.body.contains("req_"), "{}", reply.body);
    }
    assert_eq!(client.mcp_modern("add", json!({ "a": 1 })).await.body, "2");
}

#[tokio::test]
async fn p25_a_refusal_says_every_place_rule_and_way_out_at_once_and_never_the_value() {
    let app = TestApp::start(app()).await;
    let bad = app.nobody().rest(Method::GET, "/api/v1/sum?a=hunter2&b=-1&c=1", None).await;
    assert_eq!(bad.status, 400);
    let issues = bad.json()["issues"].as_array().unwrap().clone();
    let places: Vec<(&str, &str)> = issues
        .iter()
        .map(|issue| (issue["path"].as_str().unwrap(), issue["code"].as_str().unwrap()))
        .collect();
    let mut sorted = places.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, [("a", "invalid_type"), ("b", "too_small"), ("c", "unrecognized_keys")]);
    assert!(!bad.body.contains("hunter2"), "{}", bad.body);
    let late = app.nobody().rest(Method::GET, "/api/v1/refusals/conflict", None).await;
    assert_eq!(
        (late.status.as_u16(), late.json()),
        (409, json!({ "error": "It is too late", "code": "too_late", "hint": "Come back tomorrow." }))
    );
    let text = app.nobody().mcp_modern("refuse", json!({ "how": "conflict" })).await.body;
    assert_eq!(text, "It is too late\nCome back tomorrow.");
}

#[tokio::test]
async fn p26_each_class_of_error_reaches_whoever_can_mend_it() {
    let app = TestApp::start(app()).await;
    for (tool, arguments, for_the_model) in [
        ("add", json!({ "a": "x" }), true),
        ("refuse", json!({ "how": "conflict" }), true),
        ("refuse", json!({ "how": "anonymous" }), true),
        ("refuse", json!({ "how": "forbidden" }), true),
        ("refuse", json!({ "how": "issues" }), true),
        ("refuse", json!({ "how": "fault" }), true),
        ("panic_now", json!({}), true),
        ("sleep", json!({}), true),
        ("secured", json!({}), true),
        ("fly", json!({}), false),
        ("refuse", json!({ "how": "own" }), false),
        ("refuse", json!({ "how": "unauthorized" }), false),
        ("get_broken", json!({}), false),
        ("need_model", json!({}), false),
    ] {
        let reply = app.nobody().mcp_modern(tool, arguments.clone()).await;
        assert_eq!(
            (reply.is_error, reply.protocol_error.is_none()),
            (for_the_model, for_the_model),
            "{tool} {arguments}: {}",
            reply.body
        );
    }
}

#[tokio::test]
async fn p28_a_tool_that_was_renamed_says_so_and_changes_are_told_to_whoever_listens() {
    let app = TestApp::start(app()).await;
    let client = app.nobody();
    let old = client.mcp_modern("sum", json!({})).await;
    assert_eq!((old.protocol_error, old.body.as_str()), (Some(-32602), "Unknown tool; it is called add now"));
    let listed = client.say(&Message::modern("tools/list", json!({}))).await.result();
    assert_eq!(listed["ttlMs"], 300_000, "a new list is seen within five minutes");
    let filter =
        json!({ "notifications": { "toolsListChanged": true, "resourceSubscriptions": ["app://hello"] } });
    let mut events = client.begin(&Message::modern("subscriptions/listen", filter).id("l")).await;
    events.message().await.unwrap();
    for what in ["prompts", "app://logo", "tools", "app://hello"] {
        client.mcp_modern("change", json!({ "what": what })).await;
    }
    let told = [events.message().await.unwrap(), events.message().await.unwrap()];
    assert_eq!(told[0]["method"], "notifications/tools/list_changed");
    assert_eq!(told[1]["method"], "notifications/resources/updated");
    assert_eq!(told[1]["params"]["uri"], "app://hello");
}

#[tokio::test]
async fn p33_one_declaration_makes_tool_and_route_with_one_authority_and_no_credential_inside() {
    let app = TestApp::start(with_database(app())).await;
    let sum = json!({ "a": 40, "b": 2 });
    let rest = app.owner().get("/sum?a=40&b=2").await.json();
    let tool = app.owner().say(&call("add", &sum)).await.result()["structuredContent"].clone();
    assert_eq!(rest, tool);
    let document = app.owner().get("/openapi.json").await.json();
    assert_eq!(document["paths"]["/sum"]["get"]["operationId"], "add");
    let facts = app.owner().say(&call("get_facts", &json!({}))).await.result();
    assert_eq!(
        facts["structuredContent"]["credential"], false,
        "an operation never sees what let its caller in"
    );
    assert_eq!(app.owner().get("/facts").await.json()["credential"], false);
    for (client, seen) in [(app.owner(), true), (app.reader(), false)] {
        assert_eq!(client.tools().await.contains(&"nest".to_owned()), seen);
        let known = client.mcp_modern("nest", json!({})).await.protocol_error.is_none();
        let routed = client.rest(Method::POST, "/api/v1/nests", Some(json!({}))).await.status != 404;
        assert_eq!((known, routed), (seen, seen), "what is hidden on one door is hidden on the other");
    }
}
