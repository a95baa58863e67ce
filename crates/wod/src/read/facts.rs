//! What a line says about its whole section: format, clock, rounds, rests, caps, teams.

use super::measure::{Measure, Numbers, measure};
use super::unit::Unit;
use super::{clock, strength, tail};
use crate::model::{Amount, Calc, Rest, ScoreType, TeamMode};
use crate::scan::Tokens;

/// The format's kind, where a word names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named {
    Amrap,
    Emom,
    Every,
    Tabata,
    DeathBy,
    MaxLoad,
    WorkRest,
    MaxInTime,
    /// Said to have no format.
    Freeform,
}

/// Everything that was found on a line.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Facts {
    pub(crate) named: Option<Named>,
    pub(crate) rounds: Option<u32>,
    pub(crate) sets: Option<u32>,
    /// `x 5` behind a format, or before it.
    pub(crate) times: Option<u32>,
    pub(crate) for_time: bool,
    /// The format's own time, in seconds.
    pub(crate) duration: Option<f64>,
    /// A number behind EMOM or an interval that may mean minutes or rounds.
    pub(crate) bare_total: Option<f64>,
    pub(crate) bare_total_max: Option<f64>,
    /// `for 12 minutes` behind an interval.
    pub(crate) total: Option<f64>,
    pub(crate) interval: Option<f64>,
    pub(crate) interval_max: Option<f64>,
    pub(crate) work_rest: Option<(f64, f64)>,
    pub(crate) list: Vec<f64>,
    pub(crate) open_list: bool,
    pub(crate) quality: bool,
    pub(crate) each_for_time: bool,
    pub(crate) carry: bool,
    pub(crate) rotate: bool,
    pub(crate) max_rm: Option<u32>,
    pub(crate) add_each_round: Option<f64>,
    pub(crate) rest: Vec<Rest>,
    pub(crate) cap: Option<Amount>,
    pub(crate) team_size: Option<u32>,
    pub(crate) team_mode: Option<TeamMode>,
    pub(crate) window: Option<(f64, Option<f64>)>,
    pub(crate) score: Option<ScoreType>,
    pub(crate) calc: Option<Calc>,
    pub(crate) max_reps: bool,
    pub(crate) linked: bool,
    pub(crate) running_clock: bool,
    /// Seconds at each station.
    pub(crate) station: Option<f64>,
    pub(crate) optional: bool,
    /// A place where men's and women's numbers were told apart by size with the smaller first.
    pub(crate) sexes_inferred: bool,
}

impl Facts {
    /// Whether the line says how a section runs.
    pub(crate) fn is_format(&self) -> bool {
        self.named.is_some()
            || self.rounds.is_some()
            || self.sets.is_some()
            || self.for_time
            || !self.list.is_empty()
            || self.each_for_time
            || self.interval.is_some()
    }

    /// Whether anything was found.
    pub(crate) fn any(&self) -> bool {
        *self != Self::default()
    }
}

/// Which tokens are spoken for.
pub(crate) struct Taken(Vec<bool>);

impl Taken {
    pub(crate) fn new(length: usize) -> Self {
        Self(vec![false; length])
    }

    pub(crate) fn take(&mut self, from: usize, to: usize) {
        for place in from..to {
            if let Some(place) = self.0.get_mut(place) {
                *place = true;
            }
        }
    }

    pub(crate) fn is_free(&self, at: usize) -> bool {
        self.0.get(at) == Some(&false)
    }

    /// The first token that is spoken for.
    pub(crate) fn taken_first(&self) -> usize {
        self.0.iter().position(|taken| *taken).unwrap_or(0)
    }

    /// Runs of tokens that are free.
    pub(crate) fn free(&self) -> Vec<(usize, usize)> {
        let mut runs = Vec::new();
        let mut start = None;
        for (at, taken) in self.0.iter().enumerate() {
            match (taken, start) {
                (false, None) => start = Some(at),
                (true, Some(from)) => {
                    runs.push((from, at));
                    start = None;
                }
                _ => {}
            }
        }
        if let Some(from) = start {
            runs.push((from, self.0.len()));
        }
        runs
    }
}

/// Reads a line's facts and marks their tokens.
pub(crate) fn facts(t: Tokens<'_>) -> (Facts, Taken) {
    let mut found = Facts::default();
    let mut taken = Taken::new(t.len());
    let mut at = 0;
    while at < t.len() {
        if t.is_word(at) && !may_begin(t.word(at)) {
            at += 1;
            continue;
        }
        let here = measure(t, at);
        let here = here.as_ref();
        let next = clock::read(t, at, here, &mut found)
            .or_else(|| strength::read(t, at, here, &mut found))
            .or_else(|| tail::read(t, at, here, &mut found));
        match next {
            Some(next) if next > at => {
                taken.take(at, next);
                at = next;
            }
            _ => at += 1,
        }
    }
    // `12 min to complete as many rounds as possible`: the time that stands anywhere on the line.
    if found.named == Some(Named::Amrap) && found.duration.is_none() && found.interval.is_none() {
        let mut places = taken.free().into_iter().flat_map(|(from, to)| from..to);
        if let Some((seconds, from, end)) =
            places.find_map(|at| duration(t, at).map(|(seconds, end)| (seconds, at, end)))
            && (t.one_of(end, &["to", "window", "of", "clock", "", "for", ":", ")", ".", ","]))
                | t.get(end).is_none()
            && seconds >= 60.0
        {
            found.duration = Some(seconds);
            taken.take(from, end);
        }
    }
    // `On a 20-minute clock, every minute on the minute`
    if matches!(found.named, Some(Named::Every | Named::Emom))
        && found.times.is_none()
        && found.total.is_none()
        && found.bare_total.is_none()
    {
        let clock = (0..t.len().min(8)).find_map(|at| {
            let (seconds, end) = duration(t, at)?;
            (t.is(end, "clock") && seconds >= found.interval.unwrap_or(60.0) * 2.0)
                .then_some((seconds, at, end))
        });
        if let Some((seconds, from, end)) = clock {
            found.total = Some(seconds);
            taken.take(from, end + 1);
        }
    }
    // `P1 works while P2 rests`
    let both = |one: &str, other: &str| {
        let place = |word: &str| (0..t.len()).position(|at| t.is(at, word));
        place(one).zip(place(other)).is_some_and(|(one, other)| other > one)
    };
    if t.len() < 16 && both("p1", "p2") && found.team_size.is_none() {
        found.team_size = Some(2);
    }
    // `Find a 3RM back squat (15 min)`
    if found.named == Some(Named::MaxLoad) && found.duration.is_none() && found.interval.is_none() {
        let mut places = taken.free().into_iter().flat_map(|(from, to)| from..to);
        let time = places.find_map(|at| {
            let (seconds, end) = duration(t, at)?;
            (at > 0 && t.is_sign(at - 1, '(') && t.is_sign(end, ')') && seconds >= 120.0)
                .then_some((seconds, at, end))
        });
        if let Some((seconds, from, end)) = time {
            found.duration = Some(seconds);
            taken.take(from - 1, end + 1);
        }
    }
    // `5 sets of 5 (build to a heavy set)`: the sets are the format.
    if found.named == Some(Named::MaxLoad) && found.sets.is_some() {
        found.named = None;
        found.max_rm = None;
    }
    // `Every 5:00 for 4 sets`: the sets are the interval's.
    if matches!(found.named, Some(Named::Every | Named::Emom | Named::WorkRest))
        && found.times.is_none()
        && (found.sets.is_some() || found.rounds.is_some())
    {
        found.times = found.sets.take().or_else(|| found.rounds.take());
    }
    (found, taken)
}

/// Words that anything said of a section begins with, in the order of their bytes.
const BEGINNINGS: &[&str] = &[
    "4time",
    "add",
    "adding",
    "afap",
    "all",
    "alt",
    "alternate",
    "alternating",
    "amcap",
    "amrap",
    "amraps",
    "amreps",
    "as",
    "at",
    "build",
    "building",
    "cap",
    "carry",
    "circuit",
    "climb",
    "clock",
    "complete",
    "continue",
    "continues",
    "continuing",
    "continuous",
    "cut",
    "cutoff",
    "death",
    "determine",
    "divide",
    "e",
    "each",
    "emotm",
    "eomom",
    "eotm",
    "equipe",
    "equipes",
    "equipo",
    "equipos",
    "establish",
    "every",
    "everything",
    "evry",
    "find",
    "for",
    "fortime",
    "freeform",
    "from",
    "giant",
    "groups",
    "hard",
    "heavy",
    "hit",
    "i",
    "igyg",
    "in",
    "increase",
    "increases",
    "increasing",
    "max",
    "maximum",
    "min",
    "mins",
    "minute",
    "minutes",
    "most",
    "nft",
    "no",
    "not",
    "on",
    "once",
    "one",
    "optional",
    "otm",
    "over",
    "pairs",
    "partition",
    "partners",
    "pick",
    "picking",
    "r",
    "ramp",
    "re",
    "recover",
    "relay",
    "reps",
    "rest",
    "resting",
    "resume",
    "retest",
    "rft",
    "rotating",
    "running",
    "share",
    "split",
    "squadra",
    "squadre",
    "start",
    "starting",
    "super",
    "superset",
    "supersets",
    "tabata",
    "tabatas",
    "take",
    "tc",
    "team",
    "teams",
    "test",
    "thrice",
    "time",
    "timecap",
    "tri",
    "triset",
    "twice",
    "w",
    "warm",
    "when",
    "with",
    "within",
    "work",
    "working",
    "ygig",
    "you",
    "équipe",
    "équipes",
];

/// Whether anything that is said of a section begins with a word. Asked of every word, so that most need no look.
fn may_begin(word: &str) -> bool {
    BEGINNINGS.binary_search(&word).is_ok()
        || word.starts_with("emom")
        || word.starts_with('e') && word.as_bytes().get(1).is_some_and(u8::is_ascii_digit)
}

/// A time at a place: `12:00`, `12 min`, `:30`, `12'`; in seconds, with the place behind it.
pub(crate) fn duration(t: Tokens<'_>, at: usize) -> Option<(f64, usize)> {
    time_of(measure(t, at).as_ref())
}

/// The same of a measure that was read already.
pub(crate) fn time_of(found: Option<&Measure>) -> Option<(f64, usize)> {
    let found = found?;
    let value = found.single().filter(|_| found.times.is_none())?;
    match found.unit {
        Unit::Seconds => Some((value, found.to)),
        Unit::OneMark => Some((value * 60.0, found.to)),
        _ => None,
    }
}

/// A time or a range of times.
pub(crate) fn duration_range(t: Tokens<'_>, at: usize) -> Option<(f64, Option<f64>, usize)> {
    times_of(measure(t, at).as_ref())
}

/// The same of a measure that was read already.
pub(crate) fn times_of(found: Option<&Measure>) -> Option<(f64, Option<f64>, usize)> {
    let found = found?;
    let factor = match found.unit {
        Unit::Seconds => 1.0,
        Unit::OneMark => 60.0,
        _ => return None,
    };
    match found.numbers {
        Numbers::One(value) if found.times.is_none() => Some((value * factor, None, found.to)),
        Numbers::Range(min, max) => Some((min * factor, Some(max * factor), found.to)),
        _ => None,
    }
}

/// A whole number of things, at most 200.
pub(crate) fn count(t: Tokens<'_>, at: usize) -> Option<u32> {
    let value = t.number(at)?;
    whole(value)
}

/// A whole number from 1 to 200.
pub(crate) fn whole(value: f64) -> Option<u32> {
    if !(1.0..=200.0).contains(&value) || value.fract() != 0.0 {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 1 and 200 and whole"
    )]
    let whole = value as u32;
    Some(whole)
}

/// Over words that only join: `of`, `in`, `for`, `:`, `-`, `(`.
pub(crate) fn over(t: Tokens<'_>, mut at: usize, words: &[&str]) -> usize {
    while t.one_of(at, words) {
        at += 1;
    }
    at
}
