//! Answers that end with their connection: a client that goes away cancels its request.
//!
//! The work is part of the response. As long as it has said nothing the answer can still become one JSON document with
//! a status of its own; with the first message before the answer it becomes a stream of events.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::response::Response;
use belay_core::operation::BoxFuture;
use bytes::Bytes;
use futures_util::stream;
use http::StatusCode;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::accept::Accepts;
use super::sse;
use crate::mcp::door::Door;
use crate::mcp::methods;
use crate::mcp::turn::{Item, Outlet, Turn};
use crate::mcp::wire::{Request, message};

/// How long a client that can take events waits for a first byte.
const FIRST_BYTE: Duration = Duration::from_millis(500);

/// The answer and its status.
type Answer = (StatusCode, Value);

/// Answers a request.
pub(super) async fn respond(
    door: &Arc<Door>,
    mut turn: Turn,
    request: Request,
    accepts: Accepts,
) -> Response {
    // Without a way for messages there is nothing but the answer, and nothing to wait for beside it.
    let speaks = accepts.events
        && (turn.log_level.is_some()
            || request.method == "subscriptions/listen"
            || request.meta().is_some_and(|meta| meta.contains_key("progressToken")));
    if !speaks {
        let (status, answer) = work(door, &turn, request).await;
        return finished(status, &answer, &[], accepts);
    }
    let (outlet, mut items) = Outlet::new();
    turn.outlet = outlet;
    let door = Arc::clone(door);
    let mut work: BoxFuture<Answer> = Box::pin(async move { work(&door, &turn, request).await });
    let first = tokio::select! {
        biased;
        item = items.recv() => item.and_then(text),
        answer = &mut work => return finished(answer.0, &answer.1, &drain(&mut items), accepts),
        () = tokio::time::sleep(FIRST_BYTE) => Some(sse::COMMENT.to_owned()),
    };
    streamed(first, work, items)
}

/// Runs the request to its answer.
async fn work(door: &Arc<Door>, turn: &Turn, request: Request) -> Answer {
    let id = request.id.clone();
    // On the heap: the future of a method is large, and would be moved with this one.
    let answered = Box::pin(methods::answer(door, turn, request)).await;
    match answered {
        Ok(result) => (StatusCode::OK, message::result(&id, &result)),
        Err(fault) => {
            let status = if turn.revision.is_modern() { fault.status } else { StatusCode::OK };
            (status, fault.answer(Some(&id)))
        }
    }
}

/// An answer that is there before anything was sent.
fn finished(status: StatusCode, answer: &Value, before: &[String], accepts: Accepts) -> Response {
    if before.is_empty() && (!accepts.prefers_events || status != StatusCode::OK) {
        return super::json(status, answer);
    }
    let all = before.concat() + &sse::event(None, &answer.to_string());
    sse::response(stream::iter([Ok(Bytes::from(all))]))
}

fn text(item: Item) -> Option<String> {
    match item {
        Item::Message(message) => Some(sse::event(None, &message.to_string())),
        Item::Release(_) => None,
    }
}

fn drain(items: &mut mpsc::Receiver<Item>) -> Vec<String> {
    std::iter::from_fn(|| items.try_recv().ok()).filter_map(text).collect()
}

struct Streaming {
    ready: VecDeque<String>,
    work: Option<BoxFuture<Answer>>,
    items: mpsc::Receiver<Item>,
    alive: Interval,
}

fn streamed(first: Option<String>, work: BoxFuture<Answer>, items: mpsc::Receiver<Item>) -> Response {
    let mut alive = interval(sse::KEEP_ALIVE);
    alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
    alive.reset();
    let streaming = Streaming { ready: first.into_iter().collect(), work: Some(work), items, alive };
    sse::response(stream::unfold(streaming, |mut streaming| async move {
        let next = streaming.next().await?;
        Some((Ok(Bytes::from(next)), streaming))
    }))
}

impl Streaming {
    async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(ready) = self.ready.pop_front() {
                return Some(ready);
            }
            let work = self.work.as_mut()?;
            tokio::select! {
                biased;
                item = self.items.recv() => self.ready.extend(item.and_then(text)),
                answer = work => {
                    self.work = None;
                    self.ready.extend(drain(&mut self.items));
                    self.ready.push_back(sse::event(None, &answer.1.to_string()));
                }
                _ = self.alive.tick() => return Some(sse::COMMENT.to_owned()),
            }
        }
    }
}
