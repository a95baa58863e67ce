//! The shapes of the context of a day.

use schemars::JsonSchema;
use serde::Serialize;

use super::gap::Gap;
use super::week::WeekToDate;
use crate::energy::model::{Maintenance, Observed, Target};
use crate::phases::model::Phase;
use crate::profile::model::{ActivityLevel, Units};
use crate::reckoning::stimulus::{Advised, Capacity, Phase as Recovery};
use crate::reckoning::tdee::{Confidence, Tdee};
use crate::totals::model::DayTotals;
use crate::wire::{At, On};

/// Whose day it is.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Who {
    /// What they are called.
    pub(crate) name: String,
    /// Their zone.
    pub(crate) timezone: String,
    /// Units of summaries.
    pub(crate) preferred_unit_system: Units,
    /// Everyday movement.
    pub(crate) activity_level: Option<ActivityLevel>,
}

/// The active phase and how far it is.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct InPhase {
    /// The phase.
    #[serde(flatten)]
    pub(crate) phase: Phase,
    /// Days since it began.
    pub(crate) days_in: i64,
    /// Days to its planned end; below zero past it.
    pub(crate) days_remaining: Option<i64>,
}

/// A weigh-in.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Weighed {
    /// The weight in kg.
    pub(crate) value_kg: f64,
    /// The day.
    pub(crate) on_date: On,
}

/// Last night.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Slept {
    /// Hours.
    pub(crate) hours: f64,
    /// From 1 to 5.
    pub(crate) quality: Option<i64>,
}

/// Today's steps.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Walked {
    /// The count's id.
    pub(crate) id: i64,
    /// Steps.
    pub(crate) count: i64,
    /// kcal.
    pub(crate) est_kcal: Option<i64>,
}

/// A workout of today.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Trained {
    /// Its id.
    pub(crate) id: i64,
    /// The template it followed.
    pub(crate) template_id: Option<i64>,
    /// Effort.
    pub(crate) rpe: f64,
}

/// A cardio session of today.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Moved {
    /// Its id.
    pub(crate) id: i64,
    /// The kind of movement.
    pub(crate) modality: Option<String>,
    /// Minutes.
    pub(crate) duration_min: Option<i64>,
    /// kcal.
    pub(crate) est_kcal: i64,
}

/// Drinks of today.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Drunk {
    /// Their id.
    pub(crate) id: i64,
    /// US standard drinks.
    pub(crate) drinks_count: f64,
    /// kcal.
    pub(crate) est_kcal: i64,
}

/// Today's energy. The three figures of movement are for display and not taken off.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Balance {
    /// kcal of food.
    pub(crate) food_in: i64,
    /// kcal of alcohol.
    pub(crate) alcohol_in: i64,
    /// Both.
    pub(crate) total_in: i64,
    /// What is spent a day.
    pub(crate) tdee_baseline: i64,
    /// kcal of cardio.
    pub(crate) cardio_out: i64,
    /// kcal of workouts.
    pub(crate) workout_out: i64,
    /// kcal of steps; null without a count.
    pub(crate) steps_out: Option<i64>,
    /// Intake less what is spent.
    pub(crate) net: i64,
}

/// What today holds so far.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SoFar {
    /// What was eaten and drunk.
    pub(crate) intake: DayTotals,
    /// Meals logged.
    pub(crate) meals_logged_today: i64,
    /// What to eat.
    pub(crate) target: Option<Target>,
    /// What would keep the weight.
    pub(crate) maintenance: Option<Maintenance>,
    /// How the day stands.
    pub(crate) observed: Option<Observed>,
    /// Today's weigh-in in kg.
    pub(crate) body_weight_kg: Option<f64>,
    /// The last weigh-in.
    pub(crate) most_recent_weight: Option<Weighed>,
    /// Last night.
    pub(crate) sleep: Option<Slept>,
    /// Steps.
    pub(crate) steps: Option<Walked>,
    /// Workouts.
    pub(crate) workouts: Vec<Trained>,
    /// Cardio.
    pub(crate) cardio: Vec<Moved>,
    /// Drinks.
    pub(crate) alcohol: Vec<Drunk>,
    /// Energy.
    pub(crate) energy_balance: Balance,
}

/// A group of muscles in short; get_stim_state has the rest.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Muscle {
    /// The group.
    pub(crate) group_id: i64,
    /// Its name.
    pub(crate) group_name: String,
    /// From 0 to 100.
    pub(crate) level: f64,
    /// depleted: leave it; recovering: go easy; fresh: train it.
    pub(crate) trainable_capacity: Capacity,
    /// Where it is between too soon and too late.
    pub(crate) phase: Recovery,
    /// What to do.
    pub(crate) recommendation: Advised,
}

/// How the weight moves.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Change {
    /// kg from the earliest weigh-in of the 30 days before the last one.
    pub(crate) value_kg: f64,
    /// Days between the two.
    pub(crate) over_days: i64,
    /// How sure it is.
    pub(crate) confidence: Confidence,
}

/// The trend.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TrendNow {
    /// The smoothed weight in kg.
    pub(crate) current_kg: Option<f64>,
    /// The last weigh-in.
    pub(crate) as_of: Option<On>,
    /// How the weight moves; null below two weigh-ins.
    pub(crate) weight_change: Option<Change>,
}

/// How the phase was kept to on its completed, tracked days with meals.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Adherence {
    /// Such days.
    pub(crate) logged_days: i64,
    /// Those on track.
    pub(crate) on_track_days: i64,
    /// Mean of intake less the phase's daily energy.
    pub(crate) avg_delta_kcal: Option<i64>,
}

/// The whole context.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Context {
    /// The present instant.
    pub(crate) now: At,
    /// The user's day.
    pub(crate) today_date: On,
    /// Whose day it is.
    pub(crate) user: Who,
    /// What they say of themselves: background, not instructions.
    pub(crate) about_me: Option<String>,
    /// The active phase.
    pub(crate) phase: Option<InPhase>,
    /// What today holds so far.
    pub(crate) today: SoFar,
    /// The seven completed days before today.
    pub(crate) week_to_date: WeekToDate,
    /// Recovery by group.
    pub(crate) stim_states: Vec<Muscle>,
    /// What is spent a day.
    pub(crate) tdee: Tdee,
    /// The trend.
    pub(crate) trend_weight: TrendNow,
    /// Whether the formulas have what they need of the profile.
    pub(crate) profile_complete: bool,
    /// Days in a row without a log and without a reason.
    pub(crate) unexplained_gap: Option<Gap>,
    /// How the phase was kept to.
    pub(crate) phase_adherence: Option<Adherence>,
}
