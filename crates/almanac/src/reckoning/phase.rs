//! A phase's numbers: what makes a cut a cut, what to eat in it, and how a day went.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::round::{real, whole};
use crate::named::named;

/// The share of the daily energy within which a phase neither cuts nor bulks.
const BAND: f64 = 0.05;
/// The share of the daily energy that a day in a cut or bulk may miss its target by.
const GRACE: f64 = 0.10;
/// The share of the target that a day of maintenance may miss it by.
const MAINTENANCE_GRACE: f64 = 0.05;

/// What a phase is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PhaseType {
    Cut,
    Bulk,
    Maintenance,
}

named!(PhaseType { Cut = "cut", Bulk = "bulk", Maintenance = "maintenance" });

/// How a day went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    OnTrack,
    AtRisk,
    OffTrack,
}

/// The numbers of a phase that must agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) phase_type: PhaseType,
    /// kcal a day when it began.
    pub(crate) tdee: i64,
    /// Below zero in a cut.
    pub(crate) deficit: i64,
    /// kcal to eat a day.
    pub(crate) target: i64,
}

impl Numbers {
    /// What is wrong with them, as a sentence with the bound; nothing where they hold.
    pub(crate) fn fault(self) -> Option<String> {
        if self.tdee + self.deficit != self.target {
            return Some(format!(
                "The target must be the daily energy plus the deficit: {} {:+} is {}, not {}",
                self.tdee,
                self.deficit,
                self.tdee + self.deficit,
                self.target
            ));
        }
        let band = BAND * real(self.tdee);
        let (deficit, limit) = (real(self.deficit), whole(band));
        let (holds, rule) = match self.phase_type {
            PhaseType::Cut => (deficit < -band, format!("a cut needs a deficit_kcal below -{limit}")),
            PhaseType::Bulk => (deficit > band, format!("a bulk needs a deficit_kcal above {limit}")),
            PhaseType::Maintenance => (
                deficit.abs() <= band,
                format!("maintenance keeps deficit_kcal between -{limit} and {limit}"),
            ),
        };
        (!holds).then(|| {
            format!("With a daily energy of {} kcal {rule} (5 %); it is {:+}", self.tdee, self.deficit)
        })
    }

    /// How a day with so many kcal went.
    pub(crate) fn verdict(self, intake: i64) -> Verdict {
        let (eaten, target, spent) = (real(intake), real(self.target), real(self.tdee));
        let grace = GRACE * spent;
        let (on_track, at_risk) = match self.phase_type {
            PhaseType::Cut => (eaten <= target + grace, eaten < spent),
            PhaseType::Bulk => (eaten >= target - grace, eaten > spent),
            PhaseType::Maintenance => ((eaten - target).abs() <= MAINTENANCE_GRACE * target, false),
        };
        match (on_track, at_risk) {
            (true, _) => Verdict::OnTrack,
            (false, true) => Verdict::AtRisk,
            (false, false) => Verdict::OffTrack,
        }
    }
}

/// Grams to eat a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Macros {
    /// Protein in g.
    pub(crate) protein_g: i64,
    /// Carbohydrate in g.
    pub(crate) carb_g: i64,
    /// Fat in g.
    pub(crate) fat_g: i64,
}

/// Grams that fit a weight and a target.
pub(crate) fn macros(phase_type: PhaseType, weight_kg: f64, target_kcal: i64) -> Macros {
    let per_kg = match phase_type {
        PhaseType::Cut => 2.4,
        PhaseType::Bulk => 2.3,
        PhaseType::Maintenance => 2.2,
    };
    let protein_g = whole(weight_kg * per_kg);
    let fat_g = whole(0.25 * real(target_kcal) / 9.0);
    let carb_g = whole(real(target_kcal - 4 * protein_g - 9 * fat_g) / 4.0).max(0);
    Macros { protein_g, carb_g, fat_g }
}

/// The last day of a phase that another one follows.
pub(crate) fn day_before(started_on: Date) -> Date {
    crate::day::after(started_on, -1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(phase_type: PhaseType, deficit: i64) -> Numbers {
        Numbers { phase_type, tdee: 2400, deficit, target: 2400 + deficit }
    }

    #[test]
    fn five_percent_divide_the_three_kinds_of_phase() {
        use PhaseType::{Bulk, Cut, Maintenance};
        for (phase_type, deficit, holds) in [
            (Cut, -121, true),
            (Cut, -120, false),
            (Cut, 300, false),
            (Bulk, 121, true),
            (Bulk, 120, false),
            (Maintenance, -120, true),
            (Maintenance, 120, true),
            (Maintenance, 121, false),
        ] {
            assert_eq!(numbers(phase_type, deficit).fault().is_none(), holds, "{phase_type:?} {deficit}");
        }
        assert!(numbers(Cut, -10).fault().unwrap().contains("-120"));
    }

    #[test]
    fn the_target_is_the_energy_plus_the_deficit() {
        let off = Numbers { target: 2000, ..numbers(PhaseType::Cut, -500) };
        assert!(off.fault().unwrap().contains("2400 -500 is 1900, not 2000"));
    }

    #[test]
    fn a_day_in_a_cut_is_judged_by_target_grace_and_energy() {
        use Verdict::{AtRisk, OffTrack, OnTrack};
        let cut = numbers(PhaseType::Cut, -500);
        let verdicts = [2140, 2141, 2399, 2400].map(|intake| cut.verdict(intake));
        assert_eq!(verdicts, [OnTrack, AtRisk, AtRisk, OffTrack]);
        let bulk = numbers(PhaseType::Bulk, 300);
        assert_eq!(
            [2460, 2459, 2401, 2400].map(|intake| bulk.verdict(intake)),
            [OnTrack, AtRisk, AtRisk, OffTrack]
        );
        let level = numbers(PhaseType::Maintenance, 0);
        assert_eq!(
            [2280, 2520, 2279, 2521].map(|intake| level.verdict(intake)),
            [OnTrack, OnTrack, OffTrack, OffTrack]
        );
    }

    #[test]
    fn grams_follow_weight_and_target() {
        let grams = |phase_type, kg, kcal| {
            let macros = macros(phase_type, kg, kcal);
            (macros.protein_g, macros.carb_g, macros.fat_g)
        };
        assert_eq!(grams(PhaseType::Cut, 80.0, 2000), (192, 182, 56));
        assert_eq!(grams(PhaseType::Bulk, 80.0, 3000), (184, 379, 83));
        assert_eq!(grams(PhaseType::Maintenance, 60.0, 1800), (132, 206, 50));
        assert_eq!(grams(PhaseType::Cut, 150.0, 1000).1, 0);
    }
}
