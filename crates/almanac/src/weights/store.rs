//! Weigh-ins in the database.

use belay_core::Ctx;
use belay_store::{Row, StoreError, Tx, args};
use jiff::civil::Date;

use super::model::Weight;
use super::sql;

pub(crate) async fn get(tx: &mut Tx, tenant: &str, id: i64) -> Result<Option<Weight>, StoreError> {
    tx.opt(sql::GET, args![tenant, id]).await?.as_ref().map(weight).transpose()
}

pub(crate) async fn on_day(tx: &mut Tx, tenant: &str, on: Date) -> Result<Option<Weight>, StoreError> {
    tx.opt(sql::ON_DAY, args![tenant, on]).await?.as_ref().map(weight).transpose()
}

pub(crate) async fn up_to(tx: &mut Tx, tenant: &str, on: Date) -> Result<Option<Weight>, StoreError> {
    tx.opt(sql::UP_TO, args![tenant, on]).await?.as_ref().map(weight).transpose()
}

pub(crate) async fn first(tx: &mut Tx, tenant: &str) -> Result<Option<Weight>, StoreError> {
    tx.opt(sql::FIRST, args![tenant]).await?.as_ref().map(weight).transpose()
}

/// The weigh-ins between two days, the newest first.
pub(crate) async fn list(
    tx: &mut Tx,
    tenant: &str,
    (from, to): (Date, Date),
    limit: i64,
) -> Result<Vec<Weight>, StoreError> {
    tx.all(sql::LIST, args![tenant, from, to, limit]).await?.iter().map(weight).collect()
}

pub(crate) async fn put(cx: &Ctx, tx: &mut Tx, weight: &Weight) -> Result<(), StoreError> {
    let args = args![
        cx.tenant(),
        weight.id,
        weight.measured_on,
        weight.weight_kg,
        weight.trend_kg,
        weight.notes.as_deref(),
        weight.created_at
    ];
    tx.exec(sql::PUT, args).await?;
    Ok(())
}

/// Changes trends, each given with the number of its weigh-in.
pub(crate) async fn retrend(tx: &mut Tx, tenant: &str, trends: &[(i64, f64)]) -> Result<(), StoreError> {
    let rows = trends.iter().map(|(id, trend)| args![tenant, *id, *trend]).collect();
    tx.batch(sql::RETREND, rows).await?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, tenant: &str, id: i64) -> Result<(), StoreError> {
    tx.exec(sql::DELETE, args![tenant, id]).await?;
    Ok(())
}

fn weight(row: &Row) -> Result<Weight, StoreError> {
    Ok(Weight {
        id: row.get("id")?,
        measured_on: row.get("measured_on")?,
        weight_kg: row.get("weight_kg")?,
        trend_kg: row.get("trend_kg")?,
        notes: row.get("notes")?,
        created_at: row.get("created_at")?,
    })
}
