//! Tells work that nobody waits for it any more.

use std::sync::{Arc, OnceLock};

use event_listener::Event;

/// Why a call ends early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Its time is up.
    Timeout,
    /// The client cancelled it or went away, or the server stops and cannot wait for it any longer.
    Client,
}

/// A sign that is given once. The call's own future is dropped when it is given; hand a clone to work that goes on by
/// itself, such as a thread or a task of yours.
#[derive(Debug, Clone, Default)]
pub struct Cancellation(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    reason: OnceLock<Reason>,
    given: Event,
}

impl Cancellation {
    /// A sign that has not been given.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives the sign. The first reason stays.
    pub fn cancel(&self, reason: Reason) {
        let _ = self.0.reason.set(reason);
        self.0.given.notify(usize::MAX);
    }

    /// Why it was given, if it was.
    #[must_use]
    pub fn reason(&self) -> Option<Reason> {
        self.0.reason.get().copied()
    }

    /// Whether it was given.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.reason().is_some()
    }

    /// Waits until it is given.
    pub async fn cancelled(&self) -> Reason {
        loop {
            let listener = self.0.given.listen();
            if let Some(reason) = self.reason() {
                return reason;
            }
            listener.await;
        }
    }
}
