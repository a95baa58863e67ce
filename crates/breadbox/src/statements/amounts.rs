//! Amounts as banks write them.
//!
//! Whether a comma or a point stands before the decimals is a property of the file, so each
//! figure is read both ways and the file's figures together decide.

use belay_core::money::{Amount, Currency, ParseAmountError};

use super::options::DecimalMark;

/// Which way money went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Out,
    In,
}

/// A figure without what surrounds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Figure<'t> {
    digits: &'t str,
    /// A minus in front or behind, or parentheses.
    pub(super) negative: bool,
    /// CR or DR beside the figure.
    pub(super) mark: Option<Direction>,
    /// An ISO 4217 code beside the figure.
    pub(super) currency: Option<Currency>,
}

/// Currency signs, which say too little to name a currency: a dozen countries write $.
const SIGNS: [char; 14] = ['$', '€', '£', '¥', '₹', '₩', '₽', '₺', '₪', '₫', '฿', '₴', '₦', '¢'];
/// Written forms of currencies that are neither sign nor ISO code.
const WORDS: [&str; 9] = ["kr", "rs", "zł", "kč", "fr", "rm", "ft", "lei", "лв"];
/// Marks between groups of digits, beside the one of `,` and `.` that is not the decimal mark.
const GROUP_MARKS: [char; 7] = ['\'', '’', ' ', '\u{a0}', '\u{202f}', '\u{2009}', '\u{2007}'];

impl<'t> Figure<'t> {
    /// Takes a text apart; None when it is no figure whatever the decimal mark.
    pub(super) fn read(text: &'t str) -> Option<Self> {
        let mut peel = Peel { rest: text.trim(), ..Peel::default() };
        while peel.front()? {}
        while peel.back()? {}
        let is_figure =
            |char: char| char.is_ascii_digit() || char == '.' || char == ',' || GROUP_MARKS.contains(&char);
        if peel.open != peel.close || !peel.rest.chars().all(is_figure) {
            return None;
        }
        let figure = Self {
            digits: peel.rest,
            negative: peel.open || peel.sign == Some('-'),
            mark: peel.mark,
            currency: peel.currency,
        };
        let is_number = |mark| !matches!(figure.magnitude(mark), Err(ParseAmountError::NotANumber));
        DecimalMark::BOTH.into_iter().any(is_number).then_some(figure)
    }

    /// The value without its sign.
    pub(super) fn magnitude(&self, mark: DecimalMark) -> Result<Amount, ParseAmountError> {
        let (whole, fraction) = match self.digits.rsplit_once(mark.char()) {
            Some((_, "")) => return Err(ParseAmountError::NotANumber),
            Some(parts) => parts,
            None => (self.digits, "0"),
        };
        let mut plain = String::with_capacity(self.digits.len() + 2);
        if whole.is_empty() {
            plain.push('0');
        } else if !is_grouped(whole, mark.other().char()) {
            return Err(ParseAmountError::NotANumber);
        }
        plain.extend(whole.chars().filter(char::is_ascii_digit));
        plain.push('.');
        plain.push_str(fraction);
        Amount::parse(&plain)
    }

    pub(super) fn is_zero(&self) -> bool {
        self.digits.bytes().all(|byte| !(b'1'..=b'9').contains(&byte))
    }

    /// The value with its own sign, marks left aside.
    pub(super) fn signed(&self, mark: DecimalMark) -> Result<Amount, ParseAmountError> {
        self.magnitude(mark).map(|value| if self.negative { -value } else { value })
    }
}

/// Digits alone, or in groups of three (1,234,567) or the Indian way (12,34,567), with one and the same mark.
fn is_grouped(whole: &str, other: char) -> bool {
    let Some(mark) = whole.chars().find(|char| !char.is_ascii_digit()) else { return true };
    if mark != other && !GROUP_MARKS.contains(&mark) {
        return false;
    }
    let mut groups = whole.split(mark);
    let (Some(first), Some(last)) = (groups.next(), groups.next_back()) else { return false };
    let all_digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    // 0,123 is no thousand: a leading zero shows that the mark stands before decimals.
    if first.starts_with('0') || !all_digits(first) || !all_digits(last) || last.len() != 3 {
        return false;
    }
    let inner = |size: usize| groups.clone().all(|group| group.len() == size && all_digits(group));
    let western = (1..=3).contains(&first.len()) && inner(3);
    let indian = mark == ',' && (1..=2).contains(&first.len()) && inner(2);
    western || indian
}

/// What has been taken off a text on its way to the bare figure.
#[derive(Default)]
struct Peel<'t> {
    rest: &'t str,
    sign: Option<char>,
    open: bool,
    close: bool,
    mark: Option<Direction>,
    currency: Option<Currency>,
}

impl Peel<'_> {
    /// Takes one thing off the front: Some(false) when the figure starts there, None when it cannot be one.
    fn front(&mut self) -> Option<bool> {
        let char = self.rest.chars().next()?;
        if char.is_alphabetic() {
            let word = self.rest.split(|char: char| !char.is_alphabetic()).next()?;
            let rest = self.rest.get(word.len()..)?;
            // US$, A$, R$.
            let is_prefixed_sign = rest.starts_with('$') && word.len() <= 3;
            if !is_prefixed_sign {
                self.word(word)?;
            }
            let is_short_form = word.len() == 2 && rest.starts_with('.') && !is_prefixed_sign;
            self.rest = if is_short_form { rest.get(1..)? } else { rest }.trim_start();
            return Some(true);
        }
        if char == '(' {
            (!std::mem::replace(&mut self.open, true) && self.sign.is_none()).then_some(())?;
        } else if !self.sign_or_currency(char)? {
            return Some(false);
        }
        self.rest = self.rest.get(char.len_utf8()..)?.trim_start();
        Some(true)
    }

    /// The same from the back.
    fn back(&mut self) -> Option<bool> {
        let char = self.rest.chars().next_back()?;
        if char.is_alphabetic() {
            let word = self.rest.rsplit(|char: char| !char.is_alphabetic()).next()?;
            self.word(word)?;
            self.rest = self.rest.get(..self.rest.len() - word.len())?.trim_end();
            return Some(true);
        }
        if char == ')' {
            (!std::mem::replace(&mut self.close, true) && self.sign.is_none()).then_some(())?;
        } else if !self.sign_or_currency(char)? {
            return Some(false);
        }
        self.rest = self.rest.get(..self.rest.len() - char.len_utf8())?.trim_end();
        Some(true)
    }

    /// Whether the character was a sign or a currency; None when it is a second sign.
    fn sign_or_currency(&mut self, char: char) -> Option<bool> {
        let sign = match char {
            // Hyphen, minus and the dash that word processors make of it.
            '-' | '\u{2212}' | '\u{2013}' => '-',
            '+' => '+',
            char => return Some(SIGNS.contains(&char)),
        };
        if self.sign.is_some() || self.open || self.close {
            return None;
        }
        self.sign = Some(sign);
        Some(true)
    }

    fn word(&mut self, word: &str) -> Option<()> {
        let upper = word.to_uppercase();
        let mark = match upper.as_str() {
            "CR" => Some(Direction::In),
            "DR" => Some(Direction::Out),
            _ => None,
        };
        if mark.is_some() {
            return if self.mark.is_some() {
                None
            } else {
                self.mark = mark;
                Some(())
            };
        }
        if let Ok(currency) = Currency::parse(&upper) {
            return if self.currency.is_some() {
                None
            } else {
                self.currency = Some(currency);
                Some(())
            };
        }
        WORDS.contains(&word.to_lowercase().as_str()).then_some(())
    }
}

/// What the figures of a file say about their decimal mark.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DecimalEvidence {
    point: u64,
    comma: u64,
    either: u64,
}

/// What the evidence leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DecimalVerdict {
    /// Every figure can be read with this mark, and some with no other.
    Proven(DecimalMark),
    /// No figure changes with the mark.
    Irrelevant,
    /// This many figures have two values, and none settles which.
    Ambiguous(u64),
    /// Some figures need one mark, some the other.
    Contradictory,
}

impl DecimalEvidence {
    pub(super) fn add(&mut self, figure: &Figure<'_>) {
        // A figure too large or too precise still shows how it is written.
        let [point, comma] = DecimalMark::BOTH.map(|mark| figure.magnitude(mark));
        let fits = |reading| reading != Err(ParseAmountError::NotANumber);
        match (fits(point), fits(comma)) {
            (true, true) => self.either += u64::from(point != comma),
            (true, false) => self.point += 1,
            (false, true) => self.comma += 1,
            (false, false) => {}
        }
    }

    pub(super) const fn verdict(&self) -> DecimalVerdict {
        match (self.point, self.comma, self.either) {
            (0, 0, 0) => DecimalVerdict::Irrelevant,
            (0, 0, either) => DecimalVerdict::Ambiguous(either),
            (_, 0, _) => DecimalVerdict::Proven(DecimalMark::Point),
            (0, _, _) => DecimalVerdict::Proven(DecimalMark::Comma),
            _ => DecimalVerdict::Contradictory,
        }
    }
}

#[cfg(test)]
#[path = "amounts_tests.rs"]
mod tests;
