//! How a section runs and how it is scored.

use serde::{Deserialize, Serialize};

use super::quantity::Amount;

/// The format of a section. Times are in seconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Scheme {
    /// Strength sets.
    Sets {
        /// How many, where the text says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sets: Option<u32>,
    },
    /// Rounds with no clock.
    Rounds {
        /// How many.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u32>,
    },
    /// As fast as possible.
    ForTime {
        /// How many rounds; once through without.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u32>,
        /// Repetitions of each round, shared by the lines that have none of their own.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rep_scheme: Vec<f64>,
    },
    /// As much as possible in a time.
    Amrap {
        /// The time, where the text says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duration_seconds: Option<f64>,
        /// How many times over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        repeats: Option<u32>,
        /// Pause between the times.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rest_seconds: Option<f64>,
        /// One goes on where one stopped.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        carry_over: bool,
    },
    /// Every minute.
    Emom {
        /// Sixty.
        interval_seconds: f64,
        /// In all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        total_seconds: Option<f64>,
        /// Number of minutes, or of times through the slots where `total_seconds` is not said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u32>,
    },
    /// Every so often.
    Interval {
        /// How often.
        interval_seconds: f64,
        /// The longer end, where a range is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        interval_seconds_max: Option<f64>,
        /// How many times.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u32>,
        /// In all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        total_seconds: Option<f64>,
    },
    /// Work and rest by the clock.
    Intervals {
        /// Work.
        work_seconds: f64,
        /// Rest.
        rest_seconds: f64,
        /// How many times.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u32>,
    },
    /// Twenty seconds of work, ten of rest, eight times, unless said otherwise; for each station.
    Tabata {
        /// Work.
        work_seconds: f64,
        /// Rest.
        rest_seconds: f64,
        /// How many times.
        rounds: u32,
    },
    /// One more each minute until one fails.
    DeathBy {
        /// How often, in seconds.
        interval_seconds: f64,
    },
    /// The heaviest for so many repetitions.
    MaxLoad {
        /// Repetitions.
        rm: u32,
        /// Within a time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        window_seconds: Option<f64>,
    },
    /// As far as possible.
    ForDistance {
        /// In that time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duration_seconds: Option<f64>,
    },
    /// As many as possible of one movement.
    ForReps {
        /// In that time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        duration_seconds: Option<f64>,
    },
    /// One thing for a long time.
    Steady {
        /// How long.
        duration_seconds: f64,
    },
    /// A list with no format.
    Freeform,
}

/// What a score counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreType {
    /// Time.
    Time,
    /// Rounds and repetitions.
    RoundsReps,
    /// Repetitions.
    Reps,
    /// Weight.
    Load,
    /// Calories.
    Calories,
    /// Distance.
    Distance,
    /// Height.
    Height,
    /// Points.
    Points,
    /// Done or not.
    Checkbox,
    /// How it felt.
    Rating,
    /// Not scored.
    None,
}

/// How several scores become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Calc {
    /// The largest.
    Max,
    /// The smallest.
    Min,
    /// All added.
    Sum,
    /// Their mean.
    Avg,
    /// The last.
    Last,
    /// Each stands for itself.
    Each,
}

/// Which score is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// The smaller.
    Asc,
    /// The larger.
    Desc,
}

/// How a section is scored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scoring {
    /// What is counted.
    #[serde(rename = "type")]
    pub kind: ScoreType,
    /// How many scores are written down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sets: Option<u32>,
    /// How they become one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calc: Option<Calc>,
    /// Which is better.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sort: Option<Sort>,
}

/// How a team shares the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TeamMode {
    /// Split as they like.
    Shared,
    /// One works while the other rests.
    YouGoIGo,
    /// Repetitions together.
    Synchro,
    /// At the same time, each their own.
    Simultaneous,
    /// One after the other.
    Relay,
    /// Everybody does all of it.
    Each,
}

/// A team.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Team {
    /// How many people.
    pub size: u32,
    /// How they share, where the text says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<TeamMode>,
}

/// The most time a section may take, in seconds.
pub type TimeCap = Amount;
