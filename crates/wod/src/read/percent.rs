//! Percentages and what they are taken of.

use super::begins::name_at;
use super::measure::{Measure, Numbers};
use super::phrase::{Phrase, Setting};
use super::strength::rm_at;
use super::unit::Unit;
use crate::model::{Amount, Bound, Load, Reference};
use crate::scan::Tokens;

/// A percentage with what it is taken of.
pub(super) fn percent(
    t: Tokens<'_>,
    (at, here): (usize, Option<&Measure>),
    phrase: &mut Phrase,
    setting: Setting<'_>,
) -> Option<(Load, usize)> {
    let read = here.filter(|read| read.unit == Unit::Percent)?.clone();
    let bound = if read.or_more {
        Some(Bound::AtLeast)
    } else if at >= 2 && t.phrase(at - 2, &["up", "to"]) {
        Some(Bound::UpTo)
    } else if at >= 2 && t.one_of(at - 2, &["starting", "start"]) {
        Some(Bound::StartingAt)
    } else {
        None
    };
    let amounts: Vec<Amount> = match read.numbers {
        Numbers::One(value) => vec![Amount::one(value)],
        Numbers::Range(min, max) => vec![Amount::Range { min, max }],
        Numbers::Pair(one, other) if phrase.sets.is_none() && one > other => vec![Amount::by_sex(one, other)],
        Numbers::Pair(one, other) => vec![Amount::one(one), Amount::one(other)],
        Numbers::List(values) => values.into_iter().map(Amount::one).collect(),
    };
    let (reference, next) = reference(t, read.to, phrase.named(), setting);
    let make = |amount: Amount| match &reference {
        Of::Own => Load::PercentOneRm { amount, exercise: None, bound },
        Of::Lift(name) => Load::PercentOneRm { amount, exercise: Some(name.clone()), bound },
        Of::Bodyweight => Load::Bodyweight { amount: amount.map(|value| value / 100.0) },
        Of::Named(reference) => Load::PercentReference { amount, reference: reference.clone(), bound },
    };
    if matches!(reference, Of::Own) && next == read.to {
        phrase.codes.push(crate::model::Code::ReferenceAssumed);
    }
    // `50% of max reps` is a number of repetitions; kept as a remark's percentage by the caller.
    let mut loads: Vec<Load> = amounts.into_iter().map(make).collect();
    let load = if loads.len() == 1 { loads.pop()? } else { Load::PerSet { sets: loads } };
    Some((load, next))
}

/// `50% of max reps`, `40-50% of your max set`.
pub(super) fn share_of_max(
    t: Tokens<'_>,
    here: Option<&Measure>,
    setting: Setting<'_>,
) -> Option<(Amount, usize)> {
    let read = here.filter(|read| read.unit == Unit::Percent)?.clone();
    let mut place = read.to;
    while t.one_of(place, &["of", "your", "the", "a"]) {
        place += 1;
    }
    if !t.one_of(place, &["max", "maximum", "best"]) {
        return None;
    }
    place += 1;
    if t.one_of(place, &["unbroken", "ub", "effort"]) {
        place += 1;
    }
    // `50% of max pull-ups`: what nobody loads has no other maximum than its repetitions.
    let unloaded = name_at(t, place, setting)
        .and_then(|(name, _)| setting.library.exercise(name.exercise))
        .is_some_and(|found| found.parameter == crate::library::Parameter::None);
    let counts = t.one_of(place, &["reps", "rep", "set", "effort"]);
    if !counts && !unloaded || t.is(place, "rep") && t.is(place + 1, "max") {
        return None;
    }
    if unloaded {
        place -= 1;
    }
    let amount = match read.numbers {
        Numbers::One(value) => Amount::one(value),
        Numbers::Range(min, max) => Amount::Range { min, max },
        _ => return None,
    };
    Some((amount, place + 1))
}

enum Of {
    Own,
    Lift(String),
    Bodyweight,
    Named(Reference),
}

/// What a percentage is taken of, with the place behind.
fn reference(t: Tokens<'_>, at: usize, named: bool, setting: Setting<'_>) -> (Of, usize) {
    let mut place = at;
    let open = usize::from(t.is_sign(place, '('));
    let of = t.one_of(place + open, &["of", "off", "from"]);
    if of {
        place += open + 1;
    }
    while t.one_of(
        place,
        &[
            "your",
            "the",
            "a",
            "an",
            "my",
            "current",
            "today's",
            "todays",
            "estimated",
            "est",
            "best",
            "recent",
            "last",
            "heaviest",
            "heavy",
        ],
    ) && of
    {
        place += 1;
    }
    let label_start = if of { at + open + 1 } else { at };
    if let Some((rm, next)) = rm_at(t, place) {
        let after = if t.one_of(next, &["of", "in", "for"]) { next + 1 } else { next };
        let lift = name_at(t, after, setting).filter(|_| named || after > next || of);
        let (exercise, end) = match lift {
            Some((name, end)) if named || t.get(end).is_none() || after > next => {
                (setting.library.exercise(name.exercise).map(|one| one.name.clone()), end)
            }
            _ => (None, next),
        };
        return (rm_of(rm, exercise, t.raw(label_start, end)), end);
    }
    if let Some(found) = fixed(t, place) {
        return found;
    }
    if (of || named)
        && let Some((name, end)) = name_at(t, place, setting)
    {
        let exercise = setting.library.exercise(name.exercise).map(|one| one.name.clone());
        if let Some((rm, end)) = rm_at(t, end) {
            return (rm_of(rm, exercise, t.raw(label_start, end)), end);
        }
        let end = if t.one_of(end, &["max", "pr", "pb"]) { end + 1 } else { end };
        return (exercise.map_or(Of::Own, Of::Lift), end);
    }
    if of && t.one_of(place, &["max", "maximum", "pr", "pb", "1rm"]) {
        return (Of::Own, place + 1);
    }
    if of {
        let mut end = place;
        while t.get(end).is_some()
            && !t.one_of(end, &[")", ",", ";", "(", ".", "for", "+", "x"])
            && end < place + 6
        {
            end += 1;
        }
        if end > place {
            let label = t.raw(label_start, end).to_owned();
            return (Of::Named(Reference { exercise: None, n_rm: None, label }), end);
        }
    }
    (Of::Own, at)
}

/// `(percentages of your training max)`: what the numbers above are taken of.
pub(super) fn percentages_of(t: Tokens<'_>) -> Option<Reference> {
    let at = (0..3).find(|at| t.one_of(*at, &["percentages", "percents", "percentage"]))?;
    let mut place = at + 1;
    while t.one_of(place, &["are", "is", "of", "off", "from", "based", "on", "your", "the", "a", "current"]) {
        place += 1;
    }
    match fixed(t, place)? {
        (Of::Named(reference), end) if end + 2 >= t.len() => Some(reference),
        _ => None,
    }
}

/// Bodyweight, the training max and the like.
fn fixed(t: Tokens<'_>, place: usize) -> Option<(Of, usize)> {
    if t.one_of(place, &["bodyweight", "bw"]) {
        return Some((Of::Bodyweight, place + 1));
    }
    if t.phrase(place, &["body", "weight"]) {
        return Some((Of::Bodyweight, place + 2));
    }
    if t.phrase(place, &["training", "max"])
        || t.one_of(place, &["tm", "ftp"])
        || t.phrase(place, &["working", "weight"])
    {
        let end = if t.one_of(place, &["tm", "ftp"]) { place + 1 } else { place + 2 };
        let label = t.raw(place, end).to_owned();
        return Some((Of::Named(Reference { exercise: None, n_rm: None, label }), end));
    }
    None
}

fn rm_of(rm: u32, exercise: Option<String>, label: &str) -> Of {
    match (rm, exercise) {
        (1, None) => Of::Own,
        (1, Some(lift)) => Of::Lift(lift),
        (n, exercise) => Of::Named(Reference { exercise, n_rm: Some(n), label: label.to_owned() }),
    }
}
