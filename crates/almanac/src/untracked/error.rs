//! What can be refused about untracked periods.

use belay_core::{Error, Kind, Refusal};
use serde_json::json;

use super::model::Period;

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PeriodRefusal {
    /// The person has none of that number.
    #[error("There is no untracked period {0}")]
    NotFound(i64),
}

impl Refusal for PeriodRefusal {
    fn kind(&self) -> Kind {
        Kind::NotFound
    }

    fn code(&self) -> &'static str {
        "untracked_period_not_found"
    }

    fn hint(&self) -> Option<String> {
        Some("list_untracked_periods lists them with their ids.".to_owned())
    }
}

/// Another period has some of the same days.
pub(crate) fn overlap(other: &Period) -> Error {
    let message = format!("Period {} has some of the same days; delete it, or choose other days", other.id);
    Error::new(Kind::Invalid, "period_overlap", message).with_detail("conflicting_period", json!(other))
}
