//! One session: what the server remembers of a client that opened with a handshake.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use belay_core::request::Client;
use belay_core::{Change, Level};
use belay_store::StoreError;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::super::turn::Remembered;
use super::super::wire::{Id, Revision, message, meta};
use super::ledger::Ledger;
use super::pending::Pending;
use super::stream::Stream;
use crate::changes::Changes;

/// The name of the stream for what belongs to no request.
pub(crate) const COMMON: &str = "0";
/// How many addresses one session may subscribe to.
const MOST_SUBSCRIPTIONS: usize = 1_000;
/// How many bytes of sent messages one session may keep in memory.
const MOST_BYTES: usize = 1024 * 1024;
/// How many streams one session may have.
const MOST_STREAMS: usize = 64;
/// How many requests may run in one session.
const MOST_RUNNING: usize = 64;

/// A session.
pub(crate) struct Session {
    pub(crate) id: Arc<str>,
    pub(crate) principal: String,
    pub(crate) revision: Revision,
    pub(crate) client: Arc<Client>,
    pub(crate) ledger: Option<Ledger>,
    pub(crate) pending: Pending,
    /// When it was last used, in microseconds.
    pub(crate) used_at: AtomicI64,
    /// Ends the connections that listen, here at least: the session may be read back.
    pub(crate) over: CancellationToken,
    state: Mutex<State>,
    streams: Mutex<HashMap<Arc<str>, Arc<Stream>>>,
    running: Mutex<HashMap<Id, CancellationToken>>,
    began: u64,
    next_stream: AtomicU64,
    /// Grows with each connection for what belongs to no request: the newest one gets it.
    common: AtomicU64,
    /// Connections that watch a stream.
    readers: AtomicU64,
    listening: Mutex<bool>,
    /// One writer at a time, so that the state is kept in its order.
    keeping: tokio::sync::Mutex<()>,
}

/// What the client set.
#[derive(Debug, Default)]
struct State {
    level: Option<Level>,
    uris: HashSet<String>,
}

impl Session {
    pub(crate) fn new(
        id: &str,
        (principal, client): (String, Arc<Client>),
        revision: Revision,
        ledger: Option<Ledger>,
        now: i64,
    ) -> Self {
        Self {
            id: id.into(),
            principal,
            revision,
            client,
            ledger,
            pending: Pending::new(revision),
            used_at: AtomicI64::new(now),
            over: CancellationToken::new(),
            state: Mutex::default(),
            streams: Mutex::default(),
            running: Mutex::default(),
            began: u64::try_from(now).unwrap_or(1),
            next_stream: AtomicU64::new(u64::try_from(now).unwrap_or(1)),
            common: AtomicU64::new(0),
            readers: AtomicU64::new(0),
            listening: Mutex::new(false),
            keeping: tokio::sync::Mutex::new(()),
        }
    }

    pub(crate) fn level(&self) -> Option<Level> {
        lock(&self.state).level
    }

    /// A stream for the answer to one request. Names do not repeat, not even after a restart: they count from the
    /// microsecond in which the session began or was read back.
    pub(crate) fn open_stream(&self, request: &Id) -> Arc<Stream> {
        let number = self.next_stream.fetch_add(1, Ordering::Relaxed);
        let stream = Arc::new(Stream::new(&self.id, number.to_string(), self.ledger.clone(), 1));
        stream.begin(&request.json().to_string());
        let mut streams = lock(&self.streams);
        make_room(&mut streams);
        streams.insert(Arc::clone(&stream.name), Arc::clone(&stream));
        stream
    }

    /// The stream for what belongs to no request. It is not kept elsewhere; its numbers count from the microsecond in
    /// which the session began or was read back, so that none repeats.
    pub(crate) fn common(&self) -> Arc<Stream> {
        let mut streams = lock(&self.streams);
        let first = i64::try_from(self.began).unwrap_or(1).max(1);
        let make = || Arc::new(Stream::new(&self.id, COMMON.to_owned(), None, first));
        Arc::clone(streams.entry(COMMON.into()).or_insert_with(make))
    }

    /// Takes the stream for what belongs to no request over from an earlier connection.
    pub(crate) fn take_common(&self) -> u64 {
        self.common.fetch_add(1, Ordering::Relaxed) + 1
    }

    pub(crate) fn holds_common(&self, turn: u64) -> bool {
        self.common.load(Ordering::Relaxed) == turn
    }

    /// A stream by its name, read back where an earlier process wrote it.
    ///
    /// # Errors
    /// [`StoreError`] when it cannot be looked for.
    pub(crate) async fn stream(&self, name: &str, seen: i64) -> Result<Option<Arc<Stream>>, StoreError> {
        if name == COMMON {
            return Ok(Some(self.common()));
        }
        if let Some(known) = lock(&self.streams).get(name) {
            return Ok(Some(Arc::clone(known)));
        }
        let Some(ledger) = &self.ledger else { return Ok(None) };
        let Some(found) = Stream::restore(&self.id, name, ledger, seen, lost).await? else { return Ok(None) };
        let mut streams = lock(&self.streams);
        make_room(&mut streams);
        Ok(Some(Arc::clone(streams.entry(name.into()).or_insert_with(|| Arc::new(found)))))
    }

    /// Notes that a request runs, until what this returns is dropped.
    ///
    /// # Errors
    /// A sentence when one of that identifier runs already, or when too many run.
    pub(crate) fn runs(
        self: &Arc<Self>,
        id: &Id,
        cancelled: &CancellationToken,
    ) -> Result<Running, &'static str> {
        let mut running = lock(&self.running);
        if running.contains_key(id) {
            return Err("A request of that identifier is under way already");
        }
        if running.len() >= MOST_RUNNING {
            return Err("Too many requests are under way in this session; wait for one to end");
        }
        running.insert(id.clone(), cancelled.clone());
        Ok(Running { session: Arc::clone(self), id: id.clone() })
    }

    /// Notes that a connection watches a stream, until what this returns is dropped.
    pub(crate) fn watched(self: &Arc<Self>) -> Watching {
        self.readers.fetch_add(1, Ordering::Relaxed);
        Watching(Arc::clone(self))
    }

    /// Whether something runs in it or watches it.
    pub(crate) fn is_busy(&self) -> bool {
        self.readers.load(Ordering::Relaxed) > 0 || !lock(&self.running).is_empty()
    }

    /// Ends a request at the client's wish.
    pub(crate) fn cancel(&self, id: &Id) {
        if let Some(running) = lock(&self.running).get(id) {
            running.cancel();
        }
    }

    /// Ends every request.
    pub(crate) fn cancel_all(&self) {
        lock(&self.running).values().for_each(CancellationToken::cancel);
    }

    /// What the client set, as JSON.
    pub(crate) fn state(&self) -> String {
        let state = lock(&self.state);
        json!({ "level": state.level.map(Level::name), "uris": state.uris }).to_string()
    }

    /// The reverse of [`state`](Self::state).
    pub(crate) fn set_state(&self, text: &str) {
        let read: Value = serde_json::from_str(text).unwrap_or_default();
        let mut state = lock(&self.state);
        state.level = read.get("level").and_then(Value::as_str).and_then(Level::parse);
        let uris = read.get("uris").and_then(Value::as_array).into_iter().flatten();
        state.uris = uris.filter_map(|uri| uri.as_str().map(str::to_owned)).collect();
    }

    fn keep_state(self: &Arc<Self>) {
        let Some(ledger) = self.ledger.clone() else { return };
        let session = Arc::clone(self);
        tokio::spawn(async move {
            let _turn = session.keeping.lock().await;
            let state = session.state();
            let kept = async {
                let mut tx = ledger.write().await?;
                belay_store::session::update_state(&mut tx, &session.id, &state).await?;
                tx.commit().await
            };
            if let Err(error) = kept.await {
                tracing::warn!(cause = belay_core::error::chain(&error), "a session's state was not kept");
            }
        });
    }

    /// Begins to put news on the stream for what belongs to no request.
    pub(crate) fn tell_news(self: &Arc<Self>, changes: &Changes, tenant: Option<Arc<str>>) {
        if std::mem::replace(&mut *lock(&self.listening), true) {
            return;
        }
        let (session, mut heard) = (Arc::downgrade(self), changes.listen(tenant));
        let over = self.over.clone();
        tokio::spawn(async move {
            loop {
                let news = tokio::select! {
                    () = over.cancelled() => return,
                    news = heard.next() => news,
                };
                let (Some(news), Some(session)) = (news, Weak::upgrade(&session)) else { return };
                let changes = news.changes(&lock(&session.state).uris, []);
                for change in changes {
                    if let Some(news) = session.news(&change) {
                        session.common().append(news.to_string(), false);
                    }
                }
            }
        });
    }

    fn news(&self, change: &Change) -> Option<Value> {
        let (method, params) = match change {
            Change::Tools => ("notifications/tools/list_changed", json!({})),
            Change::Prompts => ("notifications/prompts/list_changed", json!({})),
            Change::Resources => ("notifications/resources/list_changed", json!({})),
            Change::Resource(uri) if lock(&self.state).uris.contains(uri) => {
                ("notifications/resources/updated", json!({ "uri": uri }))
            }
            Change::Resource(_) | Change::Task(_) => return None,
        };
        Some(message::notification(method, params))
    }
}

/// A request under way.
pub(crate) struct Running {
    session: Arc<Session>,
    id: Id,
}

impl Drop for Running {
    fn drop(&mut self) {
        lock(&self.session.running).remove(&self.id);
    }
}

/// A connection that watches.
pub(crate) struct Watching(Arc<Session>);

impl Drop for Watching {
    fn drop(&mut self) {
        self.0.readers.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Remembered for Arc<Session> {
    fn set_level(&self, level: Level) {
        lock(&self.state).level = Some(level);
        self.keep_state();
    }

    fn subscribe(&self, uri: &str, on: bool) -> bool {
        {
            let mut state = lock(&self.state);
            if !on {
                state.uris.remove(uri);
            } else if state.uris.len() >= MOST_SUBSCRIPTIONS {
                return false;
            } else {
                state.uris.insert(uri.to_owned());
            }
        }
        self.keep_state();
        true
    }
}

/// Forgets the oldest finished streams of a session that keeps too much.
fn make_room(streams: &mut HashMap<Arc<str>, Arc<Stream>>) {
    loop {
        let bytes: usize = streams.values().map(|stream| stream.bytes()).sum();
        if streams.len() < MOST_STREAMS && bytes < MOST_BYTES {
            return;
        }
        let number = |name: &str| name.parse::<u64>().unwrap_or(u64::MAX);
        let ended = streams.values().filter(|stream| stream.has_ended());
        let Some(oldest) = ended.min_by_key(|stream| number(&stream.name)).map(|one| Arc::clone(&one.name))
        else {
            return;
        };
        streams.remove(&oldest);
    }
}

/// The answer to a request whose process is gone.
fn lost(request: &str) -> String {
    let id = serde_json::from_str::<Value>(request).ok().and_then(|id| Id::read(&id));
    let message =
        "The server that ran the call is gone, and what it did may have happened; look before you call again";
    super::super::wire::Fault::new(super::super::wire::fault::INTERNAL, message)
        .answer(id.as_ref())
        .to_string()
}

/// A client from the words it opened with, as they were kept.
pub(crate) fn client(kept: &str) -> Client {
    let read: Value = serde_json::from_str(kept).unwrap_or_default();
    meta::client(read.get("info"), read.get("capabilities").cloned().unwrap_or_default())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
