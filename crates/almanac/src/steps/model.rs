//! A day's steps.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::named::named;
use crate::wire::{At, On};

/// Where a count comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Source {
    Manual,
    Import,
}

named!(Source { Manual = "manual", Import = "import" });

/// A day's steps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Count {
    /// Its id.
    pub(crate) id: i64,
    /// The day.
    pub(crate) on_date: On,
    /// Steps.
    pub(crate) steps: i64,
    /// Energy in kcal, from steps and weight where it was not given.
    pub(crate) est_kcal: Option<i64>,
    /// Where the count comes from.
    pub(crate) source: Source,
    /// Remarks.
    pub(crate) notes: Option<String>,
    /// When it was logged first.
    pub(crate) created_at: At,
}
