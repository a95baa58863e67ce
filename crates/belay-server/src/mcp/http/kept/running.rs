//! A request in a session: it runs by itself, and its connection only watches.
//!
//! The work and what tells of it are two tasks: the work may hold the database's only writer, and must go on whatever the
//! other does.

use std::sync::Arc;
use std::time::Duration;

use axum::response::Response;
use belay_core::ctx::Connection;
use futures_util::stream as streams;
use http::StatusCode;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use super::super::accept::Accepts;
use super::super::{Endpoint, json, sse};
use super::{primes, reading, wants_progress};
use crate::mcp::methods;
use crate::mcp::session::{Session, Stream};
use crate::mcp::turn::{Item, Outlet, Turn};
use crate::mcp::wire::fault::INVALID_REQUEST;
use crate::mcp::wire::{Fault, Id, Request, message};

/// How long an answer may take before its connection becomes a stream that can be taken up again.
const FIRST_BYTE: Duration = Duration::from_millis(500);

/// How a request began to be answered.
enum Begun {
    /// It is answered.
    Answered(Value),
    /// It goes on, on a stream.
    Streams(Arc<Stream>),
    /// The client called it off: it gets no answer.
    Cancelled,
}

/// Lets the client go.
struct Watched(Outlet);

impl Connection for Watched {
    fn release(&self, come_back_after: Duration) {
        self.0.release(come_back_after);
    }
}

/// Starts a request, and answers it or shows its stream.
pub(super) async fn respond(
    endpoint: &Arc<Endpoint>,
    session: &Arc<Session>,
    mut turn: Turn,
    (request, accepts): (Request, Accepts),
) -> Response {
    let running = match session.runs(&request.id, &turn.cancelled) {
        Ok(running) => running,
        Err(message) => {
            let fault = Fault::new(INVALID_REQUEST, message);
            return json(StatusCode::OK, &fault.answer(Some(&request.id)));
        }
    };
    let (outlet, items) = Outlet::new();
    if accepts.events {
        // Older clients take the end of a stream without an answer for a fault.
        let connection: Arc<dyn Connection> = Arc::new(Watched(outlet.clone()));
        turn.connection = Some(connection).filter(|_| primes(session.revision));
        turn.outlet = outlet;
    }
    let speaks =
        accepts.events && (wants_progress(&request) || turn.log_level.is_some() || turn.asker.is_some());
    let (begun, begins) = oneshot::channel();
    let tell = Tell { session: Arc::clone(session), id: request.id.clone(), streams: accepts.events, speaks };
    let (answered, answer) = oneshot::channel();
    let (door, work) = (Arc::clone(&endpoint.door), &endpoint.door.served.work);
    work.spawn(async move {
        let _running = running;
        let id = request.id.clone();
        let answer = match methods::answer(&door, &turn, request).await {
            // Who called it off waits for no answer.
            _ if turn.cancelled.is_cancelled() => None,
            Ok(result) => Some(message::result(&id, &result)),
            Err(fault) => Some(fault.answer(Some(&id))),
        };
        let _ = answered.send(answer);
    });
    work.spawn(tell.until_it_ends(items, answer, begun));
    match begins.await {
        Ok(Begun::Answered(answer)) if !accepts.prefers_events => json(StatusCode::OK, &answer),
        Ok(Begun::Answered(answer)) => {
            let event = sse::event(None, &answer.to_string());
            sse::response(streams::iter([Ok(event.into())]))
        }
        Ok(Begun::Streams(stream)) => reading::stream(endpoint, session, stream, -1),
        Ok(Begun::Cancelled) | Err(_) => super::accepted(),
    }
}

/// Tells of a request as it goes.
struct Tell {
    session: Arc<Session>,
    id: Id,
    /// Whether the client takes a stream.
    streams: bool,
    /// Whether the request may have something to say before its answer.
    speaks: bool,
}

impl Tell {
    async fn until_it_ends(
        self,
        mut items: mpsc::Receiver<Item>,
        mut answer: oneshot::Receiver<Option<Value>>,
        begun: oneshot::Sender<Begun>,
    ) {
        let first = tokio::select! {
            biased;
            Some(item) = items.recv(), if self.speaks => Some(item),
            answer = &mut answer => return self.answered(answer.unwrap_or_default(), items, begun),
            () = tokio::time::sleep(FIRST_BYTE), if self.streams => None,
        };
        let stream = self.session.open_stream(&self.id);
        if let Some(item) = first {
            put(&stream, item);
        }
        // Nobody may be there any more: the stream waits for whoever comes back.
        let _ = begun.send(Begun::Streams(Arc::clone(&stream)));
        let answer = loop {
            tokio::select! {
                biased;
                Some(item) = items.recv() => put(&stream, item),
                answer = &mut answer => break answer.unwrap_or_default(),
            }
        };
        finish(&stream, &mut items, answer);
    }

    /// An answer that came before anything else had to be sent.
    fn answered(
        &self,
        answer: Option<Value>,
        mut items: mpsc::Receiver<Item>,
        begun: oneshot::Sender<Begun>,
    ) {
        let Some(answer) = answer else {
            let _ = begun.send(Begun::Cancelled);
            return;
        };
        let first = items.try_recv().ok().filter(|_| self.streams);
        let Some(first) = first else {
            let _ = begun.send(Begun::Answered(answer));
            return;
        };
        let stream = self.session.open_stream(&self.id);
        put(&stream, first);
        finish(&stream, &mut items, Some(answer));
        let _ = begun.send(Begun::Streams(stream));
    }
}

fn finish(stream: &Stream, items: &mut mpsc::Receiver<Item>, answer: Option<Value>) {
    let Some(answer) = answer else { return stream.end() };
    while let Ok(item) = items.try_recv() {
        put(stream, item);
    }
    stream.append(answer.to_string(), true);
}

fn put(stream: &Stream, item: Item) {
    match item {
        Item::Message(message) => stream.append(message.to_string(), false),
        Item::Release(after) => stream.release(after),
    }
}
