//! What can be done with workouts.

use std::collections::HashSet;

use belay_core::{Ctx, Error};
use belay_store::Tx;
use jiff::civil::Date;

use super::error::WorkoutRefusal;
use super::model::{Deviation, Instance, NewInstance, NewSet, Set, Whole, Workout};
use super::store;
use crate::accomplishments::touched::{Area, touch};
use crate::span::Span;
use crate::templates::error::TemplateRefusal;
use crate::templates::model::Template;
use crate::undo::note::{self, Kind};
use crate::wire::On;
use crate::{exercises, numbering, profile, templates};

/// Logs a workout with what was done. It comes without a number and a day, and gets both.
pub(crate) async fn log(
    cx: &Ctx,
    tx: &mut Tx,
    mut workout: Workout,
    done: Vec<NewInstance>,
) -> Result<Whole, Error> {
    if let Some(template) = workout.template_id {
        templates::service::get(cx, tx, template).await?;
    }
    let mut places = HashSet::new();
    if !done.iter().all(|new| places.insert(new.display_order)) {
        return Err(TemplateRefusal::Order.into());
    }
    exercises::service::known(cx, tx, done.iter().map(|new| new.exercise_id)).await?;
    workout.id = numbering::service::next(cx, tx, "workout").await?;
    workout.day = On(profile::service::load(cx, tx).await?.days().of(workout.started_at.0));
    note::new(cx, Kind::Workout, workout.id);
    store::put(cx, tx, &workout).await?;
    for new in &done {
        add(cx, tx, &workout, new).await?;
        touch(cx, Area::Lift(new.exercise_id));
    }
    touch(cx, Area::Training(workout.day.0));
    cx.made(entity(workout.id));
    cx.audit(entity(workout.id), None, None);
    one(cx, tx, workout).await
}

async fn add(cx: &Ctx, tx: &mut Tx, workout: &Workout, new: &NewInstance) -> Result<i64, Error> {
    let id = numbering::service::next(cx, tx, "instance").await?;
    let skipped_at = new.skipped.then_some(workout.started_at);
    store::add(tx, cx.tenant(), (id, workout.id), new, skipped_at).await?;
    if !new.sets.is_empty() {
        let count = i64::try_from(new.sets.len()).unwrap_or(i64::MAX);
        let first = numbering::service::several(cx, tx, "set", count).await?;
        store::add_sets(tx, cx.tenant(), id, first, &new.sets).await?;
    }
    Ok(id)
}

async fn one(cx: &Ctx, tx: &mut Tx, workout: Workout) -> Result<Whole, Error> {
    let whole = store::whole(tx, cx.tenant(), vec![workout]).await?.pop();
    whole.ok_or_else(|| Error::internal("a workout has no exercises, not even none"))
}

/// What a template's exercises become with deviations: the untouched ones are done as the template says.
pub(crate) fn deviate(template: &Template, deviations: Vec<Deviation>) -> Result<Vec<NewInstance>, Error> {
    let mut done: Vec<NewInstance> = template
        .items
        .iter()
        .map(|item| {
            let set = NewSet {
                reps: item.default_reps.unwrap_or(0),
                weight_kg: item.default_weight_kg,
                notes: None,
            };
            let sets = (0..item.default_sets).map(|_| set.clone()).collect();
            NewInstance {
                exercise_id: item.exercise_id,
                display_order: item.display_order,
                planned_sets: item.default_sets,
                notes: item.notes.clone(),
                skipped: false,
                sets,
            }
        })
        .collect();
    let own = template.items.len();
    for deviation in deviations {
        let missing = |id: i64| Error::from(WorkoutRefusal::NotInTemplate(id));
        match deviation {
            Deviation::Skip { exercise_id } => {
                let planned = done.iter_mut().take(own).find(|new| new.exercise_id == exercise_id);
                let planned = planned.ok_or_else(|| missing(exercise_id))?;
                planned.skipped = true;
                planned.sets.clear();
            }
            Deviation::Override { exercise_id, planned_sets, sets } => {
                let planned = done.iter_mut().take(own).find(|new| new.exercise_id == exercise_id);
                let planned = planned.ok_or_else(|| missing(exercise_id))?;
                planned.planned_sets = planned_sets.unwrap_or(planned.planned_sets);
                planned.sets = sets;
            }
            Deviation::Add(mut new) => {
                if done.iter().any(|known| known.exercise_id == new.exercise_id) {
                    return Err(WorkoutRefusal::InTemplate(new.exercise_id).into());
                }
                if new.display_order < 0 {
                    new.display_order = done.iter().map(|known| known.display_order + 1).max().unwrap_or(0);
                }
                done.push(new);
            }
        }
    }
    Ok(done)
}

/// The workout of a number, with what was done in it.
pub(crate) async fn get(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<Whole, Error> {
    let workout = store::get(tx, cx.tenant(), id).await?.ok_or(WorkoutRefusal::NotFound(id))?;
    one(cx, tx, workout).await
}

/// The workouts of a stretch without what was done, the newest first.
pub(crate) async fn list(
    cx: &Ctx,
    tx: &mut Tx,
    span: &Span,
    template: Option<i64>,
) -> Result<Vec<Workout>, Error> {
    Ok(store::list(tx, cx.tenant(), span, template).await?)
}

/// The workouts from one day to another with what was done, the newest first.
pub(crate) async fn between(
    cx: &Ctx,
    tx: &mut Tx,
    (from, to): (Date, Date),
    limit: i64,
) -> Result<Vec<Whole>, Error> {
    let workouts = store::list(tx, cx.tenant(), &Span::of_days(from, to, limit), None).await?;
    Ok(store::whole(tx, cx.tenant(), workouts).await?)
}

/// Keeps a changed workout.
pub(crate) async fn update(cx: &Ctx, tx: &mut Tx, mut workout: Workout) -> Result<Whole, Error> {
    if let Some(template) = workout.template_id {
        templates::service::get(cx, tx, template).await?;
    }
    let before = std::mem::replace(
        &mut workout.day,
        On(profile::service::load(cx, tx).await?.days().of(workout.started_at.0)),
    );
    note::changed(cx, tx, Kind::Workout, workout.id).await?;
    store::put(cx, tx, &workout).await?;
    changed(cx, workout.id);
    touch(cx, Area::Training(before.0));
    let whole = one(cx, tx, workout).await?;
    touched(cx, &whole);
    Ok(whole)
}

/// Takes a workout away, with what was done in it.
pub(crate) async fn delete(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<(), Error> {
    let whole = get(cx, tx, id).await?;
    note::changed(cx, tx, Kind::Workout, id).await?;
    store::delete(tx, cx.tenant(), id).await?;
    touched(cx, &whole);
    changed(cx, id);
    Ok(())
}

/// Adds an exercise to a workout.
pub(crate) async fn extend(cx: &Ctx, tx: &mut Tx, id: i64, new: &NewInstance) -> Result<Instance, Error> {
    let whole = get(cx, tx, id).await?;
    if whole.exercises.iter().any(|known| known.display_order == new.display_order) {
        return Err(TemplateRefusal::Order.into());
    }
    exercises::service::known(cx, tx, [new.exercise_id]).await?;
    note::changed(cx, tx, Kind::Workout, id).await?;
    let instance = add(cx, tx, &whole.workout, new).await?;
    touch(cx, Area::Training(whole.workout.day.0));
    touch(cx, Area::Lift(new.exercise_id));
    changed(cx, id);
    let added = get(cx, tx, id).await?.exercises.into_iter().find(|known| known.id == instance);
    added.ok_or_else(|| Error::internal("an exercise that was added is not there"))
}

/// Takes an exercise out of a workout, with its sets.
pub(crate) async fn remove(cx: &Ctx, tx: &mut Tx, instance: i64) -> Result<(), Error> {
    let of = store::of_instance(tx, cx.tenant(), instance).await?;
    let workout = of.ok_or(WorkoutRefusal::NoInstance(instance))?;
    touched(cx, &get(cx, tx, workout).await?);
    note::changed(cx, tx, Kind::Workout, workout).await?;
    store::delete_instance(tx, cx.tenant(), instance).await?;
    changed(cx, workout);
    Ok(())
}

/// The set of a number.
pub(crate) async fn get_set(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<Set, Error> {
    let found = store::get_set(tx, cx.tenant(), id).await?.ok_or(WorkoutRefusal::NoSet(id))?;
    Ok(found.1)
}

/// Keeps a changed set.
pub(crate) async fn update_set(cx: &Ctx, tx: &mut Tx, set: Set) -> Result<Set, Error> {
    touched_by_set(cx, tx, set.id).await?;
    store::change_set(tx, cx.tenant(), &set).await?;
    cx.audit(format!("set:{}", set.id), None, None);
    Ok(set)
}

/// Takes a set away; the others keep their numbers.
pub(crate) async fn delete_set(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<(), Error> {
    touched_by_set(cx, tx, id).await?;
    store::delete_set(tx, cx.tenant(), id).await?;
    cx.audit(format!("set:{id}"), None, None);
    Ok(())
}

/// The workout and each exercise of it is touched.
fn touched(cx: &Ctx, whole: &Whole) {
    touch(cx, Area::Training(whole.workout.day.0));
    for instance in &whole.exercises {
        touch(cx, Area::Lift(instance.exercise_id));
    }
}

/// The workout of a set is touched.
async fn touched_by_set(cx: &Ctx, tx: &mut Tx, set: i64) -> Result<(), Error> {
    let (instance, _) = store::get_set(tx, cx.tenant(), set).await?.ok_or(WorkoutRefusal::NoSet(set))?;
    let workout = store::of_instance(tx, cx.tenant(), instance).await?;
    let workout = workout.ok_or(WorkoutRefusal::NoInstance(instance))?;
    note::changed(cx, tx, Kind::Workout, workout).await?;
    touched(cx, &get(cx, tx, workout).await?);
    Ok(())
}

fn changed(cx: &Ctx, id: i64) {
    cx.unmade(entity(id));
    cx.audit(entity(id), None, None);
}

fn entity(id: i64) -> String {
    format!("workout:{id}")
}
