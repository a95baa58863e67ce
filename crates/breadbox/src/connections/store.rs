//! Connections in the database.

use belay_core::{Ctx, Id};
use belay_store::{Row, StoreError, Tx, args};

use super::model::{Connection, Status};
use super::sql;

/// The connections of a household, each with the number of its accounts; with `only`, that one if it is there.
pub(crate) async fn list(
    tx: &mut Tx,
    tenant: &str,
    only: Option<&Id<Connection>>,
) -> Result<Vec<(Connection, i64)>, StoreError> {
    let rows = tx.all(sql::LIST, args![tenant, only.map(Id::as_str)]).await?;
    rows.iter().map(|row| Ok((connection(row)?, row.get("accounts_count")?))).collect()
}

pub(crate) async fn insert(cx: &Ctx, tx: &mut Tx, connection: &Connection) -> Result<(), StoreError> {
    let args = args![
        &connection.id,
        cx.tenant(),
        connection.member_id.as_ref(),
        &connection.provider,
        &connection.institution_name,
        connection.status.name(),
        connection.error_message.as_deref(),
        connection.last_synced_at,
        cx.now()
    ];
    tx.exec(sql::INSERT, args).await?;
    Ok(())
}

pub(crate) async fn note_sync(cx: &Ctx, tx: &mut Tx, id: &Id<Connection>) -> Result<(), StoreError> {
    tx.exec(sql::SYNCED, args![cx.tenant(), id, cx.now()]).await?;
    Ok(())
}

fn connection(row: &Row) -> Result<Connection, StoreError> {
    let unknown = || StoreError::Inconsistent {
        what: "breadbox_connection.status".into(),
        detail: "is no status".into(),
    };
    Ok(Connection {
        id: row.get("id")?,
        member_id: row.get("member_id")?,
        provider: row.get("provider")?,
        institution_name: row.get("institution_name")?,
        status: Status::from_name(row.get("status")?).ok_or_else(unknown)?,
        error_message: row.get("error_message")?,
        last_synced_at: row.get("last_synced_at")?,
    })
}
