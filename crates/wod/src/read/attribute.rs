//! What stands beside a name and is no plain measure: tempo, effort, maximum, sides, references of percentages.

use super::measure::{Numbers, measure, sex_word, side_at};
use super::phrase::{Phrase, Setting};
use super::split::{Draft, name_at};
use super::strength::rm_at;
use super::unit::Unit;
use crate::model::{Amount, Bound, Counted, Effort, Load, Reference, Role, Vest};
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
    let phrase = &mut draft.phrase;
    if let Some((code, next)) = tempo(t, at) {
        phrase.tempo = Some(code);
        return Some(Found::Behind(next));
    }
    if let Some(next) = slow_words(t, at) {
        phrase.note.push(t.raw(at, next).to_owned());
        return Some(Found::Behind(next));
    }
    if let Some((effort, next)) = effort(t, at) {
        phrase.effort = Some(effort);
        return Some(Found::Behind(next));
    }
    if let Some((amount, next)) = share_of_max(t, at) {
        phrase.reps = Some(crate::model::Reps::PercentOfMax { amount });
        return Some(Found::Behind(next));
    }
    if let Some((load, next)) = percent(t, at, phrase, setting) {
        match &phrase.load {
            None => phrase.load = Some(load),
            Some(_) => phrase.note.push(t.raw(at, next).to_owned()),
        }
        return Some(Found::Behind(next));
    }
    if let Some(next) = side_at(t, at) {
        phrase.per_side = true;
        return Some(Found::Behind(next));
    }
    if let Some(next) = words(t, at, draft) {
        return Some(Found::Behind(next));
    }
    sex(t, at)
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
        && (colon == 1 || !t.glued(at))
    {
        return Some(Found::Sex(male, at + 1 + colon));
    }
    let male = sex_word(t.word(at))?;
    t.is_number_like(at + 1 + colon).then_some(Found::Sex(male, at + 1 + colon))
}

/// `tempo 30X1`, `@ 3-1-1-0`, `(31X1)`, `T=2-1-X`.
fn tempo(t: Tokens<'_>, at: usize) -> Option<(String, usize)> {
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
    let closed = t.is_sign(next, ')') || t.get(next).is_none() || !t.is_sign(at, '(');
    // `(3-1-1)` behind a name is a tempo, `(3-2-1)` a list: three digits need a plain mark or a one in the middle place.
    let digits = code.len() == 4
        || named
        || (code.len() == 3
            && t.raw(place, next).contains('-')
            && t.is_sign(at, '(')
            && code.chars().all(|sign| sign <= '5' || sign == 'X')
            && !descends(&code));
    let hyphenless = !t.raw(place, next).contains('-');
    let four_digit_number = code.len() == 4 && hyphenless && code.chars().all(|sign| sign.is_ascii_digit());
    // `@ 3010`: four digits that are no weight.
    let plausible = !four_digit_number
        || code.chars().all(|sign| sign <= '9') && code.starts_with(|sign: char| ('1'..='9').contains(&sign));
    (closed && digits && plausible)
        .then(|| (code, if t.is_sign(at, '(') && t.is_sign(next, ')') { next + 1 } else { next }))
}

/// `3 sec down`, `with a 2 second pause at the bottom`: the place behind.
fn slow_words(t: Tokens<'_>, at: usize) -> Option<usize> {
    let read = measure(t, at)
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
fn tempo_code(t: Tokens<'_>, at: usize) -> Option<(String, usize)> {
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
fn effort(t: Tokens<'_>, at: usize) -> Option<(Effort, usize)> {
    let of = |numbers: &Numbers| match *numbers {
        Numbers::One(value) if value <= 10.0 => Some(Effort { min: value, max: value }),
        Numbers::Pair(value, whole) if whole == 10.0 => Some(Effort { min: value, max: value }),
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
    let read = measure(t, at).filter(|read| read.unit == Unit::None)?;
    if t.is(read.to, "rpe") || t.phrase(read.to, &["out", "of", "10"]) {
        let end = if t.is(read.to, "rpe") { read.to + 1 } else { read.to + 3 };
        return Some((of(&read.numbers)?, end));
    }
    None
}

/// A percentage with what it is taken of.
fn percent(t: Tokens<'_>, at: usize, phrase: &mut Phrase, setting: Setting<'_>) -> Option<(Load, usize)> {
    let read = measure(t, at).filter(|read| read.unit == Unit::Percent)?;
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
fn share_of_max(t: Tokens<'_>, at: usize) -> Option<(Amount, usize)> {
    let read = measure(t, at).filter(|read| read.unit == Unit::Percent)?;
    let mut place = read.to;
    while t.one_of(place, &["of", "your", "the", "a"]) {
        place += 1;
    }
    if !t.one_of(place, &["max", "maximum", "best"]) {
        return None;
    }
    place += 1;
    if t.is(place, "unbroken") {
        place += 1;
    }
    if !t.one_of(place, &["reps", "rep", "set", "effort"]) || t.is(place, "rep") && t.is(place + 1, "max") {
        return None;
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
    if t.one_of(place, &["bodyweight", "bw"]) {
        return (Of::Bodyweight, place + 1);
    }
    if t.phrase(place, &["body", "weight"]) {
        return (Of::Bodyweight, place + 2);
    }
    if t.phrase(place, &["training", "max"])
        || t.one_of(place, &["tm", "ftp"])
        || t.phrase(place, &["working", "weight"])
    {
        let end = if t.one_of(place, &["tm", "ftp"]) { place + 1 } else { place + 2 };
        let label = t.raw(place, end).to_owned();
        return (Of::Named(Reference { exercise: None, n_rm: None, label }), end);
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

fn rm_of(rm: u32, exercise: Option<String>, label: &str) -> Of {
    match (rm, exercise) {
        (1, None) => Of::Own,
        (1, Some(lift)) => Of::Lift(lift),
        (n, exercise) => Of::Named(Reference { exercise, n_rm: Some(n), label: label.to_owned() }),
    }
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
            let mut end = at + 1;
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
                    "time",
                    "hold",
                    "load",
                    "in",
                    "remaining",
                    "the",
                ],
            ) {
                phrase.counted = if t.is(end, "distance") { Some(Counted::M) } else { phrase.counted };
                phrase.unbroken |= t.is(end, "unbroken");
                end += 1;
            }
            Some(end)
        }
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
        "vest" => {
            phrase.vest.get_or_insert(Vest { weight: None, optional: false });
            Some(at + 1)
        }
        "weight" | "weighted" if t.is(at + 1, "vest") => {
            phrase.vest.get_or_insert(Vest { weight: None, optional: false });
            Some(at + 2)
        }
        "total" | "together" | "combined" | "each" if phrase.named() => {
            phrase.shared = Some(t.word(at).to_owned());
            Some(at + 1)
        }
        _ => load_words(t, at, draft),
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
            if draft.phrase.named() && (t.one_of(at + 1, &["", ")", ",", "weight", "load"])) =>
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
