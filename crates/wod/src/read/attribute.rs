//! What stands beside a name and is no plain measure: tempo, effort, maximum, sides, references of percentages.

use super::measure::{measure, sex_word};
use super::percent::{percent, share_of_max};
use super::phrase::{Phrase, Setting};
use super::side::side_at;
use super::split::Draft;
use super::tempo::{effort, slow_words, tempo};
use crate::model::{Counted, Load, Role, Vest};
use crate::scan::Tokens;

/// What was read.
pub(super) enum Found {
    /// Something; the place behind it.
    Behind(usize),
    /// A sex for the next measure.
    Sex(bool, usize),
}

/// Reads an attribute at a place into the draft.
pub(super) fn attribute(t: Tokens<'_>, at: usize, draft: &mut Draft, setting: Setting<'_>) -> Option<Found> {
    let read = measure(t, at);
    let here = read.as_ref();
    let phrase = &mut draft.phrase;
    if let Some((code, next)) = tempo(t, at) {
        phrase.tempo = Some(code);
        return Some(Found::Behind(next));
    }
    if let Some(next) = slow_words(t, here) {
        phrase.note.push(t.raw(at, next).to_owned());
        return Some(Found::Behind(next));
    }
    if let Some((effort, next)) = effort(t, at, here) {
        phrase.effort = Some(effort);
        return Some(Found::Behind(next));
    }
    if let Some((amount, next)) = share_of_max(t, here, setting) {
        phrase.reps = Some(crate::model::Reps::PercentOfMax { amount });
        return Some(Found::Behind(next));
    }
    if let Some((load, next)) = percent(t, (at, here), phrase, setting) {
        match &phrase.load {
            None => phrase.load = Some(load),
            Some(_) => phrase.note.push(t.raw(at, next).to_owned()),
        }
        return Some(Found::Behind(next));
    }
    if let Some(next) = pace(t, at, here) {
        phrase.note.push(t.raw(at, next).to_owned());
        return Some(Found::Behind(next));
    }
    if let Some(next) = side_at(t, at) {
        phrase.per_side = true;
        return Some(Found::Behind(next));
    }
    let behind = if t.one_of(at, &["instead", "rather"]) && t.one_of(at + 1, &["of", "than"]) {
        Some(at + 2)
    } else if t.phrase(at, &["in", "place", "of"]) {
        Some(at + 3)
    } else {
        t.one_of(at, &["replaces", "replacing"]).then_some(at + 1)
    };
    if let Some(behind) = behind
        && let Some((name, end)) = super::begins::name_at(
            t,
            behind + usize::from(t.one_of(behind, &["the", "all", "your"])),
            setting,
        )
    {
        phrase.replaces = Some(name.exercise);
        return Some(Found::Behind(end));
    }
    if let Some(next) = words(t, at, draft) {
        return Some(Found::Behind(next));
    }
    sex(t, at)
}

/// `zone 2`, `Z2`, `140 bpm`, `22 spm`, `1:50/500 m`: how fast, not how much.
fn pace(t: Tokens<'_>, at: usize, here: Option<&super::measure::Measure>) -> Option<usize> {
    if t.one_of(at, &["zone", "hr", "rate", "damper", "split"]) && t.is_number_like(at + 1) {
        return measure(t, at + 1).map(|read| read.to);
    }
    if t.one_of(at, &["z1", "z2", "z3", "z4", "z5"]) {
        return Some(at + 1);
    }
    let read = here?;
    if t.one_of(read.to, &["bpm", "spm", "rpm", "watts", "watt", "mph", "kph"]) {
        return Some(read.to + 1);
    }
    // `1:50/500 m` is read up to the slash.
    let split = read.unit == super::unit::Unit::Seconds
        && t.is_sign(read.to, '/')
        && (t.number(read.to + 1).is_some_and(|number| (100.0..=1000.0).contains(&number))
            || t.one_of(read.to + 1, &["km", "k", "mile", "mi"]));
    split.then(|| measure(t, read.to + 1).map_or(read.to + 2, |read| read.to))
}

/// `M:`, `women`, the signs; for the measure behind it.
fn sex(t: Tokens<'_>, at: usize) -> Option<Found> {
    let letter = match t.word(at) {
        "m" => Some(true),
        "f" | "w" => Some(false),
        _ => None,
    };
    let colon = usize::from(t.is_sign(at + 1, ':') || t.is_sign(at + 1, '-'));
    if let Some(male) = letter
        && t.is_number_like(at + 1 + colon)
        && (colon == 1 || !t.glued(at) || at > 0 && t.one_of(at - 1, &["(", "/", ","]))
    {
        return Some(Found::Sex(male, at + 1 + colon));
    }
    let male = sex_word(t.word(at))?;
    t.is_number_like(at + 1 + colon).then_some(Found::Sex(male, at + 1 + colon))
}

/// Single words and set phrases.
fn words(t: Tokens<'_>, at: usize, draft: &mut Draft) -> Option<usize> {
    let phrase = &mut draft.phrase;
    match t.word(at) {
        "max" | "maximum" | "me" | "amrap" if !t.one_of(at + 1, &["hang", "hr"]) => {
            if t.is(at, "me") && phrase.named() {
                return None;
            }
            draft.max = true;
            Some(behind_max(t, at + 1, &mut draft.phrase))
        }
        "as" if t.is(at + 1, "many") => {
            draft.max = true;
            Some(at + 2)
        }
        "as" if t.is(at + 1, "possible") && draft.max => Some(at + 2),
        "unbroken" | "ub" => {
            phrase.unbroken = true;
            Some(at + 1)
        }
        "cal" | "cals" | "calorie" | "calories" => {
            phrase.counted = Some(Counted::Calories);
            let stands = at > 0 && t.one_of(at - 1, &["for", "max"]);
            draft.max |= stands;
            Some(at + 1)
        }
        "meter" | "meters" | "metre" | "metres" => {
            phrase.counted = Some(Counted::M);
            Some(at + 1)
        }
        "distance" if at > 0 && t.one_of(at - 1, &["for", "max"]) => {
            phrase.counted = Some(Counted::M);
            draft.max = true;
            Some(at + 1)
        }
        "failure" => {
            draft.max = true;
            Some(at + 1)
        }
        "vest" => {
            phrase.vest.get_or_insert(Vest { weight: None, optional: false });
            Some(at + 1)
        }
        "weight" | "weighted" if t.is(at + 1, "vest") => {
            phrase.vest.get_or_insert(Vest { weight: None, optional: false });
            Some(at + 2)
        }
        "total" | "together" | "combined" | "each"
            if phrase.named()
                && (!t.is(at, "each")
                    || t.one_of(at + 1, &[")", ",", ";", "."])
                    || t.get(at + 1).is_none()) =>
        {
            phrase.shared = Some(t.word(at).to_owned());
            Some(at + 1)
        }
        _ => roles(t, at, phrase).or_else(|| load_words(t, at, draft)),
    }
}

/// `effort`, `reps`, `cal` and the like behind `max`: the place behind them.
fn behind_max(t: Tokens<'_>, from: usize, phrase: &mut Phrase) -> usize {
    let mut end = from;
    while t.one_of(
        end,
        &[
            "effort",
            "reps",
            "rep",
            "unbroken",
            "set",
            "out",
            "number",
            "of",
            "total",
            "-",
            "distance",
            "m",
            "km",
            "mi",
            "time",
            "hold",
            "load",
            "in",
            "remaining",
            "the",
        ],
    ) {
        phrase.counted = match t.word(end) {
            "distance" | "m" => Some(Counted::M),
            "km" => Some(Counted::Km),
            "mi" => Some(Counted::Mi),
            _ => phrase.counted,
        };
        phrase.unbroken |= t.is(end, "unbroken");
        end += 1;
    }
    end
}

/// `first weight`, `2nd bar`: the index.
fn ordinal(word: &str) -> Option<u32> {
    Some(match word {
        "first" | "1st" => 1,
        "second" | "2nd" => 2,
        "third" | "3rd" => 3,
        "fourth" | "4th" => 4,
        "fifth" | "5th" => 5,
        _ => return None,
    })
}

/// Buy-in, cash-out, and a weight by its number.
fn roles(t: Tokens<'_>, at: usize, phrase: &mut Phrase) -> Option<usize> {
    if let Some(index) = ordinal(t.word(at))
        && t.one_of(at + 1, &["weight", "bar", "barbell", "load"])
    {
        phrase.load = Some(Load::WeightIndex { index });
        return Some(at + 2);
    }
    match t.word(at) {
        "buy" if t.one_of(at + 1, &["in", "-"]) || t.is(at + 1, "out") => role(t, at, phrase),
        "cash" if t.one_of(at + 1, &["in", "out", "-"]) => role(t, at, phrase),
        "buyin" | "cashout" | "buyout" | "cashin" => role(t, at, phrase),
        "weight" | "bar" | "barbell"
            if t.number(at + 1).is_some_and(|number| number <= 9.0) && !t.glued(at + 1) && phrase.named() =>
        {
            let index = super::facts::count(t, at + 1)?;
            if super::unit::unit_at(t, at + 2).is_some() {
                return None;
            }
            phrase.load = Some(Load::WeightIndex { index });
            Some(at + 2)
        }
        _ => None,
    }
}

fn role(t: Tokens<'_>, at: usize, phrase: &mut Phrase) -> Option<usize> {
    let end = match t.word(at) {
        "buyin" | "cashout" | "buyout" | "cashin" => at + 1,
        _ if t.is_sign(at + 1, '-') => at + 3,
        _ => at + 2,
    };
    let out = t.raw(at, end).to_ascii_lowercase().ends_with("out");
    phrase.role = Some(if out { Role::CashOut } else { Role::BuyIn });
    Some(if t.is_sign(end, ':') { end + 1 } else { end })
}

/// Loads in words.
fn load_words(t: Tokens<'_>, at: usize, draft: &mut Draft) -> Option<usize> {
    let said = |word: &str| Some(Load::Descriptive { word: word.to_owned() });
    let (load, end) = match t.word(at) {
        "ahap" => (said("ahap"), at + 1),
        "as" if t.phrase(at + 1, &["heavy", "as", "possible"]) => (said("ahap"), at + 4),
        "pick" | "choose" if t.one_of(at + 1, &["load", "weight"]) => (said("pick"), at + 2),
        "pick" | "choose" if t.one_of(at + 1, &["your", "a"]) && t.one_of(at + 2, &["load", "weight"]) => {
            (said("pick"), at + 3)
        }
        "your" if t.is(at + 1, "choice") && t.is(at + 2, "of") && t.is(at + 3, "weight") => {
            (said("pick"), at + 4)
        }
        "empty" if t.one_of(at + 1, &["bar", "barbell"]) => (said("empty_bar"), at + 2),
        "heavy" | "light" | "moderate"
            if (draft.phrase.named() || draft.seen.len() == 1 && t.is_sign(at.saturating_sub(1), ','))
                && (t.get(at + 1).is_none() || t.one_of(at + 1, &[")", ",", ".", "weight", "load"])) =>
        {
            let word = t.word(at);
            let end = if t.one_of(at + 1, &["weight", "load"]) { at + 2 } else { at + 1 };
            (said(word), end)
        }
        "moderately" if t.is(at + 1, "heavy") => (said("moderate"), at + 2),
        "bodyweight" | "bw" if at == 0 || !t.is_number_like(at - 1) => {
            draft.bodyweight = true;
            return Some(at + 1);
        }
        "body" if t.is(at + 1, "weight") => {
            draft.bodyweight = true;
            return Some(at + 2);
        }
        _ => return None,
    };
    if draft.phrase.load.is_none() {
        draft.phrase.load = load;
    }
    Some(end)
}
