//! Repeatable draws: the same seed makes the same inputs.

use belay_core::Entropy;
use belay_core::entropy::Seeded;

/// A source of draws.
#[derive(Debug)]
pub struct Chance(Seeded);

impl Chance {
    /// The draws of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Seeded::new(seed))
    }

    /// A number of 64 random bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.0.next()
    }

    /// A random byte.
    #[must_use]
    pub fn byte(&self) -> u8 {
        self.bits().to_le_bytes().first().copied().unwrap_or_default()
    }

    /// A number below `end`; 0 where there is none.
    #[must_use]
    pub fn below(&self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX);
        self.bits().checked_rem(end).and_then(|drawn| usize::try_from(drawn).ok()).unwrap_or_default()
    }

    /// True once in `times`, on average.
    #[must_use]
    pub fn once_in(&self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// A length from 1 to `most`: short ones far more often, as half of all draws halve the range again.
    #[must_use]
    pub fn length(&self, most: usize) -> usize {
        let halvings = self.bits().trailing_ones().min(16) + u32::from(!self.once_in(4)) * 3;
        1 + self.below((most >> halvings).clamp(1, most.max(1)))
    }

    /// One of several; nothing where there is none.
    #[must_use]
    pub fn pick<'a, T>(&self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_stay_in_their_range() {
        let chance = Chance::new(1);
        for most in [0, 1, 2, 7, 65_536] {
            for _ in 0..200 {
                assert!(chance.below(most) < most.max(1));
                assert!((1..=most.max(1)).contains(&chance.length(most)));
            }
        }
        assert_eq!(chance.pick::<u8>(&[]), None);
    }
}
