//! The first start: a link that is shown once and makes the first person.

pub(crate) mod sql;

use belay_core::Entropy;
use belay_store::{Db, StoreError, Tx, args};
use jiff::Timestamp;

use crate::{people, token};

/// A new secret for the set-up link, in place of an earlier one. None once there is anybody.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn offer(db: &Db, now: Timestamp, entropy: &dyn Entropy) -> Result<Option<String>, StoreError> {
    if people::is_anybody(db).await? {
        return Ok(None);
    }
    let secret = token::mint("setup", entropy);
    let mut tx = db.write().await?;
    tx.exec(sql::OFFER, args![token::digest(&secret), now.as_microsecond()]).await?;
    tx.commit().await?;
    Ok(Some(secret))
}

/// Whether a secret is that of the link, and nobody used it yet.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn is_offered(db: &Db, secret: &str) -> Result<bool, StoreError> {
    Ok(db.opt(sql::OFFERED, args![token::digest(secret)]).await?.is_some())
}

/// Uses the link up. False where it was used already, or is not the one.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn take(tx: &mut Tx, secret: &str, now: Timestamp) -> Result<bool, StoreError> {
    Ok(tx.exec(sql::TAKE, args![token::digest(secret), now.as_microsecond()]).await? > 0)
}
