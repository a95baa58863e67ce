//! A day's sums.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use crate::reckoning::round::decimals;

/// What was eaten and drunk on a day.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Totals {
    pub(crate) food_kcal: i64,
    pub(crate) protein_g: f64,
    pub(crate) carb_g: f64,
    pub(crate) fat_g: f64,
    pub(crate) meals: i64,
    pub(crate) alcohol_kcal: i64,
    pub(crate) drinks: f64,
}

impl Totals {
    /// All kcal of the day.
    pub(crate) fn kcal(&self) -> i64 {
        self.food_kcal + self.alcohol_kcal
    }

    /// As answers show them.
    pub(crate) fn shown(&self) -> DayTotals {
        DayTotals {
            kcal: self.kcal(),
            protein_g: decimals(self.protein_g, 1),
            carb_g: decimals(self.carb_g, 1),
            fat_g: decimals(self.fat_g, 1),
            kcal_from_food: self.food_kcal,
            kcal_from_alcohol: self.alcohol_kcal,
        }
    }
}

/// A day's totals. Alcohol adds kcal and no macros.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct DayTotals {
    /// All kcal.
    pub(crate) kcal: i64,
    /// Protein in g.
    pub(crate) protein_g: f64,
    /// Carbohydrate in g.
    pub(crate) carb_g: f64,
    /// Fat in g.
    pub(crate) fat_g: f64,
    /// kcal of food.
    pub(crate) kcal_from_food: i64,
    /// kcal of alcohol.
    pub(crate) kcal_from_alcohol: i64,
}

/// What movement cost on a day. Shown beside what was eaten, never taken off it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Movement {
    pub(crate) cardio_kcal: i64,
    pub(crate) workout_kcal: i64,
    /// None without a step count.
    pub(crate) steps_kcal: Option<i64>,
}

/// Which rows lie in days, each by the table that holds them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Timed {
    Meals,
    Alcohol,
    Cardio,
    Workouts,
}

impl Timed {
    pub(crate) const ALL: [Self; 4] = [Self::Meals, Self::Alcohol, Self::Cardio, Self::Workouts];
}

/// A row with the day it is filed under.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Filed {
    pub(crate) id: i64,
    pub(crate) at: jiff::Timestamp,
    pub(crate) on: Date,
}
