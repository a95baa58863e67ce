//! An accomplishment.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::named::named;
use crate::wire::On;

/// What was accomplished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Code {
    WeighInStreak,
    WorkoutConsistency,
    TargetAdherenceStreak,
    WeightMilestone,
    TdeeMeasured,
    StrengthPr,
    PhaseComplete,
    PhaseHalfway,
    WorkoutTotal,
    VolumeTotal,
    MealTotal,
    WeighInTotal,
    SleepRecovery,
}

named!(Code {
    WeighInStreak = "weigh_in_streak",
    WorkoutConsistency = "workout_consistency",
    TargetAdherenceStreak = "target_adherence_streak",
    WeightMilestone = "weight_milestone",
    TdeeMeasured = "tdee_measured",
    StrengthPr = "strength_pr",
    PhaseComplete = "phase_complete",
    PhaseHalfway = "phase_halfway",
    WorkoutTotal = "workout_total",
    VolumeTotal = "volume_total",
    MealTotal = "meal_total",
    WeighInTotal = "weigh_in_total",
    SleepRecovery = "sleep_recovery",
});

impl Code {
    pub(crate) const ALL: [Self; 13] = [
        Self::WeighInStreak,
        Self::WorkoutConsistency,
        Self::TargetAdherenceStreak,
        Self::WeightMilestone,
        Self::TdeeMeasured,
        Self::StrengthPr,
        Self::PhaseComplete,
        Self::PhaseHalfway,
        Self::WorkoutTotal,
        Self::VolumeTotal,
        Self::MealTotal,
        Self::WeighInTotal,
        Self::SleepRecovery,
    ];

    /// Whether a larger value is a better one, so that there can be a best.
    pub(crate) fn has_best(self) -> bool {
        !matches!(self, Self::TdeeMeasured | Self::PhaseComplete | Self::PhaseHalfway | Self::StrengthPr)
    }
}

/// Something that was reached, before it is kept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reached {
    pub(crate) code: Code,
    pub(crate) earned_on: Date,
    /// A tier, kilograms or hours, by the code.
    pub(crate) value: f64,
    /// What makes it the same thing when it is found again.
    pub(crate) key: String,
    pub(crate) details: Map<String, Value>,
}

/// Something that was reached, as it is kept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Earned {
    pub(crate) id: i64,
    pub(crate) reached: Reached,
}

impl Earned {
    /// A whole number of its details; nothing where there is none.
    pub(crate) fn whole(&self, field: &str) -> Option<i64> {
        self.reached.details.get(field).and_then(Value::as_i64)
    }

    /// A date of its details.
    pub(crate) fn date(&self, field: &str) -> Option<Date> {
        self.reached.details.get(field).and_then(Value::as_str).and_then(|text| text.parse().ok())
    }
}

/// An earlier, smaller one of the same kind.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Best {
    /// The day.
    pub(crate) earned_on: On,
    /// Its value.
    pub(crate) value: f64,
}

/// Something the user reached.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Accomplishment {
    /// Its id.
    pub(crate) id: i64,
    /// What kind.
    pub(crate) code: Code,
    /// The user's day on which it was reached.
    pub(crate) earned_on: On,
    /// The tier or figure reached, in kg where it is a weight.
    pub(crate) value: f64,
    /// The figures behind it.
    pub(crate) details: Map<String, Value>,
    /// To tell the user, in their units.
    pub(crate) message: String,
    /// The best before it; null where it is the first.
    pub(crate) prior_best: Option<Best>,
}
