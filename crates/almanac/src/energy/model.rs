//! What is known of a person's energy over a stretch of days, and what follows from it for each of them.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use crate::day::after;
use crate::phases::model::Phase;
use crate::profile::model::Profile;
use crate::reckoning::energy::{Body, age};
use crate::reckoning::phase::Verdict;
use crate::reckoning::round::{real, whole};
use crate::reckoning::tdee::{Evidence, READ_BACK, Tdee};
use crate::totals::model::{DayTotals, Movement, Totals};
use crate::untracked::model::Period;
use crate::wire::On;

/// Everything that the energy of some days depends on.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) profile: Profile,
    /// Weigh-ins by date, and the last one before them.
    pub(crate) weights: Vec<(Date, f64)>,
    /// The days that have any food or drink, by date.
    pub(crate) totals: Vec<(Date, Totals)>,
    pub(crate) untracked: Vec<Period>,
}

impl Record {
    /// The first day that the energy of a day depends on.
    pub(crate) fn reach(day: Date) -> Date {
        after(day, -READ_BACK)
    }

    /// What is spent a day, as known at the end of one. The body's weight is that of the last weigh-in up to `weighed`.
    pub(crate) fn tdee(&self, as_of: Date, weighed: Date, window_days: Option<i64>) -> Tdee {
        let weight_kg = self.weights.iter().rev().find(|(on, _)| *on <= weighed).map(|(_, kg)| *kg);
        let born = self.profile.dob.map(|born| age(born, weighed));
        let body = Body::of(weight_kg, self.profile.height_cm, born, self.profile.sex);
        let intake: Vec<(Date, i64)> = self.totals.iter().map(|(on, totals)| (*on, totals.kcal())).collect();
        Evidence {
            as_of,
            weights: &self.weights,
            intake: &intake,
            is_untracked: &|day| self.is_untracked(day),
            by_formula: body.by_formula(self.profile.activity_level),
            at_rest: body.at_rest(),
            window_days,
        }
        .tdee()
    }

    /// What a day left over: what was eaten less what is spent, as known the day before. None where nothing was eaten.
    pub(crate) fn net(&self, day: Date) -> Option<i64> {
        let eaten = self.of(day).kcal();
        let before = after(day, -1);
        (eaten > 0).then(|| eaten - self.tdee(before, before, None).kcal)
    }

    /// The sums of a day.
    pub(crate) fn of(&self, day: Date) -> Totals {
        let found = self.totals.binary_search_by_key(&day, |(on, _)| *on).ok();
        found.and_then(|at| self.totals.get(at)).map(|(_, totals)| *totals).unwrap_or_default()
    }

    /// Whether nothing is expected of a day.
    pub(crate) fn is_untracked(&self, day: Date) -> bool {
        self.untracked.iter().any(|period| period.holds(day))
    }
}

/// What to eat on a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Target {
    /// Energy.
    pub(crate) kcal: i64,
    /// Protein in g.
    pub(crate) protein_g: i64,
    /// Carbohydrate in g.
    pub(crate) carb_g: i64,
    /// Fat in g.
    pub(crate) fat_g: i64,
}

impl From<&Phase> for Target {
    fn from(phase: &Phase) -> Self {
        Self {
            kcal: phase.daily_kcal_target,
            protein_g: phase.base_protein_g,
            carb_g: phase.base_carb_g,
            fat_g: phase.base_fat_g,
        }
    }
}

/// What would keep the weight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Maintenance {
    /// Energy in kcal, frozen when the phase began.
    pub(crate) kcal: i64,
}

/// How a day stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Observed {
    /// kcal of cardio: for display, never taken off.
    pub(crate) cardio_kcal: i64,
    /// kcal of workouts: for display.
    pub(crate) workout_kcal: i64,
    /// kcal of steps: for display; null without a count.
    pub(crate) steps_kcal: Option<i64>,
    /// Intake less target.
    pub(crate) vs_target: i64,
    /// Intake less maintenance.
    pub(crate) vs_maintenance: i64,
    /// The verdict; null while nothing is logged.
    pub(crate) status: Option<Verdict>,
}

/// A day against the phase in force on it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct DayTarget {
    /// What to eat.
    pub(crate) target: Target,
    /// What would keep the weight.
    pub(crate) maintenance: Maintenance,
    /// What was eaten and drunk.
    pub(crate) intake: DayTotals,
    /// How the day stands.
    pub(crate) observed: Observed,
}

impl DayTarget {
    /// A day with its sums and movement against a phase.
    pub(crate) fn new(phase: &Phase, totals: &Totals, movement: Movement) -> Self {
        let kcal = totals.kcal();
        let logged = totals.meals > 0 || kcal > 0;
        Self {
            target: phase.into(),
            maintenance: Maintenance { kcal: phase.tdee_at_phase_start },
            intake: totals.shown(),
            observed: Observed {
                cardio_kcal: movement.cardio_kcal,
                workout_kcal: movement.workout_kcal,
                steps_kcal: movement.steps_kcal,
                vs_target: kcal - phase.daily_kcal_target,
                vs_maintenance: kcal - phase.tdee_at_phase_start,
                status: logged.then(|| phase.numbers().verdict(kcal)),
            },
        }
    }
}

/// A day's macros.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MacroDay {
    /// The day.
    pub(crate) date: On,
    /// What was eaten and drunk.
    pub(crate) day_totals: DayTotals,
    /// The day against the phase in force on it.
    pub(crate) day_target: Option<DayTarget>,
    /// Intake less what is spent; null where nothing is logged.
    pub(crate) net_kcal: Option<i64>,
    /// Whether nothing was expected of it.
    pub(crate) untracked: bool,
    /// Meals logged.
    pub(crate) meals_logged: i64,
}

/// How far a day is, in words.
pub(crate) fn summary(totals: &DayTotals, target: Option<i64>) -> String {
    match target {
        Some(target) => format!("day total {}/{target} ({}%)", totals.kcal, percent(totals.kcal, target)),
        None => format!("day total {} kcal, no active phase", totals.kcal),
    }
}

/// A part in percent of a whole.
pub(crate) fn percent(part: i64, of: i64) -> i64 {
    if of > 0 { whole(real(part) / real(of) * 100.0) } else { 0 }
}
