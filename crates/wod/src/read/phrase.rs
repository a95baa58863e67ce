//! One movement with everything that stands around its name.

use crate::library::Library;
use crate::model::{Amount, Code, Counted, Effort, Height, Load, Reps, Role, Vest, WeightUnit};

/// What a reading of any line needs to know.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) library: &'a Library,
    /// The unit of weights that have none.
    pub(crate) unit: WeightUnit,
    /// The text has minutes in turn somewhere, so that a number before a line may be one.
    pub(crate) clocked: bool,
    /// Unlabelled pairs are written men first.
    pub(crate) male_first: bool,
    /// Names that were looked up.
    pub(crate) names: &'a super::names::Names,
    /// The levels that rows of weights are for, in order: code and label.
    pub(crate) columns: &'a [(String, String)],
}

/// How a phrase hangs on the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Join {
    /// A new movement.
    #[default]
    New,
    /// Part of the same complex.
    Plus,
    /// Instead of it, by a word.
    Or,
    /// Instead of it, by a slash.
    Slash,
    /// Behind an arrow: instead of it in a level, else after it.
    Becomes,
}

/// A movement as read, not yet in a section.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Phrase {
    pub(crate) join: Join,
    /// Bytes of the normal text.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The name as written; empty where there is none.
    pub(crate) mention: String,
    pub(crate) exercise: Option<u32>,
    pub(crate) confidence: f64,
    /// Nothing unknown stands at the name.
    pub(crate) exact: bool,
    /// An abbreviation that may mean several things.
    pub(crate) ambiguous: bool,
    pub(crate) modifiers: Vec<String>,
    pub(crate) reps: Option<Reps>,
    pub(crate) sets: Option<u32>,
    pub(crate) per_side: bool,
    pub(crate) load: Option<Load>,
    /// The load's unit was not written.
    pub(crate) height: Option<Height>,
    pub(crate) target: Option<Height>,
    pub(crate) tempo: Option<String>,
    pub(crate) effort: Option<Effort>,
    pub(crate) unbroken: bool,
    pub(crate) vest: Option<Vest>,
    pub(crate) shared: Option<String>,
    pub(crate) role: Option<Role>,
    /// What is counted, where no number says it.
    pub(crate) counted: Option<Counted>,
    pub(crate) starred: bool,
    /// Numbers with a plus before them were the members' counts of a complex: `1+2+1`.
    pub(crate) members: Vec<f64>,
    /// A bare implement word such as `ball` or `box`, for lines that give loads by implement.
    pub(crate) implement: Option<Implement>,
    /// Said to be done in place of this one.
    pub(crate) replaces: Option<u32>,
    pub(crate) alternatives: Vec<Phrase>,
    pub(crate) also: Vec<String>,
    pub(crate) note: Vec<String>,
    pub(crate) codes: Vec<Code>,
}

/// What a weight or height without a movement is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Implement {
    Ball,
    Box,
    Dumbbell,
    Kettlebell,
    Barbell,
    Vest,
    Sandbag,
    Plate,
    Rope,
    Target,
    Sled,
}

impl Implement {
    /// By the word for it.
    pub(crate) fn of(word: &str) -> Option<Self> {
        Some(match word {
            "ball" | "balls" | "wb" | "medball" | "med" | "wallball" => Self::Ball,
            "box" | "boxes" => Self::Box,
            "dumbbell" | "dumbbells" | "db" | "dbs" => Self::Dumbbell,
            "kettlebell" | "kettlebells" | "kb" | "kbs" | "bell" => Self::Kettlebell,
            "barbell" | "bar" | "bb" => Self::Barbell,
            "vest" => Self::Vest,
            "sandbag" | "bag" | "sb" => Self::Sandbag,
            "plate" | "plates" => Self::Plate,
            "rope" => Self::Rope,
            "target" => Self::Target,
            "sled" => Self::Sled,
            _ => return None,
        })
    }

    /// The name of the equipment in the library.
    pub(crate) const fn equipment(self) -> &'static str {
        match self {
            Self::Ball | Self::Target => "ball",
            Self::Box => "box",
            Self::Dumbbell => "dumbbell",
            Self::Kettlebell => "kettlebell",
            Self::Barbell => "barbell",
            Self::Vest => "vest",
            Self::Sandbag => "sandbag",
            Self::Plate => "plate",
            Self::Rope => "climbing_rope",
            Self::Sled => "sled",
        }
    }
}

impl Phrase {
    /// Whether a name was found, known or not.
    pub(crate) fn named(&self) -> bool {
        !self.mention.is_empty()
    }

    /// Whether the name is certain.
    pub(crate) fn certain(&self) -> bool {
        self.exercise.is_some() && self.exact && !self.ambiguous && self.confidence >= crate::library::CERTAIN
    }

    /// Whether anything but words was found.
    pub(crate) fn measured(&self) -> bool {
        self.prescribed() || self.tempo.is_some() || self.effort.is_some()
    }

    /// Whether it says how much is done: a tempo alone does not.
    pub(crate) fn prescribed(&self) -> bool {
        self.reps.is_some()
            || self.load.is_some()
            || self.height.is_some()
            || self.target.is_some()
            || self.vest.is_some()
            || self.sets.is_some()
            || self.unbroken
    }
}

/// A pair as an amount: the larger number for men, unless the text labels them. The flag says that the order was inferred.
pub(crate) fn by_size(one: f64, other: f64, labelled: bool, male_first: bool) -> (Amount, bool) {
    if labelled {
        return (Amount::by_sex(one, other), false);
    }
    let inferred = if male_first { one < other } else { one > other };
    (Amount::by_sex(one.max(other), one.min(other)), inferred)
}
