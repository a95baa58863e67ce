//! A client over standard input and output, without the process.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use belay_core::Actor;
use belay_server::{Served, mcp};
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::client::{Reply, result};
use crate::events::PATIENCE;
use crate::frames::Recorder;
use crate::message::{LEGACY, Message};

/// A conversation over standard input and output, in both eras and with any number of requests under way.
///
/// [`ask`](Self::ask) and [`call`](Self::call) send one request and wait for its answer. For several at once, send each
/// with [`send`](Self::send) under an identifier of its own and take the answers with [`answer`](Self::answer); what
/// came in between stays there for [`next`](Self::next), in the order it came.
///
/// ```
/// # use belay_core::{App, Ctx, Error, Operation};
/// # use belay_testkit::{Message, TestApp};
/// # use serde_json::json;
/// # async fn echo(_: Ctx, (): ()) -> Result<String, Error> { Ok("hello".to_owned()) }
/// # let app = App::new("demo", "1.0.0", vec![Operation::read("greet", echo).title("Greet").about("Says hello.")]);
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// # let app = TestApp::start(app).await;
/// let mut stdio = app.silent_stdio().await;
/// let call = Message::modern("tools/call", json!({ "name": "greet" }));
/// stdio.send(&call.clone().id("a")).await;
/// stdio.send(&call.id("b")).await;
/// for id in ["b", "a"] {
///     assert_eq!(stdio.answer(id).await["result"]["content"][0]["text"], "hello");
/// }
/// assert!(stdio.end().await.is_empty(), "nothing else was said");
/// # });
/// ```
///
/// Every message of the server is held against the rules of [`frames`](crate::frames).
pub struct Stdio {
    write: WriteHalf<DuplexStream>,
    read: BufReader<ReadHalf<DuplexStream>>,
    /// What the server said to the greeting; null where there was none.
    pub greeting: Value,
    /// What came while something else was waited for.
    early: VecDeque<Value>,
    /// The requests without an answer, by their identifiers.
    open: HashMap<String, Value>,
    recorder: Recorder,
    next_id: u64,
}

impl Stdio {
    /// A client that has said nothing yet.
    pub(crate) fn silent(served: Arc<Served>, actor: Actor) -> Self {
        let (ours, theirs) = tokio::io::duplex(1024 * 1024);
        let (read, write) = tokio::io::split(theirs);
        tokio::spawn(async move {
            mcp::stdio::serve_over(served, actor, (read, write), CancellationToken::new()).await;
        });
        let (read, write) = tokio::io::split(ours);
        Self {
            write,
            read: BufReader::new(read),
            greeting: Value::Null,
            early: VecDeque::new(),
            open: HashMap::new(),
            recorder: Recorder::default(),
            next_id: 1,
        }
    }

    /// Opens the conversation with a handshake, as a client that can do something itself.
    pub async fn greet(&mut self, revision: &str, capabilities: Value) {
        self.send(&Message::initialize(revision, capabilities).id("hello")).await;
        self.greeting = self.answer("hello").await;
        self.send(&Message::notification("notifications/initialized", json!({}))).await;
    }

    /// Sends a message; its headers do not travel. Does not wait.
    pub async fn send(&mut self, message: &Message) {
        let body = message.body();
        if let Some(id) = body.get("id").filter(|_| body.get("method").is_some()) {
            self.open.insert(id.to_string(), body.clone());
        }
        self.write(format!("{body}\n").as_bytes()).await;
    }

    /// Sends bytes as they are.
    pub async fn write(&mut self, bytes: &[u8]) {
        self.write.write_all(bytes).await.expect("the server listens");
        self.write.flush().await.expect("the server listens");
    }

    /// Calls a request off.
    pub async fn cancel(&mut self, id: impl Into<Value>) {
        let params = json!({ "requestId": id.into() });
        self.send(&Message::notification("notifications/cancelled", params)).await;
    }

    /// The next message of the server, whatever it is; nothing when it has said its last.
    pub async fn next(&mut self) -> Option<Value> {
        match self.early.pop_front() {
            Some(message) => Some(message),
            None => self.read().await,
        }
    }

    /// The answer to a request. Other messages stay for later.
    pub async fn answer(&mut self, id: impl Into<Value>) -> Value {
        let id = id.into();
        let is_it = |message: &Value| message.get("id") == Some(&id) && message.get("method").is_none();
        if let Some(place) = self.early.iter().position(is_it) {
            return self.early.remove(place).unwrap_or_default();
        }
        loop {
            let message = self.read().await.expect("the server answers");
            if is_it(&message) {
                return message;
            }
            self.early.push_back(message);
        }
    }

    async fn read(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = timeout(PATIENCE, self.read.read_line(&mut line)).await;
        if read.expect("the server says something").expect("the server can be read") == 0 {
            return None;
        }
        let message: Value = serde_json::from_str(&line).expect("every line is one message");
        let asked = message.get("id").filter(|_| message.get("method").is_none());
        let asked = asked.and_then(|id| self.open.remove(&id.to_string()));
        self.recorder.record(asked.as_ref(), &message);
        Some(message)
    }

    /// Sends a request in the words of the handshake and waits for its answer.
    pub async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked(Message::legacy(LEGACY, method, params)).await
    }

    /// Sends a request of the revision without a handshake and waits for its answer.
    pub async fn ask_modern(&mut self, method: &str, params: Value) -> Value {
        self.asked(Message::modern(method, params)).await
    }

    async fn asked(&mut self, message: Message) -> Value {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&message.id(id)).await;
        self.answer(id).await
    }

    /// A tool call. The reply's body is the text of the result.
    pub async fn call(&mut self, tool: &str, arguments: Value) -> Reply {
        replied(&self.ask("tools/call", json!({ "name": tool, "arguments": arguments })).await)
    }

    /// A tool call in the revision without a handshake.
    pub async fn call_modern(&mut self, tool: &str, arguments: Value) -> Reply {
        replied(&self.ask_modern("tools/call", json!({ "name": tool, "arguments": arguments })).await)
    }

    /// Ends the input, as a client that goes away, and gives what the server still says until it has ended too.
    pub async fn end(mut self) -> Vec<Value> {
        self.write.shutdown().await.expect("the input can be ended");
        let mut rest = Vec::new();
        while let Some(message) = self.next().await {
            rest.push(message);
        }
        rest
    }

    /// Everything the server has said.
    #[must_use]
    pub fn recorder(&self) -> &Recorder {
        &self.recorder
    }
}

fn replied(answer: &Value) -> Reply {
    let (status, headers) = (StatusCode::OK, HeaderMap::new());
    result(Reply { status, headers, body: answer.to_string(), is_error: false, protocol_error: None })
}
