//! Formats by the clock: AMRAP, EMOM, intervals, tabata, death by, work and rest, windows.

use super::facts::{Facts, Named, count, duration, duration_range, over, time_of};
use super::measure::{Measure, measure};
use super::window::window;
use crate::scan::Tokens;

const JOIN: &[&str] = &["in", "of", "for", ":", "-", "(", "a", "an", "the", "x", ","];

/// Reads what stands at a place. The place behind it, if anything does.
pub(super) fn read(t: Tokens<'_>, at: usize, here: Option<&Measure>, found: &mut Facts) -> Option<usize> {
    station(t, at, here, found)
        .or_else(|| window(t, at, found))
        .or_else(|| amrap(t, at, here, found))
        .or_else(|| emom(t, at, here, found))
        .or_else(|| every(t, at, found))
        .or_else(|| super::work_rest::tabata(t, at, found))
        .or_else(|| super::work_rest::work_rest(t, at, here, found))
        .or_else(|| max_in_time(t, at, found))
}

/// `1 min at each station`.
fn station(t: Tokens<'_>, at: usize, here: Option<&Measure>, found: &mut Facts) -> Option<usize> {
    let (seconds, next) = time_of(here)?;
    // Behind a name it is said of that.
    if (at == 0 || !t.is_word(at - 1))
        && t.is(next, "each")
        && (t.get(next + 1).is_none() || t.is_sign(next + 1, ':'))
    {
        found.station = Some(seconds);
        return Some(next + 1);
    }
    let noun = over(t, next, &["at", "on", "per", "each", "every", "of", "work", "the"]);
    if noun == next || !t.one_of(noun, &["station", "stations", "movement", "exercise"]) {
        return None;
    }
    found.station = Some(seconds);
    Some(noun + 1)
}

/// The words for as many rounds as possible: the place behind them, and whether repetitions alone are counted.
fn amrap_words(t: Tokens<'_>, at: usize) -> Option<(usize, bool)> {
    if t.one_of(at, &["max", "maximum", "most"]) && t.is(at + 1, "rounds") {
        return Some((at + 2, false));
    }
    if t.one_of(at, &["amrap", "amraps", "amcap", "amreps"]) {
        return Some((at + 1, t.is(at, "amreps")));
    }
    let start = if t.is(at, "complete") { at + 1 } else { at };
    // `climb as high as you can`
    if t.one_of(at, &["climb", "get", "go"])
        && t.is(at + 1, "as")
        && t.one_of(at + 2, &["high", "far"])
        && t.is(at + 3, "as")
    {
        return Some((at + 4 + usize::from(t.is(at + 4, "you")) + 1, false));
    }
    let many = t.phrase(start, &["as", "many"]);
    if !many {
        return None;
    }
    let reps = t.one_of(start + 2, &["reps", "repetitions"]);
    // `as many pull-ups as possible` with no time is a maximum.
    let counted = t.one_of(
        start + 2,
        &["reps", "repetitions", "rounds", "sets", "total", "full", "quality", "complete", "good"],
    );
    if !counted && !(0..t.len()).any(|place| duration(t, place).is_some()) {
        return None;
    }
    for place in start + 2..start + 9 {
        if t.is(place, "as") && t.one_of(place + 1, &["possible", "you"]) {
            let end = if t.is(place + 2, "can") { place + 3 } else { place + 2 };
            return Some((end, reps));
        }
    }
    None
}

fn amrap(t: Tokens<'_>, at: usize, here: Option<&Measure>, found: &mut Facts) -> Option<usize> {
    // `5 x AMRAP 3`, `3 x 4 min AMRAP`, `4 rounds of 3:00 AMRAP`
    if let (Some(times), true) = (count(t, at), t.is_sign(at + 1, 'x') && !t.is_sign(at + 3, 'x'))
        && (duration(t, at + 2).is_some()
            || t.number(at + 2).is_some()
            || duration(t, at + 3).is_some()
            || t.number(at + 3).is_some())
        && let Some(end) = amrap(t, at + 2, measure(t, at + 2).as_ref(), &mut Facts::default())
    {
        amrap(t, at + 2, measure(t, at + 2).as_ref(), found);
        found.times = Some(times);
        return Some(end);
    }
    if let Some((seconds, next)) = time_of(here) {
        let next = over(t, next, &["-", ",", ":"]);
        if let Some((end, reps)) = amrap_words(t, next) {
            set_amrap(found, Some(seconds), reps);
            return Some(repeat(t, end, found));
        }
        if t.is(next, "ladder") {
            set_amrap(found, Some(seconds), false);
            return Some(next + 1);
        }
        return None;
    }
    if let (Some(minutes), Some((end, reps))) = (t.number(at), amrap_words(t, at + 1)) {
        set_amrap(found, Some(minutes * 60.0), reps);
        return Some(repeat(t, end, found));
    }
    // `chin-ups 3 x AMRAP`: as many as possible, and no format.
    if at > 1
        && t.is_sign(at - 1, 'x')
        && t.number(at - 2).is_some()
        && duration(t, at + 1).is_none()
        && t.number(at + 1).is_none()
    {
        return None;
    }
    let (end, reps) = amrap_words(t, at)?;
    let next = over(t, end, JOIN);
    let close = |end: usize| if t.is_sign(end, ')') { end + 1 } else { end };
    if let Some((seconds, end)) = duration(t, next) {
        set_amrap(found, Some(seconds), reps);
        return Some(repeat(t, close(end), found));
    }
    if let Some(minutes) = t.number(next)
        && bare(t, next + 1)
    {
        set_amrap(found, Some(minutes * 60.0), reps);
        return Some(repeat(t, close(next + 1), found));
    }
    set_amrap(found, None, reps);
    Some(end)
}

/// Whether a bare number ends here, so that it counts minutes.
pub(super) fn bare(t: Tokens<'_>, at: usize) -> bool {
    t.get(at).is_none()
        || t.one_of(
            at,
            &[
                ":",
                ")",
                "-",
                ",",
                "(",
                "x",
                "of",
                "with",
                "for",
                ".",
                "then",
                "@",
                "+",
                "|",
                "/",
                "in",
                "[",
                "rest",
                "you",
                "i",
                "wearing",
                "while",
                "at",
                "to",
                "for:",
                "alternating",
                "ascending",
                "descending",
                "ladder",
                "couplet",
                "triplet",
                "chipper",
                "partner",
                "team",
                "teams",
            ],
        )
}

fn set_amrap(found: &mut Facts, seconds: Option<f64>, reps: bool) {
    found.named = Some(Named::Amrap);
    if seconds.is_some() {
        found.duration = seconds;
    }
    found.max_reps |= reps;
}

/// `x 5`, `x 5 sets`, `(5 sets)`, `for 5 rounds` behind a format.
pub(super) fn repeat(t: Tokens<'_>, at: usize, found: &mut Facts) -> usize {
    let start = over(t, at, &["(", ",", "-", ":", "for"]);
    let crosses = t.is_sign(start, 'x');
    let place = if crosses { start + 1 } else { start };
    let Some(times) = count(t, place) else { return at };
    let named = t.one_of(place + 1, &["sets", "set", "rounds", "round", "rds", "times"]);
    if !crosses && !named {
        return at;
    }
    if !named && t.one_of(place + 1, &["min", "mins", "minutes"]) {
        return at;
    }
    found.times = Some(times);
    let end = if named { place + 2 } else { place + 1 };
    if t.is_sign(end, ')') { end + 1 } else { end }
}

/// `e2momx5` in its two parts.
fn glued_times(word: &str) -> Option<(&str, f64)> {
    let (head, times) = word.rsplit_once('x')?;
    let times = times.parse().ok()?;
    head.ends_with("om").then_some((head, times))
}

/// The words for every minute, or every so many: (interval in seconds, place behind).
fn emom_words(t: Tokens<'_>, at: usize) -> Option<(f64, usize)> {
    let word = t.word(at);
    let word = glued_times(word).map_or(word, |(word, _)| word);
    if matches!(word, "emom" | "emoms" | "emotm" | "eotm" | "otm") {
        return Some((60.0, at + 1));
    }
    // `Every other minute`, `every 3rd minute`.
    let nth = |at: usize| match t.word(at) {
        "other" | "second" => Some((120.0, at + 1)),
        "third" => Some((180.0, at + 1)),
        "fourth" => Some((240.0, at + 1)),
        "fifth" => Some((300.0, at + 1)),
        _ => t
            .number(at)
            .filter(|_| t.one_of(at + 1, &["nd", "rd", "th"]))
            .map(|number| (number * 60.0, at + 2)),
    };
    if word == "eomom" {
        return Some((120.0, at + 1));
    }
    if word == "every"
        && let Some((seconds, next)) = nth(at + 1)
        && t.one_of(next, &["minute", "min"])
    {
        let end = next + 1;
        return Some((seconds, if t.phrase(end, &["on", "the", "minute"]) { end + 3 } else { end }));
    }
    if let Some(rest) = word.strip_prefix('e')
        && let Some(inner) = ["motm", "momo", "mom", "otm", "m"].iter().find_map(|end| rest.strip_suffix(end))
        && let Ok(minutes) = inner.parse::<f64>()
    {
        return Some((minutes * 60.0, at + 1));
    }
    if let Some(rest) = word.strip_prefix('e')
        && let Some(inner) = rest.strip_suffix("som").or_else(|| rest.strip_suffix('s'))
        && let Ok(seconds) = inner.parse::<f64>()
    {
        return Some((seconds, at + 1));
    }
    // `E1:30MOM`, `E 2 MOM`
    if word == "e"
        && let Some((seconds, next)) =
            duration(t, at + 1).or_else(|| Some((t.number(at + 1)? * 60.0, at + 2)))
        && t.one_of(next, &["mom", "om"])
    {
        return Some((seconds, next + 1));
    }
    if t.one_of(at, &["every", "each"]) && t.is(at + 1, "minute") {
        let plain = t.is(at, "every");
        let end = if t.phrase(at + 2, &["on", "the", "minute"]) { at + 5 } else { at + 2 };
        return (plain || end > at + 2).then_some((60.0, end));
    }
    if t.phrase(at, &["on", "the", "minute"]) {
        return Some((60.0, at + 3));
    }
    None
}

fn emom(t: Tokens<'_>, at: usize, here: Option<&Measure>, found: &mut Facts) -> Option<usize> {
    let (seconds, start) = match time_of(here) {
        Some((seconds, next)) => (Some(seconds), over(t, next, &["-", ",", ":", "of", "alternating"])),
        None => match t.number(at).filter(|_| emom_words(t, at + 1).is_some()) {
            Some(minutes) => (Some(minutes * 60.0), at + 1),
            None => (None, at),
        },
    };
    // `a bit faster every minute` is how a movement is done.
    let more = &[
        "both",
        "exercises",
        "movements",
        "faster",
        "harder",
        "further",
        "longer",
        "heavier",
        "more",
        "up",
        "pace",
        "speed",
    ];
    if start > 0 && t.one_of(start - 1, more) {
        return None;
    }
    let (interval, end) = emom_words(t, start)?;
    found.rotate |= t.is(start.saturating_sub(1), "alternating") && start > at;
    found.interval = Some(interval);
    found.named = Some(if (interval - 60.0).abs() < 1.0 { Named::Emom } else { Named::Every });
    if seconds.is_some() {
        found.total = seconds;
        return Some(repeat(t, end, found));
    }
    // `E2MOMx5`
    if let Some(times) = glued_times(t.word(start)).and_then(|(_, times)| super::facts::whole(times)) {
        found.times = Some(times);
        return Some(end);
    }
    Some(total(t, end, found))
}

/// How long an EMOM or interval goes on.
fn total(t: Tokens<'_>, end: usize, found: &mut Facts) -> usize {
    let repeated = repeat(t, end, found);
    if repeated > end {
        return repeated;
    }
    let start = over(t, end, &["for", "in", ":", "-", "(", "of", ",", "over", "x"]);
    let close = |end: usize| if t.is_sign(end, ')') { end + 1 } else { end };
    if let Some((seconds, next)) = duration(t, start) {
        // A movement's own time stands behind a comma or a colon: `EMOM: 30 sec plank`.
        let own =
            t.is_word(next) && !t.one_of(next, &["of", "total", "alternating", "with", "then", "and", "cap"]);
        if seconds >= found.interval.unwrap_or(60.0) && !(own && start > end && !t.is(start - 1, "for")) {
            found.total = Some(seconds);
            return close(if t.is(next, "total") { next + 1 } else { next });
        }
        return end;
    }
    if let Some(number) = t.number(start)
        && (bare(t, start + 1) || t.is(start + 1, "or"))
    {
        found.bare_total = Some(number);
        let mut next = start + 1;
        if t.is(next, "or")
            && let Some(other) = t.number(next + 1)
        {
            found.bare_total_max = Some(other);
            next += 2;
        } else if t.is_sign(next, '-')
            && let Some(other) = t.number(next + 1)
            && other > number
            && bare(t, next + 2)
        {
            found.bare_total_max = Some(other);
            next += 2;
        }
        return close(next);
    }
    end
}

/// `Every 3:00-3:30 x 5`, `every 90 sec (8 sets)`, `on the 2:30`.
fn every(t: Tokens<'_>, at: usize, found: &mut Facts) -> Option<usize> {
    if at > 0
        && t.one_of(at - 1, &["switch", "switching", "change", "changing", "rotate", "rotating", "swap"])
    {
        return None;
    }
    // `10 x 2:00: 200 m run`
    if at == 0
        && let (Some(times), true) = (count(t, 0), t.is_sign(1, 'x'))
        && let Some(seconds) = t.time(2)
        && (t.is_sign(3, ':') || t.len() == 3)
        && seconds >= 45.0
    {
        found.interval = Some(seconds);
        found.named = Some(Named::Every);
        found.times = Some(times);
        return Some(4);
    }
    // `6 rounds on a 3:00 clock`
    if t.phrase(at, &["on", "a"])
        && let Some((seconds, next)) = duration(t, at + 2)
        && t.one_of(next, &["clock", "interval", "timer", "cycle", "running"])
    {
        found.interval = Some(seconds);
        found.named = Some(Named::Every);
        return Some(over(t, next, &["clock", "interval", "timer", "cycle", "running"]));
    }
    let start = if t.one_of(at, &["every", "evry"]) {
        at + 1
    } else if t.phrase(at, &["on", "the"]) && t.is_number_like(at + 2) {
        at + 2
    } else {
        return None;
    };
    // `every 2 rounds` is no clock.
    let (min, max, end) = duration_range(t, start)?;
    if min < 10.0 {
        return None;
    }
    found.interval = Some(min);
    found.interval_max = max;
    found.named = Some(if (min - 60.0).abs() < 1.0 && max.is_none() { Named::Emom } else { Named::Every });
    let end = if t.phrase(end, &["on", "the", "minute"]) { end + 3 } else { end };
    Some(total(t, end, found))
}

/// `Max burpees in 5 minutes`, `5 min max burpees`, `max distance in 10:00`: the time only.
fn max_in_time(t: Tokens<'_>, at: usize, found: &mut Facts) -> Option<usize> {
    if !t.one_of(at, &["in", "within"]) || found.named.is_some() || found.max_rm.is_some() {
        return None;
    }
    let (seconds, end) = duration(t, at + 1)?;
    let max_before = (0..at).any(|place| t.one_of(place, &["max", "maximum", "most"]));
    if !max_before {
        return None;
    }
    found.named = Some(Named::MaxInTime);
    found.duration = Some(seconds);
    Some(end)
}
