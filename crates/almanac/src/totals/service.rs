//! Keeping a day's sums, and reading them.

use belay_core::{Ctx, Error};
use belay_store::Tx;
use jiff::civil::Date;

use super::model::{Movement, Timed, Totals};
use super::store;
use crate::accomplishments::touched::{Area, touch};
use crate::day::Days;

/// Sums a day up anew, after something of it has changed.
pub(crate) async fn refresh(cx: &Ctx, tx: &mut Tx, on: Date) -> Result<(), Error> {
    touch(cx, Area::Food(on));
    Ok(store::sum_up(tx, cx.tenant(), (on, on)).await?)
}

/// The sums of a day.
pub(crate) async fn of(cx: &Ctx, tx: &mut Tx, on: Date) -> Result<Totals, Error> {
    Ok(store::get(tx, cx.tenant(), on).await?)
}

/// The sums of the days that have any, from one to another, both included.
pub(crate) async fn range(cx: &Ctx, tx: &mut Tx, span: (Date, Date)) -> Result<Vec<(Date, Totals)>, Error> {
    Ok(store::range(tx, cx.tenant(), span).await?)
}

/// The days between two on which anything was logged.
pub(crate) async fn logged(cx: &Ctx, tx: &mut Tx, span: (Date, Date)) -> Result<Vec<Date>, Error> {
    Ok(store::logged(tx, cx.tenant(), span).await?)
}

/// What movement cost on a day.
pub(crate) async fn movement(cx: &Ctx, tx: &mut Tx, on: Date) -> Result<Movement, Error> {
    let moved = store::movement(tx, cx.tenant(), (on, on)).await?.pop();
    Ok(moved.map(|(_, movement)| movement).unwrap_or_default())
}

/// What movement cost on the days that have any, from one to another, both included.
pub(crate) async fn movements(
    cx: &Ctx,
    tx: &mut Tx,
    span: (Date, Date),
) -> Result<Vec<(Date, Movement)>, Error> {
    Ok(store::movement(tx, cx.tenant(), span).await?)
}

/// Files everything under the days of another clock, and sums all days up anew. This alone reads a whole history.
pub(crate) async fn refile(cx: &Ctx, tx: &mut Tx, days: &Days) -> Result<(), Error> {
    for which in Timed::ALL {
        let rows = store::filed(tx, cx.tenant(), which).await?;
        let moved: Vec<(i64, Date)> = rows
            .into_iter()
            .map(|row| (row.id, row.on, days.of(row.at)))
            .filter(|(_, before, now)| before != now)
            .map(|(id, _, now)| (id, now))
            .collect();
        store::file(tx, cx.tenant(), which, &moved).await?;
    }
    touch(cx, Area::Food(Date::MIN));
    touch(cx, Area::Training(Date::MIN));
    Ok(store::sum_up(tx, cx.tenant(), (Date::MIN, Date::MAX)).await?)
}
