//! What is kept of a write, so that it can be taken back.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::exercises::model::Exercise;
use crate::groups::model::Group;
use crate::meals::model::Meal;
use crate::phases::model::Phase;
use crate::profile::model::Profile;
use crate::sleep::model::Night;
use crate::steps::model::Count;
use crate::stored_meals::model::StoredMeal;
use crate::templates::model::Template;
use crate::untracked::model::Period;
use crate::weights::model::Weight;
use crate::workouts::model::Whole;
use crate::{alcohol, cardio};

/// A row that can be put back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Meal,
    StoredMeal,
    Alcohol,
    Weight,
    Sleep,
    Steps,
    Cardio,
    Phase,
    Untracked,
    Group,
    Exercise,
    Template,
    Workout,
    Profile,
}

/// A row as it was before a write; none where there was none.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Before {
    Meal(Option<Meal>),
    StoredMeal(Option<StoredMeal>),
    Alcohol(Option<alcohol::model::Session>),
    Weight(Option<Weight>),
    Sleep(Option<Night>),
    Steps(Option<Count>),
    Cardio(Option<cardio::model::Session>),
    Phase(Option<Phase>),
    Untracked(Option<Period>),
    Group(Option<Group>),
    Exercise(Option<Exercise>),
    Template(Option<Template>),
    Workout(Option<Whole>),
    Profile(Box<Option<Profile>>),
}

/// A row with its number.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Change {
    pub(super) id: i64,
    pub(super) before: Before,
}

impl Before {
    /// As which kind it is noted.
    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Meal(_) => Kind::Meal,
            Self::StoredMeal(_) => Kind::StoredMeal,
            Self::Alcohol(_) => Kind::Alcohol,
            Self::Weight(_) => Kind::Weight,
            Self::Sleep(_) => Kind::Sleep,
            Self::Steps(_) => Kind::Steps,
            Self::Cardio(_) => Kind::Cardio,
            Self::Phase(_) => Kind::Phase,
            Self::Untracked(_) => Kind::Untracked,
            Self::Group(_) => Kind::Group,
            Self::Exercise(_) => Kind::Exercise,
            Self::Template(_) => Kind::Template,
            Self::Workout(_) => Kind::Workout,
            Self::Profile(_) => Kind::Profile,
        }
    }

    /// A row of a kind that was not there.
    pub(super) fn nothing(kind: Kind) -> Self {
        match kind {
            Kind::Meal => Self::Meal(None),
            Kind::StoredMeal => Self::StoredMeal(None),
            Kind::Alcohol => Self::Alcohol(None),
            Kind::Weight => Self::Weight(None),
            Kind::Sleep => Self::Sleep(None),
            Kind::Steps => Self::Steps(None),
            Kind::Cardio => Self::Cardio(None),
            Kind::Phase => Self::Phase(None),
            Kind::Untracked => Self::Untracked(None),
            Kind::Group => Self::Group(None),
            Kind::Exercise => Self::Exercise(None),
            Kind::Template => Self::Template(None),
            Kind::Workout => Self::Workout(None),
            Kind::Profile => Self::Profile(Box::new(None)),
        }
    }
}

/// A write that is kept.
#[derive(Debug, Clone)]
pub(super) struct Write {
    pub(super) id: i64,
    pub(super) operation: String,
    pub(super) made_at: Timestamp,
    pub(super) changes: Vec<Change>,
}
