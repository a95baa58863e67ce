//! A template of a workout.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::NOTES;
use crate::wire::At;

/// An exercise of a template.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Item {
    /// Id from list_exercises.
    pub(crate) exercise_id: i64,
    /// Place, each its own.
    #[schemars(range(min = 0, max = 1000))]
    pub(crate) display_order: i64,
    /// Sets to do.
    #[schemars(range(min = 0, max = 100))]
    pub(crate) default_sets: i64,
    /// Repetitions of each.
    #[schemars(range(min = 0, max = 1000))]
    pub(crate) default_reps: Option<i64>,
    /// None for body weight.
    #[schemars(range(min = 0.0, max = 2000.0))]
    pub(crate) default_weight_kg: Option<f64>,
    /// Remarks.
    #[schemars(length(max = NOTES))]
    pub(crate) notes: Option<String>,
}

/// A template of a workout.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Template {
    /// Its id.
    pub(crate) id: i64,
    /// Its name.
    pub(crate) name: String,
    /// Remarks.
    pub(crate) notes: Option<String>,
    /// Since when it is archived.
    pub(crate) archived_at: Option<At>,
    /// Its exercises in their order.
    pub(crate) items: Vec<Item>,
}
