//! What a workout is logged from.

use belay_core::{Error, Issue};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::text::{NOTES, kept};
use crate::workouts::model::{Deviation, NewInstance, NewSet};

/// A set, or several that are alike.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SetIn {
    /// So many alike.
    #[schemars(range(min = 1, max = 50))]
    count: Option<i64>,
    /// Reps.
    #[schemars(range(min = 0, max = 1000))]
    reps: i64,
    /// None for body weight.
    #[schemars(range(min = 0.0, max = 2000.0))]
    weight_kg: Option<f64>,
    /// Notes.
    #[schemars(length(max = NOTES))]
    notes: Option<String>,
}

/// The sets, one by one.
pub(crate) fn new_sets(sets: Vec<SetIn>) -> Vec<NewSet> {
    let several = |set: SetIn| {
        let one = NewSet { reps: set.reps, weight_kg: set.weight_kg, notes: kept(set.notes) };
        (0..set.count.unwrap_or(1)).map(move |_| one.clone())
    };
    sets.into_iter().flat_map(several).collect()
}

/// An exercise as it was done.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ExerciseIn {
    /// Id from list_exercises.
    exercise_id: i64,
    /// Place, each its own.
    #[schemars(range(min = 0, max = 1000))]
    display_order: i64,
    /// Planned sets.
    #[schemars(range(min = 0, max = 100))]
    planned_sets: i64,
    /// What was done.
    #[schemars(length(max = 100))]
    sets: Vec<SetIn>,
    /// Notes.
    #[schemars(length(max = NOTES))]
    notes: Option<String>,
}

impl From<ExerciseIn> for NewInstance {
    fn from(given: ExerciseIn) -> Self {
        Self {
            exercise_id: given.exercise_id,
            display_order: given.display_order,
            planned_sets: given.planned_sets,
            notes: kept(given.notes),
            skipped: false,
            sets: new_sets(given.sets),
        }
    }
}

/// What was done otherwise than planned.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Op {
    /// Not done.
    Skip,
    /// Other sets.
    OverrideSets,
    /// Not in the template.
    Add,
}

/// A difference from the template.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct DeviationIn {
    /// What differs.
    op: Op,
    /// The exercise.
    exercise_id: i64,
    /// Needed to add.
    #[schemars(range(min = 0, max = 100))]
    planned_sets: Option<i64>,
    /// Needed but to skip.
    #[schemars(length(max = 100))]
    sets: Option<Vec<SetIn>>,
    /// Of an added one; last unless said.
    #[schemars(range(min = 0, max = 1000))]
    display_order: Option<i64>,
}

impl DeviationIn {
    /// What it means.
    pub(crate) fn read(self) -> Result<Deviation, Error> {
        let missing = |field: &str| Error::invalid(vec![Issue::custom(field, "Required for this op")]);
        let exercise_id = self.exercise_id;
        match self.op {
            Op::Skip => Ok(Deviation::Skip { exercise_id }),
            Op::OverrideSets => {
                let sets = new_sets(self.sets.ok_or_else(|| missing("deviations.sets"))?);
                Ok(Deviation::Override { exercise_id, planned_sets: self.planned_sets, sets })
            }
            Op::Add => Ok(Deviation::Add(NewInstance {
                exercise_id,
                // Below zero the place follows from the others.
                display_order: self.display_order.unwrap_or(-1),
                planned_sets: self.planned_sets.ok_or_else(|| missing("deviations.planned_sets"))?,
                notes: None,
                skipped: false,
                sets: new_sets(self.sets.ok_or_else(|| missing("deviations.sets"))?),
            })),
        }
    }
}
