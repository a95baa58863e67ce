//! Exercise groups in the database.

use belay_core::Ctx;
use belay_store::{Row, StoreError, Tx, args};

use super::model::Group;
use super::sql;
use crate::text::folded;

pub(crate) async fn list(tx: &mut Tx, tenant: &str) -> Result<Vec<Group>, StoreError> {
    let group = |row: &Row| {
        Ok(Group { id: row.get("id")?, name: row.get("name")?, display_order: row.get("display_order")? })
    };
    tx.all(sql::LIST, args![tenant]).await?.iter().map(group).collect()
}

pub(crate) async fn put(cx: &Ctx, tx: &mut Tx, group: &Group) -> Result<(), StoreError> {
    let args = args![cx.tenant(), group.id, &group.name, folded(&group.name), group.display_order, cx.now()];
    tx.exec(sql::PUT, args).await?;
    Ok(())
}

/// How many exercises a group has.
pub(crate) async fn size(tx: &mut Tx, tenant: &str, id: i64) -> Result<i64, StoreError> {
    tx.one(sql::SIZE, args![tenant, id]).await?.get("number")
}

pub(crate) async fn delete(tx: &mut Tx, tenant: &str, id: i64) -> Result<(), StoreError> {
    tx.exec(sql::DELETE, args![tenant, id]).await?;
    Ok(())
}
