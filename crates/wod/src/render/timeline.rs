//! The clock of a section: what happens when.

use serde::{Deserialize, Serialize};

use super::prescription::{line, rest};
use crate::model::{Amount, Movement, RestKind, Role, Scheme, Section};

/// The most segments that are laid out; a longer clock ends there.
const SEGMENTS: usize = 500;

/// A stretch of the clock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Segment {
    /// Seconds from the start.
    pub start_seconds: f64,
    /// Behind its last second; open for work that ends when it is done.
    pub end_seconds: Option<f64>,
    /// A pause.
    pub rest: bool,
    /// From 1.
    pub round: Option<u32>,
    /// What is done.
    pub label: String,
}

/// A section's clock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Timeline {
    /// In order.
    pub segments: Vec<Segment>,
    /// In all; open where the work ends when it is done and no cap is set.
    pub total_seconds: Option<f64>,
    /// The clock counts down.
    pub counts_down: bool,
}

/// Lays a section out on the clock.
#[must_use]
pub fn timeline(section: &Section) -> Timeline {
    let mut clock = Clock { segments: Vec::new(), at: 0.0 };
    let all = labels(section.movements.iter().filter(|movement| movement.role != Role::Rest));
    let cap = section.time_cap_seconds.map(|cap| cap.largest());
    match &section.scheme {
        Scheme::Emom { interval_seconds, total_seconds, rounds } => {
            clock.intervals(section, (*interval_seconds, *total_seconds, *rounds), &all);
        }
        Scheme::Interval { interval_seconds, rounds, total_seconds, .. } => {
            clock.intervals(section, (*interval_seconds, *total_seconds, *rounds), &all);
        }
        Scheme::Intervals { work_seconds, rest_seconds, rounds } => {
            clock.work_rest(section, (*work_seconds, *rest_seconds), (rounds.unwrap_or(1), false));
        }
        Scheme::Tabata { work_seconds, rest_seconds, rounds } => {
            clock.work_rest(section, (*work_seconds, *rest_seconds), (*rounds, true));
        }
        Scheme::Amrap { duration_seconds: Some(time), repeats, rest_seconds, .. } => {
            let repeats = repeats.unwrap_or(1);
            for round in 1..=repeats {
                clock.add(Some(*time), false, Some(round).filter(|_| repeats > 1), &all);
                if let Some(pause) = rest_seconds.filter(|_| round < repeats) {
                    clock.add(Some(pause), true, None, "Rest");
                }
            }
        }
        Scheme::ForReps { duration_seconds: Some(time) }
        | Scheme::ForDistance { duration_seconds: Some(time) } => {
            clock.add(Some(*time), false, None, &all);
        }
        Scheme::MaxLoad { window_seconds: Some(time), .. } => clock.add(Some(*time), false, None, &all),
        Scheme::Steady { duration_seconds } => clock.add(Some(*duration_seconds), false, None, &all),
        Scheme::Rounds { rounds } => clock.rounds(section, rounds.unwrap_or(1), cap),
        _ => clock.add(cap, false, None, &all),
    }
    let open = clock.segments.iter().any(|segment| segment.end_seconds.is_none());
    let total_seconds = if open { cap } else { Some(clock.at) };
    let counts_down = matches!(
        section.scheme,
        Scheme::Amrap { .. } | Scheme::Emom { .. } | Scheme::Interval { .. } | Scheme::Tabata { .. }
    );
    Timeline { segments: clock.segments, total_seconds, counts_down }
}

struct Clock {
    segments: Vec<Segment>,
    at: f64,
}

impl Clock {
    fn add(&mut self, seconds: Option<f64>, rest: bool, round: Option<u32>, label: &str) {
        if self.segments.len() >= SEGMENTS {
            return;
        }
        let start_seconds = self.at;
        let end_seconds = seconds.map(|seconds| start_seconds + seconds);
        self.at = end_seconds.unwrap_or(start_seconds);
        self.segments.push(Segment { start_seconds, end_seconds, rest, round, label: label.to_owned() });
    }

    /// Intervals one after the other; a rotation takes its slots in turn.
    fn intervals(
        &mut self,
        section: &Section,
        (every, total, rounds): (f64, Option<f64>, Option<u32>),
        all: &str,
    ) {
        let slots = section.slots.len().max(1);
        let count = match (total, rounds) {
            (Some(total), _) => crate::read::whole((total / every).floor()).unwrap_or(1),
            (None, Some(rounds)) => rounds,
            (None, None) => u32::try_from(slots).unwrap_or(1),
        };
        for at in 0..count {
            let slot = usize::try_from(at).unwrap_or(0) % slots;
            let keys = section.slots.get(slot);
            let own = keys
                .map(|keys| labels(section.movements.iter().filter(|movement| keys.contains(&movement.key))));
            let pause = keys.is_some_and(|keys| {
                section
                    .movements
                    .iter()
                    .filter(|movement| keys.contains(&movement.key))
                    .all(|movement| movement.role == Role::Rest)
            });
            self.add(
                Some(every),
                pause && keys.is_some_and(|keys| !keys.is_empty()),
                Some(at + 1),
                own.as_deref().unwrap_or(all),
            );
        }
    }

    /// Work and rest: all rounds of a station one after the other, or the stations of each round.
    fn work_rest(
        &mut self,
        section: &Section,
        (work, pause): (f64, f64),
        (rounds, station_first): (u32, bool),
    ) {
        let stations: Vec<&Movement> =
            section.movements.iter().filter(|movement| movement.role != Role::Rest).collect();
        let mut order: Vec<(u32, &Movement)> = Vec::new();
        if station_first {
            order
                .extend(stations.iter().flat_map(|station| (1..=rounds).map(move |round| (round, *station))));
        } else {
            order
                .extend((1..=rounds).flat_map(|round| stations.iter().map(move |station| (round, *station))));
        }
        for (round, station) in order.into_iter().take(SEGMENTS) {
            self.add(Some(work), false, Some(round), &line(station, false));
            self.add(Some(pause), true, None, "Rest");
        }
    }

    /// Rounds whose lines all have a time.
    fn rounds(&mut self, section: &Section, rounds: u32, cap: Option<f64>) {
        let time = |movement: &Movement| match (&movement.reps, &movement.rest) {
            (_, Some(found)) if found.kind == RestKind::Timed => {
                found.seconds.map(|seconds| seconds.largest())
            }
            (crate::model::Reps::Duration { amount: Amount::One { value } }, None) => Some(*value),
            (crate::model::Reps::Max { seconds, .. }, None) => *seconds,
            _ => None,
        };
        let timed = !section.movements.is_empty()
            && section.movements.iter().all(|movement| time(movement).is_some());
        if !timed {
            self.add(cap, false, None, &labels(section.movements.iter()));
            return;
        }
        for round in 1..=rounds {
            for movement in &section.movements {
                let pause = movement.role == Role::Rest;
                let label = if pause { "Rest".to_owned() } else { line(movement, false) };
                self.add(time(movement), pause, Some(round), &label);
            }
        }
    }
}

fn labels<'a>(movements: impl Iterator<Item = &'a Movement>) -> String {
    let list: Vec<String> = movements
        .map(|movement| match &movement.rest {
            Some(found) => rest(found),
            None => line(movement, false),
        })
        .collect();
    list.join(", ")
}
