//! Seals what has to travel through a client and come back unread and unchanged.
//!
//! AES-256-GCM (NIST SP 800-38D) under a random key that lies in the database, so that every process on it, and the
//! next start, can open what another sealed. A sealed text also holds what it belongs to (the caller, the operation,
//! its arguments): for anything else it does not open. It names its key by number, so that keys can be changed while
//! older texts still open.

pub(crate) mod sql;

use std::fmt;

use aes_gcm::aead::{Aead, KeyInit, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use belay_core::Entropy;
use belay_store::{Db, StoreError, args};
use jiff::Timestamp;

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
    keys: Vec<(u32, Aes256Gcm)>,
}

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
        Self { keys: vec![(1, Aes256Gcm::new(&key.into()))] }
    }

    /// The keys of a database; the first is made if there is none. The newest seals, all open.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails or holds something that is no key.
    pub async fn load(db: &Db, entropy: &dyn Entropy, now: Timestamp) -> Result<Self, StoreError> {
        let mut key = [0; KEY_BYTES];
        entropy.fill(&mut key);
        let mut tx = db.write().await?;
        tx.exec(sql::INSERT_FIRST, args![STANDARD.encode(key), now.as_microsecond()]).await?;
        let rows = tx.all(sql::ALL_KEYS, args![]).await?;
        tx.commit().await?;
        let mut keys = Vec::new();
        for row in &rows {
            let (number, text): (i64, String) = (row.get("number")?, row.get("key")?);
            let bytes = STANDARD.decode(text).ok().and_then(|bytes| <[u8; KEY_BYTES]>::try_from(bytes).ok());
            let (Ok(number), Some(bytes)) = (u32::try_from(number), bytes) else {
                return Err(StoreError::Inconsistent {
                    what: "access_seal_key".into(),
                    detail: "holds something that is no key".into(),
                });
            };
            keys.push((number, Aes256Gcm::new(&bytes.into())));
        }
        Ok(Self { keys })
    }

    /// Seals a text for what it belongs to.
    ///
    /// # Errors
    /// [`Oversized`] where the sealed text would be longer than any that is opened.
    pub fn seal(&self, text: &str, belongs_to: &str, entropy: &dyn Entropy) -> Result<String, Oversized> {
        if text.len() > LONGEST_TEXT {
            return Err(Oversized);
        }
        let (number, key) = self.keys.last().ok_or(Oversized)?;
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
        let key = self.keys.iter().find(|(known, _)| *version == VERSION && *known == number);
        let (_, key) = key.ok_or(Unsealable)?;
        let payload = Payload { msg: body, aad: belongs_to.as_bytes() };
        let text = key.decrypt(&Nonce::from(nonce), payload).map_err(|_| Unsealable)?;
        String::from_utf8(text).map_err(|_| Unsealable)
    }
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seal({} keys)", self.keys.len())
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
