//! Counters in the database.

use belay_store::{StoreError, Tx, args};

use super::sql;

/// Counts on by some, and gives the last number.
pub(crate) async fn take(tx: &mut Tx, tenant: &str, entity: &str, count: i64) -> Result<i64, StoreError> {
    tx.one(sql::TAKE, args![tenant, entity, count]).await?.get("last")
}

/// The last number that was given out; 0 before the first.
pub(crate) async fn last(tx: &mut Tx, tenant: &str, entity: &str) -> Result<i64, StoreError> {
    let row = tx.opt(sql::LAST, args![tenant, entity]).await?;
    Ok(row.map(|row| row.get("last")).transpose()?.unwrap_or(0))
}
