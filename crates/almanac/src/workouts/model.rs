//! A workout: exercises in their order, with the sets that were done of each.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::wire::{At, On};

/// A set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Set {
    /// Its id, for update_set and delete_set.
    pub(crate) id: i64,
    /// Its number within the exercise, from 1.
    pub(crate) set_number: i64,
    /// Repetitions.
    pub(crate) reps: i64,
    /// Weight in kg; null for body weight.
    pub(crate) weight_kg: Option<f64>,
    /// Remarks.
    pub(crate) notes: Option<String>,
}

/// An exercise within a workout.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Instance {
    /// Its id.
    pub(crate) id: i64,
    /// The exercise.
    pub(crate) exercise_id: i64,
    /// Its name.
    pub(crate) exercise_name: String,
    /// Its place.
    pub(crate) display_order: i64,
    /// Sets that were planned.
    pub(crate) planned_sets: i64,
    /// Remarks.
    pub(crate) notes: Option<String>,
    /// Set where it was skipped from the plan.
    pub(crate) skipped_at: Option<At>,
    /// What was done.
    pub(crate) sets: Vec<Set>,
}

/// A workout without its exercises.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Workout {
    /// Its id.
    pub(crate) id: i64,
    /// The user's day it counts for.
    pub(crate) day: On,
    /// The template it followed.
    pub(crate) template_id: Option<i64>,
    /// When it began.
    pub(crate) started_at: At,
    /// Minutes.
    pub(crate) duration_min: Option<i64>,
    /// Effort from 1 to 10.
    pub(crate) rpe: f64,
    /// Energy.
    pub(crate) est_kcal: Option<i64>,
    /// Remarks.
    pub(crate) notes: Option<String>,
    /// When it was logged.
    pub(crate) created_at: At,
}

/// A workout with all that was done in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Whole {
    /// The workout.
    #[serde(flatten)]
    pub(crate) workout: Workout,
    /// Its exercises in their order.
    pub(crate) exercises: Vec<Instance>,
}

/// A set that is to be kept.
#[derive(Debug, Clone)]
pub(crate) struct NewSet {
    pub(crate) reps: i64,
    pub(crate) weight_kg: Option<f64>,
    pub(crate) notes: Option<String>,
}

/// An exercise that is to be kept.
#[derive(Debug, Clone)]
pub(crate) struct NewInstance {
    pub(crate) exercise_id: i64,
    pub(crate) display_order: i64,
    pub(crate) planned_sets: i64,
    pub(crate) notes: Option<String>,
    pub(crate) skipped: bool,
    pub(crate) sets: Vec<NewSet>,
}

/// A change of a template's exercise in one workout.
#[derive(Debug, Clone)]
pub(crate) enum Deviation {
    Skip { exercise_id: i64 },
    Override { exercise_id: i64, planned_sets: Option<i64>, sets: Vec<NewSet> },
    Add(NewInstance),
}
