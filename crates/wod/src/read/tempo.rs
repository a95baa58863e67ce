//! How slow and how hard: tempo codes, slow phases, perceived effort.

use super::measure::{Measure, Numbers, measure};
use super::unit::Unit;
use crate::model::Effort;
use crate::scan::Tokens;

/// `tempo 30X1`, `@ 3-1-1-0`, `(31X1)`, `T=2-1-X`.
pub(super) fn tempo(t: Tokens<'_>, at: usize) -> Option<(String, usize)> {
    let named = t.one_of(at, &["tempo", "t"]) && (t.is(at, "tempo") || t.one_of(at + 1, &["=", ":"]));
    let mut place = at;
    if named {
        place += 1;
        while t.one_of(place, &["=", ":", "@", "-", "of", "("]) {
            place += 1;
        }
    } else if t.is_sign(at, '@') || t.is_sign(at, '(') {
        place += 1;
    } else {
        // A code needs a mark, or an upper-case X in it: `32X1`.
        let (code, next) = tempo_code(t, at)?;
        let upper = t.raw(at, next).contains('X');
        return (upper && code.len() == 4).then_some((code, next));
    }
    let (code, next) = tempo_code(t, place)?;
    // `@ 75-80 %`
    if t.one_of(next, &["%", "percent"]) {
        return None;
    }
    let closed = t.is_sign(next, ')') || t.get(next).is_none() || !t.is_sign(at, '(');
    // `(3-1-1)` behind a name is a tempo, `(3-2-1)` a list: three digits need a plain mark or a one in the middle place.
    let digits = code.len() == 4
        || named
        || (code.len() == 3
            && t.raw(place, next).contains('-')
            && t.is_sign(at, '(')
            && code.chars().all(|sign| sign <= '5' || sign == 'X')
            && !descends(&code));
    // `(2x15)` is a pair of weights or sets: nobody pauses explosively below.
    if code.as_bytes().get(1) == Some(&b'X') && code.len() == 4 && t.number(place).is_some() {
        return None;
    }
    let hyphenless = !t.raw(place, next).contains('-');
    let four_digit_number = code.len() == 4 && hyphenless && code.chars().all(|sign| sign.is_ascii_digit());
    // `@ 3010`: four digits that are no weight.
    let plausible = !four_digit_number
        || code.chars().all(|sign| sign <= '9') && code.starts_with(|sign: char| ('1'..='9').contains(&sign));
    (closed && digits && plausible)
        .then(|| (code, if t.is_sign(at, '(') && t.is_sign(next, ')') { next + 1 } else { next }))
}

/// `3 sec down`, `with a 2 second pause at the bottom`: the place behind.
pub(super) fn slow_words(t: Tokens<'_>, here: Option<&Measure>) -> Option<usize> {
    let read = here
        .filter(|read| read.unit == Unit::Seconds && read.single().is_some_and(|seconds| seconds <= 15.0))?;
    const PHASES: &[&str] = &[
        "down",
        "lower",
        "lowering",
        "eccentric",
        "negative",
        "pause",
        "descent",
        "up",
        "concentric",
        "negatives",
        "pauses",
        "lockout",
    ];
    let mut end = read.to;
    while t.one_of(end, &["count", "on", "the", "way", "slow", "-"]) {
        end += 1;
    }
    if !t.one_of(end, PHASES) {
        return None;
    }
    end += 1;
    while t.one_of(
        end,
        &[
            "at", "in", "the", "bottom", "top", "hole", "and", "each", "rep", "on", "below", "above", "knee",
            "catch", "phase", "of", "every",
        ],
    ) {
        end += 1;
    }
    Some(end)
}

fn descends(code: &str) -> bool {
    code.as_bytes().windows(2).all(|pair| matches!(pair, [one, other] if one > other))
}

/// Three or four digits or X with or without hyphens.
pub(super) fn tempo_code(t: Tokens<'_>, at: usize) -> Option<(String, usize)> {
    let mut code = String::new();
    let mut place = at;
    while place < at + 8 && code.len() < 4 {
        let glued = place == at || t.glued(place);
        if !glued {
            break;
        }
        match t.word(place) {
            "x" => code.push('X'),
            "-" | "."
                if !code.is_empty()
                    && (t.number(place + 1).is_some() || t.is(place + 1, "x"))
                    && t.glued(place + 1) => {}
            word if word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'x')
                && !word.is_empty()
                && word.len() <= 4 =>
            {
                code.push_str(&word.to_ascii_uppercase());
            }
            _ => break,
        }
        place += 1;
    }
    let more = t.get(place).is_some()
        && t.glued(place)
        && (t.is_word(place) || t.one_of(place, &["-", "%", "/", "x", "#", "\"", "'", ":"]));
    (matches!(code.len(), 3 | 4)
        && !more
        && !t.one_of(place, &["kg", "lb", "lbs", "m", "cal", "reps", "meters", "kgs"]))
    .then_some((code, place))
}

/// `RPE 7-8`, `RPE: 8/10`, `7 RPE`.
pub(super) fn effort(t: Tokens<'_>, at: usize, here: Option<&Measure>) -> Option<(Effort, usize)> {
    let of = |numbers: &Numbers| match *numbers {
        Numbers::One(value) if value <= 10.0 => Some(Effort { min: value, max: value }),
        Numbers::Pair(value, 10.0) => Some(Effort { min: value, max: value }),
        Numbers::Range(min, max) | Numbers::Pair(min, max) if max <= 10.0 => Some(Effort { min, max }),
        _ => None,
    };
    if t.is(at, "rpe") {
        let mut place = at + 1;
        while t.one_of(place, &[":", "@", "of", "-", "="]) {
            place += 1;
        }
        let read = measure(t, place)?;
        let effort = of(&read.numbers)?;
        let end = if t.is_sign(read.to, '/') && t.is(read.to + 1, "10") { read.to + 2 } else { read.to };
        return Some((effort, end));
    }
    let read = here.filter(|read| read.unit == Unit::None)?;
    // `4x6 RPE 7`: the number stands behind.
    let behind = t.is_number_like(read.to + 1)
        && (read.times.is_some()
            || matches!(read.numbers, Numbers::List(_))
            || at > 0 && t.is_sign(at - 1, 'x'));
    if !behind && t.is(read.to, "rpe") || t.phrase(read.to, &["out", "of", "10"]) {
        let end = if t.is(read.to, "rpe") { read.to + 1 } else { read.to + 3 };
        return Some((of(&read.numbers)?, end));
    }
    None
}
