//! What stands beside a format: for quality, for load, and how often a list is done.

use super::facts::{Facts, Named, count, over, time_of};
use super::measure::Measure;
use crate::model::{Calc, ScoreType};
use crate::scan::Tokens;

/// `twice through`, `3 times through`: how often a list is done.
pub(super) fn through(t: Tokens<'_>, at: usize, found: &mut Facts) -> Option<usize> {
    if at == 0
        && t.is_sign(0, 'x')
        && let Some(rounds) = count(t, 1)
        && (t.get(2).is_none() || t.is_sign(2, ','))
    {
        found.rounds = Some(rounds);
        return Some(2);
    }
    let (rounds, next) = match t.word(at) {
        "once" => (1, at + 1),
        "twice" => (2, at + 1),
        "thrice" => (3, at + 1),
        _ => (count(t, at).filter(|_| t.one_of(at + 1, &["times", "x"]))?, at + 2),
    };
    let all = over(t, next, &["all", "the", "way"]);
    if !t.one_of(all, &["through", "thru"]) || t.get(all + 1).is_some_and(|_| t.is_word(all + 1)) {
        return None;
    }
    found.rounds = Some(rounds);
    Some(all + 1)
}

/// `not for time`, `for load`, `for max reps`.
pub(super) fn quality(t: Tokens<'_>, at: usize, here: Option<&Measure>, found: &mut Facts) -> Option<usize> {
    if at == 0
        && let Some((seconds, next)) = time_of(here)
        && (t.phrase(next, &["for", "quality"])
            || t.is(next, "nft")
            || t.phrase(next, &["not", "for", "time"]))
    {
        found.named = Some(Named::Amrap);
        found.duration = Some(seconds);
        return Some(next);
    }
    if t.one_of(at, &["nft"]) {
        found.quality = true;
        return Some(at + 1);
    }
    if t.phrase(at, &["for", "quality"]) || t.phrase(at, &["for", "completion"]) {
        found.quality = true;
        return Some(at + 2);
    }
    if t.phrase(at, &["no", "clock"]) || t.phrase(at, &["not", "timed"]) {
        found.quality = true;
        return Some(at + 2);
    }
    if t.phrase(at, &["not", "for", "time"]) {
        found.quality = true;
        return Some(at + 3);
    }
    if t.phrase(at, &["for", "load"]) || t.phrase(at, &["for", "weight"]) {
        found.score = Some(ScoreType::Load);
        return Some(at + 2);
    }
    if t.phrase(at, &["for", "max", "unbroken", "reps"]) {
        found.max_reps = true;
        found.score = Some(ScoreType::Reps);
        return Some(at + 4);
    }
    if t.phrase(at, &["max", "reps", "each"]) && t.get(at + 3).is_none_or(|_| t.is_sign(at + 3, ':')) {
        found.max_reps = true;
        found.score = Some(ScoreType::Reps);
        return Some(at + 3);
    }
    if t.phrase(at, &["for", "max", "reps"]) || t.phrase(at, &["for", "total", "reps"]) {
        found.max_reps = true;
        found.calc = Some(Calc::Sum);
        found.score = Some(ScoreType::Reps);
        return Some(at + 3);
    }
    if t.phrase(at, &["for", "reps"]) {
        found.score = Some(ScoreType::Reps);
        return Some(at + 2);
    }
    None
}
