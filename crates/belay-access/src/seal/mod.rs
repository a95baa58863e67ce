//! Seals what has to travel through a client and come back unread and unchanged.
//!
//! AES-256-GCM (NIST SP 800-38D) under a random key that lies in the database, so that every process on it, and the
//! next start, can open what another sealed; the key itself is sealed by the [`vault`](crate::vault). A sealed text also holds what it belongs to (the caller, the operation,
//! its arguments): for anything else it does not open. It names its key by number, so that keys can be changed while
//! older texts still open.

pub(crate) mod sql;

use std::fmt;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use belay_core::{Entropy, Error};
use belay_store::{Db, StoreError, args};
use jiff::Timestamp;

use crate::vault::{Column, Place, Vault};

const VERSION: u8 = 1;
const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 12;
/// Version, number of the key, nonce.
const HEAD_BYTES: usize = 1 + 4 + NONCE_BYTES;
/// A sealed text longer than this is not looked at.
const LONGEST: usize = 64 * 1024;

/// What may be sealed, in bytes: base64 and the head make it a third longer.
const LONGEST_TEXT: usize = 48 * 1024 - 64;

/// The keys that seal and open.
pub struct Seal {
    keys: RwLock<Vec<(u32, Aes256Gcm)>>,
}

/// The columns of this crate that hold sealed texts.
pub const COLUMN: Column =
    Column { table: TABLE, column: "key", before_all: "", page: sql::PAGE, update: sql::UPDATE };
const TABLE: &str = "access_seal_key";

/// A text too long to travel through a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("what is to be sealed is longer than 48 KiB")]
pub struct Oversized;

/// A text that was not sealed here, for this, or was changed on its way. It says no more on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the sealed text does not open")]
pub struct Unsealable;

impl Seal {
    /// A key of this process alone: what it seals does not open elsewhere, nor after a restart.
    #[must_use]
    pub fn fresh(entropy: &dyn Entropy) -> Self {
        let mut key = [0; KEY_BYTES];
        entropy.fill(&mut key);
        Self { keys: RwLock::new(vec![(1, Aes256Gcm::new(&key.into()))]) }
    }

    /// The keys of a database; the first is made if there is none that opens. The newest seals, all open. With a vault they
    /// lie there sealed; those that are not are sealed now.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails or holds something that is no key; a fault when the vault has no key.
    pub async fn load(
        db: &Db,
        vault: Option<&Vault>,
        entropy: &dyn Entropy,
        now: Timestamp,
    ) -> Result<Self, Error> {
        let seal = Self { keys: RwLock::default() };
        seal.reload(db, vault).await?;
        if seal.keys().is_empty() {
            seal.add(db, vault, entropy, now).await?;
        }
        if let Some(vault) = vault {
            cover(db, vault, entropy).await?;
        }
        Ok(seal)
    }

    /// Makes a new key, with which everything is sealed from now on, here and wherever keys are read from now on.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub async fn add(
        &self,
        db: &Db,
        vault: Option<&Vault>,
        entropy: &dyn Entropy,
        now: Timestamp,
    ) -> Result<(), Error> {
        let mut key = [0; KEY_BYTES];
        entropy.fill(&mut key);
        let mut tx = db.write().await?;
        let rows = tx.all(sql::ALL_KEYS, args![]).await?;
        let last: Option<i64> = rows.last().map(|row| row.get("number")).transpose()?;
        let number = last.unwrap_or(0) + 1;
        let text = covered(vault, number, &STANDARD.encode(key), entropy)?;
        // Where another process adds one at the same moment, that one's is as good.
        tx.exec(sql::INSERT, args![number, text, now.as_microsecond()]).await?;
        tx.commit().await?;
        self.reload(db, vault).await
    }

    /// Reads the keys anew: another process may have added one. Those that the vault does not open are left out.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails or holds something that is no key.
    pub async fn reload(&self, db: &Db, vault: Option<&Vault>) -> Result<(), Error> {
        let mut keys = Vec::new();
        for row in &db.all(sql::ALL_KEYS, args![]).await? {
            let (number, text): (i64, String) = (row.get("number")?, row.get("key")?);
            let text = match (Vault::is_sealed(&text), vault) {
                (false, _) => text,
                (true, None) => continue,
                (true, Some(vault)) => match vault.open(place(&number.to_string()), &text) {
                    Ok(secret) => secret.expose().to_owned(),
                    Err(_) => continue,
                },
            };
            let bytes = STANDARD.decode(text).ok().and_then(|bytes| <[u8; KEY_BYTES]>::try_from(bytes).ok());
            let (Ok(number), Some(bytes)) = (u32::try_from(number), bytes) else {
                return Err(StoreError::Inconsistent {
                    what: TABLE.into(),
                    detail: "holds something that is no key".into(),
                }
                .into());
            };
            keys.push((number, Aes256Gcm::new(&bytes.into())));
        }
        *self.keys.write().unwrap_or_else(PoisonError::into_inner) = keys;
        Ok(())
    }

    /// Whether a text was sealed with a key that is not known here, so that it may be worth to [`reload`](Self::reload).
    #[must_use]
    pub fn is_foreign(&self, sealed: &str) -> bool {
        sealed.len() <= LONGEST
            && URL_SAFE_NO_PAD.decode(sealed).is_ok_and(|bytes| match bytes.as_slice() {
                [VERSION, a, b, c, d, ..] => {
                    let number = u32::from_be_bytes([*a, *b, *c, *d]);
                    self.keys().iter().all(|(known, _)| *known != number)
                }
                _ => false,
            })
    }

    fn keys(&self) -> RwLockReadGuard<'_, Vec<(u32, Aes256Gcm)>> {
        self.keys.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Seals a text for what it belongs to.
    ///
    /// # Errors
    /// [`Oversized`] where the sealed text would be longer than any that is opened.
    pub fn seal(&self, text: &str, belongs_to: &str, entropy: &dyn Entropy) -> Result<String, Oversized> {
        if text.len() > LONGEST_TEXT {
            return Err(Oversized);
        }
        let keys = self.keys();
        let (number, key) = keys.last().ok_or(Oversized)?;
        let mut nonce = [0; NONCE_BYTES];
        entropy.fill(&mut nonce);
        let payload = Payload { msg: text.as_bytes(), aad: belongs_to.as_bytes() };
        // The cipher refuses nothing but texts of gigabytes. An empty one in their place would not open again.
        let sealed = key.encrypt(&Nonce::from(nonce), payload).map_err(|_| Oversized)?;
        let mut bytes = Vec::with_capacity(HEAD_BYTES + sealed.len());
        bytes.push(VERSION);
        bytes.extend_from_slice(&number.to_be_bytes());
        bytes.extend_from_slice(&nonce);
        bytes.extend_from_slice(&sealed);
        Ok(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Opens a text that was sealed for the same.
    ///
    /// # Errors
    /// [`Unsealable`] for anything else.
    pub fn open(&self, sealed: &str, belongs_to: &str) -> Result<String, Unsealable> {
        if sealed.len() > LONGEST {
            return Err(Unsealable);
        }
        let bytes = URL_SAFE_NO_PAD.decode(sealed).map_err(|_| Unsealable)?;
        let (head, body) = bytes.split_at_checked(HEAD_BYTES).ok_or(Unsealable)?;
        let (version, head) = head.split_first().ok_or(Unsealable)?;
        let (number, nonce) = head.split_at_checked(4).ok_or(Unsealable)?;
        let number = u32::from_be_bytes(number.try_into().map_err(|_| Unsealable)?);
        let nonce: [u8; NONCE_BYTES] = nonce.try_into().map_err(|_| Unsealable)?;
        let keys = self.keys();
        let key = keys.iter().find(|(known, _)| *version == VERSION && *known == number);
        let (_, key) = key.ok_or(Unsealable)?;
        let payload = Payload { msg: body, aad: belongs_to.as_bytes() };
        let text = key.decrypt(&Nonce::from(nonce), payload).map_err(|_| Unsealable)?;
        String::from_utf8(text).map_err(|_| Unsealable)
    }
}

fn place(row: &str) -> Place<'_> {
    Place { table: TABLE, column: "key", row }
}

fn covered(vault: Option<&Vault>, number: i64, key: &str, entropy: &dyn Entropy) -> Result<String, Error> {
    let Some(vault) = vault else { return Ok(key.to_owned()) };
    vault.seal(place(&number.to_string()), key, entropy).map_err(Error::internal)
}

/// Seals keys that lie open, as before there was a vault.
async fn cover(db: &Db, vault: &Vault, entropy: &dyn Entropy) -> Result<(), Error> {
    let mut tx = db.write().await?;
    for row in &tx.all(sql::ALL_KEYS, args![]).await? {
        let (number, text): (i64, String) = (row.get("number")?, row.get("key")?);
        if !Vault::is_sealed(&text) {
            let sealed = covered(Some(vault), number, &text, entropy)?;
            tx.exec(sql::UPDATE, args![number.to_string(), text, sealed]).await?;
        }
    }
    Ok(tx.commit().await?)
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seal({} keys)", self.keys().len())
    }
}

#[cfg(test)]
mod tests {
    use belay_core::entropy::Seeded;

    use super::*;

    #[test]
    fn what_was_sealed_opens_for_the_same_and_nothing_else() {
        let entropy = Seeded::new(1);
        let seal = Seal::fresh(&entropy);
        let sealed = seal.seal("the state", "anna: delete 7", &entropy).unwrap();
        assert_eq!(seal.open(&sealed, "anna: delete 7").as_deref(), Ok("the state"));
        assert_eq!(seal.open(&sealed, "anna: delete 8"), Err(Unsealable));
        assert_eq!(Seal::fresh(&entropy).open(&sealed, "anna: delete 7"), Err(Unsealable));
        assert!(!sealed.contains("state"), "it cannot be read either");
    }

    #[test]
    fn the_longest_text_opens_again_and_a_longer_one_is_refused() {
        let entropy = Seeded::new(3);
        let seal = Seal::fresh(&entropy);
        let longest = "x".repeat(LONGEST_TEXT);
        let sealed = seal.seal(&longest, "y", &entropy).unwrap();
        assert_eq!(seal.open(&sealed, "y"), Ok(longest.clone()));
        assert_eq!(seal.seal(&(longest + "x"), "y", &entropy), Err(Oversized));
    }

    #[test]
    fn a_changed_character_anywhere_keeps_it_shut() {
        let entropy = Seeded::new(2);
        let seal = Seal::fresh(&entropy);
        let sealed = seal.seal("x", "y", &entropy).unwrap();
        for place in 0..sealed.len() {
            let mut changed = sealed.clone().into_bytes();
            changed[place] = if changed[place] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(seal.open(&changed, "y"), Err(Unsealable), "{place}");
        }
        for other in ["", "A", "-TAMPERED", &format!("{sealed}-TAMPERED"), &sealed[..sealed.len() - 1]] {
            assert_eq!(seal.open(other, "y"), Err(Unsealable), "{other}");
        }
    }
}
