//! What can be refused about nights.

use belay_core::{Kind, Refusal};

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SleepRefusal {
    /// The person has none of that number.
    #[error("There is no night {0}")]
    NotFound(i64),
}

impl Refusal for SleepRefusal {
    fn kind(&self) -> Kind {
        Kind::NotFound
    }

    fn code(&self) -> &'static str {
        "sleep_not_found"
    }

    fn hint(&self) -> Option<String> {
        Some("get_sleep_recent lists them with their ids.".to_owned())
    }
}
