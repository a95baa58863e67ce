//! Formats by count: rounds, sets, dash lists, for time, building to a maximum.

use super::facts::{Facts, Named, count, duration, over, time_of, whole};
use super::measure::{Measure, Numbers};
use super::unit::Unit;
use crate::scan::Tokens;

/// Reads what stands at a place. The place behind it, if anything does.
pub(super) fn read(t: Tokens<'_>, at: usize, here: Option<&Measure>, found: &mut Facts) -> Option<usize> {
    brackets(t, at, found)
        .or_else(|| superset(t, at, found))
        .or_else(|| each_for_time(t, at, found))
        .or_else(|| rounds(t, at, found))
        .or_else(|| for_time(t, at, found))
        .or_else(|| list(t, at, here, found))
        .or_else(|| max_load(t, at, here, found))
        .or_else(|| super::beside::quality(t, at, here, found))
}

/// `5 x [` before a complex.
fn brackets(t: Tokens<'_>, at: usize, found: &mut Facts) -> Option<usize> {
    if t.one_of(at, &["[", "]"]) {
        return Some(at + 1);
    }
    let sets = count(t, at)?;
    let next = if t.is_sign(at + 1, 'x') { at + 2 } else { at + 1 };
    let opens =
        t.is_sign(next, '[') || t.is_sign(next, '(') && next == at + 2 && t.number(next + 1).is_some();
    if !opens || next == at + 1 && t.is_sign(next, '(') {
        return None;
    }
    // `1x[...]` says only that it is one complex.
    if sets > 1 {
        found.sets = Some(sets);
    }
    Some(next + 1)
}

/// `Superset x 3`, `Giant set x 4`.
fn superset(t: Tokens<'_>, at: usize, found: &mut Facts) -> Option<usize> {
    let two = at + 1 + usize::from(t.is_sign(at + 1, '-'));
    let next = match t.word(at) {
        "superset" | "supersets" | "triset" | "circuit" => at + 1,
        "super" | "giant" | "tri" if t.one_of(two, &["set", "sets"]) => two + 1,
        _ => return None,
    };
    let next = next + usize::from(t.one_of(next, &[":", "-", ","]));
    let sets = count(t, next + 1).filter(|_| t.is_sign(next, 'x'))?;
    found.sets.get_or_insert(sets);
    Some(next + 2)
}

fn each_for_time(t: Tokens<'_>, at: usize, found: &mut Facts) -> Option<usize> {
    let end = if t.phrase(at, &["each", "for", "time"]) {
        at + 3
    } else if t.is(at, "each")
        && t.one_of(at + 1, &["round", "set", "interval"])
        && t.phrase(at + 2, &["for", "time"])
    {
        at + 4
    } else {
        return None;
    };
    found.each_for_time = true;
    Some(end)
}

/// `rouns` is meant for rounds.
fn mended(word: &str) -> &str {
    let near = word.len() >= 5
        && !matches!(word, "sounds" | "pounds" | "bounds")
        && crate::library::one_off(word, "rounds");
    if near { "rounds" } else { word }
}

/// `3 total rounds`, `3 quality rounds`: whether a word stands between.
fn word_between(t: Tokens<'_>, next: usize) -> bool {
    t.is_word(next)
        && !t.one_of(
            next,
            &["reps", "rep", "min", "mins", "minutes", "sec", "secs", "s", "m", "cal", "cals", "of", "or"],
        )
        && t.one_of(next + 1, &["rounds", "sets"])
}

/// `5 rounds`, `5 RFT`, `4 sets`, `3-4 rounds`.
fn rounds(t: Tokens<'_>, at: usize, found: &mut Facts) -> Option<usize> {
    let mut number = count(t, at)?;
    let mut next = at + 1;
    // `3 x rounds`
    if t.is_sign(next, 'x') && t.one_of(next + 1, &["rounds", "round", "sets", "rds"]) {
        next += 1;
    }
    // `5x` on a line of its own.
    if at == 0 && t.is_sign(1, 'x') && (t.len() == 2 || t.is_sign(2, ':')) {
        found.rounds = Some(number);
        return Some(t.len().min(3));
    }
    if t.is_sign(next, '-')
        && t.is_number_like(next + 1)
        && t.one_of(next + 2, &["rounds", "rds", "sets"])
        && let Some(more) = count(t, next + 1)
        && more > number
    {
        number = number.min(more);
        next += 2;
    }
    let next =
        if t.is_sign(next, '-') && t.one_of(next + 1, &["round", "rounds", "rft"]) { next + 1 } else { next };
    let next = if word_between(t, next) {
        found.quality |= t.is(next, "quality");
        next + 1
    } else {
        next
    };
    match mended(t.word(next)) {
        "rft" => {
            found.rounds = Some(number);
            found.for_time = true;
            Some(next + 1)
        }
        // `5 laps:`, `3 circuits of`
        "laps" | "trips" | "circuits" | "cycles" | "loops" | "passes" | "times"
            if at == 0 && t.one_of(next + 1, &[":", "of"]) =>
        {
            found.rounds = Some(number);
            Some(of(t, next + 1))
        }
        "rnft" | "rfq" => {
            found.rounds = Some(number);
            found.quality = true;
            Some(next + 1)
        }
        "rounds" | "round" | "rds" | "rd" | "rnds" | "rnd" => {
            // `rest after 2 rounds`, `by round 3` are no format.
            if at > 0
                && t.one_of(
                    at - 1,
                    &["after", "every", "than", "about", "least", "minimum", "to", "first", "last", "next"],
                )
            {
                return None;
            }
            // `1 round = ...` only says what a round is.
            if number == 1 && t.one_of(next + 1, &["=", ":", "is"]) {
                return Some(next + 2);
            }
            if found.rounds.is_none() || found.times.is_some() {
                found.rounds = Some(number);
            }
            Some(of(t, next + 1))
        }
        "sets" | "set" | "supersets" => {
            if at > 0
                && t.one_of(
                    at - 1,
                    &[
                        "all", "these", "those", "both", "after", "every", "than", "about", "least", "in",
                        "to", "or", "first", "last", "next",
                    ],
                )
            {
                return None;
            }
            if found.sets.is_none() {
                found.sets = Some(number);
            }
            Some(of(t, next + 1))
        }
        _ => None,
    }
}

fn of(t: Tokens<'_>, at: usize) -> usize {
    let at = over(t, at, &["of"]);
    // `5 sets x 5 reps`
    if t.is_sign(at, 'x') && t.is_number_like(at + 1) { at + 1 } else { at }
}

fn for_time(t: Tokens<'_>, at: usize, found: &mut Facts) -> Option<usize> {
    let end = if t.phrase(at, &["for", "time"]) {
        // `for time, for load`: whichever; `for time cap` is none.
        at + 2
    } else if t.is(at, "4")
        && t.is(at + 1, "time")
        && (at == 0 || t.one_of(at - 1, &["rounds", "rds", "reps", ",", "-"]))
    {
        at + 2
    } else if t.phrase(at, &["for", "best", "time"]) {
        at + 3
    } else if t.phrase(at, &["as", "fast", "as", "possible"]) {
        at + 4
    } else if t.one_of(at, &["afap", "4time", "fortime"]) || t.is(at, "rft") && at == 0 {
        at + 1
    } else {
        return None;
    };
    found.for_time = true;
    Some(over(t, end, &["of"]))
}

/// `21-15-9` that is not one movement's own.
fn list(t: Tokens<'_>, at: usize, here: Option<&Measure>, found: &mut Facts) -> Option<usize> {
    if at > 0 && t.is_number_like(at - 1) || !found.list.is_empty() {
        return None;
    }
    if let Some(end) = counting(t, at, found) {
        return Some(end);
    }
    let read = here?.clone();
    let values = match read.numbers {
        Numbers::List(values) if read.times.is_none() => values,
        _ => return None,
    };
    if !matches!(read.unit, Unit::None | Unit::Reps) {
        return None;
    }
    let next = over(t, read.to, &["rep", "reps", "scheme"]);
    // `2-4-6-8-10... and so on`
    let next = if read.open { over(t, next, &[".", "and", "so", "on", "etc", "up"]) } else { next };
    let ends = t.get(next).is_none()
        || t.one_of(
            next,
            &["of", ":", "for", "rounds", ")", "(", ",", "-", "each", "with", "on", "[", "rep"],
        );
    // Behind a name the list is the movement's, unless `for time` or `of` follows.
    let named_before = (0..at).any(|place| {
        t.is_word(place)
            && !t.one_of(
                place,
                &[
                    "for",
                    "time",
                    "amrap",
                    "in",
                    "minutes",
                    "min",
                    "metcon",
                    "wod",
                    "of",
                    "rounds",
                    "ft",
                    "rft",
                    "as",
                    "many",
                    "reps",
                    "possible",
                    "ladder",
                    "pyramid",
                    "descending",
                    "ascending",
                    "chipper",
                    "scheme",
                    "rep",
                    "couplet",
                    "triplet",
                    "complete",
                    "fast",
                    "quality",
                    "workout",
                    "finisher",
                    "conditioning",
                    "part",
                    "then",
                    "a",
                    "the",
                ],
            )
    });
    if !ends || named_before && !t.one_of(next, &["of", "for"]) {
        return None;
    }
    if t.one_of(next, &["(", ",", "@"]) && named_before {
        return None;
    }
    found.list = values;
    found.open_list = read.open;
    Some(over(t, next, &["of", ":"]))
}

/// `10 to 1` or `1 to 10` on a line of its own: one more or less each round.
fn counting(t: Tokens<'_>, at: usize, found: &mut Facts) -> Option<usize> {
    let word = at + 1 + usize::from(t.one_of(at + 1, &["down", "up"]));
    let (from, to) = (count(t, at)?, count(t, word + 1)?);
    let end = word + 2;
    let alone = at == 0 && (t.len() == end || t.one_of(end, &[":", "of", "reps", "for"]));
    if !t.is(word, "to") || !alone || from == to || from.max(to) > 30 || from.min(to) != 1 {
        return None;
    }
    let up: Vec<f64> = (from.min(to)..=from.max(to)).map(f64::from).collect();
    found.list = if from < to { up } else { up.into_iter().rev().collect() };
    Some(over(t, end, &[":", "of", "reps"]))
}

const BUILD: &[&str] = &[
    "build",
    "work",
    "find",
    "establish",
    "test",
    "retest",
    "hit",
    "building",
    "working",
    "take",
    "max",
    "re",
    "determine",
    "climb",
    "ramp",
];

/// `Build to a heavy single`, `find a 3RM in 20 minutes`, `1 rep max`, `work up to a heavy set of 3`.
fn max_load(t: Tokens<'_>, at: usize, here: Option<&Measure>, found: &mut Facts) -> Option<usize> {
    // `Build to 80% in 12 minutes` is the way to the work, not the work.
    if t.one_of(at, &["build", "work", "warm", "building"])
        && let Some(percent) =
            (at + 1..at + 5).find(|place| t.number(*place).is_some() && t.is_sign(place + 1, '%'))
        && (at + 1..percent).all(|place| t.one_of(place, &["up", "to", "your", "a"]))
        && found.named.is_none()
        && !(percent + 2..t.len()).any(|place| t.one_of(place, &["of"]))
    {
        let end = (percent + 2..t.len())
            .find(|place| t.one_of(*place, &[",", ".", ";", "then"]))
            .unwrap_or(t.len());
        return Some(end);
    }
    // `20 minutes to build to ...`
    if let Some((seconds, next)) = time_of(here)
        && t.is(next, "to")
        && t.one_of(next + 1, BUILD)
    {
        found.duration = Some(seconds);
        return Some(next + 1);
    }
    if t.one_of(at, &["in", "within", "over"])
        && let Some((seconds, next)) = duration(t, at + 1)
    {
        let builds = (0..t.len()).any(|place| t.one_of(place, BUILD) || rm_at(t, place).is_some())
            || found.max_rm.is_some();
        let max_before = (0..at).any(|place| t.one_of(place, &["max"]));
        if builds
            && !(max_before && (0..t.len()).all(|place| rm_at(t, place).is_none()))
            && found.interval.is_none()
        {
            found.duration = Some(seconds);
            return Some(over(t, next, &[",", ":"]));
        }
        return None;
    }
    if found.max_rm.is_some() {
        return None;
    }
    let start = if t.one_of(at, BUILD) {
        over(
            t,
            at + 1,
            &[
                "up", "to", "a", "an", "your", "the", "for", "today's", "out", "new", "todays", "daily", ":",
                "-",
            ],
        )
    } else {
        at
    };
    let (rm, end) =
        if start > at { rm_at(t, start).or_else(|| heavy_at(t, start)) } else { rm_alone(t, at) }?;
    found.max_rm = Some(rm);
    found.named.get_or_insert(Named::MaxLoad);
    Some(over(t, end, &["for", "the", "day", "of", "weight", "load", "-", ":"]))
}

/// `3RM`, `1 rep max`, `one rep max`: what maximum, and the place behind.
pub(super) fn rm_at(t: Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let number = count(t, at)?;
    let next = if t.is_sign(at + 1, '-') { at + 2 } else { at + 1 };
    if t.one_of(next, &["rm", "rms"]) {
        return Some((number, next + 1));
    }
    if t.one_of(next, &["rep", "reps"]) && t.one_of(next + 1, &["max", "maximum"]) {
        return Some((number, next + 2));
    }
    None
}

/// A maximum with no word for building before it, and not one that a percentage is taken of.
fn rm_alone(t: Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let percent = (0..at).any(|place| t.is_sign(place, '%') || t.is(place, "percent"));
    let of = at > 0 && t.one_of(at - 1, &["of", "your", "@"]);
    if percent || of {
        return None;
    }
    rm_at(t, at).or_else(|| {
        let heavy = t.is(at, "heavy").then(|| heavy_at(t, at)).flatten()?;
        // `heavy 3` or `heavy single`, not `heavy 24 kg kettlebell`.
        (heavy.0 <= 10 && heavy.1 > at + 1).then_some(heavy)
    })
}

/// `heavy single`, `heavy set of 3`, `max`, `heavy 5 reps`.
fn heavy_at(t: Tokens<'_>, at: usize) -> Option<(u32, usize)> {
    let worded = t.one_of(at, &["heavy", "max", "maximum", "tough", "moderate", "challenging", "opening"]);
    let at = if worded { at + 1 } else { at };
    let at = over(t, at, &["-", "effort", "load"]);
    let named = match t.word(at) {
        "single" | "1" => Some(1),
        "double" | "2" => Some(2),
        "triple" | "3" => Some(3),
        _ => None,
    };
    if t.is(at, "set") && t.is(at + 1, "of") {
        let number = count(t, at + 2)?;
        let end = over(t, at + 3, &["reps", "rep"]);
        return Some((number, end));
    }
    // `max double-unders` is no maximum of two.
    if named.is_some()
        && t.is_word(at)
        && (t.is_sign(at + 1, '-') && t.glued(at + 1)
            || t.one_of(at + 1, &["under", "unders", "db", "kb", "arm", "leg", "skips"]))
    {
        return None;
    }
    if let Some(number) = named.or_else(|| t.number(at).and_then(whole)) {
        let unit = super::unit::unit_at(t, at + 1).map(|found| found.0);
        if unit.is_some_and(|unit| unit != Unit::Reps) || !worded && named.is_none() {
            return None;
        }
        return Some((number, over(t, at + 1, &["reps", "rep", "-"])));
    }
    worded.then_some((1, at))
}
