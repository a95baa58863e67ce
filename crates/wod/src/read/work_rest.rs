//! Work and rest in turn: tabata, on and off, death by.

use super::clock::{bare, repeat};
use super::facts::{Facts, Named, duration, over, time_of};
use super::measure::Measure;
use crate::scan::Tokens;

pub(super) fn tabata(t: Tokens<'_>, at: usize, found: &mut Facts) -> Option<usize> {
    if at == 0 && t.is(0, "freeform") && t.len() <= 2 {
        found.named = Some(Named::Freeform);
        return Some(t.len());
    }
    if t.is(at, "death") && t.is(at + 1, "by") {
        found.named = Some(Named::DeathBy);
        return Some(at + 2);
    }
    if !t.one_of(at, &["tabata", "tabatas"]) {
        return None;
    }
    found.named = Some(Named::Tabata);
    let end = if t.one_of(at + 1, &["this", "style"]) { at + 2 } else { at + 1 };
    // `Tabata 30/15 x 6`, `Tabata (40-20)`: its own seconds.
    let start = over(t, end, &["(", ":", "-", ","]);
    let seconds = |at: usize| t.number(at).or(t.time(at)).filter(|seconds| (5.0..=120.0).contains(seconds));
    if let (Some(work), true, Some(rest)) =
        (seconds(start), t.one_of(start + 1, &["/", "-"]), seconds(start + 2))
        && (bare_end(t, start + 3) || t.is_sign(start + 3, 'x'))
    {
        found.work_rest = Some((work, rest));
        let close = start + 3 + usize::from(t.is_sign(start + 3, ')'));
        return Some(repeat(t, close, found));
    }
    Some(repeat(t, end, found))
}

/// Whether a pair of seconds ends here.
fn bare_end(t: Tokens<'_>, at: usize) -> bool {
    bare(t, at) || t.number(at).is_some()
}

/// `40 sec on / 20 sec off`, `:40 work :20 rest`, `:40/:20`, `30/30`.
pub(super) fn work_rest(
    t: Tokens<'_>,
    at: usize,
    here: Option<&Measure>,
    found: &mut Facts,
) -> Option<usize> {
    // `4 x 1:00 hard / 1:00 easy`
    let times = here.and_then(|read| read.times).and_then(super::facts::whole);
    let several = here.filter(|read| times.is_some() && read.unit == super::unit::Unit::Seconds);
    let several = several.and_then(|read| Some((read.single()?, read.to)));
    let (work, next, second_unit) = match time_of(here).or(several) {
        Some((work, next)) => (work, next, false),
        None => {
            // `40s/20s` was read as one pair.
            let both = here?;
            if both.unit == super::unit::Unit::Seconds
                && let super::measure::Numbers::Pair(work, rest) = both.numbers
                && (found.named == Some(Named::Tabata)
                    || t.one_of(both.to, &["work", "intervals", "interval"])
                    || t.phrase(both.to, &["on", "/"]))
            {
                found.work_rest = Some((work, rest));
                found.named.get_or_insert(Named::WorkRest);
                let end = over(t, both.to, &["work", "/", "rest", "intervals", "interval", "on", "off"]);
                return Some(repeat(t, end, found));
            }
            if let Some(end) = bare_pair(t, at, found) {
                return Some(end);
            }
            let work = t.number(at).filter(|_| t.one_of(at + 1, &["on", "work"]))?;
            (work, at + 1, true)
        }
    };
    let (worded, next) = match t.word(next) {
        "on" | "work" | "hard" => (true, next + 1),
        "of" if t.is(next + 1, "work") => (true, next + 2),
        _ => (false, next),
    };
    if !worded {
        return None;
    }
    let next = over(t, next, &["/", ",", "-", "and", "followed", "by", "then", ":"]);
    let (rest, end) = match duration(t, next) {
        Some(found) => found,
        None => (t.number(next).filter(|_| second_unit)?, next + 1),
    };
    let end = match t.word(end) {
        "off" | "rest" | "easy" | "transition" | "recovery" | "transitions" => end + 1,
        "of" if t.is(end + 1, "rest") => end + 2,
        _ => return None,
    };
    found.work_rest = Some((work, rest));
    found.times = times.or(found.times);
    if found.named != Some(Named::Tabata) {
        found.named = Some(Named::WorkRest);
    }
    Some(repeat(t, end, found))
}

/// `30/30 x 10`, `40/20, 3 rounds`: two numbers of seconds that nothing but a count follows.
fn bare_pair(t: Tokens<'_>, at: usize, found: &mut Facts) -> Option<usize> {
    let (work, rest) = (t.number(at)?, t.number(at + 2)?);
    let seconds = |value: f64| (10.0..=90.0).contains(&value) && (value % 5.0).abs() < f64::EPSILON;
    if at != 0 || !t.is_sign(at + 1, '/') || !seconds(work) || !seconds(rest) {
        return None;
    }
    let mut inner = Facts::default();
    let end = repeat(t, at + 3, &mut inner);
    inner.times?;
    if t.get(end).is_some() && !t.one_of(end, &[":", "-", ",", ".", "of", "("]) {
        return None;
    }
    found.times = inner.times;
    found.work_rest = Some((work, rest));
    found.named.get_or_insert(Named::WorkRest);
    Some(end)
}
