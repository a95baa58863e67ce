//! How long a section may take: caps, for both sexes or by sex.

use super::facts::{Facts, duration, over};
use super::measure::{Measure, Numbers, measure};
use super::unit::Unit;
use crate::model::Amount;
use crate::scan::Tokens;

/// `TC 14:00`, `18 min cap`, `12:00 hard cap`, `cap: 20`, `time cap 8:00/9:00`.
pub(super) fn cap(t: Tokens<'_>, at: usize, here: Option<&Measure>, found: &mut Facts) -> Option<usize> {
    let read = here.filter(|read| read.times.is_none());
    if let Some(read) = read {
        let factor = match read.unit {
            Unit::Seconds => 1.0,
            Unit::OneMark | Unit::None => 60.0,
            _ => return None,
        };
        let next = over(t, read.to, &["-"]);
        let words = over(t, next, &["time", "hard", "minute", "min"]);
        // `for time, 12 minutes max`
        let most = found.for_time && t.one_of(words, &["max", "maximum", "tops"]) && ends(t, words + 1);
        if !most && !t.one_of(words, &["cap", "timecap", "tc", "limit", "cutoff"]) {
            return None;
        }
        found.cap = by_sex(&read.numbers, factor);
        return Some(over(t, words + 1, &[")", "]"]));
    }
    let start = if t.one_of(at, &["cap", "tc", "timecap", "cutoff"]) {
        at + 1
    } else if t.phrase(at, &["cut", "off"]) || t.phrase(at, &["cut", "-", "off"]) {
        at + if t.is(at + 1, "off") { 2 } else { 3 }
    } else if t.one_of(at, &["time", "hard"]) && t.one_of(at + 1, &["cap", "limit"]) {
        at + 2
    } else {
        return None;
    };
    let start = over(t, start, &[":", "-", "of", "it", "at", "=", "is", "@", "("]);
    if let Some((cap, end)) = cap_by_label(t, start).or_else(|| cap_labelled_behind(t, start)) {
        found.cap = Some(cap);
        return Some(end);
    }
    let read = measure(t, start).filter(|read| read.times.is_none())?;
    let factor = match read.unit {
        Unit::Seconds => 1.0,
        Unit::OneMark | Unit::None => 60.0,
        _ => return None,
    };
    found.cap = by_sex(&read.numbers, factor);
    Some(over(t, read.to, &["min", "mins", "minutes", ")", "]"]))
}

/// Whether the line or a part of it ends here.
fn ends(t: Tokens<'_>, at: usize) -> bool {
    t.get(at).is_none() || t.one_of(at, &[")", "]", ",", ".", ";"])
}

/// `M 11 minutes, F 12 minutes`.
fn cap_by_label(t: Tokens<'_>, at: usize) -> Option<(Amount, usize)> {
    let sex = |at: usize| match t.word(at) {
        "m" => Some(true),
        "f" | "w" => Some(false),
        word => super::measure::sex_word(word),
    };
    let time = |at: usize| {
        let at = over(t, at, &[":", "-"]);
        duration(t, at).or_else(|| Some((t.number(at)? * 60.0, at + 1)))
    };
    let first = sex(at)?;
    let (one, next) = time(at + 1)?;
    let next = over(t, next, &[",", "/", ";", "and"]);
    sex(next).filter(|second| *second != first)?;
    let (other, end) = time(next + 1)?;
    let (male, female) = if first { (one, other) } else { (other, one) };
    Some((Amount::by_sex(male, female), end))
}

/// `8 min men, 9 min women`, `8:00 (M) / 9:00 (F)`.
fn cap_labelled_behind(t: Tokens<'_>, at: usize) -> Option<(Amount, usize)> {
    let sex = |at: usize| match t.word(at) {
        "m" => Some(true),
        "f" | "w" => Some(false),
        word => super::measure::sex_word(word),
    };
    let time = |at: usize| duration(t, at).or_else(|| Some((t.number(at)? * 60.0, at + 1)));
    let (one, next) = time(at)?;
    let next = over(t, next, &["(", "for"]);
    let first = sex(next)?;
    let (other, last) = time(over(t, next + 1, &[")", ",", "/", ";", "and"]))?;
    let last = over(t, last, &["(", "for"]);
    sex(last).filter(|second| *second != first)?;
    let (male, female) = if first { (one, other) } else { (other, one) };
    Some((Amount::by_sex(male, female), over(t, last + 1, &[")"])))
}

fn by_sex(numbers: &Numbers, factor: f64) -> Option<Amount> {
    Some(match *numbers {
        Numbers::One(value) => Amount::one(value * factor),
        Numbers::Pair(male, female) => Amount::by_sex(male * factor, female * factor),
        Numbers::Range(min, max) => Amount::Range { min: min * factor, max: max * factor },
        Numbers::List(_) => return None,
    })
}
