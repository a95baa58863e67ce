//! A night.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::wire::{At, On};

/// A night.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Night {
    /// Its id.
    pub(crate) id: i64,
    /// The day of waking.
    pub(crate) slept_on: On,
    /// Hours slept.
    pub(crate) hours: f64,
    /// From 1 to 5.
    pub(crate) quality: Option<i64>,
    /// Remarks.
    pub(crate) notes: Option<String>,
    /// When it was logged first.
    pub(crate) created_at: At,
}
