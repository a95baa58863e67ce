//! What can be done with nights.

use belay_core::{Ctx, Error};
use belay_store::Tx;
use jiff::civil::Date;

use super::error::SleepRefusal;
use super::model::Night;
use super::store;
use crate::accomplishments::touched::{Area, touch};
use crate::day::after;
use crate::reckoning::sleep::{Debt, debt};
use crate::undo::note::{self, Kind};
use crate::{numbering, untracked};

/// More nights than any window has.
const ALL: i64 = 1000;

/// Notes a night, in place of one under the same day. It comes without a number and gets one.
pub(crate) async fn log(cx: &Ctx, tx: &mut Tx, mut night: Night) -> Result<Night, Error> {
    match store::on_day(tx, cx.tenant(), night.slept_on.0).await? {
        Some(before) => {
            (night.id, night.created_at) = (before.id, before.created_at);
            cx.unmade(entity(night.id));
        }
        None => night.id = numbering::service::next(cx, tx, "sleep").await?,
    }
    cx.made(entity(night.id));
    keep(cx, tx, night).await
}

/// The night of a number.
pub(crate) async fn get(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<Night, Error> {
    Ok(store::get(tx, cx.tenant(), id).await?.ok_or(SleepRefusal::NotFound(id))?)
}

/// The nights between two days, the newest first.
pub(crate) async fn list(cx: &Ctx, tx: &mut Tx, span: (Date, Date), limit: i64) -> Result<Vec<Night>, Error> {
    Ok(store::list(tx, cx.tenant(), span, limit).await?)
}

/// Keeps a changed night; its day stays.
pub(crate) async fn update(cx: &Ctx, tx: &mut Tx, night: Night) -> Result<Night, Error> {
    cx.unmade(entity(night.id));
    keep(cx, tx, night).await
}

async fn keep(cx: &Ctx, tx: &mut Tx, night: Night) -> Result<Night, Error> {
    note::changed(cx, tx, Kind::Sleep, night.id).await?;
    store::put(cx, tx, &night).await?;
    touch(cx, Area::Sleep(night.slept_on.0));
    cx.audit(entity(night.id), None, None);
    Ok(night)
}

/// Takes a night away.
pub(crate) async fn delete(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<(), Error> {
    let night = get(cx, tx, id).await?;
    note::changed(cx, tx, Kind::Sleep, id).await?;
    store::delete(tx, cx.tenant(), id).await?;
    touch(cx, Area::Sleep(night.slept_on.0));
    cx.unmade(entity(id));
    cx.audit(entity(id), None, None);
    Ok(())
}

/// What is missing of enough sleep over the tracked nights up to a day.
pub(crate) async fn owed(cx: &Ctx, tx: &mut Tx, today: Date, nights: i64) -> Result<Debt, Error> {
    let span = (after(today, 1 - nights), today);
    let periods = untracked::service::between(cx, tx, span).await?;
    let tracked = |night: &Night| !periods.iter().any(|period| period.holds(night.slept_on.0));
    let logged = store::list(tx, cx.tenant(), span, ALL).await?;
    let hours: Vec<f64> = logged.iter().filter(|night| tracked(night)).map(|night| night.hours).collect();
    Ok(debt(&hours, nights))
}

fn entity(id: i64) -> String {
    format!("sleep:{id}")
}
