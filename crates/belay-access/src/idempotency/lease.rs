//! Claims of operations with transactions of their own.

use std::sync::{Arc, OnceLock};

use belay_core::{Ctx, Entropy};
use belay_store::{Db, StoreError, Tx, args};
use jiff::{SignedDuration, Timestamp};

use super::{Claim, Found, sql};

/// How long a process may be silent about a call before it is taken to be gone.
pub const LEASE: SignedDuration = SignedDuration::from_secs(60);

/// A call that this process runs, until it says otherwise or falls silent.
#[derive(Debug, Clone)]
pub struct Lease {
    id: String,
    holder: String,
}

/// The lease of a call, once it has one, where its operation finds it.
#[derive(Debug, Clone, Default)]
pub struct Leased(Arc<OnceLock<Lease>>);

impl Leased {
    /// Puts the lease there.
    pub fn set(&self, lease: Lease) {
        let _ = self.0.set(lease);
    }
}

/// Claims a key in a row of its own. With [`Found::Nothing`] comes the lease.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn lease(
    db: &Db,
    claim: &Claim,
    entropy: &dyn Entropy,
    now: Timestamp,
) -> Result<(Found, Option<Lease>), StoreError> {
    let mut bytes = [0; 16];
    entropy.fill(&mut bytes);
    let holder = crate::digest::of_bytes(&bytes);
    let until = until(now);
    let mut tx = db.write().await?;
    let (mut found, row) = super::insert(&mut tx, claim, ("running", &holder, Some(until)), now).await?;
    if let (Found::Running, Some(row)) = (&found, row)
        && row.get::<Option<i64>>("leased_until")?.is_none_or(|until| until <= now.as_microsecond())
    {
        let before: Option<String> = row.get("holder")?;
        let args = args![&claim.id, before, &holder, until.as_microsecond()];
        if tx.exec(sql::TAKE_OVER, args).await? == 1 {
            found = Found::Nothing;
        }
    }
    tx.commit().await?;
    let lease = (found == Found::Nothing).then(|| Lease { id: claim.id.clone(), holder });
    Ok((found, lease))
}

fn until(now: Timestamp) -> Timestamp {
    now.saturating_add(LEASE).unwrap_or(Timestamp::MAX)
}

/// Notes, in a transaction of the operation's own, that it keeps something under this call's lease. From then on the call
/// never runs again. Does nothing for a call without one.
///
/// # Errors
/// [`StoreError`] when the database fails, or when another process took the call over: then nothing may be kept.
pub(crate) async fn committed(cx: &Ctx, tx: &mut Tx) -> Result<(), StoreError> {
    let Some(lease) = cx.get::<Leased>().and_then(|leased| leased.0.get()) else { return Ok(()) };
    if tx.exec(sql::COMMITTED, args![&lease.id, &lease.holder]).await? == 1 {
        return Ok(());
    }
    Err(StoreError::Inconsistent {
        what: "access_idempotency".to_owned(),
        detail: "says that another process runs the call".to_owned(),
    })
}

/// Holds a call for longer. False when it is held no more.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn renew(db: &Db, lease: &Lease, now: Timestamp) -> Result<bool, StoreError> {
    let mut tx = db.write().await?;
    let args = args![&lease.id, &lease.holder, until(now).as_microsecond()];
    let held = tx.exec(sql::RENEW, args).await? == 1;
    tx.commit().await?;
    Ok(held)
}

/// Keeps what the call came to, with what it made and took away.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn finish(tx: &mut Tx, lease: &Lease, result: &str) -> Result<(), StoreError> {
    tx.exec(sql::KEEP, args![&lease.id, &lease.holder, result]).await?;
    Ok(())
}

/// Gives a call up that failed: it may be sent again, unless something of it was kept.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn release(db: &Db, lease: &Lease) -> Result<(), StoreError> {
    let mut tx = db.write().await?;
    tx.exec(sql::RELEASE, args![&lease.id, &lease.holder]).await?;
    tx.exec(sql::ABANDON, args![&lease.id, &lease.holder]).await?;
    tx.commit().await
}
