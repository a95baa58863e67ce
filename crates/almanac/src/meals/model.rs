//! A meal.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::wire::{At, On};

/// Most kcal and grams that a meal may have: more is a slip of the keyboard.
pub(crate) const MOST_KCAL: i64 = 20_000;
pub(crate) const MOST_GRAMS: f64 = 2_000.0;

/// What a meal holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Food {
    pub(crate) kcal: i64,
    pub(crate) protein_g: f64,
    pub(crate) carb_g: f64,
    pub(crate) fat_g: f64,
}

/// A meal that is to be logged.
#[derive(Debug, Clone)]
pub(crate) struct NewMeal {
    pub(crate) eaten_at: Timestamp,
    pub(crate) name: Option<String>,
    pub(crate) food: Food,
    pub(crate) notes: Option<String>,
}

/// A meal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Meal {
    /// Its id.
    pub(crate) id: i64,
    /// The user's day it counts for.
    pub(crate) day: On,
    /// When it was eaten.
    pub(crate) eaten_at: At,
    /// What it was.
    pub(crate) name: Option<String>,
    /// Energy.
    pub(crate) kcal: i64,
    /// Protein in g.
    pub(crate) protein_g: f64,
    /// Carbohydrate in g.
    pub(crate) carb_g: f64,
    /// Fat in g.
    pub(crate) fat_g: f64,
    /// Remarks.
    pub(crate) notes: Option<String>,
    /// When it was logged.
    pub(crate) created_at: At,
}
