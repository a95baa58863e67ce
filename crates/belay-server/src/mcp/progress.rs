//! Tells a client how far its call has come, and what the operation has to log.

use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use belay_core::Level;
use belay_core::ctx::{Log, Progress};
use serde_json::{Map, Value, json};
use tokio::time::{Instant, sleep_until};

use super::turn::{Outlet, Turn};
use super::wire::{Request, Revision, message, meta};

/// How long a client that waits for progress is left without a word: clients give up after 60 s.
const SILENCE: Duration = Duration::from_secs(10);
/// By how much a sign of life moves progress on. It must grow, and may not claim work that was not done.
const BREATH: f64 = 1e-6;

/// Progress of one request.
pub(crate) struct Reporter {
    token: Value,
    outlet: Outlet,
    revision: Revision,
    last: Mutex<Last>,
}

struct Last {
    progress: Option<f64>,
    total: Option<u64>,
    at: Instant,
}

impl Reporter {
    /// For a request whose client asked to be told, where there is a way to tell it.
    pub(crate) fn of(turn: &Turn, request: &Request) -> Option<Arc<Self>> {
        let token = request.meta()?.get("progressToken").and_then(meta::token_of)?;
        let last = Mutex::new(Last { progress: None, total: None, at: Instant::now() });
        let reporter = Self { token, outlet: turn.outlet.clone(), revision: turn.revision, last };
        turn.outlet.is_open().then(|| Arc::new(reporter))
    }

    fn send(&self, progress: f64, total: Option<u64>, text: &str) {
        let mut params = Map::new();
        params.insert("progressToken".to_owned(), self.token.clone());
        params.insert("progress".to_owned(), number(progress));
        if let Some(total) = total {
            params.insert("total".to_owned(), total.into());
        }
        if !text.is_empty() && self.revision >= Revision::V2025_03_26 {
            params.insert("message".to_owned(), text.into());
        }
        self.outlet.offer(message::notification("notifications/progress", Value::Object(params)));
    }

    /// Runs work, with a sign of life whenever it has said nothing for a while.
    pub(crate) async fn alive<T>(self: Arc<Self>, work: impl Future<Output = T>) -> T {
        let mut work = std::pin::pin!(work);
        loop {
            let due = self.lock().at + SILENCE;
            tokio::select! {
                biased;
                done = &mut work => return done,
                () = sleep_until(due) => self.breathe(),
            }
        }
    }

    fn breathe(&self) {
        let (progress, total) = {
            let mut last = self.lock();
            // It may have spoken meanwhile.
            if last.at.elapsed() < SILENCE {
                return;
            }
            let progress = last.progress.map_or(0.0, |progress| progress + BREATH);
            (last.progress, last.at) = (Some(progress), Instant::now());
            (progress, last.total)
        };
        self.send(progress, total, "still working");
    }

    fn lock(&self) -> MutexGuard<'_, Last> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Progress for Reporter {
    fn report(&self, done: u64, total: Option<u64>, text: &str) {
        #[expect(clippy::cast_precision_loss, reason = "counts beyond 2^53 are not told apart")]
        let done = done as f64;
        {
            let mut last = self.lock();
            // It must grow from one notification to the next.
            if last.progress.is_some_and(|before| done <= before) {
                return;
            }
            *last = Last { progress: Some(done), total, at: Instant::now() };
        }
        self.send(done, total, text);
    }
}

/// A whole number is written as one: some clients read no other.
fn number(value: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "the value is whole and within 53 bits")]
    let whole = value as i64;
    if value.fract() == 0.0 && value.abs() < 9e15 { whole.into() } else { json!(value) }
}

/// Log messages of one request.
pub(crate) struct Logger {
    least: Level,
    outlet: Outlet,
}

impl Logger {
    /// For a request whose client wants to hear, where there is a way to tell it.
    pub(crate) fn of(turn: &Turn, logging: bool) -> Option<Arc<dyn Log>> {
        let least = turn.log_level.filter(|_| logging && turn.outlet.is_open())?;
        Some(Arc::new(Self { least, outlet: turn.outlet.clone() }))
    }
}

impl Log for Logger {
    fn least(&self) -> Level {
        self.least
    }

    fn log(&self, level: Level, logger: &str, data: Value) {
        let params = json!({ "level": level.name(), "logger": logger, "data": data });
        self.outlet.offer(message::notification("notifications/message", params));
    }
}
