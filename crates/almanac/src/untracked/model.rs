//! A stretch in which nothing is expected to be logged.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::named::named;
use crate::wire::{At, On};

/// Why nothing is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reason {
    Vacation,
    Sick,
    Deload,
}

named!(Reason { Vacation = "vacation", Sick = "sick", Deload = "deload" });

/// A stretch in which nothing is expected to be logged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Period {
    /// Its id.
    pub(crate) id: i64,
    /// First day.
    pub(crate) started_on: On,
    /// Last day.
    pub(crate) ended_on: On,
    /// Why.
    pub(crate) reason: Reason,
    /// Remarks.
    pub(crate) notes: Option<String>,
    /// When it was entered.
    pub(crate) created_at: At,
}

impl Period {
    /// Whether a day lies in it.
    pub(crate) fn holds(&self, day: jiff::civil::Date) -> bool {
        self.started_on.0 <= day && day <= self.ended_on.0
    }
}
