//! Calls that are done once, however often they are sent.
//!
//! A call that changes something may carry a key, or count as the same by its arguments alone. The key is claimed by the
//! first statement of the call's own transaction: of two that run at the same time the second waits for the first, then
//! gets its result; a call that fails rolls its claim back with everything else. An operation with transactions of its own
//! claims by a lease instead, in a row of its own: what it kept once is never done again, even when its process was lost.

mod lease;
pub(crate) mod sql;

use belay_core::{Entropy, Error, Kind};
use belay_store::{Db, Row, StoreError, Tx, args};
use jiff::{SignedDuration, Timestamp};

pub(crate) use lease::committed;
pub use lease::{LEASE, Lease, Leased, finish, lease, release, renew};

use crate::digest;
use crate::vault::{Place, Vault};

/// How long a key is remembered.
pub const KEPT: SignedDuration = SignedDuration::from_hours(24);
/// How long a key may be.
const LONGEST_KEY: usize = 200;
/// How many expired keys are forgotten at once.
const AT_ONCE: i64 = 1_000;
/// Who holds a claim that is part of the call's own transaction.
const NOBODY: &str = "";

/// A call under a key.
#[derive(Debug, Clone)]
pub struct Claim {
    id: String,
    tenant: String,
    app: &'static str,
    operation: &'static str,
    arguments: String,
    kept: SignedDuration,
}

/// Whose call it is.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    /// The application.
    pub app: &'static str,
    /// The operation.
    pub operation: &'static str,
    /// The tenant whose data it touches.
    pub tenant: &'a str,
    /// Who calls.
    pub principal: &'a str,
}

/// What there is under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// Nothing: the call may run.
    Nothing,
    /// The same call came to this, as it was kept.
    Result(String),
    /// Another call has the key.
    Other,
    /// The same call runs.
    Running,
    /// The same call kept something, and what it came to is not known.
    Lost,
}

impl Claim {
    /// A call under a key of its sender's.
    ///
    /// # Errors
    /// Code `invalid_idempotency_key` for a key that is empty, too long, or not visible ASCII.
    pub fn by_key(scope: Scope<'_>, key: &str, arguments: &str) -> Result<Self, Error> {
        if key.is_empty() || key.len() > LONGEST_KEY || !key.bytes().all(|b| b.is_ascii_graphic()) {
            let message = format!(
                "An idempotency key has 1 to {LONGEST_KEY} visible ASCII characters and no blanks, such as a UUID"
            );
            return Err(Error::new(Kind::Invalid, "invalid_idempotency_key", message));
        }
        Ok(Self::new(scope, &["key", key], arguments, KEPT))
    }

    /// A call that counts as the same by its arguments, for a while.
    #[must_use]
    pub fn by_arguments(scope: Scope<'_>, arguments: &str, within: SignedDuration) -> Self {
        Self::new(scope, &["arguments", arguments], arguments, within)
    }

    fn new(scope: Scope<'_>, key: &[&str], arguments: &str, kept: SignedDuration) -> Self {
        let Scope { app, operation, tenant, principal } = scope;
        let id = digest::of_texts(&[&[tenant, principal, app, operation], key].concat());
        Self { id, tenant: tenant.to_owned(), app, operation, arguments: arguments.to_owned(), kept }
    }

    /// The result of a call as it lies in the database: sealed, since it may hold what only its caller may see.
    ///
    /// # Errors
    /// A fault when the vault has no key.
    pub fn seal(&self, vault: Option<&Vault>, result: &str, entropy: &dyn Entropy) -> Result<String, Error> {
        let Some(vault) = vault else { return Ok(result.to_owned()) };
        vault.seal(self.place(), result, entropy).map_err(Error::internal)
    }

    /// The reverse of [`seal`](Self::seal); nothing where it does not open any more.
    #[must_use]
    pub fn open(&self, vault: Option<&Vault>, kept: String) -> Option<String> {
        if !Vault::is_sealed(&kept) {
            return Some(kept);
        }
        vault?.open(self.place(), &kept).ok().map(|result| result.expose().to_owned())
    }

    fn place(&self) -> Place<'_> {
        Place { table: "access_idempotency", column: "result", row: &self.id }
    }

    fn expires_at(&self, now: Timestamp) -> Timestamp {
        now.saturating_add(self.kept).unwrap_or(Timestamp::MAX)
    }
}

/// What there is under a key, without claiming it.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn look(db: &Db, claim: &Claim, now: Timestamp) -> Result<Found, StoreError> {
    match db.opt(sql::BY_ID, args![&claim.id]).await? {
        Some(row) => found(&row, claim, now),
        None => Ok(Found::Nothing),
    }
}

/// Claims a key in the call's own transaction, which must have done nothing before. Where another call that claims it is
/// under way, this waits for its end.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn claim(tx: &mut Tx, claim: &Claim, now: Timestamp) -> Result<Found, StoreError> {
    insert(tx, claim, ("done", NOBODY, None), now).await.map(|(found, _)| found)
}

/// Claims a key in a state. With what was found comes the row, where there is one.
async fn insert(
    tx: &mut Tx,
    claim: &Claim,
    (state, holder, until): (&str, &str, Option<Timestamp>),
    now: Timestamp,
) -> Result<(Found, Option<Row>), StoreError> {
    // The second time round an expired row is gone; another's new one is there the third time at the latest.
    for _ in 0..3 {
        let args = args![
            &claim.id,
            &claim.tenant,
            claim.app,
            claim.operation,
            &claim.arguments,
            state,
            holder,
            until.map(Timestamp::as_microsecond),
            now.as_microsecond(),
            claim.expires_at(now).as_microsecond()
        ];
        if tx.exec(sql::CLAIM, args).await? == 1 {
            return Ok((Found::Nothing, None));
        }
        if let Some(row) = tx.opt(sql::BY_ID, args![&claim.id]).await? {
            match found(&row, claim, now)? {
                Found::Nothing => {}
                other => return Ok((other, Some(row))),
            }
        }
        tx.exec(sql::FORGET_EXPIRED, args![&claim.id, now.as_microsecond()]).await?;
    }
    Ok((Found::Running, None))
}

fn found(row: &Row, claim: &Claim, now: Timestamp) -> Result<Found, StoreError> {
    if row.get::<i64>("expires_at")? <= now.as_microsecond() {
        return Ok(Found::Nothing);
    }
    if row.get::<String>("arguments")? != claim.arguments {
        return Ok(Found::Other);
    }
    Ok(match (row.get::<String>("state")?.as_str(), row.get::<Option<String>>("result")?) {
        ("done", Some(result)) => Found::Result(result),
        ("running", _) => Found::Running,
        // It has kept something, and its process may still be about to tell the result.
        _ if row.get::<Option<i64>>("leased_until")?.is_some_and(|until| until > now.as_microsecond()) => {
            Found::Running
        }
        _ => Found::Lost,
    })
}

/// Keeps what the call came to in the transaction that claimed the key.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn keep(tx: &mut Tx, claim: &Claim, result: &str) -> Result<(), StoreError> {
    tx.exec(sql::KEEP, args![&claim.id, NOBODY, result]).await?;
    Ok(())
}

/// Notes what a call made. Without a key there is nothing to forget later.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn made(tx: &mut Tx, claim: &Claim, entities: &[String]) -> Result<(), StoreError> {
    if entities.is_empty() {
        return Ok(());
    }
    let row = |entity: &String| args![&claim.tenant, claim.app, entity, &claim.id];
    tx.batch(sql::MADE, entities.iter().map(row).collect()).await?;
    Ok(())
}

/// Forgets the calls that made what is gone now, whoever called; not the one that runs.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn unmade(
    tx: &mut Tx,
    (tenant, app): (&str, &str),
    entities: &[String],
    running: Option<&Claim>,
) -> Result<(), StoreError> {
    if entities.is_empty() {
        return Ok(());
    }
    let but = running.map(|claim| claim.id.as_str()).unwrap_or_default();
    let row = |entity: &String| args![tenant, app, entity, but];
    tx.batch(sql::UNMADE, entities.iter().map(row).collect()).await?;
    Ok(())
}

/// Forgets keys whose time is over, some at a time. Says whether there may be more.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn purge(tx: &mut Tx, now: Timestamp) -> Result<bool, StoreError> {
    let gone = tx.exec(sql::PURGE, args![now.as_microsecond(), AT_ONCE]).await?;
    Ok(i64::try_from(gone).unwrap_or(i64::MAX) >= AT_ONCE)
}

/// What a call is refused with when another has its key.
#[must_use]
pub fn conflict() -> Error {
    let message = "The idempotency key was used for this operation with other arguments; send a new key with a new call";
    Error::new(Kind::Conflict, "idempotency_conflict", message)
}

/// What a call is refused with while the same one runs.
#[must_use]
pub fn running() -> Error {
    let message = "The same call is still running; send it again in a while to get its result";
    Error::new(Kind::Conflict, "idempotency_in_progress", message).with_detail("retry_after_s", 5)
}

/// What a call is refused with when it was carried out, at least in part, and its result is not known.
#[must_use]
pub fn lost() -> Error {
    let message = "This call was carried out, at least in part, and then interrupted; its result is not known. Look at what \
        there is before you send it under another key";
    Error::new(Kind::Conflict, "idempotency_outcome_unknown", message)
}
