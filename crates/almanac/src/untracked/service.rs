//! What can be done with untracked periods.

use belay_core::{Ctx, Error};
use belay_store::Tx;
use jiff::civil::Date;

use super::error::{PeriodRefusal, overlap};
use super::model::Period;
use super::store;
use crate::accomplishments::touched::{Area, touch};
use crate::numbering;
use crate::undo::note::{self, Kind};

/// The periods that have a day between two, the latest first.
pub(crate) async fn between(cx: &Ctx, tx: &mut Tx, span: (Date, Date)) -> Result<Vec<Period>, Error> {
    Ok(store::between(tx, cx.tenant(), span).await?)
}

/// Adds a period. It comes without a number and gets one.
pub(crate) async fn create(cx: &Ctx, tx: &mut Tx, mut period: Period) -> Result<Period, Error> {
    let span = (period.started_on.0, period.ended_on.0);
    if let Some(other) = store::between(tx, cx.tenant(), span).await?.first() {
        return Err(overlap(other));
    }
    period.id = numbering::service::next(cx, tx, "untracked").await?;
    note::new(cx, Kind::Untracked, period.id);
    store::insert(cx, tx, &period).await?;
    judged_anew(cx, period.started_on.0);
    cx.made(entity(period.id));
    cx.audit(entity(period.id), None, None);
    Ok(period)
}

/// Takes a period away.
pub(crate) async fn delete(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<(), Error> {
    let period = store::get(tx, cx.tenant(), id).await?.ok_or(PeriodRefusal::NotFound(id))?;
    note::changed(cx, tx, Kind::Untracked, id).await?;
    store::delete(tx, cx.tenant(), id).await?;
    judged_anew(cx, period.started_on.0);
    cx.unmade(entity(id));
    cx.audit(entity(id), None, None);
    Ok(())
}

/// What days were judged by has changed from one on.
fn judged_anew(cx: &Ctx, from: Date) {
    touch(cx, Area::Food(from));
    touch(cx, Area::Sleep(from));
}

fn entity(id: i64) -> String {
    format!("untracked:{id}")
}
