//! An exercise.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::wire::At;

/// An exercise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Exercise {
    /// Its id.
    pub(crate) id: i64,
    /// The group it trains.
    pub(crate) group_id: i64,
    /// Its name.
    pub(crate) name: String,
    /// Remarks.
    pub(crate) notes: Option<String>,
    /// Since when it is archived.
    pub(crate) archived_at: Option<At>,
}
