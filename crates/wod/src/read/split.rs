//! Runs of tokens into movements: where one ends and the next begins.

use super::attribute::{Found, attribute};
use super::begins::{amount_of_another, begins_movement, name_at, quantity_and_word};
use super::filler::{FILLERS, HARMLESS};
use super::measure::{Measure, Numbers, measure};
use super::phrase::{Join, Phrase, Setting};
use super::settle::settle;
use super::unit::Unit;
use crate::library::{ambiguous, is_modifier};
use crate::scan::Tokens;

/// A measure with where it stood.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub(super) measure: Measure,
    pub(super) in_parens: bool,
    pub(super) behind_name: bool,
    /// An `@` stood before it.
    pub(super) at_sign: bool,
    /// `to` stood before it.
    pub(super) to: bool,
    /// A sex was named before it: men.
    pub(super) sex: Option<bool>,
    /// Words behind it: an implement, `vest`, `target`.
    pub(super) noun: String,
    pub(super) raw: String,
}

/// A movement being read.
pub(super) struct Draft {
    pub(super) phrase: Phrase,
    pub(super) seen: Vec<Seen>,
    /// Unknown words before the name.
    pub(super) before: Vec<String>,
    /// Unknown words right behind the name.
    pub(super) behind: Vec<String>,
    /// A word behind the name stands in no name at all.
    pub(super) foreign: bool,
    pub(super) max: bool,
    pub(super) bodyweight: bool,
}

/// All movements of a run of tokens.
pub(crate) fn phrases(t: Tokens<'_>, setting: Setting<'_>) -> Vec<Phrase> {
    // Most lines have one movement, and a movement is large.
    let mut list = Vec::with_capacity(1);
    let mut at = 0;
    let mut join = Join::New;
    while at < t.len() {
        let (mut draft, end, next) = one(t, at, setting);
        draft.phrase.join = join;
        let (start, stop) = t.place(at, end.max(at + 1));
        (draft.phrase.start, draft.phrase.end) = (start, stop);
        let phrase = settle(draft, setting);
        if phrase.named() || phrase.measured() || !phrase.note.is_empty() {
            list.push(phrase);
        }
        join = next;
        at = end.max(at + 1);
    }
    list
}

/// One movement from a place on: itself, the place where the next begins, and how that hangs on it.
fn one(t: Tokens<'_>, from: usize, setting: Setting<'_>) -> (Draft, usize, Join) {
    let mut draft = Draft {
        phrase: Phrase::default(),
        seen: Vec::new(),
        before: Vec::new(),
        behind: Vec::new(),
        foreign: false,
        max: false,
        bodyweight: false,
    };
    let (mut at, mut depth, mut at_sign, mut sex) = (from, 0_i32, false, None);
    let mut name_end = usize::MAX;
    while at < t.len() {
        if let Some((next, join)) = boundary(t, at, depth > 0 || sex.is_some(), &draft, setting) {
            return (draft, next, join);
        }
        if t.one_of(at, &["(", "@"])
            && let Some(Found::Behind(next)) = attribute(t, at, &mut draft, setting)
        {
            at = next;
            continue;
        }
        match t.word(at) {
            "(" => depth += 1,
            ")" => depth = (depth - 1).max(0),
            "@" => at_sign = true,
            // `Load: 43/30`, `Bar - 60/40`
            "load" | "loads" | "loading" | "weight" | "weights" | "bar" | "barbell"
                if !draft.phrase.named()
                    && draft.seen.is_empty()
                    && t.one_of(at + 1, &[":", "-", "=", "@"])
                    && t.is_number_like(at + 2) =>
            {
                at_sign = true;
                at += 1;
            }
            "*" => draft.phrase.starred = true,
            _ => {
                let before = at;
                at = step(t, at, &mut draft, (depth > 0, &mut at_sign, &mut sex, &mut name_end), setting);
                if at > before {
                    continue;
                }
            }
        }
        at += 1;
    }
    (draft, t.len(), Join::New)
}

fn exercise_of<'a>(draft: &Draft, setting: Setting<'a>) -> Option<&'a crate::library::Exercise> {
    draft.phrase.exercise.and_then(|own| setting.library.exercise(own))
}

/// Where the next thing begins behind an amount or a weight without a name.
fn behind_amount(t: Tokens<'_>, at: usize, draft: &Draft, setting: Setting<'_>) -> Option<(usize, Join)> {
    let begins = |place: usize, bare: bool| begins_movement(t, place, bare, setting);
    let next = if t.is(at + 1, "and") { at + 2 } else { at + 1 };
    let same = measure(t, next).is_some_and(|read| {
        draft.seen.iter().any(|seen| seen.measure.unit == read.unit)
            && read.unit != Unit::None
            && !t.is_sign(at, '/')
    });
    // `155/105, ring muscle-ups`: a weight, then a name.
    let weight = draft.seen.last().is_some_and(|seen| {
        matches!(seen.measure.unit, Unit::Weight(_) | Unit::Calories)
            || matches!(seen.measure.unit, Unit::None | Unit::Seconds)
                && matches!(seen.measure.numbers, Numbers::Pair(..))
    });
    // `95/65, 30/24 box, 20/14 ball`: sizes by implement.
    let sized = |noun: &str| super::phrase::Implement::of(noun).is_some();
    let other = !t.is_sign(at, '/')
        && measure(t, next).is_some_and(|read| {
            sized(t.word(read.to)) || draft.seen.last().is_some_and(|seen| sized(&seen.noun))
        });
    // `17/14 cal, DB 30/20 kg`, `12/9 cal, 16/12 kg`: an amount, then a weight of something else.
    let counted =
        draft.seen.last().is_some_and(|seen| matches!(seen.measure.unit, Unit::Calories | Unit::Distance(_)));
    let own = if sized(t.word(next)) { next + 1 } else { next };
    let apart = t.is_sign(at, ',')
        && counted
        && measure(t, own).is_some_and(|read| {
            matches!(read.unit, Unit::Weight(_))
                || read.unit == Unit::None && matches!(read.numbers, Numbers::Pair(..))
        })
        && !begins(own, false);
    // `800 m / 50 thrusters / 800 m`
    let spaced = t.is_sign(at, '/') && !t.glued(at) && !t.glued(at + 1);
    let far = draft.seen.last().is_some_and(|seen| {
        matches!(seen.measure.unit, Unit::Distance(_) | Unit::Calories)
            || matches!(seen.measure.numbers, Numbers::Pair(..))
    });
    let begun = begins(next, weight) && (!t.is_sign(at, '/') || spaced && far);
    (begun || same || other || apart).then_some((next, Join::New))
}

/// Where the next movement begins, if it begins here.
fn boundary(
    t: Tokens<'_>,
    at: usize,
    within: bool,
    draft: &Draft,
    setting: Setting<'_>,
) -> Option<(usize, Join)> {
    let named = draft.phrase.named();
    if within && !(named && (t.is_sign(at, '+') || t.is(at, "or"))) {
        return None;
    }
    let begins = |place: usize, bare: bool| begins_movement(t, place, bare, setting);
    match t.word(at) {
        // `4 min nasal breathing, 90/90 hip rotations`
        "," | ";"
            if !named
                && !draft.before.is_empty()
                && !draft.seen.is_empty()
                && (begins(at + 1, true) || name_at(t, at + 1, setting).is_some()) =>
        {
            Some((at + 1, Join::New))
        }
        "," | ";" | "|" | "/" if !named && draft.seen.last().is_some_and(|seen| !seen.in_parens) => {
            behind_amount(t, at, draft, setting)
        }
        "," | ";" | "|" if named => {
            let next = if t.one_of(at + 1, &["and", "then", "or"]) { at + 2 } else { at + 1 };
            // `45 s row, bike or ski`
            let choice = || {
                name_at(t, next, setting)
                    .is_some_and(|(_, end)| t.is(end, "or") && name_at(t, end + 1, setting).is_some())
            };
            let join = if t.is(at + 1, "or") || choice() { Join::Or } else { Join::New };
            let counted = !draft.seen.is_empty() || draft.max;
            let exercise = draft.phrase.exercise.and_then(|own| setting.library.exercise(own));
            let unloaded = exercise.is_some_and(|own| own.parameter == crate::library::Parameter::None);
            let other =
                counted && amount_of_another(t, next, unloaded) || weight_of_implement(t, next, setting);
            (begins(next, true) || other || counted && quantity_and_word(t, next)).then_some((next, join))
        }
        "+" if named || !draft.seen.is_empty() => {
            // `1.5 km easy + drills`: a distance, and something else.
            let far = !named && draft.seen.iter().any(|seen| matches!(seen.measure.unit, Unit::Distance(_)));
            let plus = begins(at + 1, true).then_some((at + 1, Join::Plus));
            plus.or_else(|| (far && t.is_word(at + 1)).then_some((at + 1, Join::New)))
        }
        // `run // squats // push-ups`
        "/" if t.is_sign(at + 1, '/') && (named || !draft.seen.is_empty()) => {
            begins(at + 2, true).then_some((at + 2, Join::New))
        }
        "/" if named => slash(t, at, draft, setting),
        "-" | "=" if (named || !draft.seen.is_empty()) && t.is_sign(at + 1, '>') && t.glued(at + 1) => {
            let next = at + 2;
            (begins(next, true) || quantity_and_word(t, next) || measure(t, next).is_some())
                .then_some((next, Join::Becomes))
        }
        "-" if named && !(t.glued(at) && t.glued(at + 1)) => {
            let counted = !draft.seen.is_empty() && quantity_and_word(t, at + 1);
            (begins(at + 1, false) || counted).then_some((at + 1, Join::New))
        }
        "or" if named || !draft.seen.is_empty() => {
            let next = if t.is(at + 1, "a") { at + 2 } else { at + 1 };
            begins(next, true).then_some((next, Join::Or))
        }
        "and" | "then" | "into" | "&" | "plus" | "followed" | "immediately" if named => {
            let next = if t.is(at + 1, "by") || t.is(at + 1, "into") { at + 2 } else { at + 1 };
            begins(next, true).then_some((next, Join::New))
        }
        "." if named => begins(at + 1, false).then_some((at + 1, Join::New)),
        _ if named && t.is_number_like(at) => begins(at, false).then_some((at, Join::New)),
        "max" if named => begins(at, false).then_some((at, Join::New)),
        _ => None,
    }
}

/// What a slash behind a movement parts: choices, or one movement from the next.
fn slash(t: Tokens<'_>, at: usize, draft: &Draft, setting: Setting<'_>) -> Option<(usize, Join)> {
    let begins = |place: usize, bare: bool| begins_movement(t, place, bare, setting);
    // `5 HSPU / 10 pistols / 15 pull-ups` is a list; `row / ski / bike` and `squats/lunges` are choices.
    let spaced = |place: usize| t.is_sign(place, '/') && !t.glued(place) && !t.glued(place + 1);
    let several = spaced(at) && (0..t.len()).filter(|place| spaced(*place)).count() > 1;
    let machine = exercise_of(draft, setting).is_some_and(crate::library::Exercise::is_machine);
    let sets = |place: usize| t.is_sign(place, 'x') && t.is_number_like(place + 1);
    let both = spaced(at) && (0..at).any(sets) && (at..t.len()).any(sets);
    // `500 m row / 500 m ski / 1000 m bike`: one of the machines.
    let far = |found: &crate::library::Exercise| found.family == crate::library::Family::Monostructural;
    let start = measure(t, at + 1).map_or(at + 1, |read| read.to);
    let ways = exercise_of(draft, setting).is_some_and(far)
        && name_at(t, start, setting)
            .and_then(|(found, _)| setting.library.exercise(found.exercise))
            .is_some_and(far);
    // `50 thrusters / 800 m`
    let counted = !draft.seen.is_empty();
    if spaced(at) && counted && amount_of_another(t, at + 1, true) {
        return Some((at + 1, Join::New));
    }
    // `500 m row / 20 wall balls`: one after the other.
    let lengths =
        draft.seen.iter().any(|seen| matches!(seen.measure.unit, Unit::Distance(_) | Unit::Calories));
    let mixed = spaced(at)
        && lengths
        && measure(t, at + 1).is_some_and(|read| read.unit == Unit::None)
        && begins(at + 1, false);
    if mixed {
        return Some((at + 1, Join::New));
    }
    let list = !ways && (both || several && (begins(at + 1, false) || !machine && draft.seen.is_empty()));
    let join = if list { Join::New } else { Join::Slash };
    begins(at + 1, true).then_some((at + 1, join))
}

/// `, all DB work with 10/6 kg`: an implement's weight, and no movement of its own.
fn weight_of_implement(t: Tokens<'_>, at: usize, setting: Setting<'_>) -> bool {
    let start = (at..at + 3).find(|place| super::phrase::Implement::of(t.word(*place)).is_some());
    let plain = |from: usize, to: usize| {
        (from..to).all(|place| t.is_word(place) && name_at(t, place, setting).is_none())
    };
    let Some(start) = start.filter(|start| plain(at, *start)) else { return false };
    (start + 1..start + 4).any(|place| {
        plain(start + 1, place)
            && measure(t, place).is_some_and(|read| {
                matches!(read.unit, Unit::Weight(_))
                    || read.unit == Unit::None && matches!(read.numbers, Numbers::Pair(..))
            })
    })
}

/// Reads one thing. The place behind it; the same place where nothing was read.
fn step(
    t: Tokens<'_>,
    at: usize,
    draft: &mut Draft,
    state: (bool, &mut bool, &mut Option<bool>, &mut usize),
    setting: Setting<'_>,
) -> usize {
    let (in_parens, at_sign, sex, name_end) = state;
    // `5/3/1: 5 @ 75%, 3 @ 85%, 1+ @ 95%`: the program's name says the same.
    let only_lists = draft.seen.len() < 3
        && draft.seen.iter().all(|seen| matches!(seen.measure.numbers, Numbers::List(_)));
    if only_lists
        && t.is_number_like(at)
        && (draft.phrase.named() || super::set_list::begins(t, at, setting))
        && let Some(next) = super::set_list::set_list(t, at, &mut draft.phrase, setting)
    {
        draft.seen.clear();
        return next;
    }
    if let Some(found) = attribute(t, at, draft, setting) {
        *at_sign = false;
        return match found {
            Found::Behind(next) => next,
            Found::Sex(male, next) => {
                *sex = Some(male);
                next
            }
        };
    }
    if !draft.phrase.named()
        && t.phrase(at, &["90", "/", "90"])
        && let Some((name, end)) = name_at(t, at, setting)
    {
        draft.phrase.mention = t.raw(at, end).to_owned();
        draft.phrase.exercise = Some(name.exercise);
        draft.phrase.confidence = name.confidence;
        *name_end = end;
        return end;
    }
    if let Some(next) = sets_of_it(t, at, draft) {
        return next;
    }
    if let Some(read) = measure(t, at) {
        let next = read.to;
        if let Some(end) = counts_of_complex(t, (at, &read), draft, setting) {
            return end;
        }
        let noun = t.word(if t.is_sign(next, '-') { next + 1 } else { next }).to_owned();
        draft.seen.push(Seen {
            in_parens,
            behind_name: draft.phrase.named(),
            at_sign: *at_sign,
            to: at > 0 && t.is(at - 1, "to"),
            sex: sex.take(),
            noun,
            raw: t.raw(at, next).to_owned(),
            measure: read,
        });
        *at_sign = false;
        return next;
    }
    if !draft.phrase.named()
        && (!in_parens || draft.seen.is_empty())
        && let Some((name, end)) = name_at(t, at, setting)
    {
        let phrase = &mut draft.phrase;
        phrase.mention = t.raw(at, end).to_owned();
        let single = end == at + 1 && ambiguous(t.word(at)).is_some();
        phrase.ambiguous = single;
        phrase.exercise = Some(name.exercise);
        phrase.confidence = name.confidence;
        phrase.modifiers = name.modifiers;
        if name.mended {
            phrase.codes.push(crate::model::Code::TypoNormalized);
        }
        *name_end = end;
        return end;
    }
    if t.is_word(at) {
        unknown_word(t, at, draft, (in_parens, *name_end), setting);
        return at + 1;
    }
    at
}

/// `1+2+1` before or behind names: the counts of a complex. `3x3 + 3 box jumps` are two movements.
fn counts_of_complex(
    t: Tokens<'_>,
    (at, read): (usize, &Measure),
    draft: &mut Draft,
    setting: Setting<'_>,
) -> Option<usize> {
    let next = read.to;
    let joined = t.is_sign(next, '+') && t.is_number_like(next + 1);
    let other = draft.phrase.named()
        && measure(t, next + 1).is_some_and(|more| name_at(t, more.to, setting).is_some());
    if !joined || other || read.single().is_none() || read.unit != Unit::None {
        return None;
    }
    let from = match read.times {
        Some(times) => {
            draft.phrase.sets = super::facts::whole(times);
            next - 1
        }
        None => at,
    };
    Some(members(t, from, draft))
}

/// `3 x max` before a name, `x 6` behind an amount: the place behind it.
fn sets_of_it(t: Tokens<'_>, at: usize, draft: &mut Draft) -> Option<usize> {
    // `Run 400 m x 6`
    if t.is_sign(at, 'x')
        && let Some(sets) = super::facts::count(t, at + 1)
        && draft.phrase.named()
        && draft.phrase.sets.is_none()
        && draft
            .seen
            .iter()
            .any(|seen| matches!(seen.measure.unit, Unit::Distance(_) | Unit::Calories | Unit::Seconds))
            | (draft.max && draft.seen.is_empty())
    {
        draft.phrase.sets = Some(sets);
        return Some(at + 2);
    }
    // `3 x max`
    if let (Some(sets), true, true) =
        (super::facts::count(t, at), t.is_sign(at + 1, 'x'), t.one_of(at + 2, &["max", "me", "amrap"]))
    {
        draft.phrase.sets = Some(sets);
        return Some(at + 2);
    }
    None
}

/// A word that is no quantity and no name.
fn unknown_word(
    t: Tokens<'_>,
    at: usize,
    draft: &mut Draft,
    (in_parens, name_end): (bool, usize),
    setting: Setting<'_>,
) {
    let word = t.word(at);
    if draft.phrase.named() {
        if draft.phrase.exercise.is_some() && word != "one" && is_modifier(crate::library::canonical(word).0)
        {
            draft.phrase.modifiers.push(crate::library::canonical(word).0.to_owned());
        } else if at == name_end && !in_parens && HARMLESS.binary_search(&word).is_err() {
            // A word of no movement's name says how, where the line says how much.
            draft.foreign |= !setting.library.has_word(word);
            draft.behind.push(word.to_owned());
        } else {
            draft.phrase.note.push(t.raw(at, at + 1).to_owned());
        }
    } else if in_parens {
        draft.phrase.note.push(t.raw(at, at + 1).to_owned());
    } else if FILLERS.binary_search(&word).is_err() {
        draft.before.push(t.raw(at, at + 1).to_owned());
    }
}

/// `1+2+1`.
fn members(t: Tokens<'_>, at: usize, draft: &mut Draft) -> usize {
    let mut place = at;
    while let Some(value) = t.number(place) {
        draft.phrase.members.push(value);
        place += 1;
        if !(t.is_sign(place, '+') && t.is_number_like(place + 1)) {
            break;
        }
        place += 1;
    }
    place
}
