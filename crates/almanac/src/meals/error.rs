//! What can be refused about meals.

use belay_core::{Kind, Refusal};

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum MealRefusal {
    /// The person has none of that number.
    #[error("There is no meal {0}")]
    NotFound(i64),
}

impl Refusal for MealRefusal {
    fn kind(&self) -> Kind {
        Kind::NotFound
    }

    fn code(&self) -> &'static str {
        "meal_not_found"
    }

    fn hint(&self) -> Option<String> {
        Some("get_meals lists them with their ids.".to_owned())
    }
}
