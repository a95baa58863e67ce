//! New inputs from kept ones.

mod bytes;
mod json;

use crate::chance::Chance;

/// No input is longer: 64 KiB.
pub const LONGEST: usize = 64 * 1024;

/// Inputs beyond this many bytes are rare, so that most runs are quick.
const USUAL: usize = 1024;

/// Makes inputs.
#[derive(Debug)]
pub struct Mutator {
    /// Its source of draws.
    pub chance: Chance,
    tokens: &'static [&'static str],
}

impl Mutator {
    /// One that puts in these tokens, and whose draws follow from a seed.
    #[must_use]
    pub fn new(seed: u64, tokens: &'static [&'static str]) -> Self {
        Self { chance: Chance::new(seed), tokens }
    }

    /// An input like `one`, with pieces of `other` in it at times.
    #[must_use]
    pub fn change(&self, one: &[u8], other: &[u8]) -> Vec<u8> {
        let mut input = one.to_vec();
        let steps = 1 + self.chance.below(1 << self.chance.below(4));
        for _ in 0..steps {
            self.step(&mut input, other);
        }
        let most = if self.chance.once_in(64) { LONGEST } else { USUAL.max(one.len()) };
        input.truncate(most.min(LONGEST));
        input
    }

    fn step(&self, input: &mut Vec<u8>, other: &[u8]) {
        let chance = &self.chance;
        // A third of the steps know JSON, where the input holds any.
        if chance.once_in(3) && json::change(chance, input, other) {
            return;
        }
        match chance.below(12) {
            0 => bytes::flip(chance, input),
            1 => bytes::replace(chance, input),
            2 | 3 => bytes::insert(chance, input),
            4 | 5 => bytes::delete(chance, input),
            6 => bytes::copy_within(chance, input),
            7 => bytes::repeat(chance, input),
            8 => bytes::splice(chance, input, other),
            9 => bytes::number(chance, input),
            _ => bytes::token(chance, input, self.tokens),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_inputs_and_none_is_too_long() {
        let inputs = |seed| {
            let mutator = Mutator::new(seed, &["token"]);
            let mut last = b"{\"a\":[1,\"x\"]}".to_vec();
            let mut all = Vec::new();
            for _ in 0..2_000 {
                last = mutator.change(&last, b"other");
                all.push(last.clone());
            }
            all
        };
        assert_eq!(inputs(3), inputs(3));
        assert_ne!(inputs(3), inputs(4));
        assert!(inputs(3).iter().all(|input| input.len() <= LONGEST));
    }

    #[test]
    fn tokens_and_pieces_of_other_inputs_come_in() {
        let mutator = Mutator::new(5, &["token"]);
        let made: Vec<Vec<u8>> = (0..2_000).map(|_| mutator.change(b"abc", b"0123456789")).collect();
        let has =
            |piece: &[u8]| made.iter().any(|input| input.windows(piece.len()).any(|part| part == piece));
        assert!(has(b"token") && has(b"789"));
        assert!(made.iter().any(Vec::is_empty) && made.iter().any(|input| input.len() > 100));
    }
}
