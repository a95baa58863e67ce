//! Repeatable randomness: the same seed makes up the same person.

use belay_core::entropy::{Entropy, Seeded};

use crate::reckoning::round::real;

/// Any number does; this one is kept, so that the demonstration's numbers can be written about.
const SEED: u64 = 0x0a1a_4ac0_da75_5eed;

/// Draws of a fixed sequence.
#[derive(Debug)]
pub(super) struct Chance(Seeded);

impl Chance {
    pub(super) fn new() -> Self {
        Self(Seeded::new(SEED))
    }

    /// A whole number from `low` to `high`, both included.
    pub(super) fn between(&self, low: i64, high: i64) -> i64 {
        low.saturating_add_unsigned(self.0.next() % (high.abs_diff(low) + 1))
    }

    /// Whether something happens that does so this often in a hundred times.
    pub(super) fn percent(&self, often: i64) -> bool {
        self.between(1, 100) <= often
    }

    /// A number around zero, at most `most` hundredths away from it; small ones are more frequent.
    pub(super) fn around(&self, most: i64) -> f64 {
        real(self.between(-most, most) + self.between(-most, most)) / 200.0
    }

    /// One of several things; none of none.
    pub(super) fn pick<'a, T>(&self, of: &'a [T]) -> Option<&'a T> {
        let last = i64::try_from(of.len()).ok()?.checked_sub(1).filter(|last| *last >= 0)?;
        of.get(usize::try_from(self.between(0, last)).ok()?)
    }
}
