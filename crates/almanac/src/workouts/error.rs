//! What can be refused about workouts.

use belay_core::{Kind, Refusal};

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum WorkoutRefusal {
    /// The person has no workout of that number.
    #[error("There is no workout {0}")]
    NotFound(i64),
    /// The person has no exercise instance of that number in any workout.
    #[error("There is no exercise instance {0}")]
    NoInstance(i64),
    /// The person has no set of that number in any workout.
    #[error("There is no set {0}")]
    NoSet(i64),
    /// A deviation skips or overrides an exercise that the template does not have.
    #[error("Exercise {0} is not in the template, so it can be neither skipped nor overridden")]
    NotInTemplate(i64),
    /// A deviation adds an exercise that the template has already.
    #[error("Exercise {0} is in the template already; override its sets instead of adding it")]
    InTemplate(i64),
}

impl Refusal for WorkoutRefusal {
    fn kind(&self) -> Kind {
        match self {
            Self::NotFound(_) => Kind::NotFound,
            Self::NoInstance(_) => Kind::NotFound,
            Self::NoSet(_) => Kind::NotFound,
            Self::NotInTemplate(_) => Kind::Invalid,
            Self::InTemplate(_) => Kind::Invalid,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotFound(_) => "workout_not_found",
            Self::NoInstance(_) => "instance_not_found",
            Self::NoSet(_) => "set_not_found",
            Self::NotInTemplate(_) => "deviation_not_in_template",
            Self::InTemplate(_) => "deviation_in_template",
        }
    }

    fn hint(&self) -> Option<String> {
        Some("get_recent_workouts lists workouts, get_workout one with its instances and sets, all with their ids.".to_owned())
    }
}
