//! Exercises for the outside.

use belay_core::request::Door;
use belay_core::{Ctx, Error, Operation, Patch};
use belay_store::CtxStore;
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::Exercise;
use super::service;
use crate::text::{NAME, NOTES, kept, name, nothing_to_change};

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("define_exercise", define_exercise)
            .title("Add an exercise")
            .about("Add an exercise to a group. Look in list_exercises first, archived ones included.")
            .rest(Method::POST, "/exercises")
            .example(json!({ "group_id": 1, "name": "Barbell row" })),
        Operation::read("list_exercises", list_exercises)
            .title("List exercises")
            .about("List exercises by name with their ids; without archived ones unless said.")
            .rest(Method::GET, "/exercises")
            .example(json!({})),
        Operation::read("get_exercise", get_exercise)
            .title("Get an exercise")
            .about("One exercise.")
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::GET, "/exercises/{exercise_id}")
            .example(json!({ "exercise_id": 1 })),
        Operation::write("update_exercise", update_exercise)
            .title("Change an exercise")
            .about("Rename, move or annotate an exercise. Workouts that have it follow.")
            .rest(Method::PATCH, "/exercises/{exercise_id}")
            .example(json!({ "exercise_id": 1, "name": "Pendlay row" })),
        Operation::write("archive_exercise", archive_exercise)
            .title("Archive an exercise")
            .about("Take an exercise out of lists; past workouts keep it. unarchive_exercise brings it back.")
            .repeatable()
            .rest(Method::DELETE, "/exercises/{exercise_id}")
            .example(json!({ "exercise_id": 1 })),
        Operation::write("unarchive_exercise", unarchive_exercise)
            .title("Bring an exercise back")
            .about("Bring an archived exercise back.")
            .repeatable()
            .rest(Method::POST, "/exercises/{exercise_id}/unarchive")
            .example(json!({ "exercise_id": 1 })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Define {
    /// Id from list_exercise_groups.
    group_id: i64,
    /// Name.
    #[schemars(length(min = 1, max = NAME))]
    name: String,
    /// Notes.
    #[schemars(length(max = NOTES))]
    notes: Option<String>,
}

/// An exercise.
#[derive(Debug, Serialize, JsonSchema)]
struct One {
    /// The exercise.
    exercise: Exercise,
}

async fn define_exercise(cx: Ctx, new: Define) -> Result<One, Error> {
    let (id, group_id, archived_at) = (0, new.group_id, None);
    let exercise =
        Exercise { id, group_id, name: name("name", new.name)?, notes: kept(new.notes), archived_at };
    Ok(One { exercise: service::keep(&cx, &mut *cx.tx().await?, exercise).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Filter {
    /// Only of this group.
    group_id: Option<i64>,
    /// Include archived.
    include_archived: Option<bool>,
}

/// Exercises.
#[derive(Debug, Serialize, JsonSchema)]
struct Exercises {
    /// By name.
    exercises: Vec<Exercise>,
}

async fn list_exercises(cx: Ctx, filter: Filter) -> Result<Exercises, Error> {
    let mut exercises = service::list(&cx, &mut cx.read().await?).await?;
    let archived = filter.include_archived.unwrap_or(false);
    exercises.retain(|one| filter.group_id.is_none_or(|group| group == one.group_id));
    exercises.retain(|one| archived || one.archived_at.is_none());
    Ok(Exercises { exercises })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// Id from list_exercises.
    exercise_id: i64,
}

async fn get_exercise(cx: Ctx, which: Which) -> Result<One, Error> {
    Ok(One { exercise: service::get(&cx, &mut cx.read().await?, which.exercise_id).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Change {
    /// Id from list_exercises.
    exercise_id: i64,
    /// Name.
    #[schemars(length(min = 1, max = NAME))]
    name: Option<String>,
    /// Id from list_exercise_groups.
    group_id: Option<i64>,
    /// Remarks; null clears.
    #[serde(default)]
    #[schemars(length(max = NOTES))]
    notes: Patch<String>,
}

async fn update_exercise(cx: Ctx, change: Change) -> Result<One, Error> {
    if change.name.is_none() && change.group_id.is_none() && change.notes.keeps() {
        return Err(nothing_to_change());
    }
    let mut tx = cx.tx().await?;
    let mut exercise = service::get(&cx, &mut tx, change.exercise_id).await?;
    if let Some(new) = change.name {
        exercise.name = name("name", new)?;
    }
    exercise.group_id = change.group_id.unwrap_or(exercise.group_id);
    exercise.notes = kept(change.notes.over(exercise.notes));
    Ok(One { exercise: service::keep(&cx, &mut tx, exercise).await? })
}

async fn archive_exercise(cx: Ctx, which: Which) -> Result<One, Error> {
    Ok(One { exercise: service::archive(&cx, &mut *cx.tx().await?, which.exercise_id, true).await? })
}

async fn unarchive_exercise(cx: Ctx, which: Which) -> Result<One, Error> {
    Ok(One { exercise: service::archive(&cx, &mut *cx.tx().await?, which.exercise_id, false).await? })
}
