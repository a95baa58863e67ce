//! Who calls, and what a call knows of its request.

use belay_core::app::Sessions;
use belay_core::ctx::Slots;
use belay_testkit::{LEGACY, Message, TestApp};
use serde_json::{Value, json};

use crate::wire_app::{Project, app, with_database, with_sessions};

const CLIENT: &str = "io.modelcontextprotocol/clientInfo";

fn call(tool: &str) -> Value {
    json!({ "name": tool, "arguments": {} })
}

// A29, A30.
#[tokio::test]
async fn a_guarded_tool_is_listed_for_everyone_and_refuses_in_words_for_the_model() {
    let app = TestApp::start(app()).await;
    let client = app.nobody();
    assert!(client.tools().await.contains(&"secured".to_owned()));
    let refused = client.say(&Message::modern("tools/call", call("secured"))).await;
    assert_eq!(refused.status, 200, "it is no refusal of the request");
    assert_eq!(refused.result()["isError"], true);
    assert_eq!(refused.result()["content"][0]["text"], "Name a project in X-Project");
    let named = Message::modern("tools/call", call("secured")).header("x-project", "p");
    assert_eq!(client.say(&named).await.result()["structuredContent"]["result"], "inside");
    for (how, said) in [("anonymous", "Sign in first"), ("forbidden", "Only its owner may do that")] {
        let params = json!({ "name": "refuse", "arguments": { "how": how } });
        let refused = client.say(&Message::modern("tools/call", params)).await;
        assert_eq!((refused.status.as_u16(), &refused.result()["isError"]), (200, &json!(true)));
        assert_eq!(refused.result()["content"][0]["text"], said);
    }
}

// A31. The documents that the challenge points at come with access tokens.
#[tokio::test]
async fn where_a_credential_is_asked_for_nothing_is_looked_at_before_it() {
    let app = TestApp::start(with_database(app())).await;
    for body in ["{not json", &Message::modern("tools/call", call("no_such_tool")).body().to_string()] {
        let reply = app.nobody().post_text(body, &[]).await;
        assert_eq!(reply.status, 401);
        assert!(reply.header("www-authenticate").starts_with("Bearer"), "{:?}", reply.headers);
    }
}

// A32.
#[tokio::test]
async fn a_call_knows_its_client_its_revision_its_headers_and_whether_progress_is_wanted() {
    let app = TestApp::start(with_sessions(Sessions::On)).await;
    let client = app.nobody();
    let facts = async |message: Message| client.say(&message).await.result()["structuredContent"].clone();
    let modern = Message::modern("tools/call", call("get_facts")).header("x-project", "p");
    let known = facts(modern.clone().capable(json!({ "sampling": {} }))).await;
    let expected = json!({
        "client": "testkit", "version": "1", "protocol": "2026-07-28", "samples": true, "told": true, "header": "p",
        "credential": false, "principal": known["principal"],
    });
    assert_eq!(known, expected);
    let nameless = facts(modern.without_meta(CLIENT)).await;
    assert_eq!((&nameless["client"], &nameless["samples"]), (&json!(""), &json!(false)));
    let alone = facts(Message::legacy(LEGACY, "tools/call", call("get_facts"))).await;
    assert_eq!((&alone["told"], &alone["protocol"]), (&json!(false), &json!(LEGACY)));
    let greeted = client.say(&Message::initialize("2025-06-18", json!({ "sampling": {} }))).await;
    let within =
        Message::legacy(LEGACY, "tools/call", call("get_facts")).session(greeted.header("mcp-session-id"));
    let within = facts(within).await;
    assert_eq!(
        (&within["client"], &within["samples"], &within["protocol"]),
        (&json!("testkit"), &json!(true), &json!("2025-06-18"))
    );
    let wanted = client.say(&Message::modern("tools/call", call("count")).progress(7)).await;
    assert_eq!(wanted.result()["content"][0]["text"], "wanted: true");
}

// A33.
#[tokio::test]
async fn an_application_puts_its_own_values_beside_each_call() {
    let app = app().context(|request, _| {
        let mut slots = Slots::default();
        if let Some(name) = request.headers.get("x-project").and_then(|name| name.to_str().ok()) {
            slots.insert(Project(name.to_owned()));
        }
        slots
    });
    let app = TestApp::start(app).await;
    let facts = Message::modern("tools/call", call("get_facts"));
    let with = app.nobody().say(&facts.clone().header("x-project", "apollo")).await;
    assert_eq!(with.result()["structuredContent"]["project"], "apollo");
    assert!(app.nobody().say(&facts).await.result()["structuredContent"].get("project").is_none());
}

// A34.
#[tokio::test]
async fn what_a_client_calls_itself_changes_nothing_that_it_may_do() {
    let app = TestApp::start(with_database(app())).await;
    let list = |name: &str| {
        Message::modern("tools/list", json!({})).meta(CLIENT, json!({ "name": name, "version": "9" }))
    };
    let reader = app.reader();
    let plain = reader.say(&list("testkit")).await.result();
    assert_eq!(reader.say(&list("administrator")).await.result(), plain);
    let called =
        Message::modern("tools/call", call("nest")).meta(CLIENT, json!({ "name": "owner", "version": "9" }));
    assert_eq!(reader.say(&called).await.code(), Some(-32602));
}
