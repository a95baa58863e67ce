//! Exercises in the database.

use belay_core::Ctx;
use belay_store::{Row, StoreError, Tx, args};

use super::model::Exercise;
use super::sql;
use crate::text::folded;

/// All exercises by name, archived ones too.
pub(crate) async fn list(tx: &mut Tx, tenant: &str) -> Result<Vec<Exercise>, StoreError> {
    let exercise = |row: &Row| {
        Ok(Exercise {
            id: row.get("id")?,
            group_id: row.get("group_id")?,
            name: row.get("name")?,
            notes: row.get("notes")?,
            archived_at: row.get("archived_at")?,
        })
    };
    tx.all(sql::LIST, args![tenant]).await?.iter().map(exercise).collect()
}

pub(crate) async fn put(cx: &Ctx, tx: &mut Tx, exercise: &Exercise) -> Result<(), StoreError> {
    let args = args![
        cx.tenant(),
        exercise.id,
        exercise.group_id,
        &exercise.name,
        folded(&exercise.name),
        exercise.notes.as_deref(),
        exercise.archived_at,
        cx.now()
    ];
    tx.exec(sql::PUT, args).await?;
    Ok(())
}

/// Takes an exercise away that nothing refers to.
pub(crate) async fn delete(tx: &mut Tx, tenant: &str, id: i64) -> Result<(), StoreError> {
    tx.exec(sql::DELETE, args![tenant, id]).await?;
    Ok(())
}
