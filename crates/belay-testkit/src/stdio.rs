//! A client over standard input and output, without the process.

use std::sync::Arc;

use belay_core::Actor;
use belay_server::{Served, mcp};
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio_util::sync::CancellationToken;

use crate::client::{Reply, result, rpc};

/// A conversation in a revision with a handshake.
pub struct Stdio {
    write: WriteHalf<DuplexStream>,
    read: BufReader<ReadHalf<DuplexStream>>,
    /// What the server said to the greeting.
    pub greeting: Value,
}

impl Stdio {
    pub(crate) async fn start(served: Arc<Served>, actor: Actor) -> Self {
        let (ours, theirs) = tokio::io::duplex(1024 * 1024);
        let (read, write) = tokio::io::split(theirs);
        tokio::spawn(async move {
            mcp::stdio::serve_over(served, actor, (read, write), CancellationToken::new()).await;
        });
        let (read, write) = tokio::io::split(ours);
        let mut client = Self { write, read: BufReader::new(read), greeting: Value::Null };
        let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "testkit", "version": "1" } });
        client.greeting = client.ask("initialize", hello).await;
        client.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        client
    }

    async fn say(&mut self, message: &Value) {
        self.write.write_all(format!("{message}\n").as_bytes()).await.expect("the server listens");
    }

    /// Sends a request and waits for its answer.
    pub async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.say(&rpc(method, params)).await;
        let mut line = String::new();
        self.read.read_line(&mut line).await.expect("the server answers");
        serde_json::from_str(&line).expect("an answer is JSON")
    }

    /// A tool call. The reply's body is the text of the result.
    pub async fn call(&mut self, tool: &str, arguments: Value) -> Reply {
        let answer = self.ask("tools/call", json!({ "name": tool, "arguments": arguments })).await;
        let (status, headers) = (StatusCode::OK, HeaderMap::new());
        result(Reply { status, headers, body: answer.to_string(), is_error: false, protocol_error: None })
    }
}
