//! What can be done with exercises.

use belay_core::{Ctx, Error};
use belay_store::Tx;

use super::error::ExerciseRefusal;
use super::model::Exercise;
use super::store;
use crate::text::folded;
use crate::undo::note::{self, Kind};
use crate::wire::At;
use crate::{groups, numbering};

/// All exercises by name, archived ones too.
pub(crate) async fn list(cx: &Ctx, tx: &mut Tx) -> Result<Vec<Exercise>, Error> {
    Ok(store::list(tx, cx.tenant()).await?)
}

/// The exercise of a number.
pub(crate) async fn get(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<Exercise, Error> {
    let found = list(cx, tx).await?.into_iter().find(|exercise| exercise.id == id);
    Ok(found.ok_or(ExerciseRefusal::NotFound(id))?)
}

/// Makes sure that all these exercises are the person's own.
pub(crate) async fn known(cx: &Ctx, tx: &mut Tx, ids: impl IntoIterator<Item = i64>) -> Result<(), Error> {
    let all = list(cx, tx).await?;
    match ids.into_iter().find(|id| !all.iter().any(|exercise| exercise.id == *id)) {
        Some(id) => Err(ExerciseRefusal::NotFound(id).into()),
        None => Ok(()),
    }
}

/// Keeps an exercise. One that is new comes without a number and gets one.
pub(crate) async fn keep(cx: &Ctx, tx: &mut Tx, mut exercise: Exercise) -> Result<Exercise, Error> {
    groups::service::get(cx, tx, exercise.group_id).await?;
    if exercise.archived_at.is_none() {
        let same = |other: &Exercise| {
            other.id != exercise.id
                && other.archived_at.is_none()
                && folded(&other.name) == folded(&exercise.name)
        };
        if let Some(other) = list(cx, tx).await?.into_iter().find(same) {
            return Err(ExerciseRefusal::NameTaken(other.id).into());
        }
    }
    if exercise.id == 0 {
        exercise.id = numbering::service::next(cx, tx, "exercise").await?;
        cx.made(entity(exercise.id));
    } else {
        cx.unmade(entity(exercise.id));
    }
    note::changed(cx, tx, Kind::Exercise, exercise.id).await?;
    store::put(cx, tx, &exercise).await?;
    cx.audit(entity(exercise.id), None, None);
    Ok(exercise)
}

/// Archives an exercise or takes it back; workouts that have it keep it.
pub(crate) async fn archive(cx: &Ctx, tx: &mut Tx, id: i64, archived: bool) -> Result<Exercise, Error> {
    let mut exercise = get(cx, tx, id).await?;
    exercise.archived_at = archived.then(|| exercise.archived_at.unwrap_or(At(cx.now())));
    keep(cx, tx, exercise).await
}

fn entity(id: i64) -> String {
    format!("exercise:{id}")
}
