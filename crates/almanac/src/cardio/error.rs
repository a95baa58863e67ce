//! What can be refused about cardio sessions.

use belay_core::{Kind, Refusal};

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CardioRefusal {
    /// The person has none of that number.
    #[error("There is no cardio session {0}")]
    NotFound(i64),
}

impl Refusal for CardioRefusal {
    fn kind(&self) -> Kind {
        Kind::NotFound
    }

    fn code(&self) -> &'static str {
        "cardio_not_found"
    }

    fn hint(&self) -> Option<String> {
        Some("get_cardio_recent lists them with their ids.".to_owned())
    }
}
