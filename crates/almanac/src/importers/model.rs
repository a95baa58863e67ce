//! Where files come from, and what has to be known to read them.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::day::Days;

/// What a file was written by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub(crate) enum Source {
    /// Almanac's own export as JSON.
    #[serde(rename = "almanac")]
    Almanac,
    /// The file export.xml of Apple Health.
    #[serde(rename = "apple-health")]
    AppleHealth,
    /// Hevy's workouts as CSV.
    #[serde(rename = "hevy")]
    Hevy,
    /// Strong's workouts as CSV.
    #[serde(rename = "strong")]
    Strong,
    /// MyFitnessPal's nutrition as CSV.
    #[serde(rename = "myfitnesspal")]
    MyFitnessPal,
}

/// A unit of weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Unit {
    Kg,
    Lb,
}

/// Kilograms in a pound.
pub(crate) const KG_IN_LB: f64 = 0.453_592_37;

impl Unit {
    /// A weight of this unit in kilograms, to ten grams.
    pub(crate) fn kg(self, weight: f64) -> f64 {
        let kg = match self {
            Self::Kg => weight,
            Self::Lb => weight * KG_IN_LB,
        };
        crate::reckoning::round::decimals(kg, 2)
    }
}

/// What has to be known to read a file.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    pub(crate) now: Timestamp,
    /// The person's clock, on which times without a zone are meant.
    pub(crate) days: Days,
    /// The unit of weights where the file does not say it.
    pub(crate) unit: Option<Unit>,
    /// The effort of workouts where the file does not say it.
    pub(crate) rpe: f64,
}
