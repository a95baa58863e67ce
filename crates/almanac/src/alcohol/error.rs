//! What can be refused about alcohol sessions.

use belay_core::{Kind, Refusal};

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AlcoholRefusal {
    /// The person has none of that number.
    #[error("There is no alcohol session {0}")]
    NotFound(i64),
}

impl Refusal for AlcoholRefusal {
    fn kind(&self) -> Kind {
        Kind::NotFound
    }

    fn code(&self) -> &'static str {
        "alcohol_not_found"
    }

    fn hint(&self) -> Option<String> {
        Some("get_alcohol_recent lists them with their ids.".to_owned())
    }
}
