//! The reading of a text: a workout, its parts, sections, movements and levels.

use serde::{Deserialize, Serialize};

use super::movement::MatchStatus;
use super::prescription::{Height, Load, Reps};
use super::section::Section;
use super::span::Coverage;
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
