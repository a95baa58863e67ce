//! One block with a format.

use serde::{Deserialize, Serialize};

use super::movement::{Level, Movement};
use super::prescription::{Effort, Load, Vest};
use super::proposal::Note;
use super::quantity::{BySex, WeightUnit};
use super::scheme::{Scheme, Scoring, Team, TimeCap};

/// What a section is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SectionKind {
    /// The work of the day.
    #[default]
    Work,
    /// Warming up.
    Warmup,
    /// Practice.
    Skill,
    /// Cooling down.
    Cooldown,
}

/// One block with a format.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    /// A name that stands above the format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is for.
    pub kind: SectionKind,
    /// The format.
    pub scheme: Scheme,
    /// A format inside the format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inner: Option<Scheme>,
    /// How it is scored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<Scoring>,
    /// The most time it may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_cap_seconds: Option<TimeCap>,
    /// On the running clock, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_start_seconds: Option<f64>,
    /// On the running clock, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_end_seconds: Option<f64>,
    /// Done by a team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<Team>,
    /// For quality, not against the clock.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quality: bool,
    /// Follows the section before without a pause of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub linked: bool,
    /// Effort of the whole section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// Tempo of the whole section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tempo: Option<String>,
    /// A vest for the whole section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vest: Option<Vest>,
    /// A list of weights that lines choose from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<Weights>,
    /// Movements and rests, in order.
    pub movements: Vec<Movement>,
    /// Movements that are one complex.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// Movements of each minute of a rotation, by key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slots: Vec<Vec<String>>,
    /// Ways to scale it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<Level>,
    /// Remarks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// The lines it was read from, as they stand in the text.
    pub source_text: String,
}

impl Section {
    /// An empty section with a format.
    #[must_use]
    pub const fn new(scheme: Scheme) -> Self {
        Self {
            title: None,
            kind: SectionKind::Work,
            scheme,
            inner: None,
            scoring: None,
            time_cap_seconds: None,
            clock_start_seconds: None,
            clock_end_seconds: None,
            team: None,
            quality: false,
            linked: false,
            effort: None,
            tempo: None,
            vest: None,
            weights: None,
            movements: Vec::new(),
            groups: Vec::new(),
            slots: Vec::new(),
            levels: Vec::new(),
            notes: Vec::new(),
            source_text: String::new(),
        }
    }
}

/// A list of weights by number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Weights {
    /// Their unit.
    pub unit: WeightUnit,
    /// The lists.
    pub by_sex: BySex<Vec<f64>>,
}

/// Movements done as one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Group {
    /// Unique within the section.
    pub key: String,
    /// Keys of its movements.
    pub members: Vec<String>,
    /// Its own number of sets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sets: Option<u32>,
    /// One load for all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group_load: Option<Load>,
}
