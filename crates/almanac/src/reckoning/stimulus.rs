//! How recovered each group of muscles is, and how much it was trained.

use schemars::JsonSchema;
use serde::Serialize;

use super::round::decimals;

/// What stands in for a body weight in sets without a weight.
pub(crate) const BODY_KG: f64 = 75.0;
/// Recent credit that counts as full where there is nothing to compare with.
const FULL_CREDIT: f64 = 7000.0;
const WEEK_HOURS: f64 = 168.0;
/// Weeks that the last one is compared with.
const BASELINE_WEEKS: f64 = 2.0;

/// Where a group is between too soon and too late.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    TooSoon,
    Acceptable,
    Prime,
    InWindow,
    Fading,
    Detrained,
}

/// What to do with a group now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Advised {
    Rest,
    NormalSession,
    LightReminder,
}

/// How much a group can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Capacity {
    Depleted,
    Recovering,
    Fresh,
}

/// Advice for a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Advice {
    /// What to do.
    pub(crate) recommendation: Advised,
    /// Why.
    pub(crate) rationale: &'static str,
    /// Percent of the usual intensity.
    pub(crate) suggested_intensity_pct: i64,
}

impl Phase {
    /// The phase so many hours after the group was last trained.
    pub(crate) fn after(hours: Option<f64>) -> Self {
        match hours {
            Some(hours) if hours < 48.0 => Self::TooSoon,
            Some(hours) if hours < 72.0 => Self::Acceptable,
            Some(hours) if hours < 120.0 => Self::Prime,
            Some(hours) if hours < 168.0 => Self::InWindow,
            Some(hours) if hours < 336.0 => Self::Fading,
            _ => Self::Detrained,
        }
    }

    /// What to do in it.
    pub(crate) fn advice(self) -> Advice {
        let (recommendation, suggested_intensity_pct, rationale) = match self {
            Self::TooSoon => (Advised::Rest, 0, "Trained less than two days ago."),
            Self::Acceptable => (Advised::NormalSession, 90, "Nearly recovered; a little lighter is wise."),
            Self::Prime => (Advised::NormalSession, 100, "Recovered, and the last session still counts."),
            Self::InWindow => (Advised::NormalSession, 100, "Recovered; training within a week keeps it up."),
            Self::Fading => (Advised::LightReminder, 87, "Over a week ago: start at RPE 7 at most."),
            Self::Detrained => {
                (Advised::LightReminder, 75, "Two weeks or more ago: rebuild over two sessions.")
            }
        };
        Advice { recommendation, rationale, suggested_intensity_pct }
    }
}

impl Capacity {
    /// The capacity so many hours after the group was last trained. A group that rested for weeks, or never worked, is
    /// fresh; that it lost something, its phase says.
    pub(crate) fn after(hours: Option<f64>) -> Self {
        match hours {
            Some(hours) if hours < 24.0 => Self::Depleted,
            Some(hours) if hours < 48.0 => Self::Recovering,
            _ => Self::Fresh,
        }
    }
}

/// A session's work for a group.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Work {
    /// Hours since.
    pub(crate) hours: f64,
    /// Volume times effort: kg times repetitions times RPE in tenths.
    pub(crate) quality_volume: f64,
}

/// What is left of a session's effect after some hours.
pub(crate) fn decay(hours: f64) -> f64 {
    let between =
        |from: (f64, f64), to: (f64, f64)| from.1 + (to.1 - from.1) * (hours - from.0) / (to.0 - from.0);
    match hours {
        hours if hours <= 168.0 => 1.0,
        hours if hours <= 240.0 => between((168.0, 1.0), (240.0, 0.85)),
        hours if hours <= 504.0 => between((240.0, 0.85), (504.0, 0.5)),
        hours => 0.5 * (-(hours - 504.0) / 336.0).exp(),
    }
}

/// The level from 0 to 100: the last week against the mean of the two weeks before it, so that steady training is 100.
pub(crate) fn level(works: &[Work]) -> f64 {
    let credit = |work: &Work| work.quality_volume * decay(work.hours);
    let recent: f64 = works.iter().filter(|work| work.hours < WEEK_HOURS).map(credit).sum();
    let before = |work: &&Work| work.hours >= WEEK_HOURS && work.hours < WEEK_HOURS * (1.0 + BASELINE_WEEKS);
    // Fading is for the group as a whole; weeks that are compared count alike.
    let baseline: Vec<f64> =
        works.iter().filter(before).map(|work| work.quality_volume).filter(|volume| *volume > 0.0).collect();
    let full = if baseline.len() >= 2 { baseline.iter().sum::<f64>() / BASELINE_WEEKS } else { FULL_CREDIT };
    if recent > 0.0 { decimals((recent / full * 100.0).min(100.0), 1) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_decide_phase_and_advice() {
        use Phase::{Acceptable, Detrained, Fading, InWindow, Prime, TooSoon};
        let hours = [0.0, 47.9, 48.0, 72.0, 119.0, 120.0, 168.0, 335.0, 336.0];
        let expected = [TooSoon, TooSoon, Acceptable, Prime, Prime, InWindow, Fading, Fading, Detrained];
        assert_eq!(hours.map(|hours| Phase::after(Some(hours))), expected);
        assert_eq!(Phase::after(None), Detrained);
        let percents = [TooSoon, Acceptable, Prime, InWindow, Fading, Detrained]
            .map(|phase| phase.advice().suggested_intensity_pct);
        assert_eq!(percents, [0, 90, 100, 100, 87, 75]);
    }

    #[test]
    fn an_effect_fades_from_the_second_week_on() {
        let rounded =
            [100.0, 168.0, 204.0, 240.0, 372.0, 504.0, 840.0].map(|hours| decimals(decay(hours), 4));
        assert_eq!(rounded, [1.0, 1.0, 0.925, 0.85, 0.675, 0.5, 0.1839]);
    }

    /// Against the sum of two weeks a steady trainee would stand at about 50.
    #[test]
    fn steady_training_is_a_full_level() {
        let steady: Vec<Work> =
            (0..6).map(|at| Work { hours: 20.0 + 84.0 * f64::from(at), quality_volume: 3000.0 }).collect();
        assert_eq!(level(&steady), 100.0);
        let halved: Vec<Work> = steady
            .iter()
            .map(|work| Work { quality_volume: if work.hours < 168.0 { 1500.0 } else { 3000.0 }, ..*work })
            .collect();
        assert_eq!(level(&halved), 50.0);
    }

    #[test]
    fn without_weeks_to_compare_with_a_usual_volume_is_the_measure() {
        assert_eq!(level(&[Work { hours: 5.0, quality_volume: 3500.0 }]), 50.0);
        assert_eq!((level(&[]), level(&[Work { hours: 300.0, quality_volume: 3500.0 }])), (0.0, 0.0));
    }

    #[test]
    fn a_group_that_rested_for_weeks_is_fresh() {
        use Capacity::{Depleted, Fresh, Recovering};
        let at = [Some(3.0), Some(30.0), Some(60.0), Some(500.0), None].map(Capacity::after);
        assert_eq!(at, [Depleted, Recovering, Fresh, Fresh, Fresh]);
    }
}
