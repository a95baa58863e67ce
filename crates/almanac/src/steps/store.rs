//! Step counts in the database.

use belay_core::Ctx;
use belay_store::{Row, StoreError, Tx, args};
use jiff::civil::Date;

use super::model::Count;
use super::sql;

pub(crate) async fn get(tx: &mut Tx, tenant: &str, id: i64) -> Result<Option<Count>, StoreError> {
    tx.opt(sql::GET, args![tenant, id]).await?.as_ref().map(read).transpose()
}

/// The step counts between two days, the newest first.
pub(crate) async fn list(
    tx: &mut Tx,
    tenant: &str,
    (from, to): (Date, Date),
    limit: i64,
) -> Result<Vec<Count>, StoreError> {
    tx.all(sql::LIST, args![tenant, from, to, limit]).await?.iter().map(read).collect()
}

pub(crate) async fn on_day(tx: &mut Tx, tenant: &str, on: Date) -> Result<Option<Count>, StoreError> {
    tx.opt(sql::ON_DAY, args![tenant, on]).await?.as_ref().map(read).transpose()
}

pub(crate) async fn put(cx: &Ctx, tx: &mut Tx, count: &Count) -> Result<(), StoreError> {
    let args = args![
        cx.tenant(),
        count.id,
        count.on_date,
        count.steps,
        count.est_kcal,
        count.source,
        count.notes.as_deref(),
        count.created_at
    ];
    tx.exec(sql::PUT, args).await?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, tenant: &str, id: i64) -> Result<(), StoreError> {
    tx.exec(sql::DELETE, args![tenant, id]).await?;
    Ok(())
}

fn read(row: &Row) -> Result<Count, StoreError> {
    Ok(Count {
        id: row.get("id")?,
        on_date: row.get("on_date")?,
        steps: row.get("steps")?,
        est_kcal: row.get("est_kcal")?,
        source: row.get("source")?,
        notes: row.get("notes")?,
        created_at: row.get("created_at")?,
    })
}
