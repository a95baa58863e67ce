//! What can be done with step counts.

use belay_core::{Ctx, Error};
use belay_store::Tx;
use jiff::civil::Date;

use super::error::StepsRefusal;
use super::model::Count;
use super::store;
use crate::reckoning::energy::steps_kcal;
use crate::undo::note::{self, Kind};
use crate::{numbering, weights};

/// Notes a day's steps, in place of a count of the same day. It comes without a number and gets one.
pub(crate) async fn log(cx: &Ctx, tx: &mut Tx, mut count: Count) -> Result<Count, Error> {
    match store::on_day(tx, cx.tenant(), count.on_date.0).await? {
        Some(before) => {
            (count.id, count.created_at) = (before.id, before.created_at);
            cx.unmade(entity(count.id));
        }
        None => count.id = numbering::service::next(cx, tx, "steps").await?,
    }
    if count.est_kcal.is_none() {
        count.est_kcal = Some(reckoned(cx, tx, &count).await?);
    }
    cx.made(entity(count.id));
    keep(cx, tx, count).await
}

/// kcal of a count, by the weight of its day.
pub(crate) async fn reckoned(cx: &Ctx, tx: &mut Tx, count: &Count) -> Result<i64, Error> {
    Ok(steps_kcal(count.steps, weights::service::kg_on(cx, tx, count.on_date.0).await?))
}

/// The count of a number.
pub(crate) async fn get(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<Count, Error> {
    Ok(store::get(tx, cx.tenant(), id).await?.ok_or(StepsRefusal::NotFound(id))?)
}

/// The count of a day.
pub(crate) async fn on_day(cx: &Ctx, tx: &mut Tx, on: Date) -> Result<Option<Count>, Error> {
    Ok(store::on_day(tx, cx.tenant(), on).await?)
}

/// The counts between two days, the newest first.
pub(crate) async fn list(cx: &Ctx, tx: &mut Tx, span: (Date, Date), limit: i64) -> Result<Vec<Count>, Error> {
    Ok(store::list(tx, cx.tenant(), span, limit).await?)
}

/// Keeps a changed count; its day stays.
pub(crate) async fn update(cx: &Ctx, tx: &mut Tx, count: Count) -> Result<Count, Error> {
    cx.unmade(entity(count.id));
    keep(cx, tx, count).await
}

async fn keep(cx: &Ctx, tx: &mut Tx, count: Count) -> Result<Count, Error> {
    note::changed(cx, tx, Kind::Steps, count.id).await?;
    store::put(cx, tx, &count).await?;
    cx.audit(entity(count.id), None, None);
    Ok(count)
}

/// Takes a count away.
pub(crate) async fn delete(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<(), Error> {
    get(cx, tx, id).await?;
    note::changed(cx, tx, Kind::Steps, id).await?;
    store::delete(tx, cx.tenant(), id).await?;
    cx.unmade(entity(id));
    cx.audit(entity(id), None, None);
    Ok(())
}

fn entity(id: i64) -> String {
    format!("steps:{id}")
}
