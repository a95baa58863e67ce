//! One line of work, and what a level makes of it.

use serde::{Deserialize, Serialize};

use super::prescription::{Effort, Height, Load, Reps, Rest, Vest};
use super::scheme::{Scheme, TimeCap};
use super::span::Span;

/// The part a movement plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Done each round.
    #[default]
    Work,
    /// Once, before.
    BuyIn,
    /// Once, after.
    CashOut,
    /// After each round.
    EachRound,
    /// A pause.
    Rest,
}

/// How sure a name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchStatus {
    /// Known.
    Matched,
    /// May be several things.
    Ambiguous,
    /// Probably the first candidate.
    LowConfidence,
    /// Not known.
    NotFound,
    /// A pause: nothing to match.
    Rest,
}

/// One line of work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Movement {
    /// Unique within the day.
    pub key: String,
    /// The name as the text has it.
    pub mention: String,
    /// The library's exercise, where it is certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise_id: Option<String>,
    /// Its name in the library.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How sure that is.
    pub status: MatchStatus,
    /// The part it plays.
    pub role: Role,
    /// How much.
    pub reps: Reps,
    /// On each side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub per_side: bool,
    /// How heavy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<Load>,
    /// Height of a box or length of a rope.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<Height>,
    /// Height of a target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Height>,
    /// Four or three signs: down, pause, up, pause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tempo: Option<String>,
    /// Perceived exertion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// Without putting it down.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unbroken: bool,
    /// Words before the name that narrow it down.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<String>,
    /// The pause, for a rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest: Option<Rest>,
    /// A vest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vest: Option<Vest>,
    /// Whether the count is for each of a team, in all, or together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<String>,
    /// A video.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media_url: Option<String>,
    /// Others that may be done instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<Alternative>,
    /// Words that were no quantity and no name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The same amount in another unit, as the text has it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also_written: Vec<String>,
    /// Where it stands in the text.
    pub span: Span,
}

/// Another movement in place of one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Alternative {
    /// As the text has it.
    pub mention: String,
    /// The library's exercise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise_id: Option<String>,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its own amount; the movement's without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reps: Option<Reps>,
    /// Its own load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<Load>,
}

/// How a level is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LevelMode {
    /// What differs.
    Overrides,
    /// Everything again.
    Restated,
    /// A remark only.
    Note,
}

/// A way to scale a section.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Level {
    /// `rx_plus`, `scaled`, `option_1` and so on.
    pub code: String,
    /// As the text has it.
    pub label: String,
    /// How it is written.
    pub mode: LevelMode,
    /// What differs, by movement.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<Override>,
    /// Movements beyond those of the base.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<Movement>,
    /// Its own format, where it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheme: Option<Scheme>,
    /// Its own cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_cap_seconds: Option<TimeCap>,
    /// Words that are no override.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What a level changes on one movement. What is absent stays.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Override {
    /// The base movement.
    pub movement_key: String,
    /// Left out at this level.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
    /// Another movement, as the text has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mention: Option<String>,
    /// The library's exercise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise_id: Option<String>,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Another amount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reps: Option<Reps>,
    /// Another load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<Load>,
    /// Another height.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<Height>,
    /// Another target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Height>,
}
