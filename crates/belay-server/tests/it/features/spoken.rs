//! Which revision a request is served in, and what each one adds.

use belay_core::app::{LEGACY_REVISIONS, REVISIONS};
use belay_core::{App, Cache};
use belay_testkit::{LEGACY, MODERN, Message, TestApp};
use serde_json::{Value, json};

use super::{error, result};
use crate::wire_app::{app, with_database};

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

fn speaking(revisions: &[&'static str]) -> App {
    let mut app = app();
    app.protocol.revisions = revisions.to_vec();
    app
}

// A49.
#[tokio::test]
async fn the_list_of_revisions_alone_decides_what_is_spoken() {
    assert_eq!(REVISIONS, ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]);
    let both = TestApp::start(app()).await;
    assert_eq!(
        result(&both.nobody(), "server/discover", json!({})).await["supportedVersions"],
        json!(REVISIONS)
    );
    let old = TestApp::start(speaking(LEGACY_REVISIONS)).await;
    assert_eq!(old.nobody().say(&Message::modern("server/discover", json!({}))).await.status, 400);
    assert_eq!(old.nobody().mcp("add", json!({ "a": 1 })).await.body, "2");
    let new = TestApp::start(speaking(&[MODERN])).await;
    assert_eq!(new.nobody().mcp_modern("add", json!({ "a": 1 })).await.body, "2");
    let greeted = new.nobody().say(&Message::initialize(LEGACY, json!({}))).await;
    assert_eq!(greeted.code(), Some(-32022), "and the versions that would do are named");
    assert_eq!(greeted.answer()["error"]["data"]["supported"], json!([MODERN]));
}

// A50.
#[tokio::test]
async fn each_request_is_served_in_the_era_that_it_names_itself() {
    let app = TestApp::start(app()).await;
    let client = app.nobody();
    let list = || Message::legacy(LEGACY, "tools/list", json!({}));
    for (message, era) in [
        (Message::modern("tools/list", json!({})), "new"),
        (list(), "old"),
        (list().without("mcp-protocol-version"), "old"),
        // The metadata may name an older revision, which needs nothing that a request cannot carry.
        (list().without("mcp-protocol-version").meta(VERSION, "2025-06-18"), "old"),
        (list().header("mcp-protocol-version", "2042-01-01"), "neither"),
        (list().header("mcp-protocol-version", MODERN), "half"),
        (Message::initialize(LEGACY, json!({})), "old"),
    ] {
        let reply = client.say(&message).await;
        let served = match (reply.code(), reply.result().get("resultType")) {
            (None, Some(_)) => "new",
            (None, None) => "old",
            (Some(-32022), _) => "neither",
            _ => "half",
        };
        assert_eq!(served, era, "{message:?}: {}", reply.body);
    }
}

// A51.
#[tokio::test]
async fn a_handshake_agrees_on_the_asked_revision_or_the_newest_and_is_forgotten() {
    let app = TestApp::start(app()).await;
    for (asked, agreed) in [
        ("2025-11-25", "2025-11-25"),
        ("2025-06-18", "2025-06-18"),
        ("2025-03-26", "2025-03-26"),
        ("2024-11-05", "2024-11-05"),
        ("2019-01-01", LEGACY),
        (MODERN, LEGACY),
    ] {
        let greeted = app.nobody().say(&Message::initialize(asked, json!({}))).await;
        assert_eq!(greeted.result()["protocolVersion"], agreed, "{asked}");
        assert_eq!(
            greeted.header("mcp-session-id"),
            "",
            "there is no session unless the application keeps some"
        );
    }
    let nameless = Message::raw(json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {} }));
    assert_eq!(app.nobody().say(&nameless).await.code(), Some(-32602));
}

// A52.
#[tokio::test]
async fn of_several_things_wrong_the_one_that_clients_look_for_first_is_told() {
    let app = TestApp::start(app()).await;
    let fly = || Message::modern("tools/fly", json!({ "name": "x" }));
    for (message, status, code) in [
        // Versions that differ, before a version that is not spoken.
        (fly().meta(VERSION, "v9"), 400, -32020),
        // A version that is not spoken, before headers of which its rules may say otherwise.
        (fly().meta(VERSION, "v9").header("mcp-protocol-version", "v9").without("mcp-method"), 400, -32022),
        // Missing metadata, before missing headers.
        (fly().without_meta("io.modelcontextprotocol/clientCapabilities").without("mcp-method"), 400, -32602),
        // Missing headers, before an unknown method.
        (fly().without("mcp-method"), 400, -32020),
        // An unknown method, before the header of its name.
        (fly().without("mcp-name"), 404, -32601),
    ] {
        let reply = app.nobody().say(&message).await;
        assert_eq!((reply.status.as_u16(), reply.code()), (status, Some(code)), "{message:?}");
        assert_eq!(reply.header("content-type"), "application/json", "before any stream is opened");
    }
}

// A53.
#[tokio::test]
async fn the_new_era_adds_discovery_result_types_the_servers_name_and_statuses() {
    let app = TestApp::start(app()).await;
    let client = app.nobody();
    let pinged = client.say(&Message::modern("ping", json!({}))).await;
    assert_eq!((pinged.status.as_u16(), pinged.code()), (404, Some(-32601)));
    let discovered = client.say(&Message::legacy(LEGACY, "server/discover", json!({}))).await;
    assert_eq!((discovered.status.as_u16(), discovered.code()), (200, Some(-32601)));
    // Every result of these tests is held against the rules of the era: the recorder of the test kit sees to it.
    for (method, params) in [
        ("tools/call", json!({ "name": "add", "arguments": { "a": 1 } })),
        ("prompts/get", json!({ "name": "simple" })),
        (
            "completion/complete",
            json!({ "ref": { "type": "ref/prompt", "name": "simple" }, "argument": { "name": "a", "value": "" } }),
        ),
    ] {
        assert_eq!(result(&client, method, params).await["resultType"], "complete", "{method}");
    }
}

// A54.
#[tokio::test]
async fn of_a_header_that_comes_twice_the_first_counts_and_encoded_names_are_decoded_strictly() {
    let app = TestApp::start(app()).await;
    let add = Message::modern("tools/call", json!({ "name": "add", "arguments": { "a": 1 } }));
    let mut request = app.nobody().endpoint(http::Method::POST);
    for (name, value) in add.headers() {
        request = request.header(name, value);
    }
    let request = request.header("mcp-name", "other");
    let reply = app.nobody().send(request.body(add.body().to_string().into()).unwrap()).await;
    assert_eq!(reply.result()["structuredContent"]["result"], 2, "{}", reply.body);
    for (name, right) in [
        ("=?base64?YWRk?=", true),
        ("=?base64?YWR?=", false),
        ("=?base64?/w==?=", false),
        ("=?BASE64?YWRk?=", false),
        ("YWRk", false),
    ] {
        let reply = app.nobody().say(&add.clone().header("mcp-name", name)).await;
        assert_eq!(reply.code(), (!right).then_some(-32020), "{name}");
    }
}

// A55.
#[tokio::test]
async fn a_version_that_is_not_spoken_is_answered_with_those_that_are_the_newest_first() {
    let app = TestApp::start(app()).await;
    let asked =
        Message::modern("tools/list", json!({})).meta(VERSION, "v9").header("mcp-protocol-version", "v9");
    let told = app.nobody().say(&asked).await.answer()["error"]["data"].clone();
    assert_eq!(told, json!({ "supported": REVISIONS, "requested": "v9" }));
}

fn kept(result: &Value) -> (Value, Value) {
    (result["ttlMs"].clone(), result["cacheScope"].clone())
}

// A56.
#[tokio::test]
async fn lists_may_be_kept_five_minutes_by_anyone_and_resources_not_at_all_unless_they_say_so() {
    let plain = TestApp::start(app()).await;
    let client = plain.nobody();
    let public = |ttl: u64| (json!(ttl), json!("public"));
    let private = |ttl: u64| (json!(ttl), json!("private"));
    for method in
        ["server/discover", "tools/list", "resources/list", "resources/templates/list", "prompts/list"]
    {
        assert_eq!(kept(&result(&client, method, json!({})).await), public(300_000), "{method}");
    }
    for (uri, expected) in [
        ("app://hello", private(0)),
        ("app://logo", public(60_000)),
        ("db://users/a", private(1_000)),
        ("file:///x", private(0)),
    ] {
        assert_eq!(kept(&result(&client, "resources/read", json!({ "uri": uri })).await), expected, "{uri}");
    }
    let mut own = app();
    own.protocol.lists = Cache::private(5);
    own.protocol.discovery = Cache::public(7);
    let own = TestApp::start(own).await;
    assert_eq!(kept(&result(&own.nobody(), "tools/list", json!({})).await), private(5));
    assert_eq!(kept(&result(&own.nobody(), "server/discover", json!({})).await), public(7));
    // Where callers are told apart, nothing is for everyone, whatever was declared.
    let locked = TestApp::start(with_database(app())).await;
    for (method, params) in [("tools/list", json!({})), ("resources/read", json!({ "uri": "app://logo" }))] {
        assert_eq!(result(&locked.owner(), method, params).await["cacheScope"], "private", "{method}");
    }
    assert_eq!(error(&locked.owner(), "tools/fly", json!({})).await["code"], -32601);
}
