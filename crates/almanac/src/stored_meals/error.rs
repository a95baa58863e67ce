//! What can be refused about stored meals.

use belay_core::{Kind, Refusal};

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum StoredMealRefusal {
    /// The person has none of that number.
    #[error("There is no stored meal {0}")]
    NotFound(i64),
    /// Another has the name.
    #[error("Stored meal {0} has that name already")]
    NameTaken(i64),
}

impl Refusal for StoredMealRefusal {
    fn kind(&self) -> Kind {
        match self {
            Self::NotFound(_) => Kind::NotFound,
            Self::NameTaken(_) => Kind::Conflict,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotFound(_) => "stored_meal_not_found",
            Self::NameTaken(_) => "stored_meal_name_taken",
        }
    }

    fn hint(&self) -> Option<String> {
        Some("list_stored_meals lists them with their ids.".to_owned())
    }
}
