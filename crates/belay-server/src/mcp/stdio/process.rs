//! One conversation over a pair of streams.

use std::collections::HashMap;
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

/// A request under way, until it is dropped.
struct Running {
    all: Arc<Mutex<HashMap<Id, CancellationToken>>>,
    id: Id,
}

impl Drop for Running {
    fn drop(&mut self) {
        lock(&self.all).remove(&self.id);
    }
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
                Ok(turn) => match self.runs(&request, turn) {
                    Ok((turn, running)) => self.start(turn, running, request),
                    Err(fault) => self.write(&fault.answer(Some(&request.id))).await,
                },
            },
        }
    }

    /// Several messages at once, which only revision 2025-03-26 knows. They run beside everything else.
    async fn batch(&self, items: Vec<Result<Message, Broken>>) {
        if self.session().is_none_or(|session| session.revision != Revision::V2025_03_26) {
            let message = "Batches are not supported in this version; send one message a line";
            return self.write(&Fault::new(INVALID_REQUEST, message).answer(None)).await;
        }
        let (mut answers, mut requests) = (Vec::new(), Vec::new());
        for item in items {
            match item {
                Err(broken) => answers.push(broken.answer()),
                Ok(Message::Request(request)) => {
                    match self.turn(&request).and_then(|turn| self.runs(&request, turn)) {
                        Ok((turn, running)) => requests.push((turn, running, request)),
                        Err(fault) => answers.push(fault.answer(Some(&request.id))),
                    }
                }
                Ok(other) => Box::pin(self.one(other)).await,
            }
        }
        let (door, out) = (Arc::clone(&self.door), self.out.clone());
        self.tasks.spawn(async move {
            for (turn, _running, request) in requests {
                let id = request.id.clone();
                let answered = methods::answer(&door, &turn, request).await;
                if turn.cancelled.is_cancelled() {
                    continue;
                }
                answers.push(match answered {
                    Ok(result) => message::result(&id, &result),
                    Err(fault) => fault.answer(Some(&id)),
                });
            }
            if !answers.is_empty() {
                let _ = out.send(format!("{}\n", Value::Array(answers))).await;
            }
        });
    }

    /// Notes that a request runs, so that it can be called off.
    fn runs(&self, request: &Request, turn: Turn) -> Result<(Turn, Running), Fault> {
        let mut running = lock(&self.running);
        if running.contains_key(&request.id) {
            return Err(Fault::new(INVALID_REQUEST, "A request of that identifier is under way already"));
        }
        running.insert(request.id.clone(), turn.cancelled.clone());
        let entry = Running { all: Arc::clone(&self.running), id: request.id.clone() };
        Ok((turn, entry))
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
            address: None,
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
            Era::Plain(_) | Era::Unnamed => {
                (None, agreed.or_else(|| self.door.spoken.newest_legacy()).unwrap_or(Revision::V2025_11_25))
            }
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
                let remembered: Arc<dyn Remembered> = Arc::new(session);
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
        // A client that greets again begins anew.
        if let Some(before) = lock(&self.session).replace(Arc::clone(&session)) {
            before.over.cancel();
        }
        self.write(&message::result(&request.id, &Value::Object(fields))).await;
        if self.door.served.app.protocol.changes {
            self.tell_news(session);
        }
    }

    /// Writes what belongs to no request as it comes.
    fn tell_news(&self, session: Arc<Session>) {
        session.tell_news(&self.door.served.changes, self.actor.tenant.clone());
        let (out, stop, over) = (self.out.clone(), self.door.stop.clone(), session.over.clone());
        tokio::spawn(async move {
            let stream = session.common();
            let (mut signal, mut after) = (stream.watch(), 0);
            loop {
                for (number, message) in stream.after(after).events {
                    after = number;
                    if out.send(format!("{message}\n")).await.is_err() {
                        return;
                    }
                }
                tokio::select! {
                    changed = signal.changed() => if changed.is_err() { return },
                    () = stop.cancelled() => return,
                    () = over.cancelled() => return,
                    () = out.closed() => return,
                }
            }
        });
    }

    /// Runs a request beside the others.
    fn start(&self, mut turn: Turn, running: Running, request: Request) {
        let (outlet, mut items) = Outlet::new();
        turn.outlet = outlet;
        let (door, out) = (Arc::clone(&self.door), self.out.clone());
        self.tasks.spawn(async move {
            let _running = running;
            let (id, cancelled) = (request.id.clone(), turn.cancelled.clone());
            let listens = request.method == "subscriptions/listen";
            let mut work = std::pin::pin!(methods::answer(&door, &turn, request));
            let answered = loop {
                tokio::select! {
                    biased;
                    Some(item) = items.recv() => send(&out, item, &cancelled).await,
                    answered = &mut work => break answered,
                }
            };
            while let Ok(item) = items.try_recv() {
                send(&out, item, &cancelled).await;
            }
            // Who called it off waits for no answer.
            if cancelled.is_cancelled() {
                return;
            }
            let answer = match answered {
                Ok(result) => message::result(&id, &result),
                Err(fault) => fault.answer(Some(&id)),
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
            // What does not end even then must not keep the process.
            let _ = tokio::time::timeout(DRAINING, self.tasks.wait()).await;
        }
        let _ = tokio::time::timeout(DRAINING, self.door.served.finish()).await;
    }

    fn session(&self) -> Option<Arc<Session>> {
        lock(&self.session).clone()
    }

    async fn write(&self, message: &Value) {
        let _ = self.out.send(format!("{message}\n")).await;
    }
}

async fn send(out: &mpsc::Sender<String>, item: Item, cancelled: &CancellationToken) {
    if let Item::Message(message) = item
        && !cancelled.is_cancelled()
    {
        let _ = out.send(format!("{message}\n")).await;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
