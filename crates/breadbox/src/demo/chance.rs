//! Repeatable randomness: the same seed makes up the same household.

use belay_core::entropy::{Entropy, Seeded};

/// Any number does; this one is kept, so that the demonstration's numbers can be written about.
const SEED: u64 = 0x0b1e_ad0b_0c5e_ed14;

/// Draws of a fixed sequence.
pub(super) struct Chance(Seeded);

impl Chance {
    pub(super) fn new() -> Self {
        Self(Seeded::new(SEED))
    }

    pub(super) fn entropy(&self) -> &dyn Entropy {
        &self.0
    }

    /// A whole number from `low` to `high`, both included.
    pub(super) fn between(&self, low: i64, high: i64) -> i64 {
        low.saturating_add_unsigned(self.0.next() % (high.abs_diff(low) + 1))
    }

    /// Whether something happens that does so this often in a hundred times.
    pub(super) fn percent(&self, often: i64) -> bool {
        self.between(1, 100) <= often
    }

    /// How many times something happens today whose mean is so many hundredths.
    pub(super) fn times(&self, hundredths: i64) -> i64 {
        hundredths / 100 + i64::from(self.percent(hundredths % 100))
    }

    /// A price in cents: small ones are more frequent than large ones, as in shops.
    pub(super) fn price(&self, (low, high): (i64, i64)) -> i64 {
        self.between(low, high).min(self.between(low, high))
    }

    /// One of several things; none of none.
    pub(super) fn pick<'a, T>(&self, of: &'a [T]) -> Option<&'a T> {
        let last = i64::try_from(of.len()).ok()?.checked_sub(1).filter(|last| *last >= 0)?;
        of.get(usize::try_from(self.between(0, last)).ok()?)
    }
}
