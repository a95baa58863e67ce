//! Lines with a shape of their own: divisions, footnotes, substitutes, weights of single sets, choices.

use super::begins::{begins_movement, name_at};
use super::facts::count;
use super::item::What;
use super::measure::{measure, sex_word};
use super::phrase::{Phrase, Setting};
use super::split::phrases;
use crate::scan::Tokens;

/// The sex that a line or a part of it begins with, and the place behind the label.
fn sex_label(t: Tokens<'_>, at: usize) -> Option<(bool, usize)> {
    let colon = usize::from(t.one_of(at + 1, &[":", "-", "="]));
    match t.word(at) {
        "m" if colon == 1 => Some((true, at + 2)),
        "f" | "w" if colon == 1 => Some((false, at + 2)),
        word => sex_word(word).map(|male| (male, at + 1 + colon)),
    }
}

/// Lines that give weights and heights for one sex; two where one line has both.
pub(super) fn divisions(t: Tokens<'_>, setting: Setting<'_>) -> Option<Vec<(usize, What)>> {
    let (male, start) = sex_label(t, 0)?;
    // `Women use 1.5 pood.`
    let start =
        start + usize::from(t.one_of(start, &["use", "lift", "take", "with", "at", "go", "do", "hold"]));
    let other = (start..t.len()).find(|at| sex_label(t, *at).is_some_and(|(sex, _)| sex != male));
    let list = |from: usize, to: usize, male: bool| division(t.slice(from, to), male, setting);
    let Some(at) = other else {
        return Some(vec![(0, list(start, t.len(), male)?)]);
    };
    let (second, next) = sex_label(t, at)?;
    let first_part = t.slice(start, at);
    let measures =
        first_part.list.iter().filter(|token| matches!(token.kind, crate::scan::Kind::Number(_))).count();
    // One number for each sex reads as a pair elsewhere, movements with it too.
    let named = (start..t.len()).any(|place| name_at(t, place, setting).is_some());
    if measures < 2 && (named || !t.one_of(at.saturating_sub(1), &[","])) {
        return None;
    }
    Some(vec![(0, list(start, at, male)?), (at, list(next, t.len(), second)?)])
}

fn division(t: Tokens<'_>, male: bool, setting: Setting<'_>) -> Option<What> {
    // `65, 75, 85 lb`: a list of weights.
    let mut list = Vec::new();
    let mut at = 0;
    while let Some(value) = t.number(at) {
        list.push(value);
        at += 1;
        if !t.one_of(at, &[",", "/", "-"]) {
            break;
        }
        at += 1;
        if t.is(at, "and") {
            at += 1;
        }
    }
    let unit = measure(t, at.saturating_sub(1)).map(|read| read.unit);
    if list.len() > 1 && matches!(unit, Some(super::unit::Unit::Weight(_))) {
        let found = phrases(t.slice(at - 1, t.len()), setting);
        return Some(What::Division { male, phrases: found, list });
    }
    let mut found = Vec::new();
    let mut from = 0;
    for at in 0..=t.len() {
        let ends = at == t.len() || t.one_of(at, &[",", ";"]) || t.is(at, "and") && t.is_number_like(at + 1);
        if ends {
            found.extend(phrases(t.slice(from, at), setting));
            from = at + 1;
        }
    }
    let measured = found.iter().any(Phrase::measured);
    measured.then_some(What::Division { male, phrases: found, list: Vec::new() })
}

/// `Set 1-2: 70%`, `Sets 3 @ 80%`.
pub(super) fn set_spec(t: Tokens<'_>, setting: Setting<'_>) -> Option<What> {
    if !t.one_of(0, &["set", "sets", "round", "rounds"]) {
        return None;
    }
    let from = count(t, 1)?;
    // `Set 1 - 8 @ 60 kg` is one set, `Set 1-2` are two.
    let apart = t.is_sign(2, '-') && !t.glued(2);
    let (to, next) = match (t.one_of(2, &["-", "to", "&", "and", ","]) && !apart, count(t, 3)) {
        (true, Some(to)) if to >= from => (to, 4),
        _ => (from, 2),
    };
    if !t.one_of(next, &[":", "@", "-", "=", "at"]) {
        return None;
    }
    let next = if t.is_sign(next, '@') { next } else { next + 1 };
    let found = phrases(t.slice(next, t.len()), setting);
    let phrase = found
        .into_iter()
        .next()
        .filter(|phrase| phrase.load.is_some() || phrase.reps.is_some() || phrase.effort.is_some())?;
    Some(What::SetSpec { from, to, phrase: Box::new(phrase) })
}

/// A starred line.
pub(super) fn footnote(t: Tokens<'_>, setting: Setting<'_>) -> What {
    let text = t.raw(0, t.len()).to_owned();
    let repeats = (0..t.len()).any(|at| {
        t.one_of(at, &["each", "every", "after", "between"])
            && (at..at + 4)
                .any(|noun| t.one_of(noun, &["round", "rounds", "set", "sets", "minute", "time", "interval"]))
    });
    if t.one_of(0, &["add", "increase", "adding"]) || t.is_sign(0, '+') {
        let step = (0..8).find_map(|at| t.number(at));
        if step.is_some() && repeats {
            let to = (0..t.len()).find(|at| t.one_of(*at, &["to", "the", "on"])).unwrap_or(t.len());
            let names: Vec<Phrase> = (to..t.len())
                .filter_map(|at| name_at(t, at, setting))
                .map(|(name, _)| Phrase { exercise: Some(name.exercise), ..Phrase::default() })
                .collect();
            return What::Footnote { text, phrases: names, step, each_round: false };
        }
    }
    if repeats && t.one_of(0, &["after", "each", "every", "at"]) {
        let start = (1..t.len().min(10)).find(|at| begins_movement(t, *at, false, setting));
        if let Some(start) = start {
            let found = phrases(t.slice(start, t.len()), setting);
            return What::Footnote { text, phrases: found, step: None, each_round: true };
        }
    }
    if repeats && begins_movement(t, 0, false, setting) {
        let stop = (0..t.len())
            .find(|at| t.one_of(*at, &["after", "each", "every", "between", "at"]))
            .unwrap_or(t.len());
        let found = phrases(t.slice(0, stop), setting);
        return What::Footnote { text, phrases: found, step: None, each_round: true };
    }
    What::Footnote { text, phrases: Vec::new(), step: None, each_round: false }
}

/// `24 double-unders after every round`, `Between rounds: 200 m run`: what is done after each round.
pub(super) fn each_round(t: Tokens<'_>, setting: Setting<'_>) -> Option<Vec<Phrase>> {
    let (from, to) = (0..t.len().min(24)).find_map(|at| {
        let next = if t.phrase(at, &["at", "the", "end", "of"]) {
            at + 4
        } else if t.phrase(at, &["end", "of"]) {
            at + 2
        } else if t.one_of(at, &["after", "between", "following"]) {
            at + 1
        } else {
            return None;
        };
        let noun = next + usize::from(t.one_of(next, &["each", "every", "all"]));
        // `Between sets: 5 chin-ups`
        let sets = at == 0
            && t.one_of(noun, &["sets", "efforts"])
            && t.one_of(noun + 1, &[":", "-", "do", "perform"]);
        let round = t.one_of(noun, &["round", "set"]) && noun > next || t.one_of(noun, &["rounds"]) || sets;
        round.then_some((at, noun + 1))
    })?;
    let (first, second) = (t.slice(0, from), t.slice(to, t.len()));
    let begins = (0..second.len().min(3)).find(|at| begins_movement(second, *at, false, setting));
    let counted = (0..first.len()).any(|at| first.is_number_like(at));
    let work = if begins_movement(first, 0, counted, setting) && !second.list.iter().any(is_word) {
        first
    } else if from == 0
        && let Some(at) = begins
    {
        second.slice(at, second.len())
    } else {
        return None;
    };
    let found = phrases(work, setting);
    found.iter().any(|phrase| phrase.exercise.is_some()).then_some(found)
}

fn is_word(token: &crate::scan::Token) -> bool {
    token.kind == crate::scan::Kind::Word
}

/// `If you don't have a sled -> sub with 15 tibialis raises`, `No rower = 400 m run`.
pub(super) fn substitute(t: Tokens<'_>, setting: Setting<'_>) -> Option<What> {
    let starts = t.is(0, "if") || t.is(0, "no") || t.is(0, "sub") || t.is(0, "without");
    if !starts || t.len() < 4 {
        return None;
    }
    let negated = (0..6)
        .any(|at| t.one_of(at, &["don't", "dont", "no", "not", "can't", "cant", "without", "lack"]))
        || t.is(0, "sub");
    if !negated {
        return None;
    }
    let arrow = (1..t.len()).find(|at| {
        t.is_sign(*at, '>')
            || t.is_sign(*at, '=')
            || t.one_of(*at, &["sub", "do", "then", "use", "perform", "replace", "substitute", "with"])
                && *at > 2
            || t.is_sign(*at, ',')
            || t.is_sign(*at, ':')
            || t.is_sign(*at, '/')
    })?;
    let mut next = arrow + 1;
    while t.one_of(
        next,
        &[
            "sub",
            "with",
            "do",
            "for",
            "in",
            ">",
            "then",
            "use",
            "it",
            "perform",
            "-",
            "=",
            "by",
            "replace",
            "the",
            "substitute",
            "just",
            "instead",
            "to",
            "a",
        ],
    ) {
        next += 1;
    }
    let found: Vec<Phrase> =
        phrases(t.slice(next, t.len()), setting).into_iter().filter(Phrase::named).collect();
    let first = (0..arrow)
        .find(|at| t.one_of(*at, &["have", "no", "a", "an", "any", "without", "do", "sub", "access", "for"]))
        .unwrap_or(0);
    let missing: Vec<String> = (first..arrow)
        .filter(|at| {
            t.is_word(*at)
                && !t.one_of(
                    *at,
                    &[
                        "have", "no", "a", "an", "any", "without", "the", "do", "access", "to", "you", "sub",
                        "for", "your",
                    ],
                )
        })
        .map(|at| crate::library::canonical(t.word(at)).0.to_owned())
        .collect();
    (!missing.is_empty() && !found.is_empty()).then_some(What::Substitute { missing, phrases: found })
}

/// `Pick one:`, `choose one of the following`.
pub(super) fn pick_one(t: Tokens<'_>) -> bool {
    let verb = t.one_of(0, &["pick", "choose", "select"]);
    let one = t.one_of(1, &["one", "1"]) || t.phrase(1, &["one", "of"]);
    let first = t.one_of(0, &["one", "1"]) && t.is(1, "of") && t.one_of(2, &["the", "these", "following"]);
    (verb && one || first) && t.len() < 9
}

/// A line about a vest for the whole workout.
pub(super) fn vest(t: Tokens<'_>, setting: Setting<'_>) -> Option<Phrase> {
    let at = (0..t.len()).find(|at| t.one_of(*at, &["vest", "vests"]))?;
    let named = (0..t.len()).any(|place| {
        place != at && name_at(t, place, setting).is_some_and(|(_, end)| end <= at || place > at)
    });
    if named && !t.is(0, "if") {
        return None;
    }
    let from = (0..t.len()).find(|place| t.is_number_like(*place)).unwrap_or(at);
    let mut phrase =
        phrases(t.slice(from.min(at), t.len()), setting).into_iter().find(|phrase| phrase.vest.is_some())?;
    if let Some(vest) = &mut phrase.vest {
        vest.optional = t.is(0, "if")
            || (0..t.len())
                .any(|place| t.one_of(place, &["optional", "if", "wear"]) && t.is(place, "optional"));
    }
    Some(phrase)
}
