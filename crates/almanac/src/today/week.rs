//! The seven completed days before today.

use schemars::JsonSchema;
use serde::Serialize;

use crate::reckoning::round::{count, decimals, mean, real, whole};
use crate::reckoning::sleep::Debt;

/// A figure over the week.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Figure {
    /// The sum or mean; null for a mean of nothing.
    pub(crate) value: Option<f64>,
    /// Days looked at.
    pub(crate) window_days: i64,
    /// Days that have data.
    pub(crate) days_with_data: i64,
}

/// A day of the week as far as the figures look at it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Day {
    pub(crate) tracked: bool,
    pub(crate) meals: i64,
    pub(crate) kcal: i64,
    pub(crate) protein_g: f64,
    pub(crate) drinks: f64,
    pub(crate) alcohol_kcal: i64,
    pub(crate) workouts: i64,
    pub(crate) cardio_sessions: i64,
    pub(crate) cardio_minutes: i64,
    pub(crate) cardio_kcal: i64,
}

/// The week.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct WeekToDate {
    /// Workouts.
    pub(crate) workouts_count: Figure,
    /// Cardio sessions.
    pub(crate) cardio_sessions_count: Figure,
    /// Minutes of cardio.
    pub(crate) cardio_minutes: Figure,
    /// kcal of cardio.
    pub(crate) cardio_kcal: Figure,
    /// US standard drinks.
    pub(crate) alcohol_drinks_count: Figure,
    /// kcal of alcohol.
    pub(crate) alcohol_kcal: Figure,
    /// Days with drinks.
    pub(crate) drinking_days_count: Figure,
    /// Mean kcal of tracked days with meals, alcohol included.
    pub(crate) avg_kcal_in: Figure,
    /// Mean protein of those days in g.
    pub(crate) avg_protein_g: Figure,
    /// Mean hours of the last seven tracked nights.
    pub(crate) sleep_avg_hours: Figure,
    /// Hours of sleep that are missing.
    pub(crate) sleep_debt: Debt,
}

impl WeekToDate {
    /// The figures of some days.
    pub(crate) fn new(days: &[Day], sleep_debt: Debt) -> Self {
        let window_days = i64::try_from(days.len()).unwrap_or(i64::MAX);
        let figure = |value: Option<f64>, with: usize| Figure {
            value,
            window_days,
            days_with_data: i64::try_from(with).unwrap_or(i64::MAX),
        };
        let sum = |of: &dyn Fn(&Day) -> f64| {
            let with = days.iter().filter(|day| of(day) > 0.0).count();
            figure(Some(decimals(days.iter().map(of).sum(), 2)), with)
        };
        let eaten: Vec<&Day> = days.iter().filter(|day| day.tracked && day.meals > 0).collect();
        let average = |of: &dyn Fn(&Day) -> f64| {
            let value = mean(eaten.iter().map(|day| of(day))).map(|mean| real(whole(mean)));
            figure(value, eaten.len())
        };
        let drinking = days.iter().filter(|day| day.drinks > 0.0).count();
        Self {
            workouts_count: sum(&|day| real(day.workouts)),
            cardio_sessions_count: sum(&|day| real(day.cardio_sessions)),
            cardio_minutes: sum(&|day| real(day.cardio_minutes)),
            cardio_kcal: sum(&|day| real(day.cardio_kcal)),
            alcohol_drinks_count: sum(&|day| day.drinks),
            alcohol_kcal: sum(&|day| real(day.alcohol_kcal)),
            drinking_days_count: figure(Some(count(drinking)), drinking),
            avg_kcal_in: average(&|day| real(day.kcal)),
            avg_protein_g: average(&|day| day.protein_g),
            sleep_avg_hours: Figure {
                value: sleep_debt.avg_hours,
                window_days: sleep_debt.window_days,
                days_with_data: sleep_debt.nights_logged,
            },
            sleep_debt,
        }
    }
}
