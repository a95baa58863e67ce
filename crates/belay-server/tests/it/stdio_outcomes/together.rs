//! Several requests under way at once, and questions the other way.

use belay_testkit::{Message, Stdio, TestApp};
use serde_json::{Value, json};

use crate::wire_app::{app, probed};

const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

fn wait() -> Message {
    Message::modern("tools/call", json!({ "name": "wait", "arguments": {} }))
}

async fn change(stdio: &mut Stdio, what: &str) {
    assert_eq!(stdio.call_modern("change", json!({ "what": what })).await.body, "changed");
}

// Row 7.
#[tokio::test]
async fn a_fast_request_does_not_wait_for_a_slow_one_before_it() {
    let (app, probe) = probed();
    let mut stdio = TestApp::start(app).await.silent_stdio().await;
    stdio.send(&wait().id("slow")).await;
    probe.started().await;
    stdio.send(&Message::modern("tools/list", json!({})).id("fast")).await;
    assert_eq!(stdio.next().await.unwrap()["id"], "fast");
    probe.go();
    assert_eq!(stdio.next().await.unwrap()["id"], "slow");
}

// Rows 8 and 9.
#[tokio::test]
async fn a_request_that_is_called_off_ends_without_an_answer_and_other_identifiers_are_nothing() {
    let (app, probe) = probed();
    let mut stdio = TestApp::start(app).await.silent_stdio().await;
    stdio.send(&wait().id("held").progress("p")).await;
    probe.started().await;
    for nothing in [json!("unknown"), json!(77), Value::Null] {
        stdio.cancel(nothing).await;
    }
    stdio.cancel("held").await;
    probe.dropped().await;
    stdio.cancel("held").await;
    assert_eq!(stdio.call_modern("add", json!({ "a": 1 })).await.body, "2");
    let rest = stdio.end().await;
    let methods: Vec<&Value> = rest.iter().map(|message| &message["method"]).collect();
    assert_eq!(methods, ["notifications/progress"], "only what was said before: {rest:?}");
}

// Row 8, where a client uses one identifier twice: the first request can still be called off.
#[tokio::test]
async fn a_request_under_way_is_not_replaced_by_another_of_its_identifier() {
    let (app, probe) = probed();
    let mut stdio = TestApp::start(app).await.silent_stdio().await;
    stdio.send(&wait().id("twice")).await;
    probe.started().await;
    stdio.send(&Message::modern("tools/list", json!({})).id("twice")).await;
    stdio.answer("twice").await;
    stdio.cancel("twice").await;
    probe.dropped().await;
}

// Rows 10 and 11.
#[tokio::test]
async fn each_subscription_is_acknowledged_first_tells_under_its_own_name_and_ends_when_it_is_called_off() {
    let mut stdio = TestApp::start(app()).await.silent_stdio().await;
    let listen = |filter: Value| Message::modern("subscriptions/listen", json!({ "notifications": filter }));
    stdio.send(&listen(json!({ "toolsListChanged": true })).id(71)).await;
    stdio.send(&listen(json!({ "toolsListChanged": true, "promptsListChanged": true })).id("72")).await;
    let mut acknowledged = [stdio.next().await.unwrap(), stdio.next().await.unwrap()];
    acknowledged.sort_by_key(|one| one["params"]["_meta"][SUBSCRIPTION].is_string());
    let named =
        |message: &Value| (message["method"].clone(), message["params"]["_meta"][SUBSCRIPTION].clone());
    let ack = json!("notifications/subscriptions/acknowledged");
    let names: Vec<_> = acknowledged.iter().map(named).collect();
    assert_eq!(names, [(ack.clone(), json!(71)), (ack, json!("72"))]);
    change(&mut stdio, "prompts").await;
    let told = stdio.next().await.unwrap();
    assert_eq!(named(&told), (json!("notifications/prompts/list_changed"), json!("72")));
    stdio.cancel("72").await;
    change(&mut stdio, "tools").await;
    let told = stdio.next().await.unwrap();
    assert_eq!(named(&told), (json!("notifications/tools/list_changed"), json!(71)));
    let rest = stdio.end().await;
    let of_the_other = |one: &&Value| one["id"] == "72" || named(one).1 == "72";
    assert_eq!(rest.iter().filter(of_the_other).count(), 0, "{rest:?}");
    assert_eq!(rest[0]["params"]["requestId"], 71, "the server ends what is left: {rest:?}");
    assert_eq!(rest[1]["result"]["_meta"][SUBSCRIPTION], 71, "with its result: {rest:?}");
}

// Row 17.
#[tokio::test]
async fn a_call_in_a_revision_with_a_handshake_asks_on_a_line_and_goes_on_with_the_answering_line() {
    let app = TestApp::start(app()).await;
    let mut stdio = app.silent_stdio().await;
    stdio.greet("2025-11-25", json!({ "elicitation": {} })).await;
    stdio.send(&Message::legacy("2025-11-25", "tools/call", json!({ "name": "ask_name" })).id(5)).await;
    let question = stdio.next().await.unwrap();
    assert_eq!(question["method"], "elicitation/create");
    assert_eq!(question["params"]["requestedSchema"]["properties"]["name"]["type"], "string");
    let answer = json!({ "action": "accept", "content": { "name": "Ada" } });
    let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "result": answer });
    stdio.send(&Message::raw(answer)).await;
    assert_eq!(stdio.answer(5).await["result"]["structuredContent"]["result"], "Hello Ada");
}

// Row 16, where a call ends in time: what was begun is finished. Where it does not, see the test with a process.
#[tokio::test]
async fn a_call_under_way_at_the_end_of_the_input_may_finish() {
    let (app, probe) = probed();
    let mut stdio = TestApp::start(app).await.silent_stdio().await;
    stdio.send(&wait().id("last")).await;
    probe.started().await;
    probe.go();
    assert_eq!(stdio.end().await[0]["result"]["content"][0]["text"], "waited");
}

// Rows 7, 8 and 16, for the one revision that knows several messages at once.
#[tokio::test]
async fn a_batch_holds_up_neither_the_next_line_nor_the_end_of_the_input() {
    let (app, probe) = probed();
    let mut stdio = TestApp::start(app).await.silent_stdio().await;
    stdio.greet("2025-03-26", json!({})).await;
    let slow =
        json!({ "jsonrpc": "2.0", "id": "slow", "method": "tools/call", "params": { "name": "wait" } });
    let held =
        json!({ "jsonrpc": "2.0", "id": "held", "method": "tools/call", "params": { "name": "wait" } });
    stdio.send(&Message::raw(json!([slow, { "jsonrpc": "2.0", "id": "ping", "method": "ping" }]))).await;
    probe.started().await;
    assert_eq!(stdio.ask("ping", json!({})).await["result"], json!({}));
    probe.go();
    let answers = stdio.next().await.unwrap();
    assert_eq!((&answers[0]["id"], &answers[1]["id"]), (&json!("slow"), &json!("ping")));
    stdio.send(&Message::raw(json!([held]))).await;
    probe.started().await;
    stdio.cancel("held").await;
    probe.dropped().await;
    assert_eq!(stdio.end().await, Vec::<Value>::new());
}
