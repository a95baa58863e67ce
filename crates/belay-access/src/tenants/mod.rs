//! Tenants: whose data it is.

pub(crate) mod sql;

use belay_core::entropy::Entropy;
use belay_core::{Entity, Id};
use belay_store::{StoreError, Tx, args};
use jiff::Timestamp;

/// A household, a person or an organization.
#[derive(Debug)]
pub struct Tenant;

impl Entity for Tenant {
    const PREFIX: &'static str = "ten";
}

/// The first tenant of an application, made if there is none yet.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn first(
    tx: &mut Tx,
    app: &str,
    name: &str,
    now: Timestamp,
    entropy: &dyn Entropy,
) -> Result<String, StoreError> {
    if let Some(row) = tx.opt(sql::FIRST, args![app]).await? {
        return row.get("id");
    }
    let id = Id::<Tenant>::new(now, entropy);
    tx.exec(sql::INSERT, args![id.as_str(), app, name, now.as_microsecond()]).await?;
    Ok(id.as_str().to_owned())
}
