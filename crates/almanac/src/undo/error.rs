//! Why a write is not taken back.

use belay_core::{Kind, Refusal};

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum UndoRefusal {
    /// There is none.
    #[error("There is no write of the last 24 hours to take back; correct or delete the row itself")]
    Nothing,
    /// The last one is another.
    #[error("The last write was {0}, not the one that was named; name it, or correct the row itself")]
    Other(String),
}

impl Refusal for UndoRefusal {
    fn kind(&self) -> Kind {
        Kind::Conflict
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Nothing => "nothing_to_undo",
            Self::Other(_) => "other_write",
        }
    }
}
