//! What was sent on a stream, kept so that a client whose connection was cut can ask for the rest.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use belay_store::StoreError;
use belay_store::event::Event;
use tokio::sync::watch;

use super::ledger::Ledger;

/// How many events of one stream are kept in memory.
const MOST_EVENTS: usize = 512;
/// And how many bytes.
const MOST_BYTES: usize = 512 * 1024;

/// One stream of a session.
pub(crate) struct Stream {
    session: Arc<str>,
    /// Its name within the session.
    pub(crate) name: Arc<str>,
    ledger: Option<Ledger>,
    kept: Mutex<Kept>,
    signal: watch::Sender<Signal>,
}

#[derive(Default)]
struct Kept {
    events: VecDeque<(i64, Arc<str>)>,
    bytes: usize,
    /// The number of the newest event that is not in memory any more.
    gone: i64,
    next: i64,
    ended: bool,
}

impl Kept {
    fn push(&mut self, number: i64, message: Arc<str>) {
        self.bytes += message.len();
        self.events.push_back((number, message));
        while self.events.len() > MOST_EVENTS || self.bytes > MOST_BYTES && self.events.len() > 1 {
            if let Some((number, message)) = self.events.pop_front() {
                self.gone = number;
                self.bytes -= message.len();
            }
        }
    }
}

/// What a reader waits for.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Signal {
    /// Grows with each event.
    events: u64,
    /// Grows whenever the readers are let go; with the time after which they come back, in milliseconds.
    pub(crate) released: (u64, u64),
}

impl Stream {
    /// A stream whose first event gets a number.
    pub(crate) fn new(session: &Arc<str>, name: String, ledger: Option<Ledger>, first: i64) -> Self {
        Self {
            session: Arc::clone(session),
            name: name.into(),
            ledger,
            kept: Mutex::new(Kept { next: first, gone: first - 1, ..Kept::default() }),
            signal: watch::Sender::default(),
        }
    }

    /// Writes the beginning down, with the identifier of the request that the stream answers.
    pub(crate) fn begin(&self, request: &str) {
        self.note(0, (Some(request.to_owned()), false));
    }

    /// Adds a message.
    pub(crate) fn append(&self, message: String, last: bool) {
        let mut kept = self.lock();
        let number = kept.next;
        kept.next += 1;
        kept.ended |= last;
        // Within the lock, so that events are noted in their order.
        self.note(number, (Some(message.clone()), last));
        kept.push(number, message.into());
        drop(kept);
        self.signal.send_modify(|signal| signal.events += 1);
    }

    /// Ends it without a last message.
    pub(crate) fn end(&self) {
        let mut kept = self.lock();
        kept.ended = true;
        self.note(kept.next, (None, true));
        drop(kept);
        self.signal.send_modify(|signal| signal.events += 1);
    }

    fn note(&self, number: i64, event: (Option<String>, bool)) {
        if let Some(ledger) = &self.ledger {
            ledger.note(&self.session, &self.name, number, event);
        }
    }

    /// Lets whoever reads go, to come back after a while.
    pub(crate) fn release(&self, come_back_after_ms: u64) {
        self.signal.send_modify(|signal| signal.released = (signal.released.0 + 1, come_back_after_ms));
    }

    pub(crate) fn watch(&self) -> watch::Receiver<Signal> {
        self.signal.subscribe()
    }

    /// The events after a number that are in memory, whether the stream ends with them, and whether some before them
    /// are not.
    pub(crate) fn after(&self, number: i64) -> Seen {
        let kept = self.lock();
        let events = kept.events.iter().filter(|(at, _)| *at > number).cloned().collect();
        Seen { events, ended: kept.ended, lacks: number < kept.gone }
    }

    /// The events after a number that are no longer in memory, where they are kept elsewhere.
    pub(crate) async fn older(&self, number: i64) -> Vec<(i64, Arc<str>)> {
        let Some(ledger) = &self.ledger else { return Vec::new() };
        let gone = self.lock().gone;
        match ledger.after(&self.session, &self.name, number).await {
            Ok(events) => events
                .into_iter()
                .filter(|event| event.number > 0 && event.number <= gone)
                .filter_map(|event| Some((event.number, event.data?.into())))
                .collect(),
            Err(error) => {
                tracing::warn!(
                    cause = belay_core::error::chain(&error),
                    "older events could not be read back"
                );
                Vec::new()
            }
        }
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

    /// Reads a stream of an earlier process back. One whose process is gone before its end gets an end, which is not
    /// written down: nobody knows that it is true. `seen` is the number that the client saw last.
    pub(crate) async fn restore(
        session: &Arc<str>,
        name: &str,
        ledger: &Ledger,
        seen: i64,
        lost: impl Fn(&str) -> String,
    ) -> Result<Option<Self>, StoreError> {
        let events = ledger.after(session, name, -1).await?;
        if events.is_empty() {
            return Ok(None);
        }
        let stream = Self::new(session, name.to_owned(), Some(ledger.clone()), 1);
        let mut request = None;
        {
            let mut kept = stream.lock();
            for Event { number, data, last, .. } in events {
                kept.next = kept.next.max(number + 1);
                kept.ended |= last;
                match data {
                    Some(data) if number == 0 => request = Some(data),
                    Some(data) => kept.push(number, data.into()),
                    None => {}
                }
            }
            if !kept.ended {
                kept.ended = true;
                let number = kept.next.max(seen + 1);
                kept.next = number + 1;
                if let Some(request) = request {
                    kept.push(number, lost(&request).into());
                }
            }
        }
        Ok(Some(stream))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is to be seen of a stream.
pub(crate) struct Seen {
    pub(crate) events: Vec<(i64, Arc<str>)>,
    pub(crate) ended: bool,
    pub(crate) lacks: bool,
}
