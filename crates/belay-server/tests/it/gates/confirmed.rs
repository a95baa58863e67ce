//! Nothing that has to be confirmed runs without.

use axum::body::Body;
use belay_core::Access;
use belay_server::call::Outcome;
use belay_testkit::{Client, LEGACY, Message, Reply, TestApp};
use http::{Method, Request};
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::app::{Probe, gated};
use super::once::Token;

/// An application with one meal, which only a confirmed call takes away.
async fn with_soup() -> (TestApp, Probe) {
    let (app, probe) = gated();
    let app = TestApp::start(app).await;
    app.owner().rest(Method::POST, "/api/v1/meals", Some(json!({ "text": "soup" }))).await;
    (app, probe)
}

async fn is_there(app: &TestApp) -> bool {
    app.owner().get("/meals").await.json()["result"] == json!(["soup"])
}

fn which() -> Value {
    json!({ "meal_id": 1 })
}

fn deletion() -> Message {
    Message::modern("tools/call", json!({ "name": "delete_meal", "arguments": which() }))
}

fn can_ask() -> Value {
    json!({ "elicitation": {} })
}

#[expect(clippy::needless_pass_by_value, reason = "callers hand over what they just made")]
fn answer(content: Value) -> Value {
    json!({ "belay_confirm": content })
}

fn yes() -> Value {
    answer(json!({ "action": "accept", "content": { "confirm": true } }))
}

fn refusal(result: &Value) -> (bool, &str) {
    (result["isError"] == true, result["_meta"]["belay/refusal"]["code"].as_str().unwrap_or_default())
}

fn with_token(token: &str) -> Value {
    json!({ "meal_id": 1, "confirm_token": token })
}

#[tokio::test]
async fn p20_a_client_that_can_ask_its_person_is_asked_with_the_preview_and_runs_after_a_yes() {
    let (app, _) = with_soup().await;
    let asked = app.owner().say(&deletion().capable(can_ask())).await.result();
    assert_eq!(asked["resultType"], "input_required");
    let question = &asked["inputRequests"]["belay_confirm"];
    assert_eq!(question["params"]["message"], "This deletes the meal \"soup\".");
    assert!(is_there(&app).await, "asking changes nothing");
    let done = app.owner().say(&deletion().capable(can_ask()).answering(&asked, yes())).await.result();
    assert_eq!(done["content"][0]["text"], "deleted");
    assert!(!is_there(&app).await);
}

#[tokio::test]
async fn p20_anything_but_a_yes_is_a_refusal_that_says_nothing_was_changed() {
    let (app, probe) = with_soup().await;
    let runs = probe.runs();
    for content in [
        json!({ "action": "decline" }),
        json!({ "action": "cancel" }),
        json!({ "action": "accept", "content": { "confirm": false } }),
        json!({ "action": "decline", "content": { "confirm": true } }),
    ] {
        let asked = app.owner().say(&deletion().capable(can_ask())).await.result();
        let told = app.owner().say(&deletion().capable(can_ask()).answering(&asked, answer(content))).await;
        let result = told.result();
        assert_eq!(result["isError"], true, "{result}");
        assert!(result["content"][0]["text"].as_str().unwrap().contains("nothing was changed"), "{result}");
    }
    for nonsense in [
        json!({ "action": "accept" }),
        json!({ "action": "accept", "content": { "confirm": "yes" } }),
        json!(true),
    ] {
        let asked = app.owner().say(&deletion().capable(can_ask())).await.result();
        let again = app.owner().say(&deletion().capable(can_ask()).answering(&asked, answer(nonsense))).await;
        let result = again.result();
        assert!(result["resultType"] == "input_required" || result["isError"] == true, "{result}");
    }
    assert_eq!((is_there(&app).await, probe.runs()), (true, runs));
}

#[tokio::test]
async fn p20_an_answer_counts_once_for_ten_minutes_for_its_caller_and_its_arguments() {
    let (app, probe) = with_soup().await;
    app.owner().rest(Method::POST, "/api/v1/meals", Some(json!({ "text": "bread" }))).await;
    let runs = probe.runs();
    let ask = async || app.owner().say(&deletion().capable(can_ask())).await.result();
    let call = |arguments: Value| {
        Message::modern("tools/call", json!({ "name": "delete_meal", "arguments": arguments }))
            .capable(can_ask())
    };
    let asked = ask().await;
    let other = app.owner().say(&call(json!({ "meal_id": 2 })).answering(&asked, yes())).await;
    assert_eq!(other.code(), Some(-32602), "the state belongs to its arguments");
    let tenant = app.operator().await.tenant.unwrap();
    let colleague = app.with_key(&app.key(&tenant, Access::Full).await);
    assert_eq!(colleague.say(&call(which()).answering(&asked, yes())).await.code(), Some(-32602));
    let unasked = call(which()).answering(&json!({}), yes());
    assert_eq!(app.owner().say(&unasked).await.result()["resultType"], "input_required", "without a state");
    app.clock.advance(SignedDuration::from_mins(10));
    let late = app.owner().say(&call(which()).answering(&asked, yes())).await.result();
    assert!(late["content"][0]["text"].as_str().unwrap().contains("Nothing was changed"), "{late}");
    assert_eq!(probe.runs(), runs);
    let asked = ask().await;
    let answered = call(which()).answering(&asked, yes());
    assert_eq!(app.owner().say(&answered).await.result()["content"][0]["text"], "deleted");
    let used = app.owner().say(&answered).await.result();
    assert!(used["isError"] == true && probe.runs() == runs + 1, "{used}");
}

#[tokio::test]
async fn p20_a_client_that_cannot_ask_gets_the_preview_and_a_token_for_the_same_call() {
    let (app, probe) = with_soup().await;
    let runs = probe.runs();
    let told = app.owner().say(&deletion()).await.result();
    assert_eq!(refusal(&told), (true, "confirmation_required"));
    let facts = &told["_meta"]["belay/refusal"];
    assert_eq!((&facts["preview_facts"]["meals"], probe.runs()), (&json!(1), runs));
    let text = told["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("This deletes the meal \"soup\". Nothing was changed yet."), "{text}");
    let token = facts["confirm_token"].as_str().unwrap();
    assert!(text.contains(token), "a model sees the text alone");
    let done = app.owner().mcp_modern("delete_meal", with_token(token)).await;
    assert_eq!((done.is_error, done.body.as_str()), (false, "deleted"));
    assert!(!is_there(&app).await);
}

#[tokio::test]
async fn p20_a_token_counts_once_for_ten_minutes_for_its_caller_operation_and_arguments() {
    let (app, probe) = with_soup().await;
    app.owner().rest(Method::POST, "/api/v1/meals", Some(json!({ "text": "bread" }))).await;
    let runs = probe.runs();
    let give = async || app.owner().mcp("delete_meal", which()).await.json_token();
    let refused = async |client: Client, arguments: Value| {
        let reply = client
            .say(&Message::modern("tools/call", json!({ "name": "delete_meal", "arguments": arguments })))
            .await;
        assert!(refusal(&reply.result()).0, "{}", reply.body);
        assert!(reply.body.contains("Nothing was changed"), "{}", reply.body);
    };
    let token = give().await;
    refused(app.owner(), json!({ "meal_id": 2, "confirm_token": token })).await;
    let tenant = app.operator().await.tenant.unwrap();
    refused(app.with_key(&app.key(&tenant, Access::Full).await), with_token(&token)).await;
    refused(app.stranger(), with_token(&token)).await;
    for made_up in ["", "ct_", "ct_00000000000000000000000000000000", "true"] {
        refused(app.owner(), with_token(made_up)).await;
    }
    app.clock.advance(SignedDuration::from_hours(1));
    refused(app.owner(), with_token(&token)).await;
    assert_eq!(probe.runs(), runs);
    let token = give().await;
    assert!(!app.owner().mcp("delete_meal", with_token(&token)).await.is_error);
    refused(app.owner(), with_token(&token)).await;
    assert_eq!(probe.runs(), runs + 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn p20_of_two_calls_with_one_token_one_runs() {
    let (app, probe) = with_soup().await;
    let runs = probe.runs();
    let token = app.owner().mcp("delete_meal", which()).await.json_token();
    let all: Vec<_> = (0..8)
        .map(|_| {
            let (client, token) = (app.owner(), token.clone());
            tokio::spawn(async move { client.mcp("delete_meal", with_token(&token)).await.is_error })
        })
        .collect();
    let mut done = 0;
    for one in all {
        done += usize::from(!one.await.unwrap());
    }
    assert_eq!((done, probe.runs()), (1, runs + 1));
}

#[tokio::test]
async fn p20_a_repetition_under_a_key_needs_no_new_confirmation_since_it_changes_nothing() {
    let (app, probe) = with_soup().await;
    let token = app.owner().mcp("delete_meal", which()).await.json_token();
    let call =
        Message::modern("tools/call", json!({ "name": "delete_meal", "arguments": with_token(&token) }))
            .meta("belay/idempotency-key", "k");
    assert_eq!(app.owner().say(&call).await.result()["content"][0]["text"], "deleted");
    let runs = probe.runs();
    let again = app.owner().say(&call).await.result();
    assert_eq!((again["_meta"]["belay/replayed"].clone(), probe.runs()), (json!(true), runs));
}

#[tokio::test]
async fn p20_a_preview_that_refuses_is_the_answer_and_gives_no_token() {
    let (app, _) = with_soup().await;
    let refused = app.owner().mcp("delete_meal", json!({ "meal_id": 9 })).await;
    assert!(refused.is_error && refused.body.contains("no such meal"), "{}", refused.body);
    assert!(!refused.body.contains("ct_"));
    let theirs = app.stranger().mcp("delete_meal", which()).await;
    assert!(!theirs.body.contains("soup"), "a preview shows the caller's own: {}", theirs.body);
}

#[tokio::test]
async fn p20_in_a_session_the_person_is_asked_over_it_and_without_one_there_is_a_token() {
    let (app, _) = with_soup().await;
    let owner = app.owner();
    let stateless = owner.mcp("delete_meal", which()).await;
    assert!(stateless.is_error && stateless.body.contains("confirm_token"), "{}", stateless.body);
    let greeted = owner.say(&Message::initialize(LEGACY, can_ask())).await;
    let session = greeted.header("mcp-session-id").to_owned();
    let call = || {
        Message::legacy(LEGACY, "tools/call", json!({ "name": "delete_meal", "arguments": which() }))
            .header("mcp-session-id", &session)
            .id("call")
    };
    let without_stream = owner.say(&call().header("accept", "application/json")).await;
    assert!(without_stream.body.contains("confirm_token"), "{}", without_stream.body);
    for (said, text) in [
        (json!({ "action": "decline" }), "nothing was changed"),
        (json!({ "action": "accept", "content": { "confirm": true } }), "deleted"),
    ] {
        let mut events = owner.begin(&call().header("accept", "application/json, text/event-stream")).await;
        let question = events.message().await.unwrap();
        assert_eq!(question["method"], "elicitation/create", "{question}");
        assert!(is_there(&app).await);
        let reply = json!({ "jsonrpc": "2.0", "id": question["id"], "result": said });
        owner
            .say(
                &Message::raw(reply)
                    .header("mcp-session-id", &session)
                    .header("mcp-protocol-version", LEGACY),
            )
            .await;
        let answer = events.message().await.unwrap();
        assert!(answer["result"]["content"][0]["text"].as_str().unwrap().contains(text), "{answer}");
    }
    assert!(!is_there(&app).await);
}

#[tokio::test]
async fn p20_over_standard_input_the_person_is_asked_or_the_caller_gets_a_token() {
    let (app, _) = with_soup().await;
    let mut silent = app.stdio().await;
    let told = silent.call("delete_meal", which()).await;
    assert!(told.is_error && told.body.contains("confirm_token"), "{}", told.body);
    let mut asking = app.silent_stdio().await;
    asking.greet(LEGACY, can_ask()).await;
    let call = Message::legacy(LEGACY, "tools/call", json!({ "name": "delete_meal", "arguments": which() }));
    asking.send(&call.id("c")).await;
    let question = asking.next().await.unwrap();
    assert_eq!(question["method"], "elicitation/create");
    let said = json!({ "action": "accept", "content": { "confirm": true } });
    asking.send(&Message::raw(json!({ "jsonrpc": "2.0", "id": question["id"], "result": said }))).await;
    assert_eq!(asking.answer("c").await["result"]["content"][0]["text"], "deleted");
}

async fn delete(client: &Client, path: &str, token: Option<&str>) -> Reply {
    let mut request = Request::builder().method(Method::DELETE).uri(format!("/gated/api/v1{path}"));
    if let Some(token) = token {
        request = request.header("confirm-token", token);
    }
    client.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn p20_over_rest_a_preview_is_a_428_and_its_token_goes_into_the_query_or_a_header() {
    let (app, probe) = with_soup().await;
    let runs = probe.runs();
    let told = delete(&app.owner(), "/meals/1", None).await;
    assert_eq!((told.status.as_u16(), &told.json()["code"]), (428, &json!("confirmation_required")));
    assert!(told.json()["error"].as_str().unwrap().starts_with("This deletes the meal"), "{}", told.body);
    let token = told.json_token_of_rest();
    let wrong = delete(&app.owner(), "/meals/1", Some("ct_1")).await;
    assert_eq!((wrong.status.as_u16(), &wrong.json()["code"]), (409, &json!("invalid_confirm_token")));
    assert_eq!((is_there(&app).await, probe.runs()), (true, runs));
    assert_eq!(delete(&app.owner(), "/meals/1", Some(&token)).await.status, 200);
    app.owner().rest(Method::POST, "/api/v1/meals", Some(json!({ "text": "soup" }))).await;
    let token = delete(&app.owner(), "/meals/1", None).await.json_token_of_rest();
    assert_eq!(delete(&app.owner(), &format!("/meals/1?confirm_token={token}"), None).await.status, 200);
}

trait RestToken {
    fn json_token_of_rest(&self) -> String;
}

impl RestToken for Reply {
    fn json_token_of_rest(&self) -> String {
        let body = self.json();
        let text = body["error"].as_str().unwrap();
        text.split_once("confirm_token: \"").unwrap().1.split_once('"').unwrap().0.to_owned()
    }
}

#[tokio::test]
async fn p20_where_the_input_says_it_only_true_counts_and_over_rest_the_method_delete() {
    let (app, probe) = with_soup().await;
    let runs = probe.runs();
    for arguments in
        [json!({}), json!({ "confirm": false }), json!({ "confirm": null }), json!({ "confirm": "true" })]
    {
        let refused = app.owner().mcp("clear", arguments).await;
        assert!(refused.is_error && refused.body.contains("confirm"), "{}", refused.body);
    }
    for body in [json!({}), json!({ "confirm": false })] {
        assert_eq!(app.owner().rest(Method::POST, "/api/v1/clear", Some(body)).await.status, 400);
    }
    let hesitant = delete(&app.owner(), "/meals?confirm=false", None).await;
    assert_eq!((hesitant.status.as_u16(), probe.runs()), (400, runs));
    assert!(is_there(&app).await);
    assert_eq!(delete(&app.owner(), "/meals", None).await.status, 200);
    assert!(!app.owner().mcp("clear", json!({ "confirm": true })).await.is_error);
    assert_eq!(probe.runs(), runs + 2);
}

#[tokio::test]
async fn p20_what_models_must_not_do_is_not_there_for_them_on_any_of_their_doors() {
    let (app, probe) = with_soup().await;
    let runs = probe.runs();
    assert!(!app.owner().tools().await.contains(&"erase".to_owned()));
    let arguments = json!({ "confirm": true });
    assert_eq!(app.owner().mcp("erase", arguments.clone()).await.protocol_error, Some(-32602));
    assert_eq!(app.owner().mcp_modern("erase", arguments.clone()).await.protocol_error, Some(-32602));
    let mut stdio = app.stdio().await;
    assert_eq!(stdio.call("erase", arguments.clone()).await.protocol_error, Some(-32602));
    assert_eq!(app.owner().rest(Method::POST, "/api/v1/erase", Some(json!({}))).await.status, 400);
    assert_eq!((is_there(&app).await, probe.runs()), (true, runs));
    assert_eq!(app.owner().rest(Method::POST, "/api/v1/erase", Some(arguments)).await.status, 200);
}

#[tokio::test]
async fn p20_a_command_is_refused_without_a_confirmation_as_well() {
    let (app, probe) = with_soup().await;
    let runs = probe.runs();
    for (operation, input) in [("delete_meal", which()), ("clear", json!({})), ("erase", json!({}))] {
        let outcome = app.owner().command(app.operator().await, operation, input, None).await;
        let Outcome::Refused(error) = outcome else { panic!("{operation}: {outcome:?}") };
        assert!(["confirmation_required", "invalid_input"].contains(&error.code()), "{error:?}");
    }
    assert_eq!((is_there(&app).await, probe.runs()), (true, runs));
}
