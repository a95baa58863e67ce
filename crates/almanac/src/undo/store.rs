//! Writes that can be taken back, in the database.

use belay_core::{Ctx, Error};
use belay_store::{StoreError, Tx, args};
use jiff::SignedDuration;

use super::model::{Change, Write};
use super::sql;
use crate::wire::At;

/// Hours for which a write can be taken back, and is kept.
pub(super) const HOURS: i64 = 24;
/// How many writes are kept.
const KEPT: i64 = 20;

pub(super) async fn push(
    cx: &Ctx,
    tx: &mut Tx,
    (id, operation): (i64, &str),
    changes: &[Change],
) -> Result<(), Error> {
    let changes = serde_json::to_string(changes).map_err(Error::internal)?;
    tx.exec(sql::PUSH, args![cx.tenant(), id, operation, At(cx.now()), changes]).await?;
    tx.exec(sql::TRIM, args![cx.tenant(), id - KEPT]).await?;
    // What was deleted must not stand here for longer than it can be brought back.
    let oldest = cx.now().saturating_sub(SignedDuration::from_hours(HOURS)).unwrap_or_default();
    tx.exec(sql::OUTLIVED, args![cx.tenant(), At(oldest)]).await?;
    Ok(())
}

/// The last writes, the last first.
pub(super) async fn last(tx: &mut Tx, tenant: &str, limit: i64) -> Result<Vec<Write>, Error> {
    let mut writes = Vec::new();
    for row in tx.all(sql::LAST, args![tenant, limit]).await? {
        let changes: String = row.get("changes")?;
        writes.push(Write {
            id: row.get("id")?,
            operation: row.get("operation")?,
            made_at: row.get("made_at")?,
            changes: serde_json::from_str(&changes).map_err(Error::internal)?,
        });
    }
    Ok(writes)
}

pub(super) async fn drop(tx: &mut Tx, tenant: &str, id: i64) -> Result<(), StoreError> {
    tx.exec(sql::DROP, args![tenant, id]).await?;
    Ok(())
}

pub(super) async fn clear(tx: &mut Tx, tenant: &str) -> Result<(), StoreError> {
    tx.exec(sql::TRIM, args![tenant, i64::MAX]).await?;
    Ok(())
}
