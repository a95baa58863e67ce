//! What a task is.

use belay::core::Entity;
use belay::core::id::Id;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How much a task matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Priority {
    /// When there is time.
    Low,
    /// As usual.
    Medium,
    /// Before the others.
    High,
}

impl Priority {
    pub(crate) const ALL: [Self; 3] = [Self::Low, Self::Medium, Self::High];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }

    pub(crate) fn from_name(name: &str) -> Self {
        Self::ALL.into_iter().find(|one| one.name() == name).unwrap_or(Self::Medium)
    }
}

/// How far a task is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// Nobody has taken it on.
    New,
    /// Somebody is at it.
    Accepted,
    /// It is done.
    Completed,
}

impl Status {
    pub(crate) const ALL: [Self; 3] = [Self::New, Self::Accepted, Self::Completed];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Accepted => "accepted",
            Self::Completed => "completed",
        }
    }

    pub(crate) fn from_name(name: &str) -> Self {
        Self::ALL.into_iter().find(|one| one.name() == name).unwrap_or(Self::New)
    }
}

/// A task.
#[derive(Debug, Clone)]
pub(crate) struct Task {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) details: String,
    pub(crate) priority: Priority,
    pub(crate) status: Status,
}

impl Entity for Task {
    const PREFIX: &'static str = "tsk";
}

/// A task to be.
pub(crate) struct New {
    pub(crate) title: String,
    pub(crate) details: String,
    pub(crate) priority: Priority,
}

pub(crate) type TaskId = Id<Task>;
