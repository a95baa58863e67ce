//! The programs as data.

use schemars::JsonSchema;
use serde::Deserialize;

/// A program to begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Preset {
    /// Push, pull and legs.
    Ppl,
    /// Upper and lower body.
    UpperLower,
}

/// How an exercise is done: heavy over several joints, or lighter beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Compound,
    Accessory,
}

impl Role {
    /// Repetitions of each of the three sets.
    pub(crate) fn reps(self) -> i64 {
        match self {
            Self::Compound => 5,
            Self::Accessory => 10,
        }
    }
}

/// Sets of every exercise.
pub(crate) const SETS: i64 = 3;

/// The exercises of the programs with their groups.
pub(crate) const GROUPS: &[(&str, &[&str])] = &[
    ("Chest", &["Barbell bench press", "Incline dumbbell press"]),
    ("Shoulders", &["Overhead press", "Lateral raise", "Face pull"]),
    ("Arms", &["Triceps pushdown", "Biceps curl"]),
    ("Back", &["Barbell row", "Lat pulldown"]),
    ("Legs", &["Back squat", "Romanian deadlift", "Leg press", "Leg curl", "Calf raise"]),
];

/// A template: its name and its exercises in their order.
pub(crate) type Plan = (&'static str, &'static [(&'static str, Role)]);

use Role::{Accessory as A, Compound as C};

const LEGS: &[(&str, Role)] =
    &[("Back squat", C), ("Romanian deadlift", C), ("Leg press", A), ("Leg curl", A), ("Calf raise", A)];

impl Preset {
    /// Its templates.
    pub(crate) fn plans(self) -> &'static [Plan] {
        match self {
            Self::Ppl => &[
                (
                    "Push",
                    &[
                        ("Barbell bench press", C),
                        ("Overhead press", C),
                        ("Incline dumbbell press", A),
                        ("Lateral raise", A),
                        ("Triceps pushdown", A),
                    ],
                ),
                ("Pull", &[("Barbell row", C), ("Lat pulldown", C), ("Face pull", A), ("Biceps curl", A)]),
                ("Legs", LEGS),
            ],
            Self::UpperLower => &[
                (
                    "Upper",
                    &[
                        ("Barbell bench press", C),
                        ("Barbell row", C),
                        ("Overhead press", A),
                        ("Lat pulldown", A),
                        ("Biceps curl", A),
                        ("Triceps pushdown", A),
                    ],
                ),
                ("Lower", LEGS),
            ],
        }
    }
}

/// The group of an exercise of the programs.
pub(crate) fn group_of(exercise: &str) -> &'static str {
    GROUPS.iter().find(|(_, exercises)| exercises.contains(&exercise)).map_or("Other", |(group, _)| group)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_exercise_of_a_program_has_a_group() {
        for (_, items) in Preset::Ppl.plans().iter().chain(Preset::UpperLower.plans()) {
            for (exercise, _) in *items {
                assert_ne!(group_of(exercise), "Other", "{exercise}");
            }
        }
    }
}
