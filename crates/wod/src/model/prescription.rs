//! What a movement's line prescribes: how many, how heavy, how high, how slow.

use serde::{Deserialize, Serialize};

use super::quantity::{Amount, Counted, DistanceUnit, HeightUnit, WeightUnit};

/// How much of a movement is done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Reps {
    /// A number of repetitions.
    Fixed {
        /// How many.
        #[serde(flatten)]
        amount: Amount,
        /// At least so many: the last set is as many as possible.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        or_more: bool,
    },
    /// Anything between two numbers of repetitions.
    Range {
        /// The least.
        min: f64,
        /// The most.
        max: f64,
    },
    /// One number for each round or set. Without numbers, those of the section.
    Scheme {
        /// The numbers; empty for the section's.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        values: Vec<f64>,
        /// What is counted, where it is not repetitions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Counted>,
    },
    /// A number that changes by the same step each round.
    Ladder {
        /// In the first round.
        start: f64,
        /// Added each round; negative for a ladder down.
        step: f64,
        /// The last round's number; open without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<f64>,
        /// What is counted, where it is not repetitions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Counted>,
    },
    /// As many as possible.
    Max {
        /// What is counted, where it is not repetitions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<Counted>,
        /// Within so many seconds, where the line has a time of its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seconds: Option<f64>,
    },
    /// Calories on a machine.
    Calories {
        /// How many.
        #[serde(flatten)]
        amount: Amount,
    },
    /// A distance.
    Distance {
        /// How far.
        #[serde(flatten)]
        amount: Amount,
        /// Its unit.
        unit: DistanceUnit,
    },
    /// For a time.
    Duration {
        /// Seconds.
        #[serde(flatten)]
        amount: Amount,
    },
    /// A share of one's best set.
    PercentOfMax {
        /// Percent.
        #[serde(flatten)]
        amount: Amount,
    },
    /// The text gives no count.
    Unspecified,
}

impl Reps {
    /// A number of repetitions, the same for everybody.
    #[must_use]
    pub const fn fixed(value: f64) -> Self {
        Self::Fixed { amount: Amount::one(value), or_more: false }
    }
}

/// What a percentage is taken of, where it is no 1RM of the library.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    /// The lift, by its library name; the movement's own without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise: Option<String>,
    /// The number of repetitions of the maximum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n_rm: Option<u32>,
    /// As the text says it.
    pub label: String,
}

/// How a percentage is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// That or more.
    AtLeast,
    /// Building up to it.
    UpTo,
    /// Beginning there.
    StartingAt,
}

/// How heavy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Load {
    /// A weight.
    Absolute {
        /// How much.
        #[serde(flatten)]
        amount: Amount,
        /// Its unit.
        unit: WeightUnit,
        /// How many implements of that weight, where the text says so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        implement_count: Option<u32>,
    },
    /// Percent of a one-repetition maximum.
    #[serde(rename = "percent_1rm")]
    PercentOneRm {
        /// Percent.
        #[serde(flatten)]
        amount: Amount,
        /// The lift, where it is another than the movement's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exercise: Option<String>,
        /// Where the text says "at least", "up to" or "from".
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bound: Option<Bound>,
    },
    /// Percent of something that has a name: a 3RM, a training max.
    PercentReference {
        /// Percent.
        #[serde(flatten)]
        amount: Amount,
        /// Of what.
        reference: Reference,
        /// Where the text says "at least", "up to" or "from".
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bound: Option<Bound>,
    },
    /// Times one's bodyweight.
    Bodyweight {
        /// The factor.
        #[serde(flatten)]
        amount: Amount,
    },
    /// One of the section's listed weights.
    WeightIndex {
        /// From 1.
        index: u32,
    },
    /// In words: `light`, `moderate`, `heavy`, `pick`, `ahap`, `empty_bar`.
    Descriptive {
        /// The word.
        word: String,
    },
    /// Another one for each set.
    PerSet {
        /// In order.
        sets: Vec<Load>,
    },
}

/// A height or a length, of a box, a target or a rope.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Height {
    /// How much.
    #[serde(flatten)]
    pub amount: Amount,
    /// Its unit.
    pub unit: HeightUnit,
}

/// A weight that is worn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Vest {
    /// How much; the text may only say that there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<Weight>,
    /// To be worn by those who have one.
    #[serde(default)]
    pub optional: bool,
}

/// A weight with its unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Weight {
    /// How much.
    #[serde(flatten)]
    pub amount: Amount,
    /// Its unit.
    pub unit: WeightUnit,
}

/// Perceived exertion, 1 to 10.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// The least.
    pub min: f64,
    /// The most.
    pub max: f64,
}

/// A pause.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rest {
    /// Of what kind.
    pub kind: RestKind,
    /// Seconds, where the text gives them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<Amount>,
    /// Between what; as a step of its own without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub between: Option<Between>,
}

/// How a rest ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RestKind {
    /// After a time.
    Timed,
    /// When one is ready.
    AsNeeded,
    /// With the interval.
    RemainingOfInterval,
    /// When the clock shows `seconds`.
    UntilClock,
    /// As long as the work took.
    AsLongAsWork,
}

/// Where a rest stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Between {
    /// Between rounds.
    Rounds,
    /// Between sets.
    Sets,
    /// Between movements.
    Movements,
}
