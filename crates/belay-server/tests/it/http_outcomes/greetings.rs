//! How a client finds out what is spoken here.

use belay_core::app::LEGACY_REVISIONS;
use belay_testkit::{Message, TestApp};
use serde_json::json;

use crate::table::Body::{At, Code, Plain};
use crate::table::{hold, row};
use crate::wire_app::app;

pub(super) const ROWS: &[u8] = &[20, 21, 22, 23, 24, 25, 26, 27, 28, 60];

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
const CLIENT: &str = "io.modelcontextprotocol/clientInfo";

#[tokio::test]
async fn what_is_spoken_is_found_out_in_one_request_and_half_a_request_is_told_what_it_lacks() {
    let both = TestApp::start(app()).await;
    let client = both.nobody();
    let discover = || Message::modern("server/discover", json!({}));
    let bare = Message::raw(json!({ "jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {} }));
    let bare_modern =
        bare.clone().header("mcp-protocol-version", "2026-07-28").header("mcp-method", "server/discover");
    let future = discover().meta(VERSION, "v999.0.0").header("mcp-protocol-version", "v999.0.0");
    let old = Message::legacy("1999-01-01", "tools/list", json!({}));
    let mut legacy_only = app();
    legacy_only.protocol.revisions = LEGACY_REVISIONS.to_vec();
    let legacy_only = TestApp::start(legacy_only).await;
    let unsupported = client.say(&future).await;
    let known = client.say(&discover()).await;
    let data = &unsupported.answer()["error"]["data"];
    assert_eq!(data["requested"], "v999.0.0");
    assert_eq!(data["supported"], known.result()["supportedVersions"], "both name the same versions");
    hold(
        ROWS,
        vec![
            row(20, known, 200, At("/result/supportedVersions/0", json!("2026-07-28"))),
            row(21, client.say(&bare_modern).await, 400, Code(-32602)),
            row(22, client.say(&discover().without_meta(VERSION)).await, 400, Code(-32602)),
            row(23, client.say(&discover().without_meta(CAPABILITIES)).await, 400, Code(-32602)),
            row(
                24,
                client.say(&discover().without_meta(CLIENT)).await,
                200,
                At("/result/resultType", json!("complete")),
            ),
            row(25, client.say(&discover().without("mcp-protocol-version")).await, 400, Code(-32020)),
            row(26, client.say(&discover().meta(VERSION, "v999.0.0")).await, 400, Code(-32020)),
            row(27, unsupported, 400, Code(-32022)),
            row(28, client.say(&bare).await, 200, Code(-32601)),
            row(60, client.say(&old).await, 400, Code(-32022)),
            row(60, legacy_only.nobody().say(&old).await, 400, Plain),
        ],
    );
}
