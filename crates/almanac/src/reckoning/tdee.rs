//! What a person spends a day, measured from what they ate and how their weight moved; by formula until there is enough.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::round::{count, decimals, mean, real, whole};
use super::trend::slope;
use crate::day::{after, days_between};
use crate::named::named;

/// How far back weigh-ins count, in days, the last one included.
pub(crate) const READ_BACK: i64 = 61;
/// kcal in a kilogram of body weight.
const KCAL_PER_KG: f64 = 7700.0;
/// Weigh-ins and days with food that a measurement takes.
pub(crate) const MIN_READINGS: i64 = 14;
pub(crate) const MIN_FOOD_DAYS: i64 = 7;
/// The span of a measurement, in days.
pub(crate) const WINDOW: std::ops::RangeInclusive<i64> = 14..=28;
/// Weigh-ins that a slope is drawn through at the least; where the window has fewer, it reaches further back.
const MIN_IN_WINDOW: usize = 7;
/// A figure is established once weigh-ins span eight weeks with three of five days weighed, and as many logged.
const ESTABLISHED_SPAN: i64 = 56;
const ESTABLISHED_COVERAGE: f64 = 0.6;

/// Where a figure for a day's energy comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Source {
    /// The formula, from the profile.
    Formula,
    /// What was eaten and how the weight moved.
    Measured,
    /// The user said so.
    UserAsserted,
}

named!(Source { Formula = "formula", Measured = "measured", UserAsserted = "user_asserted" });

/// What a figure rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Basis {
    ProfileBaseline,
    MeasuredIntake,
}

/// How sure a figure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Confidence {
    Early,
    Established,
}

/// A mean over the days that have data.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Mean {
    /// The mean.
    pub(crate) value: f64,
    /// Days looked at.
    pub(crate) window_days: i64,
    /// Days that have data.
    pub(crate) days_with_data: i64,
}

/// What a figure was made of.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Components {
    /// kcal eaten and drunk on logged days.
    pub(crate) avg_kcal_in: Mean,
    /// How far the weight moved over the window, in kg.
    pub(crate) trend_weight_change_kg: f64,
    /// Days of the window that count as untracked.
    pub(crate) untracked_days_in_window: i64,
    /// Weigh-ins still missing for a measurement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) days_remaining_to_calibrate: Option<i64>,
    /// Days with food still missing for a measurement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) meal_days_remaining_to_calibrate: Option<i64>,
}

/// What a person spends a day.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Tdee {
    /// kcal a day.
    pub(crate) kcal: i64,
    /// What it rests on.
    pub(crate) basis: Basis,
    /// How sure it is: established after eight weeks.
    pub(crate) confidence: Confidence,
    /// Where it comes from.
    pub(crate) source: Source,
    /// Days it was measured over; 0 by formula.
    pub(crate) window_days: i64,
    /// Weigh-ins of the last 61 days.
    pub(crate) days_of_data: i64,
    /// What it was made of.
    pub(crate) components: Components,
}

/// What a measurement looks at, as of a day.
#[derive(Clone, Copy)]
pub(crate) struct Evidence<'a> {
    pub(crate) as_of: Date,
    /// Weigh-ins by date. Those after `as_of` or long before do not count.
    pub(crate) weights: &'a [(Date, f64)],
    /// kcal of the days that have any, by date.
    pub(crate) intake: &'a [(Date, i64)],
    /// Days on which nothing is expected to be logged.
    pub(crate) is_untracked: &'a (dyn Fn(Date) -> bool + Sync),
    /// The figure by formula, and energy at rest, below which no measurement goes.
    pub(crate) by_formula: i64,
    pub(crate) at_rest: f64,
    /// The span that was asked for; else it follows from the data.
    pub(crate) window_days: Option<i64>,
}

impl Evidence<'_> {
    /// The figure as of the day.
    pub(crate) fn tdee(&self) -> Tdee {
        let readings: Vec<(Date, f64)> =
            self.weights.iter().copied().filter(|(on, _)| self.counts(*on)).collect();
        let days = i64::try_from(readings.len()).unwrap_or(i64::MAX);
        let Some(window) = self.window(&readings).filter(|_| days >= MIN_READINGS) else {
            return self.formula(days, Some(MIN_READINGS - days), None);
        };
        let start = after(self.as_of, 1 - window);
        let tracked = |on: Date| on >= start && on <= self.as_of && !(self.is_untracked)(on);
        let eaten: Vec<f64> = self
            .intake
            .iter()
            .filter(|(on, kcal)| *kcal > 0 && tracked(*on))
            .map(|(_, kcal)| real(*kcal))
            .collect();
        let logged = i64::try_from(eaten.len()).unwrap_or(i64::MAX);
        let points: Vec<(f64, f64)> = readings
            .iter()
            .filter(|(on, _)| *on >= start)
            .map(|(on, kg)| (real(days_between(start, *on)), *kg))
            .collect();
        let (Some(eaten), Some(slope), true) = (mean(eaten), slope(&points), logged >= MIN_FOOD_DAYS) else {
            return self.formula(days, None, Some((MIN_FOOD_DAYS - logged).max(0)));
        };
        let untracked = crate::day::each(start, self.as_of).filter(|on| (self.is_untracked)(*on)).count();
        let untracked = i64::try_from(untracked).unwrap_or(i64::MAX);
        Tdee {
            kcal: whole((eaten - slope * KCAL_PER_KG).max(self.at_rest)),
            basis: Basis::MeasuredIntake,
            confidence: confidence(&readings, real(logged) / real((window - untracked).max(1))),
            source: Source::Measured,
            window_days: window,
            days_of_data: days,
            components: Components {
                avg_kcal_in: Mean { value: real(whole(eaten)), window_days: window, days_with_data: logged },
                trend_weight_change_kg: decimals(slope * real(window), 2),
                untracked_days_in_window: untracked,
                days_remaining_to_calibrate: None,
                meal_days_remaining_to_calibrate: None,
            },
        }
    }

    fn counts(&self, on: Date) -> bool {
        on <= self.as_of && on > after(self.as_of, -READ_BACK)
    }

    /// How many days are measured: as many as there are weigh-ins, within two to four weeks, and further back where
    /// those hold too few for a slope. None where all hold too few.
    fn window(&self, readings: &[(Date, f64)]) -> Option<i64> {
        let number = i64::try_from(readings.len()).unwrap_or(i64::MAX);
        let least = self.window_days.unwrap_or_else(|| number.clamp(*WINDOW.start(), *WINDOW.end()));
        let held = |window: &i64| {
            let start = after(self.as_of, 1 - window);
            readings.iter().filter(|(on, _)| *on >= start).count()
        };
        (least..=READ_BACK).find(|window| held(window) >= MIN_IN_WINDOW)
    }

    fn formula(&self, days: i64, weigh: Option<i64>, eat: Option<i64>) -> Tdee {
        Tdee {
            kcal: self.by_formula,
            basis: Basis::ProfileBaseline,
            confidence: Confidence::Early,
            source: Source::Formula,
            window_days: 0,
            days_of_data: days,
            components: Components {
                avg_kcal_in: Mean { value: 0.0, window_days: 0, days_with_data: 0 },
                trend_weight_change_kg: 0.0,
                untracked_days_in_window: 0,
                days_remaining_to_calibrate: weigh.map(|missing| missing.max(0)),
                meal_days_remaining_to_calibrate: eat,
            },
        }
    }
}

fn confidence(readings: &[(Date, f64)], logged: f64) -> Confidence {
    let (Some(first), Some(last)) = (readings.first(), readings.last()) else { return Confidence::Early };
    let span = days_between(first.0, last.0) + 1;
    let weighed = count(readings.len()) / real(span);
    let sure = span >= ESTABLISHED_SPAN && weighed >= ESTABLISHED_COVERAGE && logged >= ESTABLISHED_COVERAGE;
    if sure { Confidence::Established } else { Confidence::Early }
}

#[cfg(test)]
mod tests;
