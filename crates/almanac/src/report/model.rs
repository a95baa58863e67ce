//! What a report holds.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::energy::model::MacroDay;
use crate::today::context::Context;
use crate::wire::On;

/// A day of a report.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Day {
    /// Its macros.
    #[serde(flatten)]
    pub(crate) macros: MacroDay,
    /// The templates of its workouts; `workout` for one without.
    pub(crate) workout_name: Option<String>,
}

/// What the workouts of a report are counted over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Window {
    /// The active phase.
    Phase,
    /// Two weeks, today included.
    #[serde(rename = "last_14_days")]
    LastFortnight,
}

/// The workouts of a report.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Workouts {
    /// First day that counts.
    pub(crate) window_from: On,
    /// What they are counted over.
    pub(crate) window_label: Window,
    /// How many.
    pub(crate) total: usize,
    /// How many of each template.
    pub(crate) by_template: BTreeMap<String, usize>,
}

/// Everything that a report is written from.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Facts {
    /// How the user stands.
    pub(crate) context: Context,
    /// The last 14 days, today included, the oldest first.
    pub(crate) history_14d: Vec<Day>,
    /// Workouts.
    pub(crate) workouts: Workouts,
}
