//! Requests as the bytes that are sent again and again.

use std::fmt::Write as _;

use serde_json::{Value, json};

/// A request and how to tell that its answer is right.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) bytes: Vec<u8>,
    /// What the body of the right answer holds.
    pub(crate) expected: &'static str,
    /// Where the digits stand that are others each time.
    pub(crate) counter: Option<usize>,
}

/// How many digits are others each time.
const DIGITS: usize = 16;
/// What stands there in the beginning.
const ZERO: &str = "0000000000000000";

impl Request {
    /// The same with a header that is another number each time.
    pub(crate) fn with_counter(mut self, name: &str) -> Self {
        let line = format!("{name}: {ZERO}\r\n");
        let at = self.bytes.windows(2).position(|two| two == b"\r\n").map_or(0, |at| at + 2);
        self.bytes.splice(at..at, line.bytes());
        self.counter = Some(at + name.len() + 2);
        self
    }

    /// The bytes to send as the call of a number.
    pub(crate) fn numbered(&self, number: u64, bytes: &mut Vec<u8>) {
        bytes.clone_from(&self.bytes);
        let digits = self.counter.and_then(|at| bytes.get_mut(at..at + DIGITS));
        if let Some(digits) = digits {
            digits.copy_from_slice(format!("{number:016x}").as_bytes());
        }
    }
}

/// The revision without a handshake.
pub(crate) const MODERN: &str = "2026-07-28";
/// The last revision with one.
pub(crate) const LEGACY: &str = "2025-11-25";

/// What to call, with what, and what the right answer holds.
#[derive(Debug)]
pub(crate) struct Work {
    pub(crate) tool: &'static str,
    pub(crate) arguments: Value,
    pub(crate) expected: &'static str,
}

/// A call of a tool under a revision of the protocol.
pub(crate) fn mcp(path: &str, revision: &str, work: &Work, key: &str) -> Request {
    let mut params = json!({ "name": work.tool, "arguments": work.arguments });
    let mut headers = vec![
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
        ("MCP-Protocol-Version", revision),
    ];
    if let (MODERN, Some(params)) = (revision, params.as_object_mut()) {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": revision,
            "io.modelcontextprotocol/clientInfo": { "name": "belay-bench", "version": "1.0.0" },
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        params.insert("_meta".to_owned(), meta);
        headers.extend([("Mcp-Method", "tools/call"), ("Mcp-Name", work.tool)]);
    }
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    Request { bytes: bytes("POST", path, &headers, key, Some(&body)), expected: work.expected, counter: None }
}

/// A call of a route.
pub(crate) fn rest(
    method: &str,
    path: &str,
    body: Option<&Value>,
    expected: &'static str,
    key: &str,
) -> Request {
    let headers = [("Content-Type", "application/json"), ("Accept", "application/json")];
    Request { bytes: bytes(method, path, &headers, key, body), expected, counter: None }
}

fn bytes(method: &str, path: &str, headers: &[(&str, &str)], key: &str, body: Option<&Value>) -> Vec<u8> {
    let body = body.map(ToString::to_string).unwrap_or_default();
    let mut head =
        format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {}\r\n", body.len());
    let key = Some(("X-API-Key", key)).filter(|(_, key)| !key.is_empty());
    for (name, value) in headers.iter().copied().chain(key) {
        // Writing into a text cannot fail.
        let _ = write!(head, "{name}: {value}\r\n");
    }
    format!("{head}\r\n{body}").into_bytes()
}
