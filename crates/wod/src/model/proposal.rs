//! The reading of a text: a workout, its parts, sections, movements and levels.

use serde::{Deserialize, Serialize};

use super::prescription::{Effort, Height, Load, Reps, Rest, Vest};
use super::quantity::{BySex, WeightUnit};
use super::scheme::{Scheme, Scoring, Team, TimeCap};
use super::span::{Coverage, Span};
use super::warning::Warning;

/// What a text was read as.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Proposal {
    /// The day's own fields.
    pub workout: Workout,
    /// Parts, in order.
    pub parts: Vec<Part>,
    /// Sections outside any part; they come first.
    pub sections: Vec<Section>,
    /// Movements that need a decision.
    pub unresolved: Vec<Unresolved>,
    /// What was decided by a rule, or could not be decided.
    pub warnings: Vec<Warning>,
    /// Every non-blank character of the text, exactly once.
    pub coverage: Vec<Coverage>,
}

impl Proposal {
    /// All sections: those outside parts, then each part's.
    pub fn all_sections(&self) -> impl Iterator<Item = &Section> {
        self.sections.iter().chain(self.parts.iter().flat_map(|part| part.sections.iter()))
    }
}

/// The day's own fields.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Workout {
    /// Chosen by the rule: given, stated, daily, parts.
    pub title: Option<String>,
    /// Where the title comes from.
    pub title_source: Option<TitleSource>,
    /// The brief: prose before any work.
    pub description: Option<String>,
    /// Derived from the sections' schemes.
    pub session_type: Option<SessionType>,
}

/// Where a title comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TitleSource {
    /// From the caller.
    Given,
    /// The text says it.
    Stated,
    /// The date and the program.
    Daily,
    /// The parts' titles.
    Parts,
}

/// What kind of day it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionType {
    /// Loads and sets only.
    Strength,
    /// By the clock only.
    Conditioning,
    /// Both.
    Mixed,
    /// Unscored practice.
    Skill,
    /// One thing for twenty minutes or more.
    Endurance,
    /// Mobility only.
    Recovery,
    /// A test of a maximum.
    Test,
    /// No training.
    RestDay,
}

/// A part of the day with its own heading.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    /// Unique within the day.
    pub key: String,
    /// As the text has it.
    pub title: String,
    /// Prose that belongs to the part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// For those who want it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// On the running clock, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_start_seconds: Option<f64>,
    /// On the running clock, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_end_seconds: Option<f64>,
    /// In order.
    pub sections: Vec<Section>,
}

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

/// What a remark is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoteKind {
    /// What to aim for.
    Goal,
    /// How it should feel.
    Stimulus,
    /// How it is scored.
    Score,
    /// A footnote.
    Footnote,
    /// Anything else.
    Text,
}

/// A remark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// What it is about.
    pub kind: NoteKind,
    /// As the text has it.
    pub text: String,
}

/// A possible exercise for a mention.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The exercise.
    pub exercise_id: String,
    /// Its name.
    pub name: String,
    /// 0 to 1.
    pub score: f64,
}

/// A movement that nobody could be sure about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Unresolved {
    /// The part; none for sections outside parts.
    pub part_key: Option<String>,
    /// Within the part; within the workout where there is none.
    pub section_index: usize,
    /// Within the workout.
    pub workout_section_index: usize,
    /// The movement.
    pub movement_key: String,
    /// The line it stands in.
    pub line: String,
    /// The name as the text has it.
    pub mention: String,
    /// Why.
    pub status: MatchStatus,
    /// Best first, at most five.
    pub candidates: Vec<Candidate>,
    /// What was read off the line, so that a decision keeps its numbers.
    pub prescription: Prescription,
}

/// The numbers of a line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Prescription {
    /// How much.
    pub reps: Reps,
    /// How heavy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<Load>,
    /// How high.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<Height>,
    /// On each side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub per_side: bool,
}
