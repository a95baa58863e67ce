//! Somebody leaves an application and takes everything of theirs along.

pub(crate) mod sql;

use belay_store::{StoreError, Tx, args};

/// What is left of somebody who has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Farewell {
    /// Whether there was a tenant of theirs to take away.
    pub tenant_removed: bool,
    /// Whether the person themself is gone. They stay while they manage the server or belong to another application.
    pub person_removed: bool,
}

/// Takes a person's own tenant away with all that any table holds of it, their tokens and what they allowed programs in
/// the application, and the person too, unless something else here needs them. The audit trail stays: it says who did
/// what, and nothing of what it was done with.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn leave(tx: &mut Tx, app: &str, (tenant, person): (&str, &str)) -> Result<Farewell, StoreError> {
    tx.exec(sql::FORGET_CALLS, args![tenant, app]).await?;
    tx.exec(sql::REMOVE_KEYS, args![app, person]).await?;
    tx.exec(sql::REMOVE_GRANTS, args![app, person]).await?;
    let tenants = tx.exec(sql::REMOVE_TENANT, args![tenant, app, person]).await?;
    let people = tx.exec(sql::REMOVE_PERSON, args![person]).await?;
    Ok(Farewell { tenant_removed: tenants > 0, person_removed: people > 0 })
}
