//! Workouts for the outside.

mod input;

use belay_core::{Ctx, Error, Issue, Operation, Patch};
use belay_store::CtxStore;
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::{Instance, Set, Whole, Workout};
use super::service;
use crate::day::date;
use crate::profile;
use crate::span::Recent;
use crate::templates;
use crate::text::{NOTES, kept, nothing_to_change};
use crate::wire::{At, On};
use input::{DeviationIn, ExerciseIn, SetIn, new_sets};

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("log_workout", log_workout)
            .title("Log a workout")
            .about("Log a strength workout: either exercises as done, or template_id with deviations from it (none: done as planned). rpe is needed: ask. Not safe to retry: every call is a new workout. Not for runs or rides: log_cardio.")
            .rest(Method::POST, "/workouts")
            .example(json!({ "started_at": "2026-03-14T18:00", "rpe": 8, "exercises": [
                { "exercise_id": 1, "display_order": 0, "planned_sets": 3, "sets": [{ "count": 3, "reps": 5, "weight_kg": 60 }] }] })),
        Operation::read("get_recent_workouts", get_recent_workouts)
            .title("List workouts")
            .about("List workouts without their exercises, newest first; 7 days unless said. get_workout has the sets.")
            .rest(Method::GET, "/workouts")
            .example(json!({})),
        Operation::read("get_workout", get_workout)
            .title("Get a workout")
            .about("One workout by its id, with exercises and sets and their ids.")
            .rest(Method::GET, "/workouts/{id}")
            .example(json!({ "id": 1 })),
        Operation::read("get_workout_for_day", get_workout_for_day)
            .title("Get a day's workouts")
            .about("A day's workouts with exercises and sets; today unless said.")
            .rest(Method::GET, "/workouts/by-date")
            .example(json!({})),
        Operation::write("update_workout", update_workout)
            .title("Correct a workout")
            .about("Correct a workout; its sets with update_set, its exercises with add_exercise_to_workout. Omitted fields stay.")
            .rest(Method::PATCH, "/workouts/{id}")
            .example(json!({ "id": 1, "rpe": 7.5 })),
        Operation::destructive("delete_workout", delete_workout)
            .title("Delete a workout")
            .about("Delete a workout with its sets. Ask first; prefer update_workout.")
            .confirm_literal()
            .repeatable()
            .rest(Method::DELETE, "/workouts/{workout_id}")
            .example(json!({ "workout_id": 1, "confirm": true })),
        Operation::write("add_exercise_to_workout", add_exercise_to_workout)
            .title("Extend a workout")
            .about("Add an exercise with its sets to a logged workout.")
            .rest(Method::POST, "/workouts/{workout_id}/exercise-instances")
            .example(json!({ "workout_id": 1, "exercise_id": 1, "display_order": 1, "planned_sets": 2, "sets": [{ "reps": 10 }] })),
        Operation::destructive("remove_exercise_from_workout", remove_exercise_from_workout)
            .title("Remove an exercise from a workout")
            .about("Remove an exercise with its sets from a workout, by the id of the instance in get_workout. Ask first.")
            .confirm_literal()
            .repeatable()
            .rest(Method::DELETE, "/exercise-instances/{instance_id}")
            .example(json!({ "instance_id": 1, "confirm": true })),
        Operation::write("update_set", update_set)
            .title("Correct a set")
            .about("Correct a set. Omitted fields stay.")
            .rest(Method::PATCH, "/sets/{id}")
            .example(json!({ "id": 1, "reps": 6 })),
        Operation::destructive("delete_set", delete_set)
            .title("Delete a set")
            .about("Delete a set for good; the others keep their numbers. Ask first; prefer update_set.")
            .confirm_literal()
            .repeatable()
            .rest(Method::DELETE, "/sets/{set_id}")
            .example(json!({ "set_id": 1, "confirm": true })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Log {
    /// Local time such as 2026-05-25T18:00.
    started_at: String,
    /// Effort from 1 to 10, as the user says.
    #[schemars(range(min = 1.0, max = 10.0))]
    rpe: f64,
    /// The template it followed.
    template_id: Option<i64>,
    /// Duration.
    #[schemars(range(min = 1, max = 1440))]
    duration_min: Option<i64>,
    /// Kcal.
    #[schemars(range(min = 0, max = 20_000))]
    est_kcal: Option<i64>,
    /// Notes.
    #[schemars(length(max = NOTES))]
    notes: Option<String>,
    /// Not together with deviations.
    #[schemars(length(max = 100))]
    exercises: Option<Vec<ExerciseIn>>,
    /// Differences from the template.
    #[schemars(length(max = 100))]
    deviations: Option<Vec<DeviationIn>>,
}

/// A workout that was logged.
#[derive(Debug, Serialize, JsonSchema)]
struct Logged {
    /// Its id.
    id: i64,
    /// What to tell the user.
    summary: String,
    /// The workout.
    workout: Whole,
}

async fn log_workout(cx: Ctx, log: Log) -> Result<Logged, Error> {
    let wrong = |text: &str| Err(Error::invalid(vec![Issue::custom("exercises", text)]));
    let mut tx = cx.tx().await?;
    let days = profile::service::load(&cx, &mut tx).await?.days();
    let started_at = days.happened("started_at", &log.started_at, cx.now())?;
    let done = match (log.exercises, log.deviations, log.template_id) {
        (Some(_), Some(_), _) => return wrong("Give exercises or deviations, not both"),
        (None, _, None) => return wrong("Give exercises, or template_id"),
        (Some(exercises), None, _) => exercises.into_iter().map(Into::into).collect(),
        (None, deviations, Some(template)) => {
            let template = templates::service::get(&cx, &mut tx, template).await?;
            let read = deviations.unwrap_or_default().into_iter().map(DeviationIn::read);
            service::deviate(&template, read.collect::<Result<_, Error>>()?)?
        }
    };
    let workout = Workout {
        id: 0,
        day: On(days.of(started_at)),
        template_id: log.template_id,
        started_at: At(started_at),
        duration_min: log.duration_min,
        rpe: log.rpe,
        est_kcal: log.est_kcal,
        notes: kept(log.notes),
        created_at: At(cx.now()),
    };
    let workout = service::log(&cx, &mut tx, workout, done).await?;
    let skipped = workout.exercises.iter().filter(|one| one.skipped_at.is_some()).count();
    let (total, rpe) = (workout.exercises.len(), workout.workout.rpe);
    let skips = if skipped > 0 { format!(" ({skipped} skipped)") } else { String::new() };
    let day = workout.workout.day.0;
    let summary =
        format!("Logged a workout for {day}: RPE {rpe}, {}/{total} exercises{skips}", total - skipped);
    Ok(Logged { id: workout.workout.id, summary, workout })
}

/// Workouts without their exercises.
#[derive(Debug, Serialize, JsonSchema)]
struct Workouts {
    /// The newest first.
    workouts: Vec<Workout>,
    /// How many.
    count: usize,
}

async fn get_recent_workouts(cx: Ctx, recent: Recent) -> Result<Workouts, Error> {
    let (mut tx, span) = recent.open(&cx, 7).await?;
    let workouts = service::list(&cx, &mut tx, &span, None).await?;
    Ok(Workouts { count: workouts.len(), workouts })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// Id from get_recent_workouts.
    id: i64,
}

/// A workout with its exercises.
#[derive(Debug, Serialize, JsonSchema)]
struct One {
    /// The workout.
    workout: Whole,
}

async fn get_workout(cx: Ctx, which: Which) -> Result<One, Error> {
    Ok(One { workout: service::get(&cx, &mut cx.read().await?, which.id).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct OnDay {
    /// The day, YYYY-MM-DD.
    date: Option<String>,
}

/// The workouts of a day.
#[derive(Debug, Serialize, JsonSchema)]
struct OfDay {
    /// The day.
    date: On,
    /// The newest first.
    workouts: Vec<Whole>,
}

async fn get_workout_for_day(cx: Ctx, on: OnDay) -> Result<OfDay, Error> {
    let mut tx = cx.read().await?;
    let today = profile::service::load(&cx, &mut tx).await?.days().of(cx.now());
    let day = on.date.as_ref().map(|text| date("date", text)).transpose()?.unwrap_or(today);
    Ok(OfDay { date: On(day), workouts: service::between(&cx, &mut tx, (day, day), 50).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Change {
    /// Id from get_recent_workouts.
    id: i64,
    /// The template it followed; null clears.
    #[serde(default)]
    template_id: Patch<i64>,
    /// When it began.
    started_at: Option<String>,
    /// Minutes; null clears.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1440))]
    duration_min: Patch<i64>,
    /// Effort from 1 to 10.
    #[schemars(range(min = 1.0, max = 10.0))]
    rpe: Option<f64>,
    /// Energy; null clears.
    #[serde(default)]
    #[schemars(range(min = 0, max = 20_000))]
    est_kcal: Patch<i64>,
    /// Remarks; null clears.
    #[serde(default)]
    #[schemars(length(max = NOTES))]
    notes: Patch<String>,
}

async fn update_workout(cx: Ctx, change: Change) -> Result<One, Error> {
    let numbers = [&change.template_id, &change.duration_min, &change.est_kcal];
    let texts = change.started_at.is_none() && change.notes.keeps() && change.rpe.is_none();
    if texts && numbers.iter().all(|patch| patch.keeps()) {
        return Err(nothing_to_change());
    }
    let mut tx = cx.tx().await?;
    let mut workout = service::get(&cx, &mut tx, change.id).await?.workout;
    if let Some(text) = &change.started_at {
        let days = profile::service::load(&cx, &mut tx).await?.days();
        workout.started_at = At(days.happened("started_at", text, cx.now())?);
    }
    workout.template_id = change.template_id.over(workout.template_id);
    workout.duration_min = change.duration_min.over(workout.duration_min);
    workout.rpe = change.rpe.unwrap_or(workout.rpe);
    workout.est_kcal = change.est_kcal.over(workout.est_kcal);
    workout.notes = kept(change.notes.over(workout.notes));
    Ok(One { workout: service::update(&cx, &mut tx, workout).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Added {
    /// Id from get_recent_workouts.
    workout_id: i64,
    /// Id from list_exercises.
    exercise_id: i64,
    /// Its place, which no other has.
    #[schemars(range(min = 0, max = 1000))]
    display_order: i64,
    /// Planned sets.
    #[schemars(range(min = 0, max = 100))]
    planned_sets: i64,
    /// What was done.
    #[schemars(length(max = 100))]
    sets: Vec<SetIn>,
    /// Notes.
    #[schemars(length(max = NOTES))]
    notes: Option<String>,
}

/// An exercise that was added.
#[derive(Debug, Serialize, JsonSchema)]
struct Extended {
    /// The workout.
    workout_id: i64,
    /// The exercise within it.
    exercise_instance: Instance,
}

async fn add_exercise_to_workout(cx: Ctx, added: Added) -> Result<Extended, Error> {
    let new = super::model::NewInstance {
        exercise_id: added.exercise_id,
        display_order: added.display_order,
        planned_sets: added.planned_sets,
        notes: kept(added.notes),
        skipped: false,
        sets: new_sets(added.sets),
    };
    let exercise_instance = service::extend(&cx, &mut *cx.tx().await?, added.workout_id, &new).await?;
    Ok(Extended { workout_id: added.workout_id, exercise_instance })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct SetChange {
    /// Id from get_workout.
    id: i64,
    /// Reps.
    #[schemars(range(min = 0, max = 1000))]
    reps: Option<i64>,
    /// null is body weight.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 2000.0))]
    weight_kg: Patch<f64>,
    /// Remarks; null clears.
    #[serde(default)]
    #[schemars(length(max = NOTES))]
    notes: Patch<String>,
}

/// A set.
#[derive(Debug, Serialize, JsonSchema)]
struct OneSet {
    /// The set.
    set: Set,
}

async fn update_set(cx: Ctx, change: SetChange) -> Result<OneSet, Error> {
    if change.reps.is_none() && change.weight_kg.keeps() && change.notes.keeps() {
        return Err(nothing_to_change());
    }
    let mut tx = cx.tx().await?;
    let mut set = service::get_set(&cx, &mut tx, change.id).await?;
    set.reps = change.reps.unwrap_or(set.reps);
    set.weight_kg = change.weight_kg.over(set.weight_kg);
    set.notes = kept(change.notes.over(set.notes));
    Ok(OneSet { set: service::update_set(&cx, &mut tx, set).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct GoneWorkout {
    /// Id from get_recent_workouts.
    workout_id: i64,
}

/// It is gone.
#[derive(Debug, Serialize, JsonSchema)]
struct WorkoutDeleted {
    /// Always true.
    deleted: bool,
    /// What it was.
    workout_id: i64,
}

async fn delete_workout(cx: Ctx, gone: GoneWorkout) -> Result<WorkoutDeleted, Error> {
    service::delete(&cx, &mut *cx.tx().await?, gone.workout_id).await?;
    Ok(WorkoutDeleted { deleted: true, workout_id: gone.workout_id })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct GoneInstance {
    /// Id from get_workout.
    instance_id: i64,
}

/// It is gone.
#[derive(Debug, Serialize, JsonSchema)]
struct InstanceDeleted {
    /// Always true.
    deleted: bool,
    /// What it was.
    instance_id: i64,
}

async fn remove_exercise_from_workout(cx: Ctx, gone: GoneInstance) -> Result<InstanceDeleted, Error> {
    service::remove(&cx, &mut *cx.tx().await?, gone.instance_id).await?;
    Ok(InstanceDeleted { deleted: true, instance_id: gone.instance_id })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct GoneSet {
    /// Id from get_workout.
    set_id: i64,
}

/// It is gone.
#[derive(Debug, Serialize, JsonSchema)]
struct SetDeleted {
    /// Always true.
    deleted: bool,
    /// What it was.
    set_id: i64,
}

async fn delete_set(cx: Ctx, gone: GoneSet) -> Result<SetDeleted, Error> {
    service::delete_set(&cx, &mut *cx.tx().await?, gone.set_id).await?;
    Ok(SetDeleted { deleted: true, set_id: gone.set_id })
}
