//! Reading what a person spends and eats. Each answer looks at two months at the most, however long the history.

use belay_core::{Ctx, Error};
use belay_store::Tx;
use jiff::civil::Date;

use super::model::{DayTarget, MacroDay, Record};
use crate::day::{after, each};
use crate::reckoning::tdee::Tdee;
use crate::wire::On;
use crate::{phases, profile, totals, untracked, weights};

/// More weigh-ins than the days of any record.
const ALL: i64 = 10_000;

/// What the energy of the days from one to another depends on.
pub(crate) async fn record(cx: &Ctx, tx: &mut Tx, (from, to): (Date, Date)) -> Result<Record, Error> {
    let first = Record::reach(from);
    let mut weights: Vec<(Date, f64)> = weights::service::list(cx, tx, (first, to), ALL)
        .await?
        .into_iter()
        .map(|weight| (weight.measured_on.0, weight.weight_kg))
        .collect();
    if let Some(before) = weights::service::up_to(cx, tx, after(first, -1)).await? {
        weights.push((before.measured_on.0, before.weight_kg));
    }
    weights.reverse();
    Ok(Record {
        profile: profile::service::load(cx, tx).await?,
        weights,
        totals: totals::service::range(cx, tx, (first, to)).await?,
        untracked: untracked::service::between(cx, tx, (first, to)).await?,
    })
}

/// What is spent a day, as known now: from the days up to yesterday, with today's weight.
pub(crate) async fn now(cx: &Ctx, tx: &mut Tx, window_days: Option<i64>) -> Result<Tdee, Error> {
    let days = profile::service::load(cx, tx).await?.days();
    known(cx, tx, (days.of(cx.now()), days.calendar(cx.now())), window_days).await
}

/// What is spent a day, as known on one: from the days before it, with the last weight up to `weighed`.
pub(crate) async fn known(
    cx: &Ctx,
    tx: &mut Tx,
    (today, weighed): (Date, Date),
    window_days: Option<i64>,
) -> Result<Tdee, Error> {
    let record = record(cx, tx, (today, weighed)).await?;
    Ok(record.tdee(after(today, -1), weighed, window_days))
}

/// A day against the phase in force on it; none where there was none.
pub(crate) async fn standing(cx: &Ctx, tx: &mut Tx, day: Date) -> Result<Option<DayTarget>, Error> {
    let Some(phase) = phases::service::on(cx, tx, day).await? else { return Ok(None) };
    let totals = totals::service::of(cx, tx, day).await?;
    let movement = totals::service::movement(cx, tx, day).await?;
    Ok(Some(DayTarget::new(&phase, &totals, movement)))
}

/// The macros of each day of a stretch. Everything is read once for all of them.
pub(crate) async fn days(cx: &Ctx, tx: &mut Tx, (from, to): (Date, Date)) -> Result<Vec<MacroDay>, Error> {
    let record = record(cx, tx, (from, to)).await?;
    let phases = phases::service::between(cx, tx, (from, to)).await?;
    let moved = totals::service::movements(cx, tx, (from, to)).await?;
    let mut days = Vec::new();
    for day in each(from, to) {
        let totals = record.of(day);
        let phase = phases.iter().find(|phase| phase.started_on.0 <= day && day <= phase.last());
        let moved = moved.iter().find(|(on, _)| *on == day).map(|(_, moved)| *moved).unwrap_or_default();
        let day_target = phase.map(|phase| DayTarget::new(phase, &totals, moved));
        days.push(MacroDay {
            date: On(day),
            day_totals: totals.shown(),
            day_target,
            net_kcal: record.net(day),
            untracked: record.is_untracked(day),
            meals_logged: totals.meals,
        });
    }
    Ok(days)
}
