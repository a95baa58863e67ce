//! One conversation over a pair of streams.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use belay_core::Actor;
use belay_core::request::Door as Way;
use http::HeaderMap;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::framing::Line;
use crate::gate::Caller;
use crate::mcp::door::Door;
use crate::mcp::methods;
use crate::mcp::session::Session;
use crate::mcp::turn::{Asker, Item, Outlet, Remembered, Turn};
use crate::mcp::wire::fault::INVALID_REQUEST;
use crate::mcp::wire::message::{self, Broken};
use crate::mcp::wire::{Body, Era, Fault, Id, Message, Request, Revision, era, meta};

/// How long requests under way may take when the input has ended.
const DRAINING: Duration = Duration::from_secs(2);

/// The conversation.
pub(super) struct Process {
    door: Arc<Door>,
    actor: Actor,
    out: mpsc::Sender<String>,
    /// What was agreed in a handshake.
    session: Mutex<Option<Arc<Session>>>,
    running: Arc<Mutex<HashMap<Id, CancellationToken>>>,
    tasks: TaskTracker,
}

impl Process {
    pub(super) fn new(door: Arc<Door>, actor: Actor, out: mpsc::Sender<String>) -> Self {
        let (session, running) = (Mutex::default(), Arc::default());
        Self { door, actor, out, session, running, tasks: TaskTracker::new() }
    }

    /// Takes a line, without waiting for what it asks for.
    pub(super) async fn take(&self, line: Line) {
        let bytes = match line {
            Line::Whole(bytes) => bytes,
            Line::TooLong => {
                let fault = Fault::new(INVALID_REQUEST, "The message is longer than 16 MiB");
                return self.write(&fault.answer(None)).await;
            }
        };
        match message::read(&bytes) {
            Err(broken) => self.write(&broken.answer()).await,
            Ok(Body::One(message)) => self.one(message).await,
            Ok(Body::Batch(items)) => self.batch(items).await,
        }
    }

    async fn one(&self, message: Message) {
        match message {
            Message::Notification { method, params } => self.note(&method, &params),
            Message::Response { id, answer } => {
                if let Some(session) = self.session() {
                    session.pending.resolve(&id, answer);
                }
            }
            Message::Request(request) => match self.turn(&request) {
                Err(fault) => self.write(&fault.answer(Some(&request.id))).await,
                Ok(turn) if request.method == "initialize" && !turn.revision.is_modern() => {
                    self.greet(&request).await;
                }
                Ok(turn) => self.start(turn, request),
            },
        }
    }

    /// Several messages at once, which only revision 2025-03-26 knows.
    async fn batch(&self, items: Vec<Result<Message, Broken>>) {
        if self.session().is_none_or(|session| session.revision != Revision::V2025_03_26) {
            let fault = Fault::new(
                INVALID_REQUEST,
                "Batches are not supported in this version; send one message a line",
            );
            return self.write(&fault.answer(None)).await;
        }
        let (mut answers, mut requests) = (Vec::new(), Vec::new());
        for item in items {
            match item {
                Err(broken) => answers.push(broken.answer()),
                Ok(Message::Request(request)) => match self.turn(&request) {
                    Ok(turn) => requests.push((self.runs(&request.id, &turn), turn, request)),
                    Err(fault) => answers.push(fault.answer(Some(&request.id))),
                },
                Ok(other) => Box::pin(self.one(other)).await,
            }
        }
        let (door, out, running) = (Arc::clone(&self.door), self.out.clone(), Arc::clone(&self.running));
        // Beside what comes next: neither a line nor the end of the input waits for the calls of a batch.
        self.tasks.spawn(async move {
            for (noted, turn, request) in requests {
                let id = request.id.clone();
                let answered = tokio::select! {
                    biased;
                    () = turn.cancelled.cancelled() => None,
                    answered = methods::answer(&door, &turn, request) => Some(answered),
                };
                if noted {
                    lock(&running).remove(&id);
                }
                answers.extend(answered.map(|answered| match answered {
                    Ok(result) => message::result(&id, &result),
                    Err(fault) => fault.answer(Some(&id)),
                }));
            }
            if !answers.is_empty() {
                let _ = out.send(format!("{}\n", Value::Array(answers))).await;
            }
        });
    }

    /// Notes that a request runs. Another of the same identifier that still runs stays the one that can be called off,
    /// and false is answered then.
    fn runs(&self, id: &Id, turn: &Turn) -> bool {
        match lock(&self.running).entry(id.clone()) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(turn.cancelled.clone());
                true
            }
        }
    }

    fn note(&self, method: &str, params: &Map<String, Value>) {
        if method == "notifications/cancelled"
            && let Some(id) = params.get("requestId").and_then(Id::read)
            && let Some(running) = lock(&self.running).get(&id)
        {
            running.cancel();
        }
    }

    fn turn(&self, request: &Request) -> Result<Turn, Fault> {
        let session = self.session();
        let agreed = session.as_ref().map(|session| session.revision);
        let caller = Caller {
            actor: self.actor.clone(),
            request_id: crate::gate::request_id(),
            request_bytes: 0,
            client: None,
            headers: Arc::new(HeaderMap::new()),
        };
        let (told, revision) = match era::decide(request, None, &self.door.spoken, agreed)? {
            Era::Modern(told) => (Some(told), Revision::V2026_07_28),
            Era::Legacy(revision) => (None, revision),
            // There is no status to tell it by: the metadata of a revision not spoken here is not looked at.
            Era::Plain(_) => (None, agreed.unwrap_or(Revision::V2025_11_25)),
        };
        let mut turn = Turn::new(caller, Way::Stdio, revision);
        match (told, session) {
            (Some(told), _) => {
                turn.told = Some(told.client);
                turn.log_level = told.log_level;
            }
            (None, Some(session)) => {
                turn.told = Some(Arc::clone(&session.client));
                turn.log_level = session.level();
                let asker: Arc<dyn Asker> = Arc::new(session.pending.clone());
                turn.asker = Some(asker);
                let remembered: Arc<dyn Remembered> = session;
                turn.remembered = Some(remembered);
            }
            (None, None) => {}
        }
        Ok(turn)
    }

    async fn greet(&self, request: &Request) {
        let (revision, fields) = match methods::initialize(&self.door, request, |_| true) {
            Ok(greeting) => greeting,
            Err(fault) => return self.write(&fault.answer(Some(&request.id))).await,
        };
        let capabilities = request.params.get("capabilities").cloned().unwrap_or_default();
        let client = Arc::new(meta::client(request.params.get("clientInfo"), capabilities));
        let session = Session::new("stdio", (self.actor.principal(), client), revision, None, 1);
        let session = Arc::new(session);
        *lock(&self.session) = Some(Arc::clone(&session));
        self.write(&message::result(&request.id, &Value::Object(fields))).await;
        if self.door.served.app.protocol.changes {
            self.tell_news(session);
        }
    }

    /// Writes what belongs to no request as it comes.
    fn tell_news(&self, session: Arc<Session>) {
        session.tell_news(&self.door.served.changes);
        let (out, stop) = (self.out.clone(), self.door.stop.clone());
        tokio::spawn(async move {
            let stream = session.common();
            let (mut signal, mut after) = (stream.watch(), 0);
            loop {
                for (number, message) in stream.after(after).0 {
                    after = number;
                    if out.send(format!("{message}\n")).await.is_err() {
                        return;
                    }
                }
                tokio::select! {
                    changed = signal.changed() => if changed.is_err() { return },
                    () = stop.cancelled() => return,
                    () = out.closed() => return,
                }
            }
        });
    }

    /// Runs a request beside the others.
    fn start(&self, mut turn: Turn, request: Request) {
        let (outlet, mut items) = Outlet::new();
        turn.outlet = outlet;
        let (door, out, running) = (Arc::clone(&self.door), self.out.clone(), Arc::clone(&self.running));
        let id = request.id.clone();
        let noted = self.runs(&id, &turn);
        self.tasks.spawn(async move {
            let (cancelled, listens) = (turn.cancelled.clone(), request.method == "subscriptions/listen");
            let mut work = std::pin::pin!(methods::answer(&door, &turn, request));
            let answered = loop {
                tokio::select! {
                    biased;
                    () = cancelled.cancelled() => break None,
                    Some(item) = items.recv() => send(&out, item).await,
                    answered = &mut work => break Some(answered),
                }
            };
            while let Ok(item) = items.try_recv() {
                send(&out, item).await;
            }
            if noted {
                lock(&running).remove(&id);
            }
            let answer = match answered {
                // Who called it off waits for no answer.
                None => return,
                Some(Ok(result)) => message::result(&id, &result),
                Some(Err(fault)) => fault.answer(Some(&id)),
            };
            if listens && answer.get("result").is_some() {
                let ended = json!({ "requestId": id.json(), "reason": "The server ends the subscription" });
                let ended = message::notification("notifications/cancelled", ended);
                let _ = out.send(format!("{ended}\n")).await;
            }
            let _ = out.send(format!("{answer}\n")).await;
        });
    }

    /// Waits a moment for what is under way, then ends it.
    pub(super) async fn finish(&self, ending: &CancellationToken) {
        self.tasks.close();
        ending.cancel();
        if tokio::time::timeout(DRAINING, self.tasks.wait()).await.is_err() {
            lock(&self.running).values().for_each(CancellationToken::cancel);
            self.tasks.wait().await;
        }
    }

    fn session(&self) -> Option<Arc<Session>> {
        lock(&self.session).clone()
    }

    async fn write(&self, message: &Value) {
        let _ = self.out.send(format!("{message}\n")).await;
    }
}

async fn send(out: &mpsc::Sender<String>, item: Item) {
    if let Item::Message(message) = item {
        let _ = out.send(format!("{message}\n")).await;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
