//! Places on a running clock.

use super::facts::{Facts, duration, over};
use crate::scan::Tokens;

/// `From 0:00-8:00`, `0:00 - 8:00`, `at 8:00`, `when the clock reaches 14:00`, `minutes 0-8`.
pub(super) fn window(t: Tokens<'_>, at: usize, found: &mut Facts) -> Option<usize> {
    if let Some((_, next)) = t.is_number_like(at).then(|| duration(t, at)).flatten()
        && (t.is(next, "clock") || t.one_of(next, &["running", "continuous"]) && t.is(next + 1, "clock"))
    {
        found.running_clock = true;
        return Some(if t.is(next, "clock") { next + 1 } else { next + 2 });
    }
    if t.one_of(at, &["running", "continuous"]) && t.is(at + 1, "clock") {
        found.running_clock = true;
        return Some(at + 2);
    }
    let worded = t.one_of(at, &["from", "clock", "time"]);
    let start = if worded { over(t, at + 1, &[":", "time", "clock"]) } else { at };
    if (at == 0 || worded || t.is_sign(at.saturating_sub(1), '(') || t.is_sign(at.saturating_sub(1), '['))
        && let Some(from) = t.time(start)
        && (t.is_sign(start + 1, '-') || t.one_of(start + 1, &["to", "until"]))
        && let Some(to) = t.time(start + 2)
        && to > from
        && (worded
            || from == 0.0
            || from_zero(t)
            || t.get(start + 3).is_none()
            || t.one_of(start + 3, &[":", ")", "]", "-"]))
        && found.interval.is_none()
    {
        found.window = Some((from, Some(to)));
        return Some(over(t, start + 3, &[":", "]", ")"]));
    }
    let at =
        if t.is(at, "in") && t.one_of(at + 1, &["minutes", "minute", "min", "mins"]) { at + 1 } else { at };
    if t.one_of(at, &["from", "minutes", "minute", "min", "mins"])
        && let (Some(from), true, Some(to)) =
            (t.number(at + 1), t.is_sign(at + 2, '-') || t.is(at + 2, "to"), t.number(at + 3))
        && to > from
        && (t.one_of(at + 4, &["min", "mins", "minutes", ":"]) || t.get(at + 4).is_none() && from == 0.0)
        && (t.is(at, "from") || at <= 1)
    {
        found.window = Some((from * 60.0, Some(to * 60.0)));
        return Some(over(t, at + 4, &["min", "mins", "minutes", ":"]));
    }
    // `@ 12:00` with nothing else, `12:00 - AMRAP 8` where the text has a start at zero.
    let lone = at == 0
        && t.is_sign(0, '@')
        && t.time(1).is_some()
        && (t.get(2).is_none() || t.one_of(2, &[":", "-"]));
    let marked = at == 0
        && t.time(0).is_some()
        && t.one_of(1, &["-", "|", ":"])
        && !t.is_number_like(2)
        && (t.get(2).is_none() || from_zero(t));
    if marked {
        found.window = Some((t.time(0)?, None));
        return Some(2);
    }
    let clock_start = if t.is(at, "at") && at == 0 || lone {
        at + 1
    } else if t.one_of(at, &["when", "once", "as"])
        && (at..at + 8).any(|place| t.is(place, "clock"))
        && at == 0
    {
        (at..at + 10).find(|place| t.time(*place).is_some())?
    } else if t.one_of(at, &["starting", "start"]) && t.is(at + 1, "at") {
        at + 2
    } else {
        return None;
    };
    let from = t.time(clock_start).or_else(|| duration(t, clock_start).map(|found| found.0))?;
    let end = duration(t, clock_start).map_or(clock_start + 1, |found| found.1);
    found.window = Some((from, None));
    Some(over(t, end, &[":", "-", "min", "mark", ","]))
}

/// Whether a line of the text begins with a start of the clock.
fn from_zero(t: Tokens<'_>) -> bool {
    ["0:00", "00:00"].iter().any(|zero| {
        t.lower.starts_with(zero)
            || t.lower
                .match_indices(zero)
                .any(|(at, _)| t.lower.get(..at).is_some_and(|before| before.ends_with('\n')))
    })
}
