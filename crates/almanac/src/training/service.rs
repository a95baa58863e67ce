//! Reading what the workouts say. Each answer looks at five weeks at the most, however long the history.

use belay_core::{Ctx, Error};
use belay_store::Tx;
use jiff::Timestamp;
use jiff::civil::Date;

use super::model::{Gym, first_day};
use crate::templates::model::Template;
use crate::{exercises, groups, profile, templates, weights, workouts};

/// How far recovery looks back, in days, and at how many workouts.
const WINDOW: i64 = 35;
const MOST: i64 = 200;

/// Everything that recovery depends on now.
pub(crate) async fn gym(cx: &Ctx, tx: &mut Tx) -> Result<Gym, Error> {
    let today = today(cx, tx).await?;
    gym_at(cx, tx, cx.now(), (today, Date::MAX)).await
}

/// Everything that recovery depends on at an instant of a day, of the workouts up to a last day.
pub(crate) async fn gym_at(
    cx: &Ctx,
    tx: &mut Tx,
    now: Timestamp,
    (today, last): (Date, Date),
) -> Result<Gym, Error> {
    let weight = weights::service::up_to(cx, tx, crate::day::after(today, 1).min(last)).await?;
    Ok(Gym {
        now,
        workouts: workouts::service::between(cx, tx, (first_day(today, WINDOW), last), MOST).await?,
        groups: groups::service::list(cx, tx).await?,
        exercises: exercises::service::list(cx, tx).await?,
        body_kg: weight.map(|weight| weight.weight_kg),
    })
}

/// The person's day.
pub(crate) async fn today(cx: &Ctx, tx: &mut Tx) -> Result<Date, Error> {
    Ok(profile::service::load(cx, tx).await?.days().of(cx.now()))
}

/// The templates that are not archived.
pub(crate) async fn open(cx: &Ctx, tx: &mut Tx) -> Result<Vec<Template>, Error> {
    let mut all = templates::service::list(cx, tx).await?;
    all.retain(|template| template.archived_at.is_none());
    Ok(all)
}
