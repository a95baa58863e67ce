//! Keeps what was sent in sessions, written in batches beside the streams.
//!
//! A stream never waits for the database: an operation may hold its one writer, and would wait for itself. So what a client
//! saw may not be kept yet when a process is killed; numbers then go on beyond what the client saw, and nothing is told twice.

use std::collections::BTreeSet;
use std::sync::Arc;

use belay_core::Clock;
use belay_core::error::chain;
use belay_store::event::{self, Event};
use belay_store::{Db, StoreError, Tx};
use tokio::sync::{mpsc, oneshot};

/// How many events may wait to be written; more are left out, and told in the log.
const WAITING: usize = 8_192;
const BATCH: usize = 512;
/// How many events of one session are kept.
const MOST_KEPT: u32 = 2_000;
/// How many are read at once.
const PAGE: u32 = 200;

enum Message {
    Event(Event),
    Flush(oneshot::Sender<()>),
}

/// The way into the ledger.
#[derive(Clone)]
pub(crate) struct Ledger {
    db: Db,
    clock: Arc<dyn Clock>,
    queue: mpsc::Sender<Message>,
}

impl Ledger {
    /// Starts the writer; it ends when every way into the ledger is gone.
    pub(crate) fn start(db: Db, clock: Arc<dyn Clock>) -> Self {
        let (queue, waiting) = mpsc::channel(WAITING);
        tokio::spawn(write(db.clone(), waiting));
        Self { db, clock, queue }
    }

    /// Notes an event.
    pub(crate) fn note(
        &self,
        session: &str,
        stream: &str,
        number: i64,
        (data, last): (Option<String>, bool),
    ) {
        let (session, stream) = (session.to_owned(), stream.to_owned());
        let event = Event { session, stream, number, at: self.clock.now(), data, last };
        if self.queue.try_send(Message::Event(event)).is_err() {
            tracing::warn!("what was sent in a session could not be kept: too much waits to be written");
        }
    }

    /// A transaction on its database.
    pub(crate) async fn write(&self) -> Result<Tx, StoreError> {
        self.db.write().await
    }

    /// Waits until everything so far is written.
    pub(crate) async fn flush(&self) {
        let (done, written) = oneshot::channel();
        if self.queue.send(Message::Flush(done)).await.is_ok() {
            let _ = written.await;
        }
    }

    /// What was sent on a stream after a number, in order.
    pub(crate) async fn after(
        &self,
        session: &str,
        stream: &str,
        number: i64,
    ) -> Result<Vec<Event>, StoreError> {
        self.flush().await;
        let mut tx = self.db.read().await?;
        let (mut events, mut at) = (Vec::new(), number);
        loop {
            let page = event::after(&mut tx, session, stream, at, PAGE).await?;
            let Some(last) = page.last() else { return Ok(events) };
            at = last.number;
            events.extend(page);
        }
    }
}

async fn write(db: Db, mut waiting: mpsc::Receiver<Message>) {
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        let (mut events, mut flushes) = (Vec::new(), Vec::new());
        for message in batch.drain(..) {
            match message {
                Message::Event(event) => events.push(event),
                Message::Flush(done) => flushes.push(done),
            }
        }
        if let Err(error) = insert(&db, events).await {
            tracing::warn!(cause = chain(&error), "what was sent in a session could not be kept");
        }
        for done in flushes {
            let _ = done.send(());
        }
    }
}

async fn insert(db: &Db, events: Vec<Event>) -> Result<(), StoreError> {
    if events.is_empty() {
        return Ok(());
    }
    let ended = events.iter().filter(|event| event.last).map(|event| event.session.clone());
    let ended: BTreeSet<String> = ended.collect();
    let mut tx = db.write().await?;
    event::insert(&mut tx, events).await?;
    for session in ended {
        event::trim(&mut tx, &session, MOST_KEPT).await?;
    }
    tx.commit().await
}
