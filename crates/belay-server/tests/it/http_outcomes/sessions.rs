//! What a session adds, in the revisions with a handshake.

use axum::body::Body as HttpBody;
use belay_core::app::Sessions;
use belay_testkit::{Client, LEGACY, Message, Reply, TestApp};
use http::Method;
use serde_json::{Value, json};

use crate::table::Body::{Any, At, Code, Empty, NoId};
use crate::table::{hold, row};
use crate::wire_app::with_sessions;

pub(super) const ROWS: &[u8] = &[8, 9, 10, 11, 14, 18, 56, 57, 58, 59];

/// Opens a session and gives its name.
pub(crate) async fn opened(client: &Client, revision: &str, capabilities: Value) -> String {
    let greeted = client.say(&Message::initialize(revision, capabilities)).await;
    assert_eq!(greeted.status, 200, "{}", greeted.body);
    greeted.header("mcp-session-id").to_owned()
}

fn call(tool: &str) -> Message {
    Message::legacy(LEGACY, "tools/call", json!({ "name": tool, "arguments": {} }))
}

async fn end(client: &Client, session: &str) -> Reply {
    let request = client.endpoint(Method::DELETE).header("mcp-session-id", session);
    client.send(request.body(HttpBody::empty()).unwrap()).await
}

/// What a stream turned out to be, as a reply to be held against the table.
fn begun(status: http::StatusCode, headers: http::HeaderMap) -> Reply {
    Reply { status, headers, body: String::new(), is_error: false, protocol_error: None }
}

#[tokio::test]
async fn a_session_lives_from_its_handshake_to_its_end() {
    let app = TestApp::start(with_sessions(Sessions::On)).await;
    let client = app.nobody();
    let greeted = client.say(&Message::initialize("2025-06-18", json!({}))).await;
    let session = greeted.header("mcp-session-id").to_owned();
    assert!(!session.is_empty());
    let unknown_version = client.say(&Message::initialize("2042-01-01", json!({}))).await;
    let mut rows = Vec::new();

    let mut stream = client.watch(&session, None).await;
    assert_eq!(stream.headers["content-type"], "text/event-stream");
    assert!(stream.chunk().await.is_some());
    rows.push(row(8, begun(stream.status, stream.headers.clone()), 200, Any));

    let newest = opened(&client, LEGACY, json!({})).await;
    let mut counted = client.begin(&call("count").session(&newest).progress("p")).await;
    let first = counted.next().await.unwrap().id.expect("the beginning of a stream has a name");
    let all = counted.messages().await;
    let mut again = client.watch(&newest, Some(&first)).await;
    let status = again.status;
    let headers = again.headers.clone();
    assert_eq!(again.messages().await, all, "the same messages come again");
    rows.push(row(9, begun(status, headers), 200, Any));

    let nowhere = client.watch("nowhere", None).await;
    rows.push(row(10, begun(nowhere.status, nowhere.headers.clone()), 404, Any));
    rows.push(row(11, end(&client, &newest).await, 204, Empty));
    rows.push(row(11, client.say(&call("count").session(&newest)).await, 404, Code(-32600)));

    let old = opened(&client, "2025-03-26", json!({})).await;
    let ping = json!({ "jsonrpc": "2.0", "id": "a", "method": "ping" });
    let note = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let batch = |items: Value| Message::raw(items).session(&old);
    rows.push(row(14, client.say(&batch(json!([ping, note]))).await, 200, At("/0/id", json!("a"))));
    rows.push(row(14, client.say(&batch(json!([note]))).await, 202, Empty));

    rows.push(row(18, answered(&client).await, 202, Empty));
    rows.push(row(56, greeted, 200, At("/result/protocolVersion", json!("2025-06-18"))));
    rows.push(row(57, unknown_version, 200, At("/result/protocolVersion", json!(LEGACY))));
    let required = TestApp::start(with_sessions(Sessions::Required)).await;
    rows.push(row(58, required.nobody().say(&call("count")).await, 400, NoId(-32600)));
    rows.push(row(59, client.say(&call("count").session("nowhere")).await, 404, Code(-32600)));
    hold(ROWS, rows);
}

/// A question goes out on the stream of a call; its answer comes as a message of its own and lets the call go on.
async fn answered(client: &Client) -> Reply {
    let session = opened(client, LEGACY, json!({ "elicitation": {} })).await;
    let mut stream = client.begin(&call("ask_name").session(&session)).await;
    let question = stream.message().await.unwrap();
    assert_eq!(question["method"], "elicitation/create");
    let answer = json!({ "action": "accept", "content": { "name": "Ada" } });
    let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "result": answer });
    let reply = client.say(&Message::raw(answer).session(&session)).await;
    let result = stream.message().await.unwrap();
    assert_eq!(result["result"]["structuredContent"]["result"], "Hello Ada");
    reply
}
