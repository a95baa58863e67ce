//! Randomness, as a value that tests and demonstrations can seed.

use std::sync::atomic::{AtomicU64, Ordering};

/// A source of random bytes. Services take it from [`Ctx`](crate::Ctx).
pub trait Entropy: Send + Sync + 'static {
    /// Fills the slice.
    fn fill(&self, bytes: &mut [u8]);

    /// Eight random bytes as a number.
    fn next(&self) -> u64 {
        let mut bytes = [0; 8];
        self.fill(&mut bytes);
        u64::from_le_bytes(bytes)
    }
}

/// A repeatable source (SplitMix64, Steele, Lea and Flood 2014): the same seed gives the same bytes.
/// For tests and demonstration data only; it is no source of secrets.
#[derive(Debug)]
pub struct Seeded(AtomicU64);

impl Seeded {
    /// A source that starts at `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(AtomicU64::new(seed))
    }
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Entropy for Seeded {
    fn fill(&self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            let mut z = self.0.fetch_add(GOLDEN, Ordering::Relaxed).wrapping_add(GOLDEN);
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^= z >> 31;
            for (byte, random) in chunk.iter_mut().zip(z.to_le_bytes()) {
                *byte = random;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_bytes() {
        let (a, b) = (Seeded::new(7), Seeded::new(7));
        let draws = |source: &Seeded| (0..4).map(|_| source.next()).collect::<Vec<_>>();
        assert_eq!(draws(&a), draws(&b));
        assert_ne!(draws(&a), draws(&Seeded::new(8)));
    }
}
