//! API keys: shown once, kept as a digest, revoked at once.

mod error;
pub(crate) mod sql;

use std::sync::Arc;

use belay_core::actor::Origin;
use belay_core::entropy::Entropy;
use belay_core::{Access, Actor, Entity, Error, Id};
use belay_store::{Db, Row, StoreError, Tx, args};
use jiff::Timestamp;
use sha2::{Digest, Sha256};

pub use error::KeyRefusal;

/// How many characters of a key's secret part may be shown to tell keys apart.
const SHOWN: usize = 8;

/// An API key, without its secret.
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
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last used, to the minute.
    pub last_used_at: Option<Timestamp>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
}

impl Entity for Key {
    const PREFIX: &'static str = "key";
}

/// What a new key is to be.
#[derive(Debug, Clone, Copy)]
pub struct NewKey<'a> {
    /// The application it opens.
    pub app: &'a str,
    /// What its secret begins with, without the underscore.
    pub prefix: &'a str,
    /// The tenant whose data it reaches.
    pub tenant: &'a str,
    /// A name to tell it from others.
    pub name: &'a str,
    /// How much it may do.
    pub access: Access,
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
    let mut bytes = [0; 20];
    entropy.fill(&mut bytes);
    let secret = format!("{}_{}", new.prefix, base32(&bytes));
    let id = Id::<Key>::new(now, entropy);
    let prefix: String = secret.chars().take(new.prefix.len() + 1 + SHOWN).collect();
    let args = args![
        id.as_str(),
        new.tenant,
        new.app,
        new.name,
        prefix,
        digest(&secret),
        new.access.name(),
        now.as_microsecond()
    ];
    tx.exec(sql::INSERT, args).await?;
    Ok((id.as_str().to_owned(), secret))
}

/// A credential that was accepted.
#[derive(Debug)]
pub struct Verified {
    /// Who it makes of the caller.
    pub actor: Actor,
    /// The key's identifier.
    pub key: String,
    /// Whether its last use lies in an earlier minute and should be noted.
    pub stale: bool,
}

/// Whose key a secret is.
///
/// The secret is looked up by its SHA-256 digest: with 160 random bits in it, neither salt nor stretching
/// would add anything, and an index lookup of a digest tells a timer nothing about the secret.
///
/// # Errors
/// [`KeyRefusal`] for an unknown or revoked key; a fault when the database cannot be asked.
pub async fn verify(db: &Db, app: &str, secret: &str, now: Timestamp) -> Result<Verified, Error> {
    let row = db.opt(sql::BY_DIGEST, args![app, digest(secret)]).await?.ok_or(KeyRefusal::Unknown)?;
    if row.get::<Option<i64>>("revoked_at")?.is_some() {
        return Err(KeyRefusal::Revoked.into());
    }
    let id: String = row.get("id")?;
    let last_used: Option<i64> = row.get("last_used_at")?;
    let minute = now.as_microsecond().div_euclid(60_000_000);
    let actor = Actor {
        origin: Origin::Key,
        id: id.as_str().into(),
        name: Arc::from(row.get::<String>("name")?),
        access: access(&row)?,
        tenant: Some(Arc::from(row.get::<String>("tenant_id")?)),
    };
    let stale = last_used.is_none_or(|used| used.div_euclid(60_000_000) < minute);
    Ok(Verified { actor, key: id, stale })
}

/// Notes that a key was used.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn touch(db: &Db, key: &str, now: Timestamp) -> Result<(), StoreError> {
    let mut tx = db.write().await?;
    tx.exec(sql::TOUCH, args![key, now.as_microsecond()]).await?;
    tx.commit().await
}

/// The keys of an application, newest first.
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
        created_at: instant(row.get("created_at")?)?,
        last_used_at: row.get::<Option<i64>>("last_used_at")?.map(instant).transpose()?,
        revoked_at: row.get::<Option<i64>>("revoked_at")?.map(instant).transpose()?,
    })
}

fn access(row: &Row) -> Result<Access, StoreError> {
    let inconsistent =
        || StoreError::Inconsistent { what: "access_key.access".into(), detail: "is no access".into() };
    Access::from_name(row.get("access")?).ok_or_else(inconsistent)
}

fn instant(micros: i64) -> Result<Timestamp, StoreError> {
    let inconsistent =
        |_| StoreError::Inconsistent { what: "access_key".into(), detail: "holds no instant".into() };
    Timestamp::from_microsecond(micros).map_err(inconsistent)
}

fn digest(secret: &str) -> String {
    Sha256::digest(secret).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Base 32 after RFC 4648, section 6, in lower case and without padding.
fn base32(bytes: &[u8]) -> String {
    const ALPHABET: &[u8] = b"abcdefghijklmnopqrstuvwxyz234567";
    bytes
        .chunks(5)
        .flat_map(|chunk| {
            let bits = chunk.iter().fold(0_u64, |bits, byte| (bits << 8) | u64::from(*byte))
                << (8 * (5 - chunk.len()));
            let letters = (chunk.len() * 8).div_ceil(5);
            (0..letters).filter_map(move |place| {
                let digit = usize::try_from((bits >> (35 - 5 * place)) & 31).ok()?;
                ALPHABET.get(digit).map(|letter| char::from(*letter))
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base32_agrees_with_the_vectors_of_its_standard() {
        for (plain, coded) in [
            ("", ""),
            ("f", "my"),
            ("fo", "mzxq"),
            ("foo", "mzxw6"),
            ("fooba", "mzxw6ytb"),
            ("foobar", "mzxw6ytboi"),
        ] {
            assert_eq!(base32(plain.as_bytes()), coded);
        }
    }
}
