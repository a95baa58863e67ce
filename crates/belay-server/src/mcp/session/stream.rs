//! What was sent on a stream, kept so that a client whose connection was cut can ask for the rest.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use belay_core::Clock;
use belay_core::error::chain;
use belay_store::event::{self, Event};
use belay_store::{Db, StoreError};
use tokio::sync::watch;

/// How many events of one stream are kept in memory.
const MOST_EVENTS: usize = 512;
/// And how many bytes.
const MOST_BYTES: usize = 512 * 1024;
/// How many events of a session are kept in a database.
const MOST_STORED: u32 = 2_000;
/// How many are read from a database at once.
const PAGE: u32 = 200;

/// Where events outlive the process.
#[derive(Clone)]
pub(crate) struct Ledger {
    pub(crate) db: Db,
    pub(crate) clock: Arc<dyn Clock>,
}

/// One stream of a session.
pub(crate) struct Stream {
    session: Arc<str>,
    /// Its name within the session.
    pub(crate) name: Arc<str>,
    ledger: Option<Ledger>,
    kept: Mutex<Kept>,
    /// One writer at a time, so that numbers are stored in their order.
    writing: tokio::sync::Mutex<()>,
    signal: watch::Sender<Signal>,
}

#[derive(Default)]
struct Kept {
    events: VecDeque<(i64, Arc<str>)>,
    bytes: usize,
    next: i64,
    ended: bool,
}

/// What a reader waits for.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Signal {
    /// Grows with each event.
    pub(crate) events: u64,
    /// Grows whenever the readers are let go; with the time after which they come back, in milliseconds.
    pub(crate) released: (u64, u64),
}

impl Stream {
    /// A stream of which nothing was sent yet. Its number 0 is the place before the first event.
    pub(crate) fn new(session: &Arc<str>, name: String, ledger: Option<Ledger>) -> Self {
        Self {
            session: Arc::clone(session),
            name: name.into(),
            ledger,
            kept: Mutex::new(Kept { next: 1, ..Kept::default() }),
            writing: tokio::sync::Mutex::new(()),
            signal: watch::Sender::default(),
        }
    }

    /// Writes the beginning down, with the identifier of the request that the stream answers.
    pub(crate) async fn begin(&self, request: &str) {
        self.store(0, Some(request.to_owned()), false).await;
    }

    /// Adds a message. It is stored before any client sees it, so that what a client saw can be told again.
    pub(crate) async fn append(&self, message: String, last: bool) {
        let _turn = self.writing.lock().await;
        let number = {
            let mut kept = self.lock();
            let number = kept.next;
            kept.next += 1;
            number
        };
        self.store(number, Some(message.clone()), last).await;
        {
            let mut kept = self.lock();
            kept.bytes += message.len();
            kept.events.push_back((number, message.into()));
            kept.ended |= last;
            while kept.events.len() > MOST_EVENTS || kept.bytes > MOST_BYTES && kept.events.len() > 1 {
                let gone = kept.events.pop_front().map_or(0, |(_, message)| message.len());
                kept.bytes -= gone;
            }
        }
        self.signal.send_modify(|signal| signal.events += 1);
    }

    /// Ends it without a last message.
    pub(crate) fn end(&self) {
        self.lock().ended = true;
        self.signal.send_modify(|signal| signal.events += 1);
    }

    async fn store(&self, number: i64, data: Option<String>, last: bool) {
        let Some(ledger) = &self.ledger else { return };
        let event = Event {
            session: self.session.to_string(),
            stream: self.name.to_string(),
            number,
            at: ledger.clock.now(),
            data,
            last,
        };
        let stored = async {
            let mut tx = ledger.db.write().await?;
            event::insert(&mut tx, vec![event]).await?;
            if last {
                event::trim(&mut tx, &self.session, MOST_STORED).await?;
            }
            tx.commit().await
        };
        let stored: Result<(), StoreError> = stored.await;
        if let Err(error) = stored {
            tracing::warn!(
                cause = chain(&error),
                "an event could not be kept; a cut connection will miss it"
            );
        }
    }

    /// Lets whoever reads go, to come back after a while.
    pub(crate) fn release(&self, come_back_after_ms: u64) {
        self.signal.send_modify(|signal| signal.released = (signal.released.0 + 1, come_back_after_ms));
    }

    pub(crate) fn watch(&self) -> watch::Receiver<Signal> {
        self.signal.subscribe()
    }

    /// The events after a number, and whether the stream ends with them.
    pub(crate) fn after(&self, number: i64) -> (Vec<(i64, Arc<str>)>, bool) {
        let kept = self.lock();
        let events = kept.events.iter().filter(|(at, _)| *at > number).cloned().collect();
        (events, kept.ended)
    }

    /// The number of the newest event.
    pub(crate) fn newest(&self) -> i64 {
        self.lock().next - 1
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.lock().ended
    }

    pub(crate) fn bytes(&self) -> usize {
        self.lock().bytes
    }

    /// Reads a stream of an earlier process back. One whose process is gone before its end gets an end.
    pub(crate) async fn restore(
        session: &Arc<str>,
        name: &str,
        ledger: &Ledger,
        lost: impl Fn(&str) -> String,
    ) -> Result<Option<Self>, StoreError> {
        let stream = Self::new(session, name.to_owned(), Some(ledger.clone()));
        let mut tx = ledger.db.read().await?;
        let (mut at, mut begun, mut request) = (-1, false, None);
        loop {
            let page = event::after(&mut tx, session, name, at, PAGE).await?;
            let full = page.len() >= PAGE as usize;
            for event in page {
                begun = true;
                at = event.number;
                let Some(data) = event.data else { continue };
                if event.number == 0 {
                    request = Some(data);
                    continue;
                }
                let mut kept = stream.lock();
                kept.bytes += data.len();
                kept.next = event.number + 1;
                kept.ended |= event.last;
                kept.events.push_back((event.number, data.into()));
            }
            if !full {
                break;
            }
        }
        drop(tx);
        if !begun {
            return Ok(None);
        }
        if !stream.has_ended()
            && let Some(request) = request
        {
            stream.append(lost(&request), true).await;
        }
        Ok(Some(stream))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
