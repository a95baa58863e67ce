//! What is no request, or one that wants no answer.

use belay_testkit::{Client, MODERN, Message, Reply, TestApp};
use serde_json::{Value, json};

use crate::table::Body::{Code, Empty, NoId};
use crate::table::{hold, row};
use crate::wire_app::app;

pub(super) const ROWS: &[u8] = &[12, 13, 15, 16, 17, 19];

async fn modern(client: &Client, body: Value) -> Reply {
    client.say(&Message::raw(body).header("mcp-protocol-version", MODERN)).await
}

// A44.
#[tokio::test]
async fn what_is_no_request_of_the_protocol_is_told_so_and_notifications_are_taken() {
    let app = TestApp::start(app()).await;
    let client = app.nobody();
    let one = Message::modern("tools/list", json!({})).body().clone();
    let known = Message::notification("notifications/cancelled", json!({ "requestId": 7 }));
    let unknown = Message::notification("notifications/of/nothing", json!({}));
    let modern_known = known.clone().header("mcp-protocol-version", MODERN);
    hold(
        ROWS,
        vec![
            row(12, client.post_text("{\"jsonrpc\": ", &[]).await, 400, NoId(-32700)),
            row(12, client.post_text("", &[]).await, 400, NoId(-32700)),
            row(13, modern(&client, json!([one])).await, 400, NoId(-32600)),
            row(15, client.post_text("[]", &[]).await, 400, NoId(-32600)),
            row(15, modern(&client, json!([])).await, 400, NoId(-32600)),
            row(
                16,
                client.say(&Message::raw(json!({ "jsonrpc": "2.0", "id": null, "method": "ping" }))).await,
                400,
                NoId(-32600),
            ),
            row(
                16,
                client.say(&Message::raw(json!({ "jsonrpc": "1.0", "id": 1, "method": "ping" }))).await,
                400,
                Code(-32600),
            ),
            row(
                17,
                modern(&client, json!({ "jsonrpc": "2.0", "id": 1, "result": {} })).await,
                400,
                NoId(-32600),
            ),
            row(19, client.say(&known).await, 202, Empty),
            row(19, client.say(&unknown).await, 202, Empty),
            row(19, client.say(&modern_known).await, 202, Empty),
        ],
    );
}
