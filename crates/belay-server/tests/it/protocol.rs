//! The protocol in both eras and on every transport.

use belay_testkit::TestApp;
use serde_json::{Value, json};

use crate::demo_app::app;

#[tokio::test]
async fn the_server_says_who_it_is_in_both_eras() {
    let app = TestApp::start(app()).await;
    let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } } });
    let greeting = app.owner().post(&hello, &[]).await.json();
    assert_eq!(greeting["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(greeting["result"]["serverInfo"]["name"], "demo");
    assert_eq!(greeting["result"]["serverInfo"]["version"], "9.9.9");
    assert_eq!(greeting["result"]["instructions"], "The built-in text.");
    assert_eq!(greeting["result"]["capabilities"], json!({ "tools": {} }));
    let reply =
        app.owner().post(&modern("server/discover", json!({})), &headers("server/discover")).await.json();
    assert_eq!(reply["result"]["supportedVersions"][0], "2026-07-28", "{reply}");
    assert_eq!(reply["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "demo");
}

fn modern(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "t", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
}

fn headers(method: &str) -> [(&'static str, &str); 2] {
    [("mcp-protocol-version", "2026-07-28"), ("mcp-method", method)]
}

#[tokio::test]
async fn results_of_the_new_era_name_their_server_and_lists_are_private() {
    let app = TestApp::start(app()).await;
    let list = app.owner().post(&modern("tools/list", json!({})), &headers("tools/list")).await.json();
    assert_eq!(list["result"]["resultType"], "complete", "{list}");
    assert_eq!(list["result"]["cacheScope"], "private");
    assert_eq!(list["result"]["ttlMs"], 300_000);
    assert_eq!(list["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["version"], "9.9.9");
}

#[tokio::test]
async fn a_tool_says_what_it_does_to_the_world() {
    let app = TestApp::start(app()).await;
    let list = app.owner().post(&modern("tools/list", json!({})), &headers("tools/list")).await.json();
    let tools = list["result"]["tools"].as_array().unwrap();
    let keep = tools.iter().find(|tool| tool["name"] == "keep").unwrap();
    let hints = json!({ "readOnlyHint": false, "destructiveHint": false, "idempotentHint": false, "openWorldHint": false });
    assert_eq!(keep["annotations"], hints);
    assert_eq!(keep["inputSchema"]["properties"]["text"]["maxLength"], 10);
    assert_eq!(keep["outputSchema"]["properties"]["result"]["type"], "string");
}

#[tokio::test]
async fn the_same_call_has_the_same_answer_over_every_wire() {
    let app = TestApp::start(app()).await;
    app.owner().mcp("keep", json!({ "text": "one" })).await;
    let whole = app.owner().get("/notes").await.body;
    assert_eq!(whole, "{\"result\":[\"one\"]}", "REST and the command line wrap what is no object");
    let expected = "[\"one\"]";
    assert_eq!(app.owner().mcp("notes", json!({})).await.body, expected);
    assert_eq!(app.owner().mcp_modern("notes", json!({})).await.body, expected);
    let mut stdio = app.stdio().await;
    assert_eq!(stdio.greeting["result"]["serverInfo"]["name"], "demo");
    assert_eq!(stdio.call("notes", json!({})).await.body, expected);
    let operator = app.operator().await;
    let outcome = app.owner().command(operator, "notes", Value::Null, None).await;
    assert!(matches!(outcome, belay_server::call::Outcome::Done { text, .. } if text == whole));
}

#[tokio::test]
async fn a_refusal_has_the_same_words_over_every_wire() {
    let app = TestApp::start(app()).await;
    let input = json!({ "text": "x", "then": "refuse" });
    let rest = app.owner().rest(http::Method::POST, "/api/v1/notes", Some(input.clone())).await;
    assert_eq!(rest.status, 409);
    assert_eq!(
        rest.json(),
        json!({ "error": "It is too late for that; come back tomorrow.", "code": "too_late" })
    );
    for reply in
        [app.owner().mcp("keep", input.clone()).await, app.owner().mcp_modern("keep", input.clone()).await]
    {
        assert!(reply.is_error);
        assert_eq!(reply.body, rest.json()["error"]);
    }
    assert_eq!(app.stdio().await.call("keep", input).await.body, rest.json()["error"].as_str().unwrap());
}

#[tokio::test]
async fn an_unknown_tool_is_a_protocol_error_that_names_a_near_one() {
    let app = TestApp::start(app()).await;
    let reply = app.owner().mcp("note", json!({})).await;
    assert_eq!(reply.protocol_error, Some(-32602));
    assert!(reply.body.contains("did you mean `notes`"), "{}", reply.body);
    let reply = app.reader().mcp("kep", json!({})).await;
    assert!(!reply.body.contains("keep"), "what is hidden is not hinted at: {}", reply.body);
}

#[tokio::test]
async fn a_made_up_cursor_of_the_tool_list_is_refused() {
    let app = TestApp::start(app()).await;
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": { "cursor": "zzz" } });
    assert_eq!(app.owner().post(&message, &[]).await.json()["error"]["code"], -32602);
}

#[tokio::test]
async fn extensions_are_told_to_clients_without_a_handshake() {
    let mut app = app();
    app.protocol.extensions.insert("com.example/receipts".to_owned(), json!({ "formats": ["pdf"] }));
    let app = TestApp::start(app).await;
    let discovered = app.owner().ask_modern("server/discover", json!({})).await;
    let told = &discovered["result"]["capabilities"]["extensions"];
    assert_eq!(told, &json!({ "com.example/receipts": { "formats": ["pdf"] } }));
}
