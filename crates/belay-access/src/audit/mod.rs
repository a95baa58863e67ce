//! The audit trail: one row a write call, in the transaction of the change, so that neither is without the other.

pub(crate) mod sql;

use belay_core::{Ctx, Entity};
use belay_store::{Db, StoreError, Tx, args};

/// A row of the trail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// When, in microseconds since 1970.
    pub at: i64,
    /// What was called.
    pub operation: String,
    /// Which way the call came in.
    pub door: String,
    /// How the caller was known.
    pub origin: String,
    /// The credential.
    pub actor_id: String,
    /// What the change touched, where the application says so.
    pub entity: Option<String>,
    /// What changed, in words, where the application says so.
    pub summary: Option<String>,
}

impl Entity for Entry {
    const PREFIX: &'static str = "aud";
}

/// Writes the row of this call.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn record(cx: &Ctx, tx: &mut Tx, operation: &str) -> Result<(), StoreError> {
    record_about(cx, tx, operation, (None, None)).await
}

/// Writes the row of this call, with the thing it touched and a sentence on what changed.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn record_about(
    cx: &Ctx,
    tx: &mut Tx,
    operation: &str,
    (entity, summary): (Option<&str>, Option<&str>),
) -> Result<(), StoreError> {
    let (actor, request) = (cx.actor(), cx.request());
    let args = args![
        cx.new_id::<Entry>().as_str(),
        cx.now().as_microsecond(),
        cx.tenant(),
        operation,
        request.door.name(),
        actor.origin.name(),
        &*actor.id,
        &*actor.name,
        request.client.as_deref(),
        &*request.id,
        entity,
        summary
    ];
    tx.exec(sql::INSERT, args).await?;
    Ok(())
}

/// The newest rows of a tenant, newest first.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn newest(db: &Db, tenant: &str, most: u32) -> Result<Vec<Entry>, StoreError> {
    let rows = db.all(sql::NEWEST, args![tenant, most]).await?;
    let entry = |row: &belay_store::Row| {
        Ok(Entry {
            at: row.get("at")?,
            operation: row.get("operation")?,
            door: row.get("door")?,
            origin: row.get("origin")?,
            actor_id: row.get("actor_id")?,
            entity: row.get("entity")?,
            summary: row.get("summary")?,
        })
    };
    rows.iter().map(entry).collect()
}
