//! A stream of events as it arrives, which a test may cut where it likes.

use std::time::Duration;

use axum::body::Body;
use http::{HeaderMap, StatusCode};
use http_body_util::BodyExt;
use serde_json::Value;

use crate::frames::Recorder;

/// How long a test waits for what must come.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// One event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Event {
    /// The place in its stream, where it names one.
    pub id: Option<String>,
    /// When to come back, in milliseconds, where it says so.
    pub retry: Option<u64>,
    /// Its content.
    pub data: String,
}

impl Event {
    /// The content as JSON; null when it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.data).unwrap_or_default()
    }
}

/// A response that may be a stream of events. Dropping it cuts the connection.
pub struct Events {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    body: Body,
    text: String,
    asked: Option<Value>,
    recorder: Recorder,
}

impl Events {
    pub(crate) fn new(response: axum::response::Response, asked: Option<Value>, recorder: Recorder) -> Self {
        let (parts, body) = response.into_parts();
        Self { status: parts.status, headers: parts.headers, body, text: String::new(), asked, recorder }
    }

    /// The next event; comments are passed over. Nothing when the stream has ended.
    ///
    /// # Panics
    /// When neither an event nor the end comes in time.
    pub async fn next(&mut self) -> Option<Event> {
        tokio::time::timeout(PATIENCE, self.read()).await.expect("an event or the end arrives in time")
    }

    /// The next event, which must come.
    ///
    /// # Panics
    /// When the stream ends instead.
    pub async fn some(&mut self) -> Event {
        self.next().await.expect("another event")
    }

    /// The next message, past events without one; nothing when the stream has ended.
    pub async fn message(&mut self) -> Option<Value> {
        loop {
            let message = self.next().await?.json();
            if !message.is_null() {
                return Some(message);
            }
        }
    }

    /// Every message up to the end of the stream.
    pub async fn messages(&mut self) -> Vec<Value> {
        let mut all = Vec::new();
        while let Some(message) = self.message().await {
            all.push(message);
        }
        all
    }

    /// All events up to the end of the stream.
    pub async fn rest(&mut self) -> Vec<Event> {
        let mut all = Vec::new();
        while let Some(event) = self.next().await {
            all.push(event);
        }
        all
    }

    /// The next bytes as they come, comments included; nothing when the stream has ended.
    pub async fn chunk(&mut self) -> Option<String> {
        loop {
            let frame = self.body.frame().await?.expect("the stream arrives");
            if let Ok(data) = frame.into_data() {
                return Some(String::from_utf8(data.to_vec()).expect("events are text"));
            }
        }
    }

    async fn read(&mut self) -> Option<Event> {
        loop {
            while let Some(end) = self.text.find("\n\n") {
                let block: String = self.text.drain(..end + 2).collect();
                if let Some(event) = parse(&block) {
                    let message = event.json();
                    if !message.is_null() {
                        self.recorder.record(self.asked.as_ref(), &message);
                    }
                    return Some(event);
                }
            }
            let chunk = self.chunk().await?;
            self.text.push_str(&chunk);
        }
    }
}

/// The messages in a whole stream.
pub(crate) fn messages(text: &str) -> Vec<Value> {
    let messages = text.split("\n\n").filter_map(parse).map(|event| event.json());
    messages.filter(|message| !message.is_null()).collect()
}

fn parse(block: &str) -> Option<Event> {
    let mut event = Event::default();
    let mut says = false;
    for line in block.lines() {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "id" => event.id = Some(value.to_owned()),
            "retry" => event.retry = value.parse().ok(),
            "data" => event.data.push_str(value),
            _ => continue,
        }
        says = true;
    }
    says.then_some(event)
}
