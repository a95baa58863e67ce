//! One session: what the server remembers of a client that opened with a handshake.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use belay_core::request::Client;
use belay_core::{Change, Level};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::super::turn::Remembered;
use super::super::wire::{Id, Revision, message, meta};
use super::pending::Pending;
use super::stream::{Ledger, Stream};
use crate::changes::Changes;

/// The name of the stream for what belongs to no request.
pub(crate) const COMMON: &str = "0";
/// How many addresses one session may subscribe to.
const MOST_SUBSCRIPTIONS: usize = 1_000;
/// How many bytes of sent messages one session may keep in memory.
const MOST_BYTES: usize = 1024 * 1024;
/// How many streams one session may have.
const MOST_STREAMS: usize = 64;

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
    next_stream: AtomicU64,
    /// Grows with each connection for what belongs to no request: the newest one gets it.
    common: AtomicU64,
    listening: Mutex<bool>,
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
            next_stream: AtomicU64::new(u64::try_from(now).unwrap_or(1)),
            common: AtomicU64::new(0),
            listening: Mutex::new(false),
        }
    }

    pub(crate) fn level(&self) -> Option<Level> {
        lock(&self.state).level
    }

    /// A stream for the answer to one request. Names do not repeat, not even after a restart: they count from the
    /// microsecond in which the session began or was read back.
    pub(crate) async fn open_stream(&self, request: &Id) -> Arc<Stream> {
        let number = self.next_stream.fetch_add(1, Ordering::Relaxed);
        let stream = Arc::new(Stream::new(&self.id, number.to_string(), self.ledger.clone()));
        stream.begin(&request.json().to_string()).await;
        let mut streams = lock(&self.streams);
        make_room(&mut streams);
        streams.insert(Arc::clone(&stream.name), Arc::clone(&stream));
        stream
    }

    /// The stream for what belongs to no request.
    pub(crate) fn common(&self) -> Arc<Stream> {
        let mut streams = lock(&self.streams);
        let make = || Arc::new(Stream::new(&self.id, COMMON.to_owned(), None));
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
    pub(crate) async fn stream(&self, name: &str) -> Option<Arc<Stream>> {
        if name == COMMON {
            return Some(self.common());
        }
        if let Some(known) = lock(&self.streams).get(name) {
            return Some(Arc::clone(known));
        }
        let ledger = self.ledger.as_ref()?;
        match Stream::restore(&self.id, name, ledger, lost).await {
            Ok(found) => {
                let found = Arc::new(found?);
                let mut streams = lock(&self.streams);
                make_room(&mut streams);
                Some(Arc::clone(streams.entry(name.into()).or_insert(found)))
            }
            Err(error) => {
                tracing::warn!(cause = belay_core::error::chain(&error), "a stream could not be read back");
                None
            }
        }
    }

    /// Notes that a request runs. Another of the same identifier is not replaced, and false is answered then: the one
    /// that was not noted must not be taken for over either.
    pub(crate) fn runs(&self, id: &Id, cancelled: &CancellationToken) -> bool {
        match lock(&self.running).entry(id.clone()) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(cancelled.clone());
                true
            }
        }
    }

    pub(crate) fn ran(&self, id: &Id) {
        lock(&self.running).remove(id);
    }

    pub(crate) fn is_busy(&self) -> bool {
        !lock(&self.running).is_empty()
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

    fn keep_state(&self) {
        let Some(ledger) = self.ledger.clone() else { return };
        let (id, state) = (self.id.to_string(), self.state());
        tokio::spawn(async move {
            let kept = async {
                let mut tx = ledger.db.write().await?;
                belay_store::session::update_state(&mut tx, &id, &state).await?;
                tx.commit().await
            };
            if let Err(error) = kept.await {
                tracing::warn!(cause = belay_core::error::chain(&error), "a session's state was not kept");
            }
        });
    }

    /// Begins to put news on the stream for what belongs to no request.
    pub(crate) fn tell_news(self: &Arc<Self>, changes: &Changes) {
        if std::mem::replace(&mut *lock(&self.listening), true) {
            return;
        }
        let (session, mut heard) = (Arc::downgrade(self), changes.listen());
        let over = self.over.clone();
        tokio::spawn(async move {
            loop {
                let changes = tokio::select! {
                    () = over.cancelled() => return,
                    changes = heard.next() => changes,
                };
                let (Some(changes), Some(session)) = (changes, Weak::upgrade(&session)) else { return };
                for change in changes {
                    if let Some(news) = session.news(&change) {
                        session.common().append(news.to_string(), false).await;
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

impl Remembered for Session {
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
    let message = "The server ended while the call ran; what it did before that was rolled back. Call again.";
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
