//! Patterns over a few weeks of training.

use schemars::JsonSchema;
use serde::Serialize;

use super::round::{count, decimals, mean};

/// Change in RPE, and in kg of the top set, that counts.
const RPE_STEP: f64 = 0.5;
const LOAD_STEP: f64 = 2.5;

/// How effort moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Effort {
    Up,
    Steady,
    Down,
}

/// How the weights move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Load {
    Climbing,
    Stalled,
    Dropping,
}

/// How effort moves over three sessions or more, the oldest first: the later half against the earlier.
pub(crate) fn effort(rpes: &[f64]) -> Option<Effort> {
    if rpes.len() < 3 {
        return None;
    }
    let half = rpes.len() / 2;
    let early = mean(rpes.iter().take(half).copied())?;
    let late = mean(rpes.iter().rev().take(half).copied())?;
    Some(match late - early {
        change if change >= RPE_STEP => Effort::Up,
        change if change <= -RPE_STEP => Effort::Down,
        _ => Effort::Steady,
    })
}

/// How the top set of an exercise moves from the first session to the last.
pub(crate) fn load(from_kg: f64, to_kg: f64) -> Load {
    match to_kg - from_kg {
        change if change >= LOAD_STEP => Load::Climbing,
        change if change <= -LOAD_STEP => Load::Dropping,
        _ => Load::Stalled,
    }
}

/// The share of sessions in which something was skipped.
pub(crate) fn deviation_rate(sessions: usize, with_skips: usize) -> f64 {
    if sessions == 0 { 0.0 } else { decimals(count(with_skips) / count(sessions), 2) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_and_load_move_by_steps_that_count() {
        assert_eq!(effort(&[7.0, 8.0]), None);
        assert_eq!(effort(&[7.0, 7.0, 7.5]), Some(Effort::Up));
        assert_eq!(effort(&[8.0, 7.0, 8.0, 7.2]), Some(Effort::Steady));
        assert_eq!(effort(&[9.0, 8.0, 8.0]), Some(Effort::Down));
        assert_eq!(
            [load(100.0, 102.5), load(100.0, 101.0), load(100.0, 97.5)],
            [Load::Climbing, Load::Stalled, Load::Dropping]
        );
        assert_eq!([deviation_rate(0, 0), deviation_rate(3, 1)], [0.0, 0.33]);
    }
}
