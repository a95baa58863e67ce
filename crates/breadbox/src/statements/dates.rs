//! Dates as banks write them.
//!
//! Only one thing about a written date can be uncertain: the order of day, month and year. A date
//! with a month name, a four-digit year in front or eight digits in a row is settled by itself;
//! the rest stays open until the whole file has been read.

use jiff::civil::Date;

use super::date_format::DateFormat;

/// Two-digit years below this one are of this century, the others of the last: the rule of POSIX
/// `strptime` for `%y`.
const PIVOT: i16 = 69;

/// A text that has the form of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DateText {
    /// There is one way to read it.
    Settled(Date),
    /// There is one way to read it, and the calendar has no such day.
    Impossible,
    /// Three numbers whose order the text does not tell.
    Open(Parts),
}

/// Three numbers: one or two digits, one or two digits, a year or two digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    numbers: [i16; 3],
    short_year: bool,
    separator: u8,
}

impl DateText {
    /// Reads a date, cutting off a time of day; None when the text has not the form of a date.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = without_time(text.trim());
        if text.bytes().any(|byte| byte.is_ascii_alphabetic()) { named(text) } else { numeric(text) }
    }

    /// The date in the given order; None when the calendar has no such day.
    pub(super) fn on(self, format: DateFormat) -> Option<Date> {
        match self {
            Self::Settled(date) => Some(date),
            Self::Impossible => None,
            Self::Open(parts) => parts.on(format),
        }
    }
}

impl Parts {
    pub(super) fn on(self, format: DateFormat) -> Option<Date> {
        let [first, second, third] = self.numbers;
        let (year, month, day) = match format {
            DateFormat::Mdy => (third, first, second),
            DateFormat::Dmy => (third, second, first),
            DateFormat::Ymd if self.short_year => (first, second, third),
            DateFormat::Ymd => return None,
        };
        let year = if self.short_year { full_year(year) } else { year };
        Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
    }

    /// Whether people who write dates this way use that order: nobody writes 12.31.2024, and a
    /// two-digit year in front is written with hyphens.
    const fn is_customary(self, format: DateFormat) -> bool {
        match format {
            DateFormat::Mdy => self.separator != b'.',
            DateFormat::Dmy => true,
            DateFormat::Ymd => self.short_year && self.separator == b'-',
        }
    }
}

const fn full_year(year: i16) -> i16 {
    if year < PIVOT { 2000 + year } else { 1900 + year }
}

fn settled(year: i16, month: i16, day: i16) -> DateText {
    let date = i8::try_from(month)
        .ok()
        .zip(i8::try_from(day).ok())
        .and_then(|(month, day)| Date::new(year, month, day).ok());
    date.map_or(DateText::Impossible, DateText::Settled)
}

/// Cuts ` 10:11:12`, `T10:11:12Z` and the like; a text whose tail is no time is left alone.
fn without_time(text: &str) -> &str {
    let Some((head, tail)) = text.split_once(':') else { return text };
    let date = head.trim_end_matches(|char: char| char.is_ascii_digit());
    let hour_digits = head.len() - date.len();
    let is_time = (1..=2).contains(&hour_digits)
        && date.ends_with([' ', 'T', 't', '\u{a0}'])
        && tail.starts_with(|char: char| char.is_ascii_digit())
        && tail.chars().all(|char| char.is_ascii_digit() || ":.,+- ZzAPMapmUTCGutcg\u{202f}".contains(char));
    if is_time { date.trim_end_matches([' ', 'T', 't', ',', '\u{a0}']) } else { text }
}

/// One to `most` digits.
fn number(text: &str, most: usize) -> Option<i16> {
    let fits = (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if fits { text.parse().ok() } else { None }
}

fn numeric(text: &str) -> Option<DateText> {
    let Some(separator) = text.bytes().find(|byte| !byte.is_ascii_digit()) else { return compact(text) };
    if !matches!(separator, b'/' | b'-' | b'.') {
        return None;
    }
    let mut parts = text.splitn(3, char::from(separator));
    let (first, second, third) = (parts.next()?, parts.next()?, parts.next()?);
    let middle = number(second, 2)?;
    match (first.len(), third.len()) {
        (4, 1 | 2) => Some(settled(number(first, 4)?, middle, number(third, 2)?)),
        (1 | 2, long @ (2 | 4)) => Some(DateText::Open(Parts {
            numbers: [number(first, 2)?, middle, number(third, 4)?],
            short_year: long == 2,
            separator,
        })),
        _ => None,
    }
}

/// YYYYMMDD.
fn compact(text: &str) -> Option<DateText> {
    let [year, month, day] = [text.get(..4)?, text.get(4..6)?, text.get(6..)?];
    if day.len() != 2 {
        return None;
    }
    Some(settled(number(year, 4)?, number(month, 2)?, number(day, 2)?))
}

/// Mon D YYYY, D Mon YYYY and YYYY Mon D, with an English month name, short or long.
fn named(text: &str) -> Option<DateText> {
    let mut words = text.split([' ', ',', '-', '/', '.', '\u{a0}']).filter(|word| !word.is_empty());
    let (first, second, third) = (words.next()?, words.next()?, words.next()?);
    if words.next().is_some() {
        return None;
    }
    let (month, day, year) = match (month(first), month(second)) {
        (Some(month), None) => (month, second, third),
        (None, Some(month)) if first.len() == 4 => (month, third, first),
        (None, Some(month)) => (month, first, third),
        _ => return None,
    };
    let day = number(day, 2)?;
    match year.len() {
        2 => Some(settled(full_year(number(year, 2)?), month, day)),
        4 => Some(settled(number(year, 4)?, month, day)),
        _ => None,
    }
}

fn month(word: &str) -> Option<i16> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let is_prefix = |month: &str| {
        (word.len() == 3 || word.len() == month.len() || (word.len() == 4 && month.starts_with("sept")))
            && month.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    let at = MONTHS.iter().position(|month| is_prefix(month))?;
    i16::try_from(at + 1).ok()
}

/// What the open dates of a file say about their order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DateEvidence {
    /// Rows with a date that can be read in one order or another, settled ones included.
    pub(super) readable: u64,
    open: u64,
    fits: [u64; 3],
    customary: [u64; 3],
    /// Rows that two orders read as different days: month-day against day-month, then each against year first.
    differ: [u64; 3],
}

/// What the evidence leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DateVerdict {
    /// This order reads every row; the flag tells whether another order was ruled out by it.
    Fits(DateFormat, bool),
    /// Several orders read every row, differently.
    Ambiguous,
    /// No order reads every row.
    Contradictory,
    /// Not the order that was named, but this one reads every row.
    OnlyFits(DateFormat),
}

impl DateEvidence {
    /// Takes a row's date into account; false when it cannot be a date in any order.
    pub(super) fn add(&mut self, text: DateText) -> bool {
        let parts = match text {
            DateText::Settled(_) => {
                self.readable += 1;
                return true;
            }
            DateText::Impossible => return false,
            DateText::Open(parts) => parts,
        };
        let dates = DateFormat::ALL.map(|format| parts.on(format));
        if dates.iter().all(Option::is_none) {
            return false;
        }
        self.readable += 1;
        self.open += 1;
        for (at, format) in DateFormat::ALL.into_iter().enumerate() {
            let fits = dates.get(at).is_some_and(Option::is_some);
            tally(&mut self.fits, at, fits);
            tally(&mut self.customary, at, fits && parts.is_customary(format));
        }
        let [mdy, dmy, ymd] = dates;
        for (at, (one, other)) in [(mdy, dmy), (mdy, ymd), (dmy, ymd)].into_iter().enumerate() {
            tally(&mut self.differ, at, one.zip(other).is_some_and(|(one, other)| one != other));
        }
        true
    }

    pub(super) fn verdict(&self) -> DateVerdict {
        let customary = self.every(&self.customary);
        match customary {
            [true, true, _] if self.differ_in(0) => DateVerdict::Ambiguous,
            [true, _, true] if self.differ_in(1) => DateVerdict::Ambiguous,
            [_, true, true] if self.differ_in(2) => DateVerdict::Ambiguous,
            [true, ..] => DateVerdict::Fits(DateFormat::Mdy, self.open > 0),
            [_, true, _] => DateVerdict::Fits(DateFormat::Dmy, self.open > 0),
            [_, _, true] => DateVerdict::Fits(DateFormat::Ymd, self.open > 0),
            _ => match self.every(&self.fits) {
                [true, _, true] if self.differ_in(1) => DateVerdict::Ambiguous,
                [true, ..] => DateVerdict::Fits(DateFormat::Mdy, true),
                [_, _, true] => DateVerdict::Fits(DateFormat::Ymd, true),
                _ => DateVerdict::Contradictory,
            },
        }
    }

    /// The verdict on an order that was named.
    pub(super) fn verdict_on(&self, format: DateFormat) -> DateVerdict {
        let fits = self.every(&self.fits);
        if fits.get(format as usize).is_some_and(|every| *every) {
            return DateVerdict::Fits(format, self.open > 0);
        }
        match (fits, self.verdict()) {
            ([true, false, false], _) => DateVerdict::OnlyFits(DateFormat::Mdy),
            ([false, true, false], _) => DateVerdict::OnlyFits(DateFormat::Dmy),
            ([false, false, true], _) => DateVerdict::OnlyFits(DateFormat::Ymd),
            (_, DateVerdict::Fits(other, _)) => DateVerdict::OnlyFits(other),
            ([false, false, false], _) => DateVerdict::Contradictory,
            // Named year first, and no row is: the two other orders both read all of them.
            _ => DateVerdict::Ambiguous,
        }
    }

    fn every(&self, counts: &[u64; 3]) -> [bool; 3] {
        counts.map(|count| count == self.open)
    }

    fn differ_in(&self, pair: usize) -> bool {
        self.differ.get(pair).is_some_and(|rows| *rows > 0)
    }
}

fn tally(counts: &mut [u64; 3], at: usize, yes: bool) {
    if let Some(count) = counts.get_mut(at) {
        *count += u64::from(yes);
    }
}

#[cfg(test)]
#[path = "dates_tests.rs"]
mod tests;
