//! Sets written one after the other on a line: `5 @ 60%, 4 @ 70%`, `70% x 2 x 2, 80% x 1`, `1x5 @ 65%, 1x5 @ 75%`.

use super::facts::count;
use super::measure::{Measure, Numbers, measure};
use super::phrase::{Phrase, Setting};
use super::unit::Unit;
use crate::model::{Amount, Bound, Code, Load, Reps};
use crate::scan::Tokens;

/// The most sets that are counted.
const SETS: usize = 40;

/// One item: how often, how many, with what.
struct Item {
    sets: u32,
    reps: f64,
    or_more: bool,
    load: Load,
    to: usize,
}

/// Reads such a list into a movement. The place behind it.
pub(super) fn set_list(t: Tokens<'_>, at: usize, phrase: &mut Phrase, setting: Setting<'_>) -> Option<usize> {
    if phrase.reps.is_some() || phrase.sets.is_some() || phrase.load.is_some() {
        return None;
    }
    let mut items = vec![item(t, at, setting)?];
    loop {
        let end = items.last().map_or(at, |item| item.to);
        let next = end + usize::from(t.one_of(end, &[",", ";", "/", "then", "+"]));
        let Some(more) = item(t, next, setting).filter(|_| items.len() < SETS) else { break };
        items.push(more);
    }
    // One item alone is a list only where it counts its own sets behind the load.
    let counted =
        !t.is_number_like(at) || measure(t, at).is_some_and(|read| load_of(&read, setting).is_some());
    if items.len() < 2 && !(counted && items.iter().any(|item| item.sets > 1)) {
        return None;
    }
    let each = || items.iter().flat_map(|item| (0..item.sets).map(move |_| item)).take(SETS);
    let reps: Vec<f64> = each().map(|item| item.reps).collect();
    let loads: Vec<Load> = each().map(|item| item.load.clone()).collect();
    phrase.sets = u32::try_from(reps.len()).ok();
    let or_more = items.last().is_some_and(|item| item.or_more);
    phrase.reps = Some(match reps.as_slice() {
        [first, rest @ ..] if rest.iter().all(|other| (other - first).abs() < f64::EPSILON) => {
            Reps::Fixed { amount: Amount::one(*first), or_more: or_more && items.len() == 1 }
        }
        _ => Reps::Scheme { values: reps, unit: None },
    });
    let same = loads.iter().all(|load| loads.first() == Some(load));
    phrase.load = if same { loads.into_iter().next() } else { Some(Load::PerSet { sets: loads }) };
    if items.iter().any(|item| matches!(item.load, Load::PercentOneRm { .. })) {
        phrase.codes.push(Code::ReferenceAssumed);
    }
    items.last().map(|item| item.to)
}

/// Whether a percentage with its repetitions stands here, which no movement needs to be named for.
pub(super) fn begins(t: Tokens<'_>, at: usize, setting: Setting<'_>) -> bool {
    measure(t, at).is_some_and(|read| read.unit == Unit::Percent) && loaded_first(t, at, setting).is_some()
}

fn item(t: Tokens<'_>, at: usize, setting: Setting<'_>) -> Option<Item> {
    loaded_first(t, at, setting).or_else(|| counted_first(t, at, setting))
}

/// `70% x 2`, `80 kg x 5 x 3`: load, repetitions, sets.
fn loaded_first(t: Tokens<'_>, at: usize, setting: Setting<'_>) -> Option<Item> {
    let read = measure(t, at).filter(|read| read.times.is_none())?;
    let load = load_of(&read, setting)?;
    let (reps, end) = times(t, read.to)?;
    let (sets, to) = times(t, end).map_or((1.0, end), |(sets, to)| (sets, to));
    let or_more = t.is_sign(to, '+') && t.glued(to);
    let to = to + usize::from(or_more);
    Some(Item { sets: super::facts::whole(sets)?, reps, or_more, load, to })
}

/// `x 5`.
fn times(t: Tokens<'_>, at: usize) -> Option<(f64, usize)> {
    let number = t.number(at + 1).filter(|_| t.is_sign(at, 'x'))?;
    (super::unit::unit_at(t, at + 2).is_none_or(|(unit, ..)| unit == Unit::Reps)).then_some((number, at + 2))
}

/// `5 @ 60%`, `1x5 @ 65%`: repetitions, load.
fn counted_first(t: Tokens<'_>, at: usize, setting: Setting<'_>) -> Option<Item> {
    let first = count(t, at)?;
    let (sets, reps, next) = match times(t, at + 1) {
        Some((reps, next)) => (first, reps, next),
        None => (1, f64::from(first), at + 1),
    };
    let or_more = t.is_sign(next, '+') && t.glued(next);
    let next =
        next + usize::from(or_more) + usize::from(t.one_of(next + usize::from(or_more), &["reps", "rep"]));
    let read = measure(t, next + 1).filter(|read| t.one_of(next, &["@", "at"]) && read.times.is_none())?;
    let load = load_of(&read, setting)?;
    Some(Item { sets, reps, or_more, load, to: read.to })
}

/// A percentage or a weight.
fn load_of(read: &Measure, setting: Setting<'_>) -> Option<Load> {
    let amount = match read.numbers {
        Numbers::One(value) => Amount::one(value),
        Numbers::Range(min, max) => Amount::Range { min, max },
        _ => return None,
    };
    let bound: Option<Bound> = None;
    match read.unit {
        Unit::Percent => Some(Load::PercentOneRm { amount, exercise: None, bound }),
        Unit::Weight(unit) => Some(Load::Absolute { amount, unit, implement_count: None }),
        Unit::None if amount.smallest() >= 20.0 && read.times.is_none() => {
            Some(Load::Absolute { amount, unit: setting.unit, implement_count: None })
        }
        _ => None,
    }
}
