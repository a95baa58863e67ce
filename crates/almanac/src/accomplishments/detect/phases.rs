//! Phases half way through, and phases that ended well.

use belay_core::Error;
use serde_json::{Map, json};

use super::super::model::{Code, Earned, Reached};
use super::Finder;
use super::weight::trend;
use crate::day::{after, days_between};
use crate::phases;
use crate::phases::model::Phase;
use crate::reckoning::phase::PhaseType;
use crate::reckoning::round::{decimals, real, whole};

/// Days after its end on which a phase is still looked at.
const RECENT: i64 = 60;

/// Makes the phases that ended well within two months those of the present history.
pub(super) async fn complete(finder: &mut Finder<'_>) -> Result<(), Error> {
    let all = phases::service::list(finder.cx, finder.tx).await?;
    let (today, old) = (finder.today, after(finder.today, -RECENT));
    let mut kept = finder.kept(Code::PhaseComplete).await?;
    // What ended long ago stays as it was found then.
    let settled = |earned: &Earned| {
        let phase = all.iter().find(|phase| earned.whole("phase_id") == Some(phase.id));
        phase.is_some_and(|phase| phase.last() < old)
    };
    kept.retain(|earned| !settled(earned));
    let mut found = Vec::new();
    for phase in all.iter().filter(|phase| phase.last() >= old && phase.last() < today) {
        let moved = trend(finder, phase).await?;
        let before = kept.iter().find(|earned| earned.whole("phase_id") == Some(phase.id));
        let earned_on = before.map_or(today, |earned| earned.reached.earned_on);
        if let Some((first, last)) = moved.first().zip(moved.last()).filter(|_| moved.len() >= 2) {
            let delta = last.1 - first.1;
            let right = match phase.phase_type {
                PhaseType::Cut => delta < 0.0,
                PhaseType::Bulk => delta > 0.0,
                PhaseType::Maintenance => false,
            };
            if right {
                let weeks = whole(real(days_between(phase.started_on.0, phase.last()) + 1) / 7.0).max(1);
                let details = [
                    ("start_trend_kg", json!(decimals(first.1, 2))),
                    ("end_trend_kg", json!(decimals(last.1, 2))),
                    ("weeks", json!(weeks)),
                ];
                let value = decimals(delta.abs(), 1);
                found.push(reached(Code::PhaseComplete, phase, (earned_on, value), details));
            }
        }
    }
    finder.replace(&kept, &found).await
}

/// Notices that the active phase is half way to its planned end.
pub(super) async fn halfway(finder: &mut Finder<'_>) -> Result<(), Error> {
    let Some(phase) = phases::service::active(finder.cx, finder.tx).await? else { return Ok(()) };
    let Some(end) = phase.planned_end_on else { return Ok(()) };
    let planned = days_between(phase.started_on.0, end.0);
    let (days_in, middle) = (days_between(phase.started_on.0, finder.today), (planned + 1) / 2);
    let kept = finder.kept(Code::PhaseHalfway).await?;
    let known = kept.iter().any(|earned| earned.whole("phase_id") == Some(phase.id));
    if known || planned < 2 || days_in < middle || finder.today > end.0 {
        return Ok(());
    }
    let details = [("days_in", json!(days_in)), ("planned_days", json!(planned))];
    finder.add(&reached(Code::PhaseHalfway, &phase, (finder.today, real(middle)), details)).await
}

fn reached<const N: usize>(
    code: Code,
    phase: &Phase,
    (earned_on, value): (jiff::civil::Date, f64),
    details: [(&str, serde_json::Value); N],
) -> Reached {
    let mut all = Map::from_iter([
        ("phase_id".to_owned(), json!(phase.id)),
        ("phase_name".to_owned(), json!(phase.name)),
        ("phase_type".to_owned(), json!(phase.phase_type)),
    ]);
    all.extend(details.into_iter().map(|(name, value)| (name.to_owned(), value)));
    Reached { code, earned_on, value, key: phase.id.to_string(), details: all }
}
