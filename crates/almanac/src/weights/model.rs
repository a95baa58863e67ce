//! A weigh-in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::wire::{At, On};

/// A weigh-in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Weight {
    /// Its id.
    pub(crate) id: i64,
    /// The day.
    pub(crate) measured_on: On,
    /// The weight in kg.
    pub(crate) weight_kg: f64,
    /// The trend on that day in kg, from all weigh-ins up to it.
    pub(crate) trend_kg: f64,
    /// Remarks.
    pub(crate) notes: Option<String>,
    /// When it was logged first.
    pub(crate) created_at: At,
}
