//! A request in a session: it runs by itself, and its connection only watches.

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
use super::{reading, wants_progress};
use crate::mcp::methods;
use crate::mcp::session::{Session, Stream};
use crate::mcp::turn::{Item, Outlet, Turn};
use crate::mcp::wire::{Request, message};

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
    let (outlet, items) = Outlet::new();
    if accepts.events {
        let connection: Arc<dyn Connection> = Arc::new(Watched(outlet.clone()));
        turn.connection = Some(connection);
        turn.outlet = outlet;
    }
    let (begun, begins) = oneshot::channel();
    let run =
        Run { endpoint: Arc::clone(endpoint), session: Arc::clone(session), may_stream: accepts.events };
    tokio::spawn(run.until_it_ends(turn, request, items, begun));
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

struct Run {
    endpoint: Arc<Endpoint>,
    session: Arc<Session>,
    may_stream: bool,
}

impl Run {
    async fn until_it_ends(
        self,
        turn: Turn,
        request: Request,
        mut items: mpsc::Receiver<Item>,
        begun: oneshot::Sender<Begun>,
    ) {
        let (id, cancelled) = (request.id.clone(), turn.cancelled.clone());
        let noted = self.session.runs(&id, &cancelled);
        let speaks =
            self.may_stream && (wants_progress(&request) || turn.log_level.is_some() || turn.asker.is_some());
        let endpoint = Arc::clone(&self.endpoint);
        let mut work = Box::pin(async move {
            let id = request.id.clone();
            let answered = tokio::select! {
                biased;
                () = turn.cancelled.cancelled() => return None,
                answered = methods::answer(&endpoint.door, &turn, request) => answered,
            };
            Some(match answered {
                Ok(result) => message::result(&id, &result),
                Err(fault) => fault.answer(Some(&id)),
            })
        });
        let first = tokio::select! {
            biased;
            item = items.recv(), if speaks => item,
            answer = &mut work => {
                self.over(&id, noted);
                return self.answered(answer, items, begun, &id).await;
            }
            () = tokio::time::sleep(FIRST_BYTE), if self.may_stream => None,
        };
        let stream = self.session.open_stream(&id).await;
        if let Some(item) = first {
            put(&stream, item).await;
        }
        // Nobody may be there any more: the stream waits for whoever comes back.
        let _ = begun.send(Begun::Streams(Arc::clone(&stream)));
        let answer = loop {
            tokio::select! {
                biased;
                Some(item) = items.recv() => put(&stream, item).await,
                answer = &mut work => break answer,
            }
        };
        while let Ok(item) = items.try_recv() {
            put(&stream, item).await;
        }
        self.over(&id, noted);
        match answer {
            Some(answer) => stream.append(answer.to_string(), true).await,
            None => stream.end(),
        }
    }

    fn over(&self, id: &crate::mcp::wire::Id, noted: bool) {
        if noted {
            self.session.ran(id);
        }
    }

    /// An answer that came before anything else had to be sent.
    async fn answered(
        &self,
        answer: Option<Value>,
        mut items: mpsc::Receiver<Item>,
        begun: oneshot::Sender<Begun>,
        id: &crate::mcp::wire::Id,
    ) {
        let Some(answer) = answer else {
            let _ = begun.send(Begun::Cancelled);
            return;
        };
        let first = items.try_recv().ok().filter(|_| self.may_stream);
        let Some(first) = first else {
            let _ = begun.send(Begun::Answered(answer));
            return;
        };
        let stream = self.session.open_stream(id).await;
        put(&stream, first).await;
        while let Ok(item) = items.try_recv() {
            put(&stream, item).await;
        }
        stream.append(answer.to_string(), true).await;
        let _ = begun.send(Begun::Streams(stream));
    }
}

async fn put(stream: &Stream, item: Item) {
    match item {
        Item::Message(message) => stream.append(message.to_string(), false).await,
        Item::Release(after) => stream.release(after),
    }
}
