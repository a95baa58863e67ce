//! Counters in the database.

use belay_store::{StoreError, Tx, args};

use super::sql;

/// Counts on by some, and gives the last number.
pub(crate) async fn take(tx: &mut Tx, tenant: &str, entity: &str, count: i64) -> Result<i64, StoreError> {
    tx.one(sql::TAKE, args![tenant, entity, count]).await?.get("last")
}
