//! Workouts in the database.

use belay_core::Ctx;
use belay_store::{Row, StoreError, Tx, args};

use super::model::{Instance, NewInstance, NewSet, Set, Whole, Workout};
use super::sql;
use crate::span::Span;
use crate::wire::At;

pub(crate) async fn get(tx: &mut Tx, tenant: &str, id: i64) -> Result<Option<Workout>, StoreError> {
    tx.opt(sql::GET, args![tenant, id]).await?.as_ref().map(workout).transpose()
}

/// The workouts of a stretch, the newest first.
pub(crate) async fn list(
    tx: &mut Tx,
    tenant: &str,
    span: &Span,
    template: Option<i64>,
) -> Result<Vec<Workout>, StoreError> {
    let args = args![tenant, span.first, span.last, span.from, span.to, template, span.limit];
    tx.all(sql::LIST, args).await?.iter().map(workout).collect()
}

/// Puts to workouts what was done in them. Three statements, however many they are.
pub(crate) async fn whole(
    tx: &mut Tx,
    tenant: &str,
    workouts: Vec<Workout>,
) -> Result<Vec<Whole>, StoreError> {
    let days = workouts.iter().map(|workout| workout.day.0);
    let Some((first, last)) = days.clone().min().zip(days.max()) else { return Ok(Vec::new()) };
    let mut sets: Vec<(i64, Set)> = Vec::new();
    for row in tx.all(sql::SETS, args![tenant, first, last]).await? {
        sets.push((row.get("instance_id")?, set(&row)?));
    }
    let mut instances: Vec<(i64, Instance)> = Vec::new();
    for row in tx.all(sql::INSTANCES, args![tenant, first, last]).await? {
        let mut one = instance(&row)?;
        // Both come in the order of the instance's number or the workout's, so a search by number will do.
        let start = sets.partition_point(|(of, _)| *of < one.id);
        one.sets =
            sets.iter().skip(start).take_while(|(of, _)| *of == one.id).map(|(_, set)| set.clone()).collect();
        instances.push((row.get("workout_id")?, one));
    }
    let done = |workout: Workout| {
        let start = instances.partition_point(|(of, _)| *of < workout.id);
        let own = instances.iter().skip(start).take_while(|(of, _)| *of == workout.id);
        let exercises = own.map(|(_, instance)| instance.clone()).collect();
        Whole { workout, exercises }
    };
    Ok(workouts.into_iter().map(done).collect())
}

pub(crate) async fn put(cx: &Ctx, tx: &mut Tx, workout: &Workout) -> Result<(), StoreError> {
    let args = args![
        cx.tenant(),
        workout.id,
        workout.day,
        workout.template_id,
        workout.started_at,
        workout.duration_min,
        workout.rpe,
        workout.est_kcal,
        workout.notes.as_deref(),
        workout.created_at
    ];
    tx.exec(sql::PUT, args).await?;
    Ok(())
}

/// Puts a workout back with the very rows that it had.
pub(crate) async fn put_back(cx: &Ctx, tx: &mut Tx, whole: &Whole) -> Result<(), StoreError> {
    let tenant = cx.tenant();
    put(cx, tx, &whole.workout).await?;
    for one in &whole.exercises {
        let args = args![
            tenant,
            one.id,
            whole.workout.id,
            one.exercise_id,
            one.display_order,
            one.planned_sets,
            one.notes.as_deref(),
            one.skipped_at
        ];
        tx.exec(sql::ADD_INSTANCE, args).await?;
        let row = |set: &Set| {
            args![tenant, set.id, one.id, set.set_number, set.reps, set.weight_kg, set.notes.as_deref()]
        };
        tx.batch(sql::ADD_SET, one.sets.iter().map(row).collect()).await?;
    }
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, tenant: &str, id: i64) -> Result<(), StoreError> {
    tx.exec(sql::DELETE, args![tenant, id]).await?;
    Ok(())
}

/// Adds an exercise to a workout, without its sets.
pub(crate) async fn add(
    tx: &mut Tx,
    tenant: &str,
    (id, workout): (i64, i64),
    new: &NewInstance,
    skipped_at: Option<At>,
) -> Result<(), StoreError> {
    let args = args![
        tenant,
        id,
        workout,
        new.exercise_id,
        new.display_order,
        new.planned_sets,
        new.notes.as_deref(),
        skipped_at
    ];
    tx.exec(sql::ADD_INSTANCE, args).await?;
    Ok(())
}

/// Adds sets to an exercise, numbered from 1, under identifiers that follow each other.
pub(crate) async fn add_sets(
    tx: &mut Tx,
    tenant: &str,
    instance: i64,
    first_id: i64,
    sets: &[NewSet],
) -> Result<(), StoreError> {
    let row = |(number, set): (i64, &NewSet)| {
        let id = first_id + number;
        args![tenant, id, instance, number + 1, set.reps, set.weight_kg, set.notes.as_deref()]
    };
    tx.batch(sql::ADD_SET, (0..).zip(sets).map(row).collect()).await?;
    Ok(())
}

pub(crate) async fn delete_instance(tx: &mut Tx, tenant: &str, id: i64) -> Result<(), StoreError> {
    tx.exec(sql::DELETE_INSTANCE, args![tenant, id]).await?;
    Ok(())
}

/// The workout that an exercise is part of.
pub(crate) async fn of_instance(tx: &mut Tx, tenant: &str, id: i64) -> Result<Option<i64>, StoreError> {
    tx.opt(sql::OF_INSTANCE, args![tenant, id]).await?.map(|row| row.get("workout_id")).transpose()
}

/// A set by its number, with the exercise it is of.
pub(crate) async fn get_set(tx: &mut Tx, tenant: &str, id: i64) -> Result<Option<(i64, Set)>, StoreError> {
    let Some(row) = tx.opt(sql::GET_SET, args![tenant, id]).await? else { return Ok(None) };
    Ok(Some((row.get("instance_id")?, set(&row)?)))
}

pub(crate) async fn change_set(tx: &mut Tx, tenant: &str, set: &Set) -> Result<(), StoreError> {
    let args = args![tenant, set.id, set.reps, set.weight_kg, set.notes.as_deref()];
    tx.exec(sql::CHANGE_SET, args).await?;
    Ok(())
}

pub(crate) async fn delete_set(tx: &mut Tx, tenant: &str, id: i64) -> Result<(), StoreError> {
    tx.exec(sql::DELETE_SET, args![tenant, id]).await?;
    Ok(())
}

fn workout(row: &Row) -> Result<Workout, StoreError> {
    Ok(Workout {
        id: row.get("id")?,
        day: row.get("on_date")?,
        template_id: row.get("template_id")?,
        started_at: row.get("started_at")?,
        duration_min: row.get("duration_min")?,
        rpe: row.get("rpe")?,
        est_kcal: row.get("est_kcal")?,
        notes: row.get("notes")?,
        created_at: row.get("created_at")?,
    })
}

fn instance(row: &Row) -> Result<Instance, StoreError> {
    Ok(Instance {
        id: row.get("id")?,
        exercise_id: row.get("exercise_id")?,
        exercise_name: row.get("exercise_name")?,
        display_order: row.get("display_order")?,
        planned_sets: row.get("planned_sets")?,
        notes: row.get("notes")?,
        skipped_at: row.get("skipped_at")?,
        sets: Vec::new(),
    })
}

fn set(row: &Row) -> Result<Set, StoreError> {
    Ok(Set {
        id: row.get("id")?,
        set_number: row.get("set_number")?,
        reps: row.get("reps")?,
        weight_kg: row.get("weight_kg")?,
        notes: row.get("notes")?,
    })
}
