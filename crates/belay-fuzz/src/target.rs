//! What is fuzzed.

/// A reader of input, with the rules that must hold whatever it is given.
pub trait Target: Sync {
    /// Its name on the command line: letters, digits and underscores.
    fn name(&self) -> &'static str;

    /// What it reads and what must hold, in a sentence.
    fn about(&self) -> &'static str;

    /// Inputs to begin with: one for each kind of thing that can happen is best.
    fn seeds(&self) -> Vec<Vec<u8>>;

    /// Pieces of text that mean something to it, for the mutator to put in.
    fn tokens(&self) -> &'static [&'static str] {
        &[]
    }

    /// Runs one input and returns a [`Signature`] of what happened.
    ///
    /// # Panics
    /// Where a rule is broken: that is the finding.
    fn run(&self, input: &[u8]) -> u64;
}

/// What happened, as a number: equal for inputs that do the same kind of thing, so that there are hundreds or thousands
/// of different ones and not millions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Signature(u64);

impl Signature {
    /// Of an outcome, such as `"refused"`.
    pub fn of(outcome: &str) -> Self {
        Self(0xcbf2_9ce4_8422_2325).text(outcome)
    }

    /// With a word that tells it from others, such as the code of an error.
    pub fn text(self, word: &str) -> Self {
        self.bytes(word.as_bytes())
    }

    /// With all of these bytes, which suits a name for a file better than a kind of outcome.
    pub fn bytes(self, bytes: &[u8]) -> Self {
        bytes.iter().fold(self, |signature, byte| signature.number(u64::from(*byte)))
    }

    /// With a number of few values.
    pub fn number(self, number: u64) -> Self {
        // FNV-1a over the number's bytes (Fowler, Noll and Vo), without those that are zero at its end.
        let step = |hash: u64, byte: u64| (hash ^ byte).wrapping_mul(0x0100_0000_01b3);
        let mut hash = step(self.0, number & 0xff);
        let mut rest = number >> 8;
        while rest > 0 {
            hash = step(hash, rest & 0xff);
            rest >>= 8;
        }
        Self(hash)
    }

    /// With a size, of which only the power of two counts.
    pub fn size(self, size: usize) -> Self {
        self.number(u64::from(usize::BITS - size.leading_zeros()))
    }

    /// With a yes or no.
    pub fn flag(self, flag: bool) -> Self {
        self.number(u64::from(flag))
    }

    /// The number.
    #[must_use]
    pub fn value(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_the_same_power_of_two_are_the_same_and_outcomes_differ() {
        let of = |outcome: &str, size: usize| Signature::of(outcome).size(size);
        assert_eq!(of("read", 5), of("read", 7));
        assert_ne!(of("read", 7), of("read", 8));
        assert_ne!(of("read", 7), of("refused", 7));
    }
}
