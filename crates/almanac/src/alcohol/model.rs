//! An occasion with drinks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::wire::{At, On};

/// An occasion with drinks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Session {
    /// Its id.
    pub(crate) id: i64,
    /// The user's day it counts for.
    pub(crate) day: On,
    /// When it began.
    pub(crate) started_at: At,
    /// When it ended.
    pub(crate) ended_at: Option<At>,
    /// US standard drinks of 14 g alcohol.
    pub(crate) drinks_count: f64,
    /// Energy.
    pub(crate) est_kcal: i64,
    /// What was drunk.
    pub(crate) notes: Option<String>,
    /// When it was logged.
    pub(crate) created_at: At,
}
