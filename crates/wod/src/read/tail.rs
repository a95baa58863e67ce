//! What stands around a format: rests, caps, teams, carrying on, alternating, added repetitions.

use super::facts::{Facts, count, duration_range, over, times_of};
use super::measure::{Measure, Numbers, measure};
use super::unit::Unit;
use crate::model::{Amount, Between, Rest, RestKind, TeamMode};
use crate::scan::Tokens;

/// Reads what stands at a place. The place behind it, if anything does.
pub(super) fn read(t: Tokens<'_>, at: usize, here: Option<&Measure>, found: &mut Facts) -> Option<usize> {
    rest(t, at, here, found)
        .or_else(|| super::cap::cap(t, at, here, found))
        .or_else(|| team(t, at, found))
        .or_else(|| carry(t, at, found))
        .or_else(|| add(t, at, found))
        .or_else(|| super::beside::through(t, at, found))
}

/// `Rest 2:00 between rounds`, `rest as needed`, `2 min rest`, `rest the remaining time`, `rest until 15:00`.
fn rest(t: Tokens<'_>, at: usize, here: Option<&Measure>, found: &mut Facts) -> Option<usize> {
    if let Some((min, max, next)) = times_of(here).map(|(min, max, next)| (min, max, over(t, next, &["of"])))
        && t.one_of(next, &["rest", "recovery", "recover"])
        && !t.one_of(next + 1, &["row", "bike", "run", "jog", "ski", "walk"])
    {
        let (between, end) = between(t, next + 1);
        push(found, RestKind::Timed, Some(seconds(min, max)), between);
        return Some(end);
    }
    // `Three minutes between them`
    if let Some((min, max, next)) = times_of(here)
        && t.one_of(next, &["between", "btwn"])
        && let (Some(which), end) = between(t, next)
    {
        push(found, RestKind::Timed, Some(seconds(min, max)), Some(which));
        return Some(end);
    }
    let short = at == 0 && t.is(0, "r") && t.is_number_like(1);
    if !short && !t.one_of(at, &["rest", "resting", "recover"]) {
        return None;
    }
    let start = over(
        t,
        at + 1,
        &[":", "-", "for", "exactly", "about", "=", "is", "period", "the", "then", "a", "of", "only"],
    );
    if t.phrase(start, &["as", "much", "as"]) {
        push(found, RestKind::AsNeeded, None, None);
        return Some(t.len());
    }
    if t.is(start, "as") && t.one_of(start + 1, &["needed", "required", "necessary"]) {
        let (between, end) = between(t, start + 2);
        push(found, RestKind::AsNeeded, None, between);
        return Some(end);
    }
    if t.one_of(start, &["remaining", "remainder", "till", "until"])
        || t.phrase(start, &["as", "long"])
        || t.is(start, "1") && t.is_sign(start + 1, ':')
    {
        return Some(rest_until(t, start, found));
    }
    let (min, max, next) = match duration_range(t, start) {
        Some(found) => found,
        None => {
            let (low, high, next) = marks(t, start)?;
            (low, high, next)
        }
    };
    let (between, end) = between(t, next);
    push(found, RestKind::Timed, Some(seconds(min, max)), between);
    Some(end)
}

/// Marks behind rest are minutes and seconds; a bare small number is minutes.
fn marks(t: Tokens<'_>, at: usize) -> Option<(f64, Option<f64>, usize)> {
    let read = measure(t, at)?;
    let factor = match read.unit {
        Unit::TwoMarks => 1.0,
        Unit::None if read.single().is_some_and(|value| value >= 15.0) => 1.0,
        Unit::None => 60.0,
        _ => return None,
    };
    match read.numbers {
        Numbers::One(value) => Some((value * factor, None, read.to)),
        Numbers::Range(min, max) => Some((min * factor, Some(max * factor), read.to)),
        _ => None,
    }
}

fn rest_until(t: Tokens<'_>, start: usize, found: &mut Facts) -> usize {
    if t.phrase(start, &["as", "long"]) {
        push(found, RestKind::AsLongAsWork, None, None);
        return t.len();
    }
    if t.is_sign(start + 1, ':') {
        push(found, RestKind::AsLongAsWork, None, None);
        return over(t, start + 2, &["1", "work", "rest"]);
    }
    let until = t.one_of(start, &["till", "until"]);
    let clock = (start..start + 5).find(|place| t.time(*place).is_some());
    if let (true, Some(place)) = (until, clock) {
        push(found, RestKind::UntilClock, t.time(place).map(Amount::one), None);
        return over(t, place + 1, &["mark", "on", "the", "clock"]);
    }
    push(found, RestKind::RemainingOfInterval, None, None);
    over(
        t,
        start + 1,
        &["time", "of", "the", "interval", "minute", "in", "each", "round", "remaining", "next"],
    )
}

fn seconds(min: f64, max: Option<f64>) -> Amount {
    max.map_or(Amount::one(min), |max| Amount::Range { min, max })
}

fn push(found: &mut Facts, kind: RestKind, seconds: Option<Amount>, between: Option<Between>) {
    found.rest.push(Rest { kind, seconds, between });
}

/// `between rounds`, `b/t sets`, `after each round`.
fn between(t: Tokens<'_>, at: usize) -> (Option<Between>, usize) {
    let at = over(t, at, &["rest", "of"]);
    let next = if t.one_of(at, &["between", "btwn", "btw", "in-between", "after", "bt"]) {
        at + 1
    } else if t.phrase(at, &["in", "between"]) {
        at + 2
    } else if t.phrase(at, &["b", "/", "t"]) || t.phrase(at, &["b", "/", "w"]) {
        at + 3
    } else if t.one_of(at, &["every", "each", "per"]) {
        at
    } else {
        return (None, at);
    };
    let noun =
        over(t, next, &["each", "every", "the", "all", "your", "per", "full", "working", "amrap", "amraps"]);
    let amraps = noun > next && t.one_of(noun - 1, &["amrap", "amraps"]);
    match t.word(noun) {
        "round" | "rounds" | "rds" | "efforts" | "interval" | "intervals" => {
            (Some(Between::Rounds), noun + 1)
        }
        "them" | "set" | "sets" | "supersets" | "superset" | "attempts" | "lifts" => {
            (Some(Between::Sets), noun + 1)
        }
        "exercises" | "movements" | "stations" | "exercise" | "movement" | "station" => {
            (Some(Between::Movements), noun + 1)
        }
        "reps" | "rep" => (None, noun + 1),
        // `rest 1 min after the rows`
        _ if noun > next && t.is(at, "after") && noun + 2 >= t.len() => (None, t.len()),
        _ if amraps => (Some(Between::Rounds), noun),
        // `rest 1 min between`: between the rounds.
        "" | ")" | "." | ","
            if t.one_of(at, &["between", "btwn", "btw", "bt"]) || t.is(at, "in") || t.is(at, "b") =>
        {
            (Some(Between::Rounds), noun)
        }
        _ => (None, at),
    }
}

/// `in teams of 2`, `with a partner`, `in pairs`, `you go I go`, `split as needed`, `IGYG`.
fn team(t: Tokens<'_>, at: usize, found: &mut Facts) -> Option<usize> {
    if t.one_of(at, &["team", "teams", "groups"]) && t.is(at + 1, "of") {
        let worded = ["two", "three", "four", "five", "six"].iter().position(|word| t.is(at + 2, word));
        let worded = worded.and_then(|at| u32::try_from(at + 2).ok());
        found.team_size = Some(count(t, at + 2).or(worded)?);
        return Some(over(t, at + 3, &[":", ","]));
    }
    // `En équipe de 2`, `en equipos de 3`, `im Team zu zweit`
    if t.one_of(at, &["équipe", "équipes", "equipe", "equipes", "equipo", "equipos", "squadra", "squadre"])
        && t.one_of(at + 1, &["de", "di"])
        && let Some(size) = count(t, at + 2)
    {
        found.team_size = Some(size);
        return Some(at + 3);
    }
    if let Some(size) = count(t, at).filter(|size| (2..=8).contains(size)) {
        let next = over(t, at + 1, &["-"]);
        if t.one_of(next, &["person", "people"])
            && (t.one_of(next + 1, &["team", "teams"]) || t.get(next + 1).is_none())
        {
            found.team_size = Some(size);
            return Some(next + 1 + usize::from(t.one_of(next + 1, &["team", "teams"])));
        }
    }
    if t.one_of(at, &["with", "w", "in"]) {
        let noun = over(t, at + 1, &["a", "/", "your", "the"]);
        if t.one_of(noun, &["partner", "pairs", "buddy"]) {
            found.team_size.get_or_insert(2);
            return Some(over(t, noun + 1, &[":", ","]));
        }
    }
    if t.one_of(at, &["pairs", "partners"]) && (t.get(at + 1).is_none() || t.one_of(at + 1, &[":", ","])) {
        found.team_size.get_or_insert(2);
        return Some(at + 1);
    }
    sharing(t, at, found)
}

/// `you go, I go`: the place behind it.
fn taking_turns(t: Tokens<'_>, at: usize) -> Option<usize> {
    let other = match t.word(at) {
        "you" => "i",
        "i" => "you",
        _ => return None,
    };
    let next = at + 2 + usize::from(t.one_of(at + 2, &[",", "/", "-", "&", "and", "then"]));
    (t.is(at + 1, "go") && t.phrase(next, &[other, "go"])).then_some(next + 2)
}

/// The same with the words behind it that say how long each goes.
fn in_turns(t: Tokens<'_>, at: usize) -> Option<usize> {
    const BEHIND: &[&str] = &[
        "full",
        "rounds",
        "round",
        "style",
        "complete",
        ",",
        "by",
        "movement",
        "movements",
        "one",
        "1",
        "a",
        "each",
    ];
    taking_turns(t, at).map(|end| over(t, end, BEHIND))
}

/// How a team shares the work.
fn sharing(t: Tokens<'_>, at: usize, found: &mut Facts) -> Option<usize> {
    let mode = |found: &mut Facts, mode: TeamMode, end: usize| {
        found.team_mode = Some(mode);
        Some(end)
    };
    if let Some(end) = in_turns(t, at) {
        found.team_size.get_or_insert(2);
        return mode(found, TeamMode::YouGoIGo, end);
    }
    if t.one_of(at, &["igyg", "ygig", "iguug"]) {
        found.team_size.get_or_insert(2);
        return mode(found, TeamMode::YouGoIGo, at + 1);
    }
    if t.one_of(at, &["split", "share", "partition", "divide"]) && t.len() < 22 {
        let alternate =
            t.is(at, "split") || t.is(at, "share") || t.is(at, "divide") || found.team_size.is_some();
        let noun = over(
            t,
            at + 1,
            &[
                "the",
                "work",
                "reps",
                "all",
                "between",
                "partners",
                "evenly",
                "up",
                "rounds",
                "however",
                "you",
                "like",
                "want",
                "any",
                "way",
                "as",
                "needed",
                "desired",
                "and",
                "movements",
                "load",
                "among",
                "team",
                "total",
            ],
        );
        if alternate && noun > at + 1
            || noun > at + 2 && t.one_of(noun - 1, &["needed", "like", "want", "desired"])
        {
            return mode(found, TeamMode::Shared, noun);
        }
    }
    if t.is(at, "relay") && t.one_of(at + 1, &["style", "format", "", "-", ":", ",", "in", "("]) {
        return mode(found, TeamMode::Relay, at + 1);
    }
    // `all reps synchro`, `everything synchronised`: said of no single movement.
    if t.one_of(at, &["all", "everything", "reps", "work"]) {
        let word = over(t, at + 1, &["reps", "movements", "work", "is", "in", "done"]);
        if crate::library::canonical(t.word(word)).0 == "synchro"
            && (t.get(word + 1).is_none() || t.one_of(word + 1, &[":", ",", ".", ")"]))
        {
            found.team_size.get_or_insert(2);
            return mode(found, TeamMode::Synchro, word + 1);
        }
    }
    if t.one_of(at, &["one", "1"]) && t.is(at + 1, "working") {
        found.team_mode.get_or_insert(TeamMode::YouGoIGo);
        return Some(over(t, at + 2, &["at", "a", "time", "once"]));
    }
    in_turn(t, at).and_then(|turn| mode(found, turn, t.len()))
}

/// `One works, one rests`; with `split as needed` behind it the work is shared out as they like.
fn in_turn(t: Tokens<'_>, at: usize) -> Option<TeamMode> {
    let turns = t.phrase(at, &["one", "works"])
        || t.phrase(at, &["1", "works"])
        || t.phrase(at, &["one", "person", "works"])
        || t.phrase(at, &["one", "partner", "works"]);
    let shared = t.one_of(t.len().saturating_sub(1), &["needed", "like", "want"])
        && (at..t.len()).any(|place| t.one_of(place, &["split", "share", "divide"]));
    turns.then_some(if shared { TeamMode::Shared } else { TeamMode::YouGoIGo })
}

fn carry(t: Tokens<'_>, at: usize, found: &mut Facts) -> Option<usize> {
    let verb =
        t.one_of(at, &["continue", "pick", "resume", "start", "continuing", "picking", "carry", "continues"]);
    if verb
        && (at..at + 9).any(|place| {
            t.phrase(place, &["left", "off"])
                || t.phrase(place, &["finished"])
                || t.phrase(place, &["stopped"])
        })
    {
        found.carry = true;
        return Some(t.len());
    }
    if t.is(at, "optional") && at < 2 {
        found.optional = true;
        return Some(at + 1);
    }
    if t.one_of(at, &["alternating", "alternate", "rotating", "alt"]) {
        let clocked = (0..t.len()).any(|place| {
            t.one_of(place, &["emom", "every", "minutes", "tabata"]) || t.word(place).ends_with("mom")
        });
        let before_name = t.is_word(at + 1)
            && !t.one_of(at + 1, &["emom", "between", "minutes", "tabata", "e2mom", "movements", "stations"]);
        if clocked && (!before_name || t.get(at + 1).is_none()) {
            found.rotate = true;
            return Some(over(t, at + 1, &["between", "minutes", "movements", "stations"]));
        }
    }
    None
}

/// `Add 2 reps each round`, `increase by 3 reps every round`, `+2 reps each round`.
fn add(t: Tokens<'_>, at: usize, found: &mut Facts) -> Option<usize> {
    let adds = t.one_of(at, &["add", "adding", "increase", "increasing", "increases"])
        || t.is_sign(at, '+') && at == 0;
    if !adds {
        return None;
    }
    let place = (at + 1..at + 8).find(|place| t.number(*place).is_some())?;
    let number = t.number(place)?;
    let step = over(t, place + 1, &["more"]);
    if t.one_of(step, &["until", "till"])
        || t.one_of(step, &["rep", "reps"]) && t.one_of(step + 1, &["until", "till"])
    {
        found.add_each_round = Some(number);
        return Some(t.len());
    }
    if !(t.one_of(step, &["rep", "reps"]) || t.one_of(step, &["each", "every", "per"])) {
        return None;
    }
    let each = (step..t.len()).any(|place| {
        t.one_of(place, &["each", "every", "per"])
            && (place..place + 3).any(|noun| t.one_of(noun, &["round", "set", "time", "minute", "interval"]))
    });
    if !each {
        return None;
    }
    let named = (step..t.len()).any(|place| t.phrase(place, &["to", "the"]));
    if named {
        return None;
    }
    found.add_each_round = Some(number);
    Some(t.len())
}
