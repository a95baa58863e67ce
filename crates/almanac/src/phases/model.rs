//! A phase.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::named::named;
use crate::reckoning::phase::{Numbers, PhaseType};
use crate::reckoning::tdee::Source;
use crate::wire::{At, On};

/// What the person calls their aim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Intent {
    Cut,
    Bulk,
    Recomp,
    Maintenance,
}

named!(Intent { Cut = "cut", Bulk = "bulk", Recomp = "recomp", Maintenance = "maintenance" });

impl Intent {
    /// The aim that goes with a kind of phase.
    pub(crate) fn of(phase_type: PhaseType) -> Self {
        match phase_type {
            PhaseType::Cut => Self::Cut,
            PhaseType::Bulk => Self::Bulk,
            PhaseType::Maintenance => Self::Maintenance,
        }
    }

    /// Whether it goes with a kind of phase: a recomposition is eaten for like maintenance.
    pub(crate) fn fits(self, phase_type: PhaseType) -> bool {
        self == Self::of(phase_type) || (self == Self::Recomp && phase_type == PhaseType::Maintenance)
    }
}

/// A nutrition phase.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Phase {
    /// Its id.
    pub(crate) id: i64,
    /// Its name.
    pub(crate) name: String,
    /// What the user calls their aim.
    pub(crate) intent: Intent,
    /// What decides its verdicts.
    pub(crate) phase_type: PhaseType,
    /// Daily energy in kcal when it began; it does not move.
    pub(crate) tdee_at_phase_start: i64,
    /// Where that came from.
    pub(crate) tdee_source: Source,
    /// kcal against it: below zero in a cut, above in a bulk.
    pub(crate) deficit_kcal: i64,
    /// kcal to eat a day.
    pub(crate) daily_kcal_target: i64,
    /// Protein to eat a day in g.
    pub(crate) base_protein_g: i64,
    /// Carbohydrate to eat a day in g.
    pub(crate) base_carb_g: i64,
    /// Fat to eat a day in g.
    pub(crate) base_fat_g: i64,
    /// First day.
    pub(crate) started_on: On,
    /// Planned last day.
    pub(crate) planned_end_on: Option<On>,
    /// Last day; null while it goes on.
    pub(crate) ended_on: Option<On>,
    /// Remarks.
    pub(crate) notes: Option<String>,
    /// When it was entered.
    pub(crate) created_at: At,
}

impl Phase {
    /// The numbers that must agree.
    pub(crate) fn numbers(&self) -> Numbers {
        Numbers {
            phase_type: self.phase_type,
            tdee: self.tdee_at_phase_start,
            deficit: self.deficit_kcal,
            target: self.daily_kcal_target,
        }
    }

    /// Its last day; one that goes on has none.
    pub(crate) fn last(&self) -> Date {
        self.ended_on.map_or(Date::MAX, |on| on.0)
    }

    /// Whether it has a day in common with another.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.started_on.0 <= other.last() && other.started_on.0 <= self.last()
    }
}
