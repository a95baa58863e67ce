//! What can be refused about templates.

use belay_core::{Kind, Refusal};

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TemplateRefusal {
    /// The person has no workout template of that number.
    #[error("There is no workout template {0}")]
    NotFound(i64),
    /// Another workout template that is not archived has the name; case does not matter.
    #[error("Workout template {0} has that name already")]
    NameTaken(i64),
    /// Two exercises of a template or workout have the same place in its order.
    #[error("Two items have the same display_order")]
    Order,
}

impl Refusal for TemplateRefusal {
    fn kind(&self) -> Kind {
        match self {
            Self::NotFound(_) => Kind::NotFound,
            Self::NameTaken(_) => Kind::Conflict,
            Self::Order => Kind::Invalid,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotFound(_) => "template_not_found",
            Self::NameTaken(_) => "template_name_taken",
            Self::Order => "duplicate_display_order",
        }
    }

    fn hint(&self) -> Option<String> {
        Some("list_workout_templates lists them with their ids.".to_owned())
    }
}
