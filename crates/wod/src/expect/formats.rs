//! The notation of schemes.

use super::notation::{clock, list};
use crate::model::Scheme;

/// A scheme.
pub(crate) fn scheme(text: &str) -> Option<Scheme> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (head, rest) = words.split_first()?;
    let times =
        rest.iter().find_map(|word| word.strip_prefix('x').and_then(|count| count.parse::<u32>().ok()));
    let after = |name: &str| {
        rest.iter()
            .position(|word| *word == name)
            .and_then(|at| rest.get(at + 1))
            .and_then(|word| clock(word))
    };
    let first = rest.first().copied().unwrap_or("");
    let first_time = clock(first);
    Some(match *head {
        "sets" => Scheme::Sets { sets: if first.is_empty() { None } else { Some(first.parse().ok()?) } },
        "rounds" => {
            Scheme::Rounds { rounds: if first.is_empty() { None } else { Some(first.parse().ok()?) } }
        }
        "for_time" if first == "rounds" => {
            Scheme::ForTime { rounds: Some(rest.get(1)?.parse().ok()?), rep_scheme: Vec::new() }
        }
        "for_time" if first.is_empty() => Scheme::ForTime { rounds: None, rep_scheme: Vec::new() },
        "for_time" => Scheme::ForTime { rounds: None, rep_scheme: list(first)? },
        "amrap" => Scheme::Amrap {
            duration_seconds: first_time,
            repeats: times,
            rest_seconds: after("rest"),
            carry_over: rest.contains(&"carry"),
        },
        "emom" => Scheme::Emom { interval_seconds: 60.0, total_seconds: first_time, rounds: times },
        "interval" => {
            let (min, max) = match first.split_once('-') {
                Some((min, max)) => (clock(min)?, Some(clock(max)?)),
                None => (first_time?, None),
            };
            Scheme::Interval {
                interval_seconds: min,
                interval_seconds_max: max,
                rounds: times,
                total_seconds: after("total"),
            }
        }
        "intervals" => {
            let (work, pause) = first.split_once('/')?;
            Scheme::Intervals { work_seconds: clock(work)?, rest_seconds: clock(pause)?, rounds: times }
        }
        "tabata" => {
            let (work, pause) = first.split_once('/').unwrap_or(("0:20", "0:10"));
            Scheme::Tabata {
                work_seconds: clock(work)?,
                rest_seconds: clock(pause)?,
                rounds: times.unwrap_or(8),
            }
        }
        "death_by" => Scheme::DeathBy { interval_seconds: 60.0 },
        "max_load" => Scheme::MaxLoad { rm: first.parse().ok()?, window_seconds: after("in") },
        "for_distance" => Scheme::ForDistance { duration_seconds: first_time },
        "for_reps" => Scheme::ForReps { duration_seconds: first_time },
        "steady" => Scheme::Steady { duration_seconds: first_time? },
        "freeform" => Scheme::Freeform,
        _ => return None,
    })
}
