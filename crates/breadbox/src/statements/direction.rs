use super::amounts::Direction;
use super::options::Sign;

/// Words of a debit-or-credit column, from the account holder's side.
const OUT: [&str; 10] = ["debit", "dr", "d", "dbit", "out", "outgoing", "soll", "s", "af", "debet"];
const IN: [&str; 9] = ["credit", "cr", "c", "crdt", "in", "incoming", "haben", "h", "bij"];

pub(super) fn read(word: &str) -> Option<Direction> {
    let is_any = |words: &[&str]| words.iter().any(|known| known.eq_ignore_ascii_case(word));
    if is_any(&OUT) {
        Some(Direction::Out)
    } else if is_any(&IN) {
        Some(Direction::In)
    } else {
        None
    }
}

/// How the words of a column go with the signs of the amounts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DirectionEvidence {
    /// Rows without a word that is understood.
    pub(super) unknown: u64,
    positive_out: u64,
    positive_in: u64,
    negative_out: u64,
    negative_in: u64,
}

impl DirectionEvidence {
    pub(super) fn add(&mut self, word: &str, negative: bool) {
        let count = match (read(word), negative) {
            (None, _) => &mut self.unknown,
            (Some(Direction::Out), false) => &mut self.positive_out,
            (Some(Direction::In), false) => &mut self.positive_in,
            (Some(Direction::Out), true) => &mut self.negative_out,
            (Some(Direction::In), true) => &mut self.negative_in,
        };
        *count += 1;
    }

    /// Whether every row has a word and no amount a sign, so that the word is the sign.
    pub(super) const fn replaces_signs(&self) -> bool {
        self.unknown == 0 && !self.has_negatives() && self.positive_out + self.positive_in > 0
    }

    pub(super) const fn has_negatives(&self) -> bool {
        self.negative_out + self.negative_in > 0
    }

    /// The meaning of signs, where words and signs agree on every row and both occur.
    pub(super) const fn proves(&self) -> Option<Sign> {
        match (self.unknown, self.positive_out, self.positive_in, self.negative_out, self.negative_in) {
            (0, 1.., 0, 0, 1..) => Some(Sign::PositiveIsOut),
            (0, 0, 1.., 1.., 0) => Some(Sign::PositiveIsIn),
            _ => None,
        }
    }
}
