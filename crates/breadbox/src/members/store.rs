//! Members in the database.

use belay_core::Ctx;
use belay_store::{StoreError, Tx, args};

use super::model::Member;
use super::sql;

pub(crate) async fn list(tx: &mut Tx, tenant: &str) -> Result<Vec<Member>, StoreError> {
    let rows = tx.all(sql::LIST, args![tenant]).await?;
    let member = |row: &belay_store::Row| {
        Ok(Member { id: row.get("id")?, name: row.get("name")?, email: row.get("email")? })
    };
    rows.iter().map(member).collect()
}

pub(crate) async fn insert(cx: &Ctx, tx: &mut Tx, member: &Member) -> Result<(), StoreError> {
    let args = args![&member.id, cx.tenant(), &member.name, member.email.as_deref(), cx.now()];
    tx.exec(sql::INSERT, args).await?;
    Ok(())
}
