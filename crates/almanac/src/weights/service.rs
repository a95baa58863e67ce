//! What can be done with weigh-ins.

use belay_core::{Ctx, Error, Patch};
use belay_store::Tx;
use jiff::civil::Date;

use super::error::WeightRefusal;
use super::model::Weight;
use super::store;
use crate::accomplishments::touched::{Area, touch};
use crate::day::{after, each};
use crate::numbering;
use crate::reckoning::trend;
use crate::undo::note::{self, Kind};
use crate::wire::{At, On};

/// More rows than a life has mornings.
const ALL: i64 = 100_000;

/// Notes the weight of a day, in place of one that is there.
pub(crate) async fn log(
    cx: &Ctx,
    tx: &mut Tx,
    on: Date,
    new: (f64, Option<String>),
) -> Result<Weight, Error> {
    let before = store::on_day(tx, cx.tenant(), on).await?;
    let id = match &before {
        Some(before) => before.id,
        None => numbering::service::next(cx, tx, "weight").await?,
    };
    let created_at = before.as_ref().map_or(At(cx.now()), |before| before.created_at);
    let weight =
        Weight { id, measured_on: On(on), weight_kg: new.0, trend_kg: new.0, notes: new.1, created_at };
    if before.is_some() {
        cx.unmade(entity(id));
    }
    cx.made(entity(id));
    keep(cx, tx, weight).await
}

/// The weigh-in of a number.
pub(crate) async fn get(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<Weight, Error> {
    Ok(store::get(tx, cx.tenant(), id).await?.ok_or(WeightRefusal::NotFound(id))?)
}

/// Changes a weigh-in; its day stays.
pub(crate) async fn update(
    cx: &Ctx,
    tx: &mut Tx,
    id: i64,
    change: (Option<f64>, Patch<String>),
) -> Result<Weight, Error> {
    let mut weight = get(cx, tx, id).await?;
    weight.weight_kg = change.0.unwrap_or(weight.weight_kg);
    weight.notes = crate::text::kept(change.1.over(weight.notes));
    cx.unmade(entity(id));
    keep(cx, tx, weight).await
}

/// Takes a weigh-in away.
pub(crate) async fn delete(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<(), Error> {
    let weight = get(cx, tx, id).await?;
    note::changed(cx, tx, Kind::Weight, id).await?;
    store::delete(tx, cx.tenant(), id).await?;
    cx.unmade(entity(id));
    cx.audit(entity(id), None, None);
    retrend(cx, tx, weight.measured_on.0).await?;
    Ok(())
}

/// Draws the trend anew from a day on, after many weigh-ins came at once.
pub(crate) async fn redraw(cx: &Ctx, tx: &mut Tx, from: Date) -> Result<(), Error> {
    retrend(cx, tx, from).await?;
    Ok(())
}

async fn keep(cx: &Ctx, tx: &mut Tx, mut weight: Weight) -> Result<Weight, Error> {
    note::changed(cx, tx, Kind::Weight, weight.id).await?;
    store::put(cx, tx, &weight).await?;
    cx.audit(entity(weight.id), None, None);
    if let Some(trend) = retrend(cx, tx, weight.measured_on.0).await? {
        weight.trend_kg = trend;
    }
    Ok(weight)
}

/// Draws the trend anew from a day on, and gives its value there. What lies before does not depend on it, so that a
/// weigh-in of today costs the same after ten years.
async fn retrend(cx: &Ctx, tx: &mut Tx, from: Date) -> Result<Option<f64>, Error> {
    touch(cx, Area::Weight(from));
    let before = store::up_to(tx, cx.tenant(), after(from, -1)).await?;
    let mut level = before.map(|weight| weight.trend_kg);
    let rows = store::list(tx, cx.tenant(), (from, Date::MAX), ALL).await?;
    let (mut changed, mut first) = (Vec::new(), None);
    for row in rows.iter().rev() {
        let now = trend::next(level, row.weight_kg);
        if (now - row.trend_kg).abs() > 0.0 {
            changed.push((row.id, now));
        }
        first = first.or(Some(now));
        level = Some(now);
    }
    store::retrend(tx, cx.tenant(), &changed).await?;
    Ok(first)
}

/// The weigh-ins between two days, the newest first.
pub(crate) async fn list(
    cx: &Ctx,
    tx: &mut Tx,
    span: (Date, Date),
    limit: i64,
) -> Result<Vec<Weight>, Error> {
    Ok(store::list(tx, cx.tenant(), span, limit).await?)
}

/// The last weigh-in up to a day.
pub(crate) async fn up_to(cx: &Ctx, tx: &mut Tx, on: Date) -> Result<Option<Weight>, Error> {
    Ok(store::up_to(tx, cx.tenant(), on).await?)
}

/// What somebody weighed on a day, as far as is known: by the last weigh-in up to it, else by the first after it.
pub(crate) async fn kg_on(cx: &Ctx, tx: &mut Tx, on: Date) -> Result<Option<f64>, Error> {
    let known = match store::up_to(tx, cx.tenant(), on).await? {
        Some(known) => Some(known),
        None => store::first(tx, cx.tenant()).await?,
    };
    Ok(known.map(|weight| weight.weight_kg))
}

/// A day of the trend.
#[derive(Debug)]
pub(crate) struct Point {
    pub(crate) on: Date,
    /// The weigh-in of that day.
    pub(crate) weight: Option<Weight>,
    pub(crate) trend_kg: f64,
}

/// The trend from one day to another, both included, without days before the first weigh-in and after the last.
pub(crate) async fn points(cx: &Ctx, tx: &mut Tx, (from, to): (Date, Date)) -> Result<Vec<Point>, Error> {
    let before = store::up_to(tx, cx.tenant(), after(from, -1)).await?;
    let mut rows = store::list(tx, cx.tenant(), (from, to), ALL).await?;
    let Some(last) = rows.first().map(|row| row.measured_on.0) else { return Ok(Vec::new()) };
    let mut level = before.map(|weight| weight.trend_kg);
    let mut points = Vec::new();
    for on in
        each(if level.is_some() { from } else { rows.last().map_or(from, |row| row.measured_on.0) }, last)
    {
        let weight = rows.pop_if(|row| row.measured_on.0 == on);
        level = weight.as_ref().map(|weight| weight.trend_kg).or(level);
        if let Some(trend_kg) = level {
            points.push(Point { on, weight, trend_kg });
        }
    }
    Ok(points)
}

fn entity(id: i64) -> String {
    format!("weight:{id}")
}
