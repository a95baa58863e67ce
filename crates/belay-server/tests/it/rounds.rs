//! Questions over several rounds: an answer stays what it was when the next question was made of it.

use belay_core::{App, Ask, Ctx, Error, Operation};
use belay_testkit::TestApp;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// Which account.
#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// Its name.
    account: String,
}

/// Whether to go on.
#[derive(Debug, Deserialize, JsonSchema)]
struct Sure {
    /// Yes or no.
    sure: bool,
}

async fn close(cx: Ctx, (): ()) -> Result<String, Error> {
    let which = cx.ask(Ask::new().form::<Which>("which", "Which account?"))?;
    let account = which.form::<Which>("which")?.map(|which| which.account).unwrap_or_default();
    let message = format!("Close {account}?");
    let sure = cx.ask(Ask::new().form::<Sure>("sure", &message).keep(json!(account)))?;
    let agreed = sure.form::<Sure>("sure")?.is_some_and(|sure| sure.sure);
    Ok(format!("{account} {agreed} {}", cx.answers().kept().unwrap()))
}

#[tokio::test]
async fn an_answer_of_an_earlier_round_cannot_be_changed_with_a_later_one() {
    let close = Operation::destructive("close", close).title("Close").about("Closes an account.");
    let app = TestApp::start(App::new("bank", "1.0.0", vec![close])).await;
    let client = app.owner();
    let client = client.offering(json!({ "elicitation": {} }));
    let accept = |content: Value| json!({ "action": "accept", "content": content });
    let first = client.ask_modern("tools/call", json!({ "name": "close" })).await;
    let second = client
        .ask_modern(
            "tools/call",
            json!({ "name": "close", "requestState": first["result"]["requestState"],
                "inputResponses": { "which": accept(json!({ "account": "A" })), "sure": accept(json!({ "sure": true })) } }),
        )
        .await;
    assert_eq!(second["result"]["inputRequests"]["sure"]["params"]["message"], "Close A?", "{second}");
    let third = client
        .ask_modern(
            "tools/call",
            json!({ "name": "close", "requestState": second["result"]["requestState"],
                "inputResponses": { "which": accept(json!({ "account": "B" })), "sure": accept(json!({ "sure": true })) } }),
        )
        .await;
    assert_eq!(third["result"]["content"][0]["text"], "A true \"A\"", "{third}");
}
