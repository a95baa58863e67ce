//! A stored meal.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::wire::At;

/// A stored meal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct StoredMeal {
    /// Its id.
    pub(crate) id: i64,
    /// Its name.
    pub(crate) name: String,
    /// Energy.
    pub(crate) kcal: i64,
    /// Protein in g.
    pub(crate) protein_g: f64,
    /// Carbohydrate in g.
    pub(crate) carb_g: f64,
    /// Fat in g.
    pub(crate) fat_g: f64,
    /// What is in it.
    pub(crate) description: Option<String>,
    /// When it was stored first.
    pub(crate) created_at: At,
}
