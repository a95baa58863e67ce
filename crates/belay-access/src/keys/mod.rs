//! API keys: shown once, kept as a digest, revoked at once.

mod error;
pub(crate) mod sql;

use std::sync::Arc;

use belay_core::actor::{Origin, Scope};
use belay_core::entropy::Entropy;
use belay_core::{Access, Actor, App, Entity, Error, Id};
use belay_store::{Db, Row, StoreError, Tx, args};
use jiff::Timestamp;

pub use error::KeyRefusal;

use crate::people;
use crate::rows::{instant, instant_if, scopes};
use crate::tenants::{self, Seat};
use crate::token::{digest, mint};

/// How many characters of a key's secret part may be shown to tell keys apart.
const SHOWN: usize = 8;

/// An API key or a personal access token, without its secret.
#[derive(Debug, Clone)]
pub struct Key {
    /// Its identifier.
    pub id: String,
    /// The name a person gave it.
    pub name: String,
    /// How its secret begins.
    pub prefix: String,
    /// How much it may do.
    pub access: Access,
    /// What it is limited to, without the application's name. None is no limit.
    pub scopes: Option<Arc<[Scope]>>,
    /// The person whose token it is. None for a key, which is the tenant's.
    pub person: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it ends by itself.
    pub expires_at: Option<Timestamp>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<Timestamp>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
}

impl Entity for Key {
    const PREFIX: &'static str = "key";
}

/// What a new key or token is to be.
#[derive(Debug, Clone, Copy)]
pub struct NewKey<'a> {
    /// The application it opens.
    pub app: &'a str,
    /// What its secret begins with, without the underscore.
    pub prefix: &'a str,
    /// Whose it is.
    pub owner: Owner<'a>,
    /// A name to tell it from others.
    pub name: &'a str,
    /// How much it may do.
    pub access: Access,
    /// What it is limited to, without the application's name. None is no limit.
    pub scopes: Option<&'a [&'a str]>,
    /// When it ends by itself.
    pub expires_at: Option<Timestamp>,
}

/// Whose a key or a token is.
#[derive(Debug, Clone, Copy)]
pub enum Owner<'a> {
    /// A tenant's: a key, behind which no person stands.
    Tenant(&'a str),
    /// A person's: a personal access token, which may do what the person may.
    Person(&'a str),
}

impl<'a> NewKey<'a> {
    /// A key of a tenant without a limit or an end.
    #[must_use]
    pub fn new(app: &'a App, owner: Owner<'a>, name: &'a str, access: Access) -> Self {
        Self { app: app.name, prefix: app.key_prefix, owner, name, access, scopes: None, expires_at: None }
    }
}

/// Makes a key and returns its identifier and its secret, which is kept nowhere.
///
/// The secret is the application's prefix and 160 random bits in base 32.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn create(
    tx: &mut Tx,
    new: NewKey<'_>,
    now: Timestamp,
    entropy: &dyn Entropy,
) -> Result<(String, String), StoreError> {
    let secret = mint(new.prefix, entropy);
    let id = Id::<Key>::new(now, entropy);
    let prefix: String = secret.chars().take(new.prefix.len() + 1 + SHOWN).collect();
    let (tenant, person) = match new.owner {
        Owner::Tenant(tenant) => (Some(tenant), None),
        Owner::Person(person) => (None, Some(person)),
    };
    let args = args![
        id.as_str(),
        tenant,
        person,
        new.app,
        new.name,
        prefix,
        digest(&secret),
        new.access.name(),
        new.scopes.map(|scopes| scopes.join(" ")),
        now.as_microsecond(),
        new.expires_at.map(Timestamp::as_microsecond)
    ];
    tx.exec(sql::INSERT, args).await?;
    Ok((id.as_str().to_owned(), secret))
}

/// A credential that was accepted.
#[derive(Debug)]
pub struct Verified {
    /// Who it makes of the caller. A person's token has no tenant yet.
    pub actor: Actor,
    /// Whether its last use lies in an earlier minute and should be noted.
    pub stale: bool,
    /// What was read along of its person, if one stands behind it.
    pub(crate) standing: Option<Standing>,
}

/// Where a person may act, and by what they are let in.
#[derive(Debug)]
pub(crate) struct Standing {
    pub(crate) seats: Vec<Seat>,
    /// The address that must be on the list; none for somebody with a password here.
    pub(crate) listed: Option<String>,
    /// Whether they manage the whole server.
    pub(crate) admin: bool,
}

impl Standing {
    /// What is known of a person in an application; nothing of somebody who may no longer act.
    pub(crate) async fn of(db: &Db, app: &App, person: &str) -> Result<Option<Self>, StoreError> {
        let rows = db.all(people::sql::STANDING, args![person, app.name]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        if row.get::<Option<i64>>("disabled_at")?.is_some() {
            return Ok(None);
        }
        Ok(Some(Self {
            seats: tenants::seated(&rows, app)?,
            listed: row.get("listed")?,
            admin: row.get("admin")?,
        }))
    }
}

/// Whose key or token a secret is.
///
/// # Errors
/// [`KeyRefusal`] for one that is unknown, revoked, expired, or of a person who may no longer act; a fault when the
/// database cannot be asked.
pub async fn verify(db: &Db, app: &App, secret: &str, now: Timestamp) -> Result<Verified, Error> {
    let row = db.opt(sql::BY_DIGEST, args![app.name, digest(secret)]).await?.ok_or(KeyRefusal::Unknown)?;
    if row.get::<Option<i64>>("revoked_at")?.is_some() {
        return Err(KeyRefusal::Revoked.into());
    }
    if row.get::<Option<i64>>("expires_at")?.is_some_and(|end| end <= now.as_microsecond()) {
        return Err(KeyRefusal::Expired.into());
    }
    let id: String = row.get("id")?;
    let last_used: Option<i64> = row.get("last_used_at")?;
    let minute = now.as_microsecond().div_euclid(60_000_000);
    let person: Option<String> = row.get("person_id")?;
    let standing = match &person {
        Some(person) => Some(Standing::of(db, app, person).await?.ok_or(KeyRefusal::Revoked)?),
        None => None,
    };
    let origin = if person.is_some() { Origin::Token } else { Origin::Key };
    let actor = Actor {
        tenant: row.get::<Option<String>>("tenant_id")?.map(Arc::from),
        person: person.map(Arc::from),
        admin: standing.as_ref().is_some_and(|standing| standing.admin),
        scopes: row.get::<Option<&str>>("scopes")?.map(scopes),
        ..Actor::new(origin, id, row.get::<String>("name")?, access(&row)?)
    };
    let stale = last_used.is_none_or(|used| used.div_euclid(60_000_000) < minute);
    Ok(Verified { actor, stale, standing })
}

/// The tokens of a person, newest first.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn of_person(db: &Db, person: &str) -> Result<Vec<(String, Key)>, StoreError> {
    let rows = db.all(sql::OF_PERSON, args![person]).await?;
    rows.iter().map(|row| Ok((row.get("app")?, key(row)?))).collect()
}

/// Ends a key that is no person's.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn revoke_shared(tx: &mut Tx, app: &str, id: &str, now: Timestamp) -> Result<bool, StoreError> {
    Ok(tx.exec(sql::REVOKE_SHARED, args![app, id, now.as_microsecond()]).await? > 0)
}

/// Ends a person's own token.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn revoke_own(tx: &mut Tx, person: &str, id: &str, now: Timestamp) -> Result<bool, StoreError> {
    Ok(tx.exec(sql::REVOKE_OWN, args![person, id, now.as_microsecond()]).await? > 0)
}

/// The keys and tokens of an application, newest first.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn list(db: &Db, app: &str) -> Result<Vec<Key>, StoreError> {
    db.all(sql::LIST, args![app]).await?.iter().map(key).collect()
}

/// Ends a key, named by its identifier or by how its secret begins. Says whether there was one to end.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn revoke(tx: &mut Tx, app: &str, key: &str, now: Timestamp) -> Result<bool, StoreError> {
    Ok(tx.exec(sql::REVOKE, args![app, key, now.as_microsecond()]).await? > 0)
}

fn key(row: &Row) -> Result<Key, StoreError> {
    Ok(Key {
        id: row.get("id")?,
        name: row.get("name")?,
        prefix: row.get("prefix")?,
        access: access(row)?,
        scopes: row.get::<Option<&str>>("scopes")?.map(scopes),
        person: row.get("person_id")?,
        created_at: instant(row.get("created_at")?)?,
        expires_at: instant_if(row, "expires_at")?,
        last_used_at: instant_if(row, "last_used_at")?,
        revoked_at: instant_if(row, "revoked_at")?,
    })
}

fn access(row: &Row) -> Result<Access, StoreError> {
    let inconsistent =
        || StoreError::Inconsistent { what: "access_key.access".into(), detail: "is no access".into() };
    Access::from_name(row.get("access")?).ok_or_else(inconsistent)
}
