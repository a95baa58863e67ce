//! What can be refused.

use belay::prelude::*;

/// A refusal.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TaskRefusal {
    /// No task of the caller has that identifier.
    #[error("There is no task {0}; task_list names them all.")]
    Missing(String),
    /// It was done before.
    #[error("Task {0} is completed already.")]
    Completed(String),
}

impl Refusal for TaskRefusal {
    fn kind(&self) -> Kind {
        match self {
            Self::Missing(_) => Kind::NotFound,
            Self::Completed(_) => Kind::Conflict,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Missing(_) => "task_not_found",
            Self::Completed(_) => "task_completed",
        }
    }
}
