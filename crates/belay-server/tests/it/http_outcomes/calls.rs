//! What methods come to, once a request is let through to them.

use belay_core::Access;
use belay_testkit::{Message, TestApp};
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::table::Body::{At, Code};
use crate::table::{hold, row};
use crate::wire_app::{app, with_database};

pub(super) const ROWS: &[u8] =
    &[39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 61, 62, 65];

const TASKS: &str = "io.modelcontextprotocol/tasks";

#[expect(clippy::needless_pass_by_value, reason = "callers hand over what they just made")]
fn call(tool: &str, arguments: Value) -> Message {
    Message::modern("tools/call", json!({ "name": tool, "arguments": arguments }))
}

fn forms() -> Value {
    json!({ "elicitation": {} })
}

#[tokio::test]
async fn methods_of_the_new_era_come_to_what_the_table_says() {
    let app = TestApp::start(app()).await;
    let client = app.nobody();
    let mut rows = Vec::new();
    for gone in ["tools/fly", "ping", "logging/setLevel", "resources/subscribe", "initialize"] {
        rows.push(row(39, client.say(&Message::modern(gone, json!({}))).await, 404, Code(-32601)));
    }
    rows.push(row(40, client.say(&call("fly", json!({}))).await, 200, Code(-32602)));
    rows.push(row(
        41,
        client.say(&call("add", json!({ "a": "x" }))).await,
        200,
        At("/result/isError", json!(true)),
    ));
    let incapable = client.say(&call("need_model", json!({}))).await;
    let needed = incapable.answer()["error"]["data"]["requiredCapabilities"].clone();
    assert_eq!(needed, json!({ "sampling": {} }));
    rows.push(row(42, incapable, 400, Code(-32021)));
    let counted = client.say(&call("count", json!({})).progress("p")).await;
    assert_eq!(counted.header("content-type"), "text/event-stream");
    let methods: Vec<Value> = counted.messages().iter().map(|one| one["method"].clone()).collect();
    let progress = json!("notifications/progress");
    assert_eq!(methods, [progress.clone(), progress.clone(), progress, Value::Null]);
    rows.push(row(43, counted, 200, At("/result/resultType", json!("complete"))));
    rows.push(row(
        44,
        client.say(&call("ask_name", json!({})).capable(forms())).await,
        200,
        At("/result/resultType", json!("input_required")),
    ));
    rows.extend(states().await);
    let unknown = client.say(&Message::modern("resources/read", json!({ "uri": "app://nowhere" }))).await;
    assert_eq!(unknown.answer()["error"]["data"]["uri"], "app://nowhere");
    rows.push(row(47, unknown, 200, Code(-32602)));
    let list = |cursor: &str| Message::modern("tools/list", json!({ "cursor": cursor }));
    rows.push(row(48, client.say(&list("made up")).await, 200, Code(-32602)));
    // An empty cursor is none of ours: refused, and never taken for the end of the list.
    rows.push(row(49, client.say(&list("")).await, 200, Code(-32602)));
    let loud = Message::modern("tools/list", json!({})).meta("io.modelcontextprotocol/logLevel", "loud");
    rows.push(row(50, client.say(&loud).await, 200, Code(-32602)));
    rows.extend(streams_and_tasks(&app).await);
    let legacy = |method: &str, params: Value| Message::legacy("2025-11-25", method, params);
    let unknown = legacy("resources/read", json!({ "uri": "app://nowhere" }));
    rows.push(row(61, client.say(&unknown).await, 200, Code(-32002)));
    rows.push(row(62, client.say(&legacy("ping", json!({}))).await, 200, At("/result", json!({}))));
    let remembering = call("add", json!({ "a": 1 })).session("none").header("last-event-id", "1_1");
    let answered = client.say(&remembering).await;
    assert!(answered.headers.get("mcp-session-id").is_none());
    rows.push(row(65, answered, 200, At("/result/structuredContent/result", json!(2))));
    hold(ROWS, rows);
}

/// A state that went through the client opens for the same caller, request and time only.
async fn states() -> Vec<crate::table::Row> {
    let app = TestApp::start(with_database(app())).await;
    let ask = || call("ask_name", json!({ "word": "Hi" })).capable(forms());
    let asked = app.owner().say(&ask()).await.result();
    let answers = json!({ "who": { "action": "accept", "content": { "name": "Ada" } } });
    let right = app.owner().say(&ask().answering(&asked, answers.clone())).await;
    assert_eq!(right.result()["structuredContent"]["result"], "Hi Ada");
    let mut tampered = asked.clone();
    let state = asked["requestState"].as_str().unwrap();
    let other = if state.ends_with('A') { "B" } else { "A" };
    tampered["requestState"] = json!(format!("{}{other}", &state[..state.len() - 1]));
    let another = app.with_key(&app.key(&app.operator().await.tenant.unwrap(), Access::Full).await);
    let other_call = call("ask_name", json!({ "word": "Ho" })).capable(forms());
    let mut rows = vec![
        row(45, app.owner().say(&ask().answering(&tampered, answers.clone())).await, 200, Code(-32602)),
        row(46, app.stranger().say(&ask().answering(&asked, answers.clone())).await, 200, Code(-32602)),
        row(46, another.say(&ask().answering(&asked, answers.clone())).await, 200, Code(-32602)),
        row(46, app.owner().say(&other_call.answering(&asked, answers.clone())).await, 200, Code(-32602)),
    ];
    app.clock.advance(SignedDuration::from_hours(1));
    rows.push(row(46, app.owner().say(&ask().answering(&asked, answers)).await, 200, Code(-32602)));
    rows
}

async fn streams_and_tasks(app: &TestApp) -> Vec<crate::table::Row> {
    let client = app.nobody();
    let listen =
        |filter: Value| Message::modern("subscriptions/listen", json!({ "notifications": filter })).id("l");
    let mut events = client.begin(&listen(json!({ "toolsListChanged": true, "other": true }))).await;
    let first = events.message().await.unwrap();
    assert_eq!(first["method"], "notifications/subscriptions/acknowledged");
    assert_eq!(first["params"]["notifications"], json!({ "toolsListChanged": true }));
    assert_eq!(first["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], "l");
    app.stop.cancel();
    let ended = events.message().await.unwrap();
    assert_eq!(ended["result"]["_meta"]["io.modelcontextprotocol/subscriptionId"], "l");
    assert!(events.message().await.is_none());
    let listened = client.say(&listen(json!({}))).await;
    let task = |method: &str| Message::modern(method, json!({ "taskId": "tsk_1" }));
    let follows = json!({ "extensions": { TASKS: {} } });
    vec![
        row(51, listened, 200, At("/result/resultType", json!("complete"))),
        row(52, client.say(&listen(json!({ "taskIds": ["tsk_1"] }))).await, 400, Code(-32021)),
        row(53, client.say(&task("tasks/get")).await, 400, Code(-32021)),
        row(54, client.say(&task("tasks/get").capable(follows.clone())).await, 200, Code(-32602)),
        row(55, client.say(&task("tasks/result").capable(follows)).await, 404, Code(-32601)),
    ]
}
