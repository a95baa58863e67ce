//! What can be refused about step counts.

use belay_core::{Kind, Refusal};

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum StepsRefusal {
    /// The person has none of that number.
    #[error("There is no step count {0}")]
    NotFound(i64),
}

impl Refusal for StepsRefusal {
    fn kind(&self) -> Kind {
        Kind::NotFound
    }

    fn code(&self) -> &'static str {
        "steps_not_found"
    }

    fn hint(&self) -> Option<String> {
        Some("get_steps_recent lists them with their ids.".to_owned())
    }
}

/// No steps are logged for the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("No steps are logged for that day")]
pub(crate) struct NoneOn;

impl Refusal for NoneOn {
    fn kind(&self) -> Kind {
        Kind::NotFound
    }

    fn code(&self) -> &'static str {
        "steps_not_found"
    }
}
