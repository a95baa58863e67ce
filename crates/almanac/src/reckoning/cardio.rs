//! What a cardio session costs, from heart rate and kind of movement.

use schemars::JsonSchema;
use serde::Serialize;

use super::round::{decimals, real, whole};
use crate::profile::model::Sex;

/// Metabolic equivalents by kind of movement, after the Compendium of Physical Activities (2011), middling effort. The
/// first word that stands in the modality counts.
const METS: &[(&str, f64)] = &[
    ("jump rope", 11.8),
    ("skipping", 11.8),
    ("sprint", 13.0),
    ("jog", 7.0),
    ("run", 9.8),
    ("treadmill", 8.3),
    ("hike", 6.0),
    ("hiking", 6.0),
    ("walk", 3.5),
    ("spin", 8.5),
    ("bike", 7.5),
    ("biking", 7.5),
    ("cycl", 7.5),
    ("swim", 7.0),
    ("row", 7.0),
    ("elliptical", 5.0),
    ("stair", 8.8),
    ("ski", 7.0),
    ("skat", 7.0),
    ("hiit", 8.0),
    ("interval", 8.0),
    ("box", 7.8),
    ("danc", 5.0),
    ("tennis", 7.3),
    ("football", 7.0),
    ("soccer", 7.0),
    ("basketball", 6.5),
    ("yoga", 2.5),
    ("stretch", 2.3),
];
/// For what is none of these, and where nothing is said.
const UNKNOWN_METS: f64 = 6.0;
/// Heart rates at which the formula from heart rate was measured (Keytel and others, 2005).
const KEYTEL_RANGE: std::ops::RangeInclusive<i64> = 90..=150;
/// What stands in for an unknown weight.
const DEFAULT_KG: f64 = 80.0;
const KJ_PER_KCAL: f64 = 4.184;
/// From this difference on, in percent, the user's figure is worth a question.
const WARN_PCT: f64 = 20.0;

/// A session with a heart rate.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort<'a> {
    pub(crate) avg_hr: i64,
    pub(crate) duration_min: i64,
    pub(crate) modality: Option<&'a str>,
}

/// Whose session it is, as far as is known.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Athlete {
    pub(crate) sex: Option<Sex>,
    pub(crate) weight_kg: Option<f64>,
    pub(crate) age: Option<i64>,
}

/// What an estimate rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Basis {
    KeytelAndMets,
    MetsOnly,
}

/// The two figures behind an estimate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Parts {
    /// From heart rate; none outside 90 to 150 beats a minute, and without sex, weight and date of birth.
    pub(crate) keytel_kcal: Option<i64>,
    /// From the kind of movement.
    pub(crate) mets_kcal: i64,
}

/// What a session cost, as heart rate and movement tell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Estimate {
    /// kcal.
    pub(crate) est_kcal_hr: i64,
    /// What it rests on.
    pub(crate) basis: Basis,
    /// The figures behind it.
    pub(crate) components: Parts,
}

/// The user's figure is far from the estimate.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Warning {
    /// How far, in percent of the estimate.
    pub(crate) delta_pct: f64,
    /// What the user says.
    pub(crate) user_est_kcal: i64,
    /// The estimate.
    pub(crate) hr_est_kcal: i64,
    /// What to do about it.
    pub(crate) message: String,
}

impl Effort<'_> {
    /// The estimate: the middle of both figures, or the one there is.
    pub(crate) fn estimate(&self, athlete: Athlete) -> Estimate {
        let kg = athlete.weight_kg.unwrap_or(DEFAULT_KG);
        let mets = mets(self.modality) * 3.5 * kg / 200.0 * real(self.duration_min);
        let keytel = self.keytel(athlete);
        let (value, basis) = match keytel {
            Some(keytel) => (f64::midpoint(keytel, mets), Basis::KeytelAndMets),
            None => (mets, Basis::MetsOnly),
        };
        let components = Parts { keytel_kcal: keytel.map(whole), mets_kcal: whole(mets) };
        Estimate { est_kcal_hr: whole(value), basis, components }
    }

    /// kcal from heart rate, where the formula holds.
    fn keytel(&self, athlete: Athlete) -> Option<f64> {
        let (sex, kg, age) = (athlete.sex?, athlete.weight_kg?, real(athlete.age?));
        let hr = real(Some(self.avg_hr).filter(|hr| KEYTEL_RANGE.contains(hr))?);
        let kj = match sex {
            Sex::Male => -55.0969 + 0.6309 * hr + 0.1988 * kg + 0.2017 * age,
            Sex::Female => -20.4022 + 0.4472 * hr - 0.1263 * kg + 0.074 * age,
        };
        Some((kj / KJ_PER_KCAL).max(0.0) * real(self.duration_min))
    }
}

/// kcal of a session by its kind of movement alone, where nobody says more.
pub(crate) fn by_movement(modality: Option<&str>, duration_min: i64, weight_kg: Option<f64>) -> i64 {
    whole(mets(modality) * 3.5 * weight_kg.unwrap_or(DEFAULT_KG) / 200.0 * real(duration_min))
}

/// Metabolic equivalents of a kind of movement.
fn mets(modality: Option<&str>) -> f64 {
    let said = modality.unwrap_or_default().to_lowercase();
    let known = METS.iter().find(|(word, _)| {
        said.split_whitespace().any(|one| one.starts_with(word)) || said.contains(word) && word.contains(' ')
    });
    known.map_or(UNKNOWN_METS, |(_, mets)| *mets)
}

/// A warning where the user's figure is far from the estimate.
pub(crate) fn warning(user_est_kcal: i64, estimate: &Estimate) -> Option<Warning> {
    let hr_est_kcal = estimate.est_kcal_hr;
    if hr_est_kcal <= 0 {
        return None;
    }
    let delta_pct = real(user_est_kcal - hr_est_kcal) / real(hr_est_kcal) * 100.0;
    (delta_pct.abs() >= WARN_PCT).then(|| Warning {
        delta_pct: decimals(delta_pct, 1),
        user_est_kcal,
        hr_est_kcal,
        message: format!(
            "The figure given is {:.0} % {} what heart rate and movement suggest ({hr_est_kcal} kcal). It is stored as \
             given; ask the user which holds.",
            delta_pct.abs(),
            if delta_pct > 0.0 { "above" } else { "below" }
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn him() -> Athlete {
        Athlete { sex: Some(Sex::Male), weight_kg: Some(80.0), age: Some(30) }
    }

    fn effort(avg_hr: i64, duration_min: i64, modality: Option<&str>) -> Effort<'_> {
        Effort { avg_hr, duration_min, modality }
    }

    #[test]
    fn the_estimate_is_the_middle_of_heart_rate_and_movement() {
        let estimate = effort(150, 30, None).estimate(him());
        assert_eq!(estimate.components, Parts { keytel_kcal: Some(441), mets_kcal: 252 });
        assert_eq!((estimate.est_kcal_hr, estimate.basis), (346, Basis::KeytelAndMets));
        let her = Athlete { sex: Some(Sex::Female), weight_kg: Some(60.0), age: Some(35) };
        let estimate = effort(140, 45, None).estimate(her);
        assert_eq!(estimate.components, Parts { keytel_kcal: Some(400), mets_kcal: 284 });
        assert_eq!(estimate.est_kcal_hr, 342);
    }

    #[test]
    fn a_figure_far_off_is_questioned_and_one_nearby_is_not() {
        let estimate = effort(150, 30, None).estimate(him());
        let warned = warning(700, &estimate).unwrap();
        assert_eq!((warned.delta_pct, warned.user_est_kcal, warned.hr_est_kcal), (102.3, 700, 346));
        assert!(warning(400, &estimate).is_none());
        assert!(warning(276, &estimate).is_some() && warning(277, &estimate).is_none());
    }

    /// One figure for all movement would make 252 kcal of half an hour on foot as of half an hour on the run.
    #[test]
    fn a_run_costs_more_than_a_walk() {
        let kcal = |modality| effort(150, 30, Some(modality)).estimate(him()).components.mets_kcal;
        assert_eq!(
            [kcal("Morning run"), kcal("walking"), kcal("Rowing"), kcal("juggling")],
            [412, 147, 294, 252]
        );
        assert_eq!(kcal("jump rope"), 496);
        assert_eq!(kcal("growing"), 252, "a word counts from its beginning");
    }

    #[test]
    fn outside_the_measured_heart_rates_movement_alone_counts() {
        for hr in [60, 89, 151, 190] {
            let estimate = effort(hr, 30, Some("run")).estimate(him());
            assert_eq!((estimate.basis, estimate.components.keytel_kcal), (Basis::MetsOnly, None), "{hr}");
        }
        assert_eq!(effort(120, 30, None).estimate(Athlete::default()).est_kcal_hr, 252);
    }
}
