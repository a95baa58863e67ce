//! What can be refused about exercise groups.

use belay_core::{Kind, Refusal};

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum GroupRefusal {
    /// The person has no exercise group of that number.
    #[error("There is no exercise group {0}")]
    NotFound(i64),
    /// Another exercise group has the name; case does not matter.
    #[error("Exercise group {0} has that name already")]
    NameTaken(i64),
    /// The exercise group still has exercises, archived ones included.
    #[error("Exercise group {0} has exercises")]
    InUse(i64),
}

impl Refusal for GroupRefusal {
    fn kind(&self) -> Kind {
        match self {
            Self::NotFound(_) => Kind::NotFound,
            Self::NameTaken(_) => Kind::Conflict,
            Self::InUse(_) => Kind::Conflict,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotFound(_) => "exercise_group_not_found",
            Self::NameTaken(_) => "exercise_group_name_taken",
            Self::InUse(_) => "exercise_group_in_use",
        }
    }

    fn hint(&self) -> Option<String> {
        Some(
            "list_exercise_groups lists them with their ids; move exercises with update_exercise.".to_owned(),
        )
    }
}
