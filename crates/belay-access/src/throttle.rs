//! Limits how often something may happen, for each of many: callers, addresses, accounts.
//!
//! The generic cell rate algorithm: one instant is kept for each, and only while it says anything.

use std::collections::HashMap;
use std::fmt;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use belay_core::operation::Rate;
use belay_core::{Clock, Error, Kind};
use governor::clock::Clock as Measure;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::state::keyed::ShrinkableKeyedStateStore;
use governor::{Quota, RateLimiter};

/// How many are told apart. Further ones share one limit until others are forgotten.
const MOST: usize = 50_000;
/// From how many on the old are forgotten, and how often.
const PRUNING: usize = 5_000;
const BETWEEN: Duration = Duration::from_secs(5);
/// A minute, in microseconds.
const MINUTE: u64 = 60_000_000;

/// A limit that each of many has for itself, named by a text.
pub struct Throttle {
    /// None where there is no limit.
    limiter: Option<Limiter>,
    pruned: Mutex<Nanos>,
}

type Limiter = RateLimiter<String, Seen, Told, NoOpMiddleware<Nanos>>;

/// It happened too often; so long it takes until it may again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooOften {
    /// How long to wait.
    pub wait: Duration,
}

impl TooOften {
    /// The seconds to wait, rounded up.
    #[must_use]
    pub fn seconds(&self) -> u64 {
        self.wait.as_secs() + u64::from(self.wait.subsec_nanos() > 0)
    }
}

impl From<TooOften> for Error {
    fn from(too_often: TooOften) -> Self {
        let seconds = too_often.seconds().max(1);
        let message = format!("Too many calls in a short time; try again in {seconds} s");
        Self::new(Kind::TooMany, "rate_limited", message).with_detail("retry_after_s", seconds)
    }
}

impl Throttle {
    /// A limit by a clock.
    #[must_use]
    pub fn new(rate: Rate, clock: Arc<dyn Clock>) -> Self {
        let quota = NonZeroU32::new(rate.per_minute).and_then(|times| {
            let every = Duration::from_micros(MINUTE / u64::from(times.get()));
            let burst = NonZeroU32::new(rate.burst).unwrap_or(NonZeroU32::MIN);
            Some(Quota::with_period(every)?.allow_burst(burst))
        });
        let limiter = quota.map(|quota| RateLimiter::new(quota, Seen::default(), Told(clock)));
        Self { limiter, pruned: Mutex::default() }
    }

    /// Counts once, where that is within the limit.
    ///
    /// # Errors
    /// [`TooOften`] where it is not; it does not count then.
    pub fn check(&self, who: &str) -> Result<(), TooOften> {
        self.check_n(who, 1)
    }

    /// Counts several times at once, or not at all.
    ///
    /// # Errors
    /// [`TooOften`] where that is over the limit.
    pub fn check_n(&self, who: &str, times: u32) -> Result<(), TooOften> {
        let (Some(limiter), Some(times)) = (&self.limiter, NonZeroU32::new(times)) else { return Ok(()) };
        self.prune(limiter);
        let too_often =
            |until: governor::NotUntil<Nanos>| TooOften { wait: until.wait_time_from(limiter.clock().now()) };
        match limiter.check_key_n(&who.to_owned(), times) {
            Ok(counted) => counted.map_err(too_often),
            // More at once than is ever allowed.
            Err(_) => Err(TooOften { wait: Duration::from_secs(60) }),
        }
    }

    /// How many are told apart at the moment.
    #[must_use]
    pub fn len(&self) -> usize {
        self.limiter.as_ref().map_or(0, RateLimiter::len)
    }

    /// Whether nobody is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgetting looks at everyone, so it is not done more often than every few seconds.
    fn prune(&self, limiter: &Limiter) {
        let now = limiter.clock().now();
        let mut pruned = self.pruned.lock().unwrap_or_else(PoisonError::into_inner);
        if limiter.len() >= PRUNING && now.saturating_sub(*pruned) >= Nanos::from(BETWEEN) {
            *pruned = now;
            drop(pruned);
            limiter.retain_recent();
        }
    }
}

impl fmt::Debug for Throttle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Throttle({} seen)", self.len())
    }
}

/// The application's clock, as the limiter reads it.
struct Told(Arc<dyn Clock>);

impl Clone for Told {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl Measure for Told {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        let nanos = self.0.now().as_nanosecond();
        Nanos::from(u64::try_from(nanos).unwrap_or_default())
    }
}

/// When each may go on. One lock: it is held for a look into a table.
#[derive(Default)]
struct Seen(Mutex<HashMap<String, Nanos>>);

impl Seen {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Nanos>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StateStore for Seen {
    type Key = String;

    fn measure_and_replace<T, F, E>(&self, key: &String, f: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut seen = self.lock();
        if let Some(known) = seen.get_mut(key) {
            let (counted, next) = f(Some(*known))?;
            *known = next;
            return Ok(counted);
        }
        // Where too many are remembered, all strangers are one.
        let name = if seen.len() < MOST { key.clone() } else { String::new() };
        let (counted, next) = f(seen.get(&name).copied())?;
        seen.insert(name, next);
        Ok(counted)
    }
}

impl ShrinkableKeyedStateStore<String> for Seen {
    fn retain_recent(&self, drop_below: Nanos) {
        self.lock().retain(|_, next| *next > drop_below);
    }

    fn len(&self) -> usize {
        self.lock().len()
    }

    fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::*;

    /// Seconds since a start.
    #[derive(Default)]
    struct Hand(AtomicI64);

    impl Clock for Hand {
        fn now(&self) -> Timestamp {
            Timestamp::from_millisecond(1_773_576_000_000 + self.0.load(Ordering::SeqCst)).unwrap()
        }
    }

    fn throttle(rate: Rate) -> (Throttle, Arc<Hand>) {
        let hand = Arc::new(Hand::default());
        (Throttle::new(rate, hand.clone()), hand)
    }

    #[test]
    fn a_burst_is_let_through_and_then_one_for_each_share_of_a_minute() {
        let (throttle, hand) = throttle(Rate::per_minute(60).burst(3));
        let allowed = |who: &str| throttle.check(who).is_ok();
        assert_eq!([(); 4].map(|()| allowed("a")), [true, true, true, false]);
        assert!(allowed("b"), "each has a limit of its own");
        assert_eq!(throttle.check("a").unwrap_err().seconds(), 1);
        hand.0.fetch_add(1_000, Ordering::SeqCst);
        assert_eq!([allowed("a"), allowed("a")], [true, false]);
        assert!(throttle.check_n("c", 4).is_err(), "more than the burst never fits");
        assert!(throttle.check_n("c", 3).is_ok() && throttle.check("c").is_err());
    }

    #[test]
    fn no_limit_is_none() {
        let (throttle, _) = throttle(Rate::UNLIMITED);
        assert!((0..1_000).all(|_| throttle.check("a").is_ok()));
        assert!(throttle.is_empty());
    }

    #[test]
    fn those_who_could_do_everything_again_are_forgotten() {
        let (throttle, hand) = throttle(Rate::per_minute(60).burst(3));
        for n in 0..PRUNING {
            throttle.check(&n.to_string()).unwrap();
        }
        hand.0.fetch_add(10_000, Ordering::SeqCst);
        throttle.check("another").unwrap();
        assert!(throttle.len() <= 2, "{}", throttle.len());
    }

    #[test]
    fn there_is_a_bound_to_how_many_are_remembered() {
        let (throttle, _) = throttle(Rate::per_minute(1).burst(1));
        for n in 0..MOST + 10 {
            let _ = throttle.check(&n.to_string());
        }
        assert!(throttle.len() <= MOST + 1, "{}", throttle.len());
        assert!(throttle.check("a stranger").is_err(), "strangers share what is left");
        assert!(throttle.check("7").is_err(), "who is known keeps a limit of its own");
    }
}
