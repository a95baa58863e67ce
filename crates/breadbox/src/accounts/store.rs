//! Accounts in the database.

use belay_core::{Ctx, Id};
use belay_store::{Row, StoreError, Tx, args};

use super::model::{Account, Listed};
use super::sql;
use crate::members::model::Member;

pub(crate) async fn list(
    tx: &mut Tx,
    tenant: &str,
    member: Option<&Id<Member>>,
) -> Result<Vec<Listed>, StoreError> {
    let rows = tx.all(sql::LIST, args![tenant, member.map(Id::as_str)]).await?;
    rows.iter().map(listed).collect()
}

/// Adds an account. Says whether it was added; an account with its import key may be there already.
pub(crate) async fn insert(cx: &Ctx, tx: &mut Tx, account: &Account) -> Result<bool, StoreError> {
    let args = args![
        &account.id,
        cx.tenant(),
        account.connection_id.as_ref(),
        account.owner_id.as_ref(),
        account.import_key.as_deref(),
        &account.name,
        &account.kind,
        account.subtype.as_deref(),
        account.mask.as_deref(),
        account.balance_current,
        account.balance_available,
        account.balance_limit,
        account.currency,
        cx.now()
    ];
    Ok(tx.exec(sql::INSERT, args).await? > 0)
}

fn listed(row: &Row) -> Result<Listed, StoreError> {
    let account = Account {
        id: row.get("id")?,
        connection_id: row.get("connection_id")?,
        owner_id: row.get("owner_id")?,
        import_key: row.get("import_key")?,
        name: row.get("name")?,
        kind: row.get("type")?,
        subtype: row.get("subtype")?,
        mask: row.get("mask")?,
        balance_current: row.get("balance_current")?,
        balance_available: row.get("balance_available")?,
        balance_limit: row.get("balance_limit")?,
        currency: row.get("currency")?,
    };
    let id: Option<Id<Member>> = row.get("user_id")?;
    let name: Option<String> = row.get("user_name")?;
    Ok(Listed { account, institution_name: row.get("institution_name")?, member: id.zip(name) })
}
