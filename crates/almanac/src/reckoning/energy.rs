//! What a body spends at rest and over an ordinary day, and what to eat of it.

use jiff::civil::Date;

use super::round::{real, whole};
use crate::day::days_between;
use crate::profile::model::{ActivityLevel, Sex};

/// The multiplier where nobody said how much they move.
const UNKNOWN_ACTIVITY: f64 = 1.4;
/// What stands in for what is not known of a person.
const DEFAULTS: Body = Body { weight_kg: 80.0, height_cm: 175.0, age: 30, sex: Sex::Male };

/// What the formula for energy at rest takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Body {
    pub(crate) weight_kg: f64,
    pub(crate) height_cm: f64,
    pub(crate) age: i64,
    pub(crate) sex: Sex,
}

impl Body {
    /// A body of which not everything is known.
    pub(crate) fn of(
        weight_kg: Option<f64>,
        height_cm: Option<f64>,
        age: Option<i64>,
        sex: Option<Sex>,
    ) -> Self {
        Self {
            weight_kg: weight_kg.unwrap_or(DEFAULTS.weight_kg),
            height_cm: height_cm.unwrap_or(DEFAULTS.height_cm),
            age: age.unwrap_or(DEFAULTS.age),
            sex: sex.unwrap_or(DEFAULTS.sex),
        }
    }

    /// kcal a day at rest, by Mifflin and St Jeor (1990).
    pub(crate) fn at_rest(self) -> f64 {
        let of_sex = match self.sex {
            Sex::Male => 5.0,
            Sex::Female => -161.0,
        };
        10.0 * self.weight_kg + 6.25 * self.height_cm - 5.0 * real(self.age) + of_sex
    }

    /// kcal an ordinary day, from what is said of everyday movement.
    pub(crate) fn by_formula(self, activity: Option<ActivityLevel>) -> i64 {
        whole(self.at_rest() * multiplier(activity))
    }
}

fn multiplier(activity: Option<ActivityLevel>) -> f64 {
    match activity {
        Some(ActivityLevel::Sedentary) => 1.2,
        Some(ActivityLevel::Light) => 1.375,
        Some(ActivityLevel::Moderate) => 1.55,
        Some(ActivityLevel::Active) => 1.725,
        Some(ActivityLevel::VeryActive) => 1.9,
        None => UNKNOWN_ACTIVITY,
    }
}

/// Whole years of age on a day.
pub(crate) fn age(born: Date, on: Date) -> i64 {
    // 365.25 days a year, in quarter days.
    days_between(born, on).max(0) * 4 / 1461
}

/// kcal of a day's steps.
pub(crate) fn steps_kcal(steps: i64, weight_kg: Option<f64>) -> i64 {
    whole(real(steps) * 0.0005 * weight_kg.unwrap_or(DEFAULTS.weight_kg))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const HIM: Body = DEFAULTS;
    const HER: Body = Body { weight_kg: 62.0, height_cm: 168.0, age: 41, sex: Sex::Female };

    #[test]
    fn energy_at_rest_follows_mifflin_and_st_jeor() {
        assert_eq!((HIM.at_rest(), HER.at_rest()), (1748.75, 1304.0));
        assert_eq!(Body::of(None, None, None, None), HIM);
    }

    #[test]
    fn an_ordinary_day_is_a_multiple_of_rest() {
        use ActivityLevel::{Active, Light, Moderate, Sedentary, VeryActive};
        let levels = [Some(Sedentary), Some(Light), None, Some(Moderate), Some(Active), Some(VeryActive)];
        assert_eq!(levels.map(|level| HIM.by_formula(level)), [2099, 2405, 2448, 2711, 3017, 3323]);
        assert_eq!(HER.by_formula(Some(Light)), 1793);
    }

    #[test]
    fn age_counts_whole_years() {
        assert_eq!(age(date(1990, 6, 15), date(2026, 6, 16)), 36);
        assert_eq!(age(date(1990, 6, 15), date(2026, 6, 13)), 35);
        assert_eq!(age(date(2030, 1, 1), date(2026, 6, 13)), 0);
    }

    #[test]
    fn steps_have_their_kcal() {
        assert_eq!((steps_kcal(10_000, Some(82.4)), steps_kcal(10_000, None)), (412, 400));
    }
}
