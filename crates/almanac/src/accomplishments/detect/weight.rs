//! Whole kilograms in the direction of a phase, and the first measured daily energy.

use belay_core::Error;
use jiff::civil::Date;
use serde_json::{Map, json};

use super::super::model::{Code, Earned, Reached};
use super::Finder;
use crate::day::after;
use crate::phases::model::Phase;
use crate::reckoning::phase::PhaseType;
use crate::reckoning::round::{decimals, real};
use crate::reckoning::tdee::Basis;
use crate::{energy, phases, weights};

/// More weigh-ins than any phase has.
const ALL: i64 = 10_000;

/// Makes the kilograms of the active phase those of the present trend: lost in a cut, gained in a bulk. Maintenance has
/// none.
pub(super) async fn milestones(finder: &mut Finder<'_>) -> Result<(), Error> {
    let Some(phase) = phases::service::active(finder.cx, finder.tx).await? else { return Ok(()) };
    let trend = trend(finder, &phase).await?;
    let found = passed(&phase, &trend);
    let mut kept = finder.kept(Code::WeightMilestone).await?;
    kept.retain(|earned: &Earned| earned.whole("phase_id") == Some(phase.id));
    finder.replace(&kept, &found).await
}

/// The trend over a phase, the oldest first: what it was when the phase began, then at each weigh-in within it.
pub(super) async fn trend(finder: &mut Finder<'_>, phase: &Phase) -> Result<Vec<(Date, f64)>, Error> {
    let (from, to) = (phase.started_on.0, phase.last().min(finder.calendar));
    let before = weights::service::up_to(finder.cx, finder.tx, from).await?;
    let within = weights::service::list(finder.cx, finder.tx, (after(from, 1), to), ALL).await?;
    Ok(before
        .into_iter()
        .chain(within.into_iter().rev())
        .map(|row| (row.measured_on.0, row.trend_kg))
        .collect())
}

/// The whole kilograms that a trend passed, each on the day on which it first did.
fn passed(phase: &Phase, trend: &[(Date, f64)]) -> Vec<Reached> {
    let Some((_, start)) = trend.first().copied() else { return Vec::new() };
    let gone = |kg: f64| match phase.phase_type {
        PhaseType::Cut => start - kg,
        PhaseType::Bulk => kg - start,
        PhaseType::Maintenance => 0.0,
    };
    let mut found = Vec::new();
    let mut next = 1_i64;
    for (on, now) in trend {
        // A billionth is lost on the way through binary fractions, and none of it is body weight.
        while gone(*now) + 1e-9 >= real(next) {
            found.push(Reached {
                code: Code::WeightMilestone,
                earned_on: *on,
                value: real(next),
                key: format!("{}:{next}", phase.id),
                details: Map::from_iter([
                    ("phase_id".to_owned(), json!(phase.id)),
                    ("phase_type".to_owned(), json!(phase.phase_type)),
                    ("start_trend_kg".to_owned(), json!(decimals(start, 2))),
                    ("current_trend_kg".to_owned(), json!(decimals(*now, 2))),
                ]),
            });
            next += 1;
        }
    }
    found
}

/// The first time that the daily energy is measured and not reckoned by a formula.
pub(super) async fn measured(finder: &mut Finder<'_>, day: Date) -> Result<(), Error> {
    for earned in finder.kept(Code::TdeeMeasured).await? {
        let on = earned.reached.earned_on;
        if on < day || as_of(finder, on).await?.is_some() {
            return Ok(());
        }
        finder.take_back(&earned).await?;
    }
    if let Some(kcal) = as_of(finder, finder.today).await? {
        let details = Map::from_iter([("kcal".to_owned(), json!(kcal))]);
        let (code, earned_on) = (Code::TdeeMeasured, finder.today);
        finder.add(&Reached { code, earned_on, value: 0.0, key: "0".to_owned(), details }).await?;
    }
    Ok(())
}

/// The measured daily energy as known on a day; none while it is reckoned by a formula.
async fn as_of(finder: &mut Finder<'_>, day: Date) -> Result<Option<i64>, Error> {
    let record = energy::service::record(finder.cx, finder.tx, (day, day)).await?;
    let tdee = record.tdee(after(day, -1), day, None);
    Ok((tdee.basis == Basis::MeasuredIntake).then_some(tdee.kcal))
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use jiff::civil::date;

    use super::*;
    use crate::phases::model::Intent;
    use crate::reckoning::tdee::Source;
    use crate::wire::{At, On};

    fn phase(phase_type: PhaseType) -> Phase {
        Phase {
            id: 3,
            name: "Spring".to_owned(),
            intent: Intent::of(phase_type),
            phase_type,
            tdee_at_phase_start: 2400,
            tdee_source: Source::Formula,
            deficit_kcal: 0,
            daily_kcal_target: 2400,
            base_protein_g: 150,
            base_carb_g: 250,
            base_fat_g: 80,
            started_on: On(date(2026, 3, 1)),
            planned_end_on: None,
            ended_on: None,
            notes: None,
            created_at: At(Timestamp::UNIX_EPOCH),
        }
    }

    #[test]
    fn kilograms_count_in_the_direction_of_the_phase_alone() {
        let day = |day: i8| date(2026, 3, day);
        let falling = [(day(1), 80.0), (day(5), 79.0), (day(9), 79.4), (day(12), 77.9)];
        let told = |phase_type| -> Vec<(i8, f64)> {
            passed(&phase(phase_type), &falling).iter().map(|new| (new.earned_on.day(), new.value)).collect()
        };
        assert_eq!(told(PhaseType::Cut), [(5, 1.0), (12, 2.0)]);
        assert_eq!((told(PhaseType::Bulk), told(PhaseType::Maintenance)), (vec![], vec![]));
    }
}
