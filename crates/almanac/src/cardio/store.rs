//! Cardio sessions in the database.

use belay_core::Ctx;
use belay_store::{Row, StoreError, Tx, args};

use super::model::Session;
use super::sql;
use crate::span::Span;

pub(crate) async fn get(tx: &mut Tx, tenant: &str, id: i64) -> Result<Option<Session>, StoreError> {
    tx.opt(sql::GET, args![tenant, id]).await?.as_ref().map(read).transpose()
}

/// The cardio sessions of a stretch, the newest first.
pub(crate) async fn list(tx: &mut Tx, tenant: &str, span: &Span) -> Result<Vec<Session>, StoreError> {
    let args = args![tenant, span.first, span.last, span.from, span.to, span.limit];
    tx.all(sql::LIST, args).await?.iter().map(read).collect()
}

pub(crate) async fn put(cx: &Ctx, tx: &mut Tx, session: &Session) -> Result<(), StoreError> {
    let args = args![
        cx.tenant(),
        session.id,
        session.day,
        session.started_at,
        session.duration_min,
        session.modality.as_deref(),
        session.avg_hr,
        session.distance_km,
        session.steps,
        session.est_kcal,
        session.notes.as_deref(),
        session.created_at
    ];
    tx.exec(sql::PUT, args).await?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, tenant: &str, id: i64) -> Result<(), StoreError> {
    tx.exec(sql::DELETE, args![tenant, id]).await?;
    Ok(())
}

fn read(row: &Row) -> Result<Session, StoreError> {
    Ok(Session {
        id: row.get("id")?,
        day: row.get("on_date")?,
        started_at: row.get("started_at")?,
        duration_min: row.get("duration_min")?,
        modality: row.get("modality")?,
        avg_hr: row.get("avg_hr")?,
        distance_km: row.get("distance_km")?,
        steps: row.get("steps")?,
        est_kcal: row.get("est_kcal")?,
        notes: row.get("notes")?,
        created_at: row.get("created_at")?,
    })
}
