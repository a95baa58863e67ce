//! Calls an operation of a server that runs elsewhere, over the protocol.

use serde_json::{Value, json};

use super::CliError;
use super::call::Input;

/// The revision that is spoken: it needs no handshake.
const REVISION: &str = "2026-07-28";

/// The text that an operation answers.
pub(super) async fn call(
    (url, app): (&str, &str),
    token: Option<&str>,
    input: Input<'_>,
) -> Result<String, CliError> {
    let failed = |error: reqwest::Error| {
        CliError::usage(format!("{url} cannot be reached: {}", belay_core::error::chain(&error)))
    };
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().build().map_err(failed)?;
    let endpoint = format!("{}/{app}/mcp", url.trim_end_matches('/'));
    let message = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {
            "name": input.operation, "arguments": input.fields,
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": REVISION,
                "io.modelcontextprotocol/clientInfo": { "name": "belay", "version": env!("CARGO_PKG_VERSION") },
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        },
    });
    let mut request = client
        .post(endpoint)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", REVISION)
        .header("mcp-method", "tools/call")
        .header("mcp-name", input.operation)
        .body(message.to_string());
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    let response = request.send().await.map_err(failed)?;
    let status = response.status();
    let body = response.text().await.map_err(failed)?;
    let answer: Value = serde_json::from_str(&body).unwrap_or(Value::Null);
    let text = answer.pointer("/result/content/0/text").and_then(Value::as_str).map(str::to_owned);
    let is_error = answer.pointer("/result/isError").and_then(Value::as_bool).unwrap_or(false);
    match text {
        Some(text) if !is_error => Ok(text),
        Some(text) => Err(CliError::usage(text)),
        None => {
            let message = answer.pointer("/error/message").or_else(|| answer.pointer("/error"));
            let message = message.and_then(Value::as_str).unwrap_or("the answer cannot be read");
            Err(CliError::usage(format!("{status}: {message}")))
        }
    }
}
