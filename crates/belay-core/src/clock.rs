//! The time, as a value that tests can set.

use jiff::Timestamp;

/// Tells the time. Services take it from [`Ctx`](crate::Ctx), never from the system.
pub trait Clock: Send + Sync + 'static {
    /// The present instant.
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place where the system's time enters")]
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// A clock that stands still at the given instant.
#[derive(Debug, Clone, Copy)]
pub struct StoppedClock(pub Timestamp);

impl Clock for StoppedClock {
    fn now(&self) -> Timestamp {
        self.0
    }
}
