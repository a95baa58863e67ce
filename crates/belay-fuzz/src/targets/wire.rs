//! What a client of the protocol sends: messages, and headers beside them.
//!
//! The rules are stated where the readers are, in `belay_server::mcp::fuzz`.

use belay_server::mcp::fuzz;

use crate::target::Target;

/// Bodies and lines, read as JSON-RPC messages.
pub(super) struct JsonRpc;

impl Target for JsonRpc {
    fn name(&self) -> &'static str {
        "json_rpc"
    }

    fn about(&self) -> &'static str {
        "any body: what is read is what was sent, and every error is an answer that the protocol allows"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        [
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"add","arguments":{"a":1}}}"#,
            r#"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","id":3,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":4,"error":{"code":-32603,"message":"no"}}"#,
            r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},7]"#,
            r#"{"jsonrpc":"2.0","id":5,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}}}}"#,
            r#"{"jsonrpc":"1.0","id":null,"method":7}"#,
            "[]",
            "no JSON",
        ]
        .map(|seed| seed.as_bytes().to_vec())
        .into()
    }

    fn tokens(&self) -> &'static [&'static str] {
        TOKENS
    }

    fn run(&self, input: &[u8]) -> u64 {
        fuzz::json_rpc(input)
    }
}

/// Headers beside a body: lines of `name: value`, an empty line, and the body.
pub(super) struct Headers;

impl Target for Headers {
    fn name(&self) -> &'static str {
        "headers"
    }

    fn about(&self) -> &'static str {
        "any headers beside any body: nothing is served whose headers do not say what its body says"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        const BODY: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"region":"eu","deep":{"count":3}},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
        const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        let all = "mcp-protocol-version: 2026-07-28\nmcp-method: tools/call\nmcp-name: add";
        [
            format!("{all}\nmcp-param-region: eu\nmcp-param-count: 3\n\n{BODY}"),
            format!("{all}\nmcp-param-region: =?base64?ZXU=?=\nmcp-param-count: 3\n\n{BODY}"),
            format!("{all}\nmcp-param-region: =?base64?!?=\n\n{BODY}"),
            format!("{all}\n\n{BODY}"),
            format!("mcp-protocol-version: 2026-07-28\nmcp-method: ping\n\n{BODY}"),
            format!("mcp-protocol-version: 2025-11-25\n\n{PING}"),
            format!("mcp-protocol-version: 2099-01-01\n\n{PING}"),
            format!("\n\n{PING}"),
            format!("mcp-protocol-version: é\n\n{PING}"),
            "a: b\nc: d".to_owned(),
        ]
        .map(String::into_bytes)
        .into()
    }

    fn tokens(&self) -> &'static [&'static str] {
        TOKENS
    }

    fn run(&self, input: &[u8]) -> u64 {
        fuzz::headers(input)
    }
}

const TOKENS: &[&str] = &[
    "\"jsonrpc\":\"2.0\"",
    "\"id\":",
    "\"method\":",
    "\"params\":",
    "\"result\":",
    "\"error\":",
    "\"_meta\":",
    "\"name\":",
    "\"uri\":",
    "\"arguments\":",
    "initialize",
    "ping",
    "tools/call",
    "resources/read",
    "server/discover",
    "tasks/get",
    "2026-07-28",
    "2025-06-18",
    "2024-11-05",
    "io.modelcontextprotocol/protocolVersion",
    "io.modelcontextprotocol/clientCapabilities",
    "\u{feff}",
    "mcp-protocol-version: ",
    "\nmcp-method: ",
    "\nmcp-name: ",
    "\nmcp-param-region: ",
    "\nmcp-param-count: ",
    "=?base64?",
    "?=",
    "\n\n",
];
