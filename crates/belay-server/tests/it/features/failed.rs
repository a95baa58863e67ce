//! How a call fails, how long it may take, and who is told.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use belay_core::app::Ended;
use belay_core::cancellation::Reason;
use belay_core::{App, Cancellation, Ctx, Error, Operation};
use belay_testkit::{LEGACY, Message, TestApp};
use serde_json::{Value, json};

use super::{error, result};
use crate::wire_app::app;

fn refuse(how: &str) -> Value {
    json!({ "name": "refuse", "arguments": { "how": how } })
}

// A35.
#[tokio::test]
async fn what_the_model_can_mend_is_a_result_and_what_the_client_must_mend_is_an_error() {
    let app = TestApp::start(app()).await;
    let client = app.nobody();
    let told = result(&client, "tools/call", refuse("conflict")).await;
    assert_eq!((&told["isError"], &told["resultType"]), (&json!(true), &json!("complete")));
    assert_eq!(told["content"][0]["text"], "It is too late\nCome back tomorrow.");
    let fault = result(&client, "tools/call", refuse("fault")).await;
    let text = fault["content"][0]["text"].as_str().unwrap();
    assert!(
        !text.contains("hunter2") && text.contains("(reference req_"),
        "only a reference to the cause: {text}"
    );
    let own = error(&client, "tools/call", refuse("own")).await;
    assert_eq!((&own["code"], &own["message"]), (&json!(-31500), &json!("The client must be updated")));
}

// A36.
#[tokio::test]
async fn each_class_of_error_has_its_code() {
    let app = TestApp::start(app()).await;
    for (method, params, code) in [
        ("tools/call", refuse("unauthorized"), -31001),
        ("tools/call", refuse("denied"), -31003),
        ("tools/call", json!({ "name": "fly" }), -32602),
        ("resources/read", json!({ "uri": "app://nowhere" }), -32602),
        ("prompts/get", json!({ "name": "nothing" }), -32602),
        ("tools/call", json!({ "name": "get_broken" }), -32603),
        ("tools/fly", json!({}), -32601),
    ] {
        assert_eq!(error(&app.nobody(), method, params.clone()).await["code"], code, "{method} {params}");
    }
    let legacy = Message::legacy(LEGACY, "tools/call", refuse("unauthorized"));
    assert_eq!(app.nobody().say(&legacy).await.code(), Some(-31001), "in both eras");
}

async fn forever(cx: Ctx, (): ()) -> Result<String, Error> {
    // What goes on by itself learns why nobody waits any more.
    cx.get::<Kept>().unwrap().0.lock().unwrap().push(cx.cancellation().clone());
    std::future::pending().await
}

async fn brief(_: Ctx, (): ()) -> Result<String, Error> {
    // Longer than the default of the application, without looking at a clock.
    for _ in 0..200 {
        tokio::time::timeout(Duration::from_millis(1), std::future::pending::<()>()).await.unwrap_err();
    }
    Ok("done".to_owned())
}

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<Cancellation>>>);

// A40.
#[tokio::test]
async fn a_call_ends_at_its_own_time_limit_or_that_of_all_and_what_it_started_is_told() {
    let operation = |name, run: Operation| Operation { name, ..run.title("T").about("Waits.") };
    let mut app = App::new(
        "slow",
        "1",
        vec![
            operation("own", Operation::read("own", forever).deadline(Duration::from_millis(20))),
            operation("inherited", Operation::read("inherited", forever)),
            operation("none", Operation::read("none", brief).no_deadline()),
        ],
    );
    app.deadline = Some(Duration::from_millis(40));
    let kept = Kept::default();
    app.slots.insert(kept.clone());
    let app = TestApp::start(app).await;
    for (name, said) in [("own", "Timed out after 0.02 s"), ("inherited", "Timed out after 0.04 s")] {
        let ended = app.nobody().mcp_modern(name, json!({})).await;
        assert!(ended.is_error);
        assert_eq!(ended.body, said);
    }
    assert_eq!(app.nobody().mcp_modern("none", json!({})).await.body, "done");
    let reasons: Vec<_> = kept.0.lock().unwrap().iter().map(Cancellation::reason).collect();
    assert_eq!(reasons, [Some(Reason::Timeout), Some(Reason::Timeout)]);
}

// A41.
#[tokio::test]
async fn the_observer_is_told_of_every_call_once_by_the_name_the_client_asked_for() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&seen);
    let app = app().observe(move |observed| {
        told.lock().unwrap().push((
            observed.name.clone(),
            observed.ended,
            observed.request.protocol.is_some(),
        ));
        async {}
    });
    let app = TestApp::start(app).await;
    let client = app.nobody();
    for (tool, arguments) in [
        ("add", json!({ "a": 1 })),
        ("add", json!({ "a": "x" })),
        ("refuse", json!({ "how": "conflict" })),
        ("secured", json!({})),
        ("fly", json!({})),
        ("panic_now", json!({})),
        ("get_broken", json!({})),
    ] {
        client.mcp_modern(tool, arguments).await;
    }
    // A call that asks has not ended; the one with the answers has.
    let ask =
        Message::modern("tools/call", json!({ "name": "ask_name" })).capable(json!({ "elicitation": {} }));
    let asked = client.say(&ask).await.result();
    let answers = json!({ "who": { "action": "decline" } });
    assert_eq!(
        client.say(&ask.answering(&asked, answers)).await.result()["content"][0]["text"],
        "Hello nobody"
    );
    let expected = [
        ("add", Ended::Ok),
        ("add", Ended::Refused),
        ("refuse", Ended::Refused),
        ("secured", Ended::Refused),
        ("fly", Ended::Refused),
        ("panic_now", Ended::Error),
        ("get_broken", Ended::Error),
        ("ask_name", Ended::Ok),
    ];
    let expected: Vec<_> = expected.iter().map(|(name, ended)| ((*name).to_owned(), *ended, true)).collect();
    assert_eq!(*seen.lock().unwrap(), expected);
}
