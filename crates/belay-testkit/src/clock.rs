//! A clock that moves only when it is told to.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use belay_core::Clock;
use jiff::{SignedDuration, Timestamp};

/// A clock that stands at noon UTC on 15 March 2026 until it is moved. Clones share the time.
#[derive(Debug, Clone)]
pub struct FakeClock(Arc<AtomicI64>);

const START_MICROS: i64 = 1_773_576_000_000_000;

impl Default for FakeClock {
    fn default() -> Self {
        Self(Arc::new(AtomicI64::new(START_MICROS)))
    }
}

impl FakeClock {
    /// Moves the clock on.
    pub fn advance(&self, by: SignedDuration) {
        let micros = i64::try_from(by.as_micros()).expect("a test moves its clock by less than an age");
        self.0.fetch_add(micros, Ordering::SeqCst);
    }

    /// Sets the clock.
    pub fn set(&self, now: Timestamp) {
        self.0.store(now.as_microsecond(), Ordering::SeqCst);
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_microsecond(self.0.load(Ordering::SeqCst)).expect("the clock was set to an instant")
    }
}
