//! Keeps every call, written in batches off the path of the call.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use belay_core::ctx::Shared;
use belay_core::{Entity, Id};
use belay_store::{Db, StoreError, call_log};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::{mpsc, oneshot};

/// How many calls may wait to be written; more are dropped and counted rather than slow a call down.
const WAITING: usize = 4096;
const BATCH: usize = 512;
/// How long a call is kept.
const KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);
const PAUSE: Duration = Duration::from_secs(1);

/// A call that has ended, as the call path knows it.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) at: Timestamp,
    pub(crate) app: &'static str,
    pub(crate) operation: &'static str,
    pub(crate) door: &'static str,
    pub(crate) principal: Arc<str>,
    pub(crate) client: Option<Arc<str>>,
    pub(crate) outcome: &'static str,
    pub(crate) code: Option<String>,
    pub(crate) duration_us: i64,
    pub(crate) request_bytes: i64,
    pub(crate) response_bytes: i64,
    pub(crate) request_id: Arc<str>,
}

enum Message {
    Call(Entry),
    Flush(oneshot::Sender<()>),
}

/// A row of the log, for its identifier.
struct LoggedCall;

impl Entity for LoggedCall {
    const PREFIX: &'static str = "cal";
}

/// The way into the log.
#[derive(Clone)]
pub(crate) struct CallLog {
    queue: mpsc::Sender<Message>,
    dropped: Arc<AtomicU64>,
}

impl CallLog {
    /// Starts the writer; it ends when every way into the log is gone.
    pub(crate) fn start(db: Db, shared: Shared) -> Self {
        let (queue, waiting) = mpsc::channel(WAITING);
        let dropped = Arc::new(AtomicU64::new(0));
        let writer = Writer { db, shared, dropped: Arc::clone(&dropped), tidied: None };
        tokio::spawn(writer.run(waiting));
        Self { queue, dropped }
    }

    pub(crate) fn push(&self, entry: Entry) {
        if self.queue.try_send(Message::Call(entry)).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits until all calls so far are written.
    pub(crate) async fn flush(&self) {
        let (done, written) = oneshot::channel();
        if self.queue.send(Message::Flush(done)).await.is_ok() {
            // The writer is gone only when the runtime is; then there is nothing left to wait for.
            let _ = written.await;
        }
    }
}

struct Writer {
    db: Db,
    shared: Shared,
    dropped: Arc<AtomicU64>,
    tidied: Option<Timestamp>,
}

impl Writer {
    async fn run(mut self, mut waiting: mpsc::Receiver<Message>) {
        while let Some(first) = waiting.recv().await {
            let mut flushes = Vec::new();
            let mut calls = Vec::new();
            sort(first, &mut calls, &mut flushes);
            if flushes.is_empty() {
                // Waiting a moment turns a busy second's calls into one transaction.
                let pause = tokio::time::sleep(PAUSE);
                tokio::pin!(pause);
                while calls.len() < BATCH && flushes.is_empty() {
                    tokio::select! {
                        () = &mut pause => break,
                        message = waiting.recv() => match message {
                            Some(message) => sort(message, &mut calls, &mut flushes),
                            None => break,
                        },
                    }
                }
            }
            while let Ok(message) = waiting.try_recv() {
                sort(message, &mut calls, &mut flushes);
            }
            if let Err(error) = self.write(calls).await {
                tracing::warn!(
                    cause = belay_core::error::chain(&error),
                    "calls were not written to the call log"
                );
            }
            for done in flushes {
                // Whoever waited may have given up.
                let _ = done.send(());
            }
        }
    }

    async fn write(&mut self, calls: Vec<Entry>) -> Result<(), StoreError> {
        let dropped = self.dropped.swap(0, Ordering::Relaxed);
        if dropped > 0 {
            tracing::warn!(dropped, "the call log could not keep up and left calls out");
        }
        if calls.is_empty() {
            return Ok(());
        }
        let mut tx = self.db.write().await?;
        call_log::insert(&mut tx, calls.into_iter().map(|entry| self.row(entry)).collect()).await?;
        let now = self.shared.clock.now();
        if self.tidied.is_none_or(|tidied| now.duration_since(tidied) > SignedDuration::from_hours(1)) {
            call_log::delete_before(&mut tx, now - KEPT).await?;
            self.tidied = Some(now);
        }
        tx.commit().await
    }

    fn row(&self, entry: Entry) -> call_log::Call {
        call_log::Call {
            id: Id::<LoggedCall>::new(entry.at, &*self.shared.entropy).to_string(),
            at: entry.at,
            app: entry.app.to_owned(),
            operation: entry.operation.to_owned(),
            door: entry.door.to_owned(),
            principal: Some(entry.principal.to_string()),
            client: entry.client.map(|client| client.to_string()),
            outcome: entry.outcome.to_owned(),
            code: entry.code,
            duration_us: entry.duration_us,
            request_bytes: entry.request_bytes,
            response_bytes: entry.response_bytes,
            request_id: entry.request_id.to_string(),
        }
    }
}

fn sort(message: Message, calls: &mut Vec<Entry>, flushes: &mut Vec<oneshot::Sender<()>>) {
    match message {
        Message::Call(entry) => calls.push(entry),
        Message::Flush(done) => flushes.push(done),
    }
}
