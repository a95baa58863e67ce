//! What can be refused about exercises.

use belay_core::{Kind, Refusal};

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ExerciseRefusal {
    /// The person has no exercise of that number.
    #[error("There is no exercise {0}")]
    NotFound(i64),
    /// Another exercise that is not archived has the name; case does not matter.
    #[error("Exercise {0} has that name already")]
    NameTaken(i64),
}

impl Refusal for ExerciseRefusal {
    fn kind(&self) -> Kind {
        match self {
            Self::NotFound(_) => Kind::NotFound,
            Self::NameTaken(_) => Kind::Conflict,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotFound(_) => "unknown_exercise",
            Self::NameTaken(_) => "exercise_name_taken",
        }
    }

    fn hint(&self) -> Option<String> {
        Some("list_exercises lists them with their ids.".to_owned())
    }
}
