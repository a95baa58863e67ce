//! Untracked periods in the database.

use belay_core::Ctx;
use belay_store::{Row, StoreError, Tx, args};
use jiff::civil::Date;

use super::model::Period;
use super::sql;

pub(crate) async fn get(tx: &mut Tx, tenant: &str, id: i64) -> Result<Option<Period>, StoreError> {
    tx.opt(sql::GET, args![tenant, id]).await?.as_ref().map(period).transpose()
}

/// The periods that have a day between two, the latest first.
pub(crate) async fn between(
    tx: &mut Tx,
    tenant: &str,
    (from, to): (Date, Date),
) -> Result<Vec<Period>, StoreError> {
    tx.all(sql::BETWEEN, args![tenant, from, to]).await?.iter().map(period).collect()
}

pub(crate) async fn insert(cx: &Ctx, tx: &mut Tx, period: &Period) -> Result<(), StoreError> {
    let args = args![
        cx.tenant(),
        period.id,
        period.started_on,
        period.ended_on,
        period.reason,
        period.notes.as_deref(),
        period.created_at
    ];
    tx.exec(sql::INSERT, args).await?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, tenant: &str, id: i64) -> Result<(), StoreError> {
    tx.exec(sql::DELETE, args![tenant, id]).await?;
    Ok(())
}

fn period(row: &Row) -> Result<Period, StoreError> {
    Ok(Period {
        id: row.get("id")?,
        started_on: row.get("started_on")?,
        ended_on: row.get("ended_on")?,
        reason: row.get("reason")?,
        notes: row.get("notes")?,
        created_at: row.get("created_at")?,
    })
}
