//! Browsers that are signed in.

pub(crate) mod sql;

use belay_core::Entropy;
use belay_store::{Db, StoreError, Tx, args};
use jiff::{SignedDuration, Timestamp};

use crate::people::{self, Person};
use crate::token;

/// How long a session lasts without a request.
pub const IDLE: SignedDuration = SignedDuration::from_hours(14 * 24);
/// How often its use is noted.
const NOTED: SignedDuration = SignedDuration::from_mins(10);

/// Begins a session for a person and returns the secret for the cookie.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn begin(
    tx: &mut Tx,
    person: &str,
    now: Timestamp,
    entropy: &dyn Entropy,
) -> Result<String, StoreError> {
    let secret = token::mint("bws", entropy);
    let expires = now.saturating_add(IDLE).unwrap_or(Timestamp::MAX);
    let args = args![token::digest(&secret), person, now.as_microsecond(), expires.as_microsecond()];
    tx.exec(sql::INSERT, args).await?;
    Ok(secret)
}

/// Whose session a cookie holds. A session ends two weeks after its last use, and with its person.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn person(db: &Db, secret: &str, now: Timestamp) -> Result<Option<Person>, StoreError> {
    let digest = token::digest(secret);
    let Some(row) = db.opt(sql::BY_DIGEST, args![digest.as_str(), now.as_microsecond()]).await? else {
        return Ok(None);
    };
    let (id, seen): (String, i64) = (row.get("person_id")?, row.get("seen_at")?);
    if now.as_microsecond() - seen > i64::try_from(NOTED.as_micros()).unwrap_or(i64::MAX) {
        let expires = now.saturating_add(IDLE).unwrap_or(Timestamp::MAX);
        let mut tx = db.write().await?;
        tx.exec(sql::TOUCH, args![digest, now.as_microsecond(), expires.as_microsecond()]).await?;
        tx.commit().await?;
    }
    Ok(people::by_id(db, &id).await?.filter(|person| person.disabled_at.is_none()))
}

/// Forgets sessions whose time is over.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn purge(tx: &mut Tx, now: Timestamp) -> Result<(), StoreError> {
    tx.exec(sql::PURGE, args![now.as_microsecond()]).await?;
    Ok(())
}

/// Ends a session.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn end(tx: &mut Tx, secret: &str) -> Result<(), StoreError> {
    tx.exec(sql::END, args![token::digest(secret)]).await?;
    Ok(())
}

/// What a form of a session must bring along to prove that the page was ours. Nobody can make it who cannot read the
/// cookie, which pages of others cannot.
#[must_use]
pub fn form_token(secret: &str) -> String {
    token::digest(&format!("form of {secret}"))
}
