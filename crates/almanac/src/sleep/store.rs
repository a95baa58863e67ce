//! Nights in the database.

use belay_core::Ctx;
use belay_store::{Row, StoreError, Tx, args};
use jiff::civil::Date;

use super::model::Night;
use super::sql;

pub(crate) async fn get(tx: &mut Tx, tenant: &str, id: i64) -> Result<Option<Night>, StoreError> {
    tx.opt(sql::GET, args![tenant, id]).await?.as_ref().map(read).transpose()
}

/// The nights between two days, the newest first.
pub(crate) async fn list(
    tx: &mut Tx,
    tenant: &str,
    (from, to): (Date, Date),
    limit: i64,
) -> Result<Vec<Night>, StoreError> {
    tx.all(sql::LIST, args![tenant, from, to, limit]).await?.iter().map(read).collect()
}

pub(crate) async fn on_day(tx: &mut Tx, tenant: &str, on: Date) -> Result<Option<Night>, StoreError> {
    tx.opt(sql::ON_DAY, args![tenant, on]).await?.as_ref().map(read).transpose()
}

pub(crate) async fn put(cx: &Ctx, tx: &mut Tx, night: &Night) -> Result<(), StoreError> {
    let args = args![
        cx.tenant(),
        night.id,
        night.slept_on,
        night.hours,
        night.quality,
        night.notes.as_deref(),
        night.created_at
    ];
    tx.exec(sql::PUT, args).await?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, tenant: &str, id: i64) -> Result<(), StoreError> {
    tx.exec(sql::DELETE, args![tenant, id]).await?;
    Ok(())
}

fn read(row: &Row) -> Result<Night, StoreError> {
    Ok(Night {
        id: row.get("id")?,
        slept_on: row.get("slept_on")?,
        hours: row.get("hours")?,
        quality: row.get("quality")?,
        notes: row.get("notes")?,
        created_at: row.get("created_at")?,
    })
}
