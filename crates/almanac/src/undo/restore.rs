//! Rows as they stand, and back as they were, with all that follows from them.

use belay_core::{Ctx, Error};
use belay_store::Tx;

use super::model::{Before, Change, Kind};
use crate::accomplishments::touched::{Area, touch};
use crate::day::Days;
use crate::profile::model::Profile;
use crate::workouts::model::Whole;
use crate::{
    alcohol, cardio, exercises, groups, meals, phases, profile, sleep, steps, stored_meals, templates,
    totals, untracked, weights, workouts,
};

/// A row as it stands; none where there is none.
pub(super) async fn present(cx: &Ctx, tx: &mut Tx, kind: Kind, id: i64) -> Result<Before, Error> {
    let tenant = cx.tenant();
    Ok(match kind {
        Kind::Meal => Before::Meal(meals::store::get(tx, tenant, id).await?),
        Kind::StoredMeal => Before::StoredMeal(stored_meals::store::get(tx, tenant, id).await?),
        Kind::Alcohol => Before::Alcohol(alcohol::store::get(tx, tenant, id).await?),
        Kind::Weight => Before::Weight(weights::store::get(tx, tenant, id).await?),
        Kind::Sleep => Before::Sleep(sleep::store::get(tx, tenant, id).await?),
        Kind::Steps => Before::Steps(steps::store::get(tx, tenant, id).await?),
        Kind::Cardio => Before::Cardio(cardio::store::get(tx, tenant, id).await?),
        Kind::Phase => Before::Phase(phases::store::get(tx, tenant, id).await?),
        Kind::Untracked => Before::Untracked(untracked::store::get(tx, tenant, id).await?),
        Kind::Group => {
            Before::Group(groups::store::list(tx, tenant).await?.into_iter().find(|row| row.id == id))
        }
        Kind::Exercise => {
            Before::Exercise(exercises::store::list(tx, tenant).await?.into_iter().find(|row| row.id == id))
        }
        Kind::Template => {
            Before::Template(templates::store::list(tx, tenant).await?.into_iter().find(|row| row.id == id))
        }
        Kind::Workout => {
            let workout = workouts::store::get(tx, tenant, id).await?;
            let whole = workouts::store::whole(tx, tenant, workout.into_iter().collect()).await?;
            Before::Workout(whole.into_iter().next())
        }
        Kind::Profile => Before::Profile(Box::new(profile::store::get(tx, tenant).await?)),
    })
}

/// Puts a row back as it was.
pub(super) async fn put_back(cx: &Ctx, tx: &mut Tx, change: &Change) -> Result<(), Error> {
    let (tenant, id) = (cx.tenant(), change.id);
    let now = present(cx, tx, change.before.kind(), id).await?;
    match (&change.before, now) {
        (Before::Meal(before), Before::Meal(now)) => {
            match before {
                Some(meal) => meals::store::put(cx, tx, meal).await?,
                None => meals::store::delete(tx, tenant, id).await?,
            }
            for day in before.iter().chain(&now).map(|meal| meal.day.0) {
                totals::service::refresh(cx, tx, day).await?;
            }
        }
        (Before::Alcohol(before), Before::Alcohol(now)) => {
            match before {
                Some(session) => alcohol::store::put(cx, tx, session).await?,
                None => alcohol::store::delete(tx, tenant, id).await?,
            }
            for day in before.iter().chain(&now).map(|session| session.day.0) {
                totals::service::refresh(cx, tx, day).await?;
            }
        }
        (Before::Weight(before), Before::Weight(now)) => {
            match before {
                Some(weight) => weights::store::put(cx, tx, weight).await?,
                None => weights::store::delete(tx, tenant, id).await?,
            }
            if let Some(first) = before.iter().chain(&now).map(|weight| weight.measured_on.0).min() {
                weights::service::redraw(cx, tx, first).await?;
            }
        }
        (Before::Sleep(before), Before::Sleep(now)) => {
            match before {
                Some(night) => sleep::store::put(cx, tx, night).await?,
                None => sleep::store::delete(tx, tenant, id).await?,
            }
            for night in before.iter().chain(&now) {
                touch(cx, Area::Sleep(night.slept_on.0));
            }
        }
        (Before::Workout(before), Before::Workout(now)) => {
            workout(cx, tx, (id, before.as_ref(), now)).await?;
        }
        (Before::Phase(before), Before::Phase(now)) => {
            match before {
                Some(phase) => phases::store::put(cx, tx, phase).await?,
                None => phases::store::delete(tx, tenant, id).await?,
            }
            for phase in before.iter().chain(&now) {
                touch(cx, Area::Phase(phase.started_on.0));
            }
        }
        (Before::Untracked(before), Before::Untracked(now)) => {
            untracked::store::delete(tx, tenant, id).await?;
            if let Some(period) = before {
                untracked::store::insert(cx, tx, period).await?;
            }
            for period in before.iter().chain(&now) {
                touch(cx, Area::Food(period.started_on.0));
                touch(cx, Area::Sleep(period.started_on.0));
            }
        }
        (Before::Profile(before), _) => person(cx, tx, before.as_ref().as_ref()).await?,
        (before, _) => alone(cx, tx, id, before).await?,
    }
    Ok(())
}

/// Puts a row back from which nothing follows.
async fn alone(cx: &Ctx, tx: &mut Tx, id: i64, before: &Before) -> Result<(), Error> {
    let tenant = cx.tenant();
    match before {
        Before::StoredMeal(Some(meal)) => stored_meals::store::put(cx, tx, meal).await?,
        Before::StoredMeal(None) => stored_meals::store::delete(tx, tenant, id).await?,
        Before::Steps(Some(count)) => steps::store::put(cx, tx, count).await?,
        Before::Steps(None) => steps::store::delete(tx, tenant, id).await?,
        Before::Cardio(Some(session)) => cardio::store::put(cx, tx, session).await?,
        Before::Cardio(None) => cardio::store::delete(tx, tenant, id).await?,
        Before::Group(Some(group)) => groups::store::put(cx, tx, group).await?,
        Before::Group(None) => groups::store::delete(tx, tenant, id).await?,
        Before::Exercise(Some(exercise)) => exercises::store::put(cx, tx, exercise).await?,
        Before::Exercise(None) => exercises::store::delete(tx, tenant, id).await?,
        Before::Template(Some(template)) => templates::store::put(cx, tx, template).await?,
        Before::Template(None) => templates::store::delete(tx, tenant, id).await?,
        _ => return Err(Error::internal("a row was noted as one kind and stands as another")),
    }
    Ok(())
}

async fn workout(
    cx: &Ctx,
    tx: &mut Tx,
    (id, before, now): (i64, Option<&Whole>, Option<Whole>),
) -> Result<(), Error> {
    workouts::store::delete(tx, cx.tenant(), id).await?;
    if let Some(whole) = before {
        workouts::store::put_back(cx, tx, whole).await?;
    }
    for whole in before.into_iter().chain(&now) {
        touch(cx, Area::Training(whole.workout.day.0));
        for instance in &whole.exercises {
            touch(cx, Area::Lift(instance.exercise_id));
        }
    }
    Ok(())
}

/// Puts a profile back; where its clock was another, everything is filed under the days of that clock again.
async fn person(cx: &Ctx, tx: &mut Tx, before: Option<&Profile>) -> Result<(), Error> {
    let clock = |person: &Profile| (person.timezone.clone(), person.day_start_hour);
    let now = clock(&profile::service::load(cx, tx).await?);
    let before = before.cloned().unwrap_or_else(|| Profile::new(profile::service::first_name(cx)));
    profile::service::save(cx, tx, &before).await?;
    if clock(&before) != now {
        let days: Days = before.days();
        totals::service::refile(cx, tx, &days).await?;
    }
    Ok(())
}
