//! What requests repeat in their headers.

use belay_testkit::{Message, TestApp};
use serde_json::json;

use crate::table::Body::{At, Code};
use crate::table::{hold, row};
use crate::wire_app::app;

pub(super) const ROWS: &[u8] = &[29, 30, 31, 32, 33, 34, 35, 36, 37, 38];

#[tokio::test]
async fn headers_must_say_what_the_body_says() {
    let app = TestApp::start(app()).await;
    let client = app.nobody();
    let list = || Message::modern("tools/list", json!({}));
    let call = |arguments| Message::modern("tools/call", json!({ "name": "route", "arguments": arguments }));
    let user = Message::modern("resources/read", json!({ "uri": "db://users/\u{e9}a" }));
    let served = || At("/result/resultType", json!("complete"));
    let routed = |text: &str| At("/result/structuredContent/result", json!(text));
    hold(
        ROWS,
        vec![
            row(29, client.say(&list().without("mcp-method")).await, 400, Code(-32020)),
            row(30, client.say(&list().header("mcp-method", "TOOLS/LIST")).await, 400, Code(-32020)),
            row(31, client.say(&call(json!({})).without("mcp-name")).await, 400, Code(-32020)),
            row(32, client.say(&call(json!({})).header("mcp-name", "  route ")).await, 200, served()),
            row(
                33,
                client.say(&user.clone().header("mcp-name", "=?base64?ZGI6Ly91c2Vycy/DqWE=?=")).await,
                200,
                served(),
            ),
            row(34, client.say(&user.header("mcp-name", "=?base64?!!?=")).await, 400, Code(-32020)),
            row(35, client.say(&call(json!({ "region": "eu" }))).await, 400, Code(-32020)),
            row(36, client.say(&call(json!({ "region": null }))).await, 200, routed("None None")),
            row(
                37,
                client.say(&call(json!({ "limit": 42 })).header("mcp-param-limit", "42.0")).await,
                200,
                routed("None Some(42)"),
            ),
            row(38, client.say(&call(json!({})).header("mcp-param-x", "1")).await, 200, routed("None None")),
        ],
    );
}
