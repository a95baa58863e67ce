//! What people have allowed programs, and the access tokens that stand on it.

use std::sync::Arc;

use belay_core::actor::Origin;
use belay_core::{Access, Actor, App, Error};
use belay_store::{Db, Row, StoreError, Tx, args};
use jiff::{SignedDuration, Timestamp};

use super::{redirect, sql};
use crate::keys::{KeyRefusal, Standing, Verified};
use crate::rows::{instant, instant_if, scopes};
use crate::token;

/// What a person allowed a program.
#[derive(Debug, Clone)]
pub struct Grant {
    /// Its identifier.
    pub id: String,
    /// The application.
    pub app: String,
    /// What the program calls itself.
    pub client: String,
    /// The host that stands behind it: of its document, else of the address to which its browser was sent.
    pub host: String,
    /// The scopes, without the application's name.
    pub scopes: String,
    /// Since when.
    pub created_at: Timestamp,
    /// When it was last used, to the minute.
    pub last_used_at: Option<Timestamp>,
}

/// Whose access token a secret is, if it was issued for this application.
///
/// # Errors
/// [`KeyRefusal::Token`] for one that is unknown, expired, revoked, or for another application: the same for all. A
/// fault when the database cannot be asked.
pub(crate) async fn verify(db: &Db, app: &App, secret: &str, now: Timestamp) -> Result<Verified, Error> {
    let row = db.opt(sql::ACCESS, args![token::digest(secret), app.name]).await?.ok_or(KeyRefusal::Token)?;
    let ended = |column| Ok::<_, StoreError>(row.get::<Option<i64>>(column)?.is_some());
    let expired = row.get::<i64>("expires_at")? <= now.as_microsecond();
    if expired || ended("revoked_at")? {
        return Err(KeyRefusal::Token.into());
    }
    let (grant, name): (String, String) = (row.get("grant_id")?, row.get("name")?);
    let person: Option<String> = row.get("person_id")?;
    let standing = match &person {
        Some(person) => Some(Standing::of(db, app, person).await?.ok_or(KeyRefusal::Token)?),
        None => None,
    };
    // A program that acts for no person acts for the tenant it was made for.
    let tenant: Option<String> = if person.is_none() { row.get("tenant_id")? } else { None };
    // A program that acts by itself stays the same caller with every token it gets.
    let id = if person.is_some() { grant } else { row.get("client_id")? };
    let last_used: Option<i64> = row.get("last_used_at")?;
    let minute = now.as_microsecond().div_euclid(60_000_000);
    let actor = Actor {
        tenant: tenant.map(Arc::from),
        person: person.map(Arc::from),
        admin: standing.as_ref().is_some_and(|standing| standing.admin),
        scopes: Some(scopes(row.get("scopes")?)),
        ..Actor::new(Origin::Grant, id, name, Access::Full)
    };
    let stale = last_used.is_none_or(|used| used.div_euclid(60_000_000) < minute);
    Ok(Verified { actor, stale, standing })
}

/// What a person has allowed and not taken back, newest first.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn of_person(db: &Db, person: &str, now: Timestamp) -> Result<Vec<Grant>, StoreError> {
    db.all(sql::OF_PERSON, args![person, now.as_microsecond()]).await?.iter().map(grant).collect()
}

/// Takes back what a person allowed: every code and token of it ends at once. False where there is nothing to end.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn revoke_own(tx: &mut Tx, person: &str, id: &str, now: Timestamp) -> Result<bool, StoreError> {
    Ok(tx.exec(sql::REVOKE_OWN, args![person, id, now.as_microsecond()]).await? > 0)
}

/// Forgets what is over: what expired a day ago, grants on which nothing is left, and programs that nobody allowed
/// anything for a week. A used code is kept for that day, so that trying it again still ends its grant.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn purge(tx: &mut Tx, now: Timestamp) -> Result<(), StoreError> {
    let day = now.saturating_sub(SignedDuration::from_hours(24)).unwrap_or(Timestamp::MIN).as_microsecond();
    let week =
        now.saturating_sub(SignedDuration::from_hours(7 * 24)).unwrap_or(Timestamp::MIN).as_microsecond();
    tx.exec(sql::PURGE, args![day]).await?;
    tx.exec(sql::PURGE_GRANTS, args![day]).await?;
    tx.exec(sql::PRUNE_CLIENTS, args![week]).await?;
    Ok(())
}

fn grant(row: &Row) -> Result<Grant, StoreError> {
    let (client, kind, sent_to): (&str, &str, &str) =
        (row.get("client_id")?, row.get("kind")?, row.get("redirect_uri")?);
    Ok(Grant {
        id: row.get("id")?,
        app: row.get("app")?,
        client: row.get("name")?,
        host: redirect::host(if kind == "document" { client } else { sent_to }),
        scopes: row.get("scopes")?,
        created_at: instant(row.get("created_at")?)?,
        last_used_at: instant_if(row, "last_used_at")?,
    })
}
