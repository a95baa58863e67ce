//! The keys of a vault, as text: one a line, its number and its bytes, the newest last.

use std::fmt;
use std::fmt::Write as _;

use aes_gcm::Aes256Gcm;
use aes_gcm::aead::KeyInit;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use belay_core::Entropy;

use super::VaultError;
use crate::secret::Secret;

const KEY_BYTES: usize = 32;

/// Keys by number, the newest last.
#[derive(Clone, Default)]
pub(super) struct Ring(Vec<(u32, [u8; KEY_BYTES])>);

impl Ring {
    /// Reads lines, or parts between commas, of the form `NUMBER:KEY`.
    pub(super) fn read(text: &Secret) -> Result<Self, VaultError> {
        let lines = text.expose().split(['\n', ',']).map(str::trim);
        let keys = lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
            let (number, key) = line.split_once(':')?;
            let key = STANDARD.decode(key.trim()).ok()?;
            Some((number.trim().parse().ok()?, key.try_into().ok()?))
        });
        let ring = Self(keys.collect::<Option<Vec<_>>>().ok_or(VaultError::Malformed)?);
        let mut numbers: Vec<u32> = ring.0.iter().map(|(number, _)| *number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        if ring.0.is_empty() || numbers.len() < ring.0.len() {
            return Err(VaultError::Malformed);
        }
        Ok(ring)
    }

    /// The same ring with a new key.
    pub(super) fn with_new(mut self, entropy: &dyn Entropy) -> Self {
        let (mut number, mut key) = ([0; 4], [0; KEY_BYTES]);
        entropy.fill(&mut key);
        // A number of chance: the rings of two machines that were never the same are told apart by it.
        loop {
            entropy.fill(&mut number);
            let number = u32::from_be_bytes(number) >> 1;
            if self.0.iter().all(|(known, _)| *known != number) {
                self.0.push((number, key));
                return self;
            }
        }
    }

    /// The ring as its file has it.
    pub(super) fn text(&self) -> Secret {
        let head =
            "# Keys of the secrets in the database. Keep this file apart from backups of the database.\n";
        let text = self.0.iter().fold(head.to_owned(), |mut text, (number, key)| {
            let _ = writeln!(text, "{number}:{}", STANDARD.encode(key));
            text
        });
        Secret::new(text)
    }

    pub(super) fn newest(&self) -> Option<(u32, Aes256Gcm)> {
        self.0.last().map(|(number, key)| (*number, Aes256Gcm::new(&(*key).into())))
    }

    pub(super) fn key(&self, number: u32) -> Option<Aes256Gcm> {
        let (_, key) = self.0.iter().find(|(known, _)| *known == number)?;
        Some(Aes256Gcm::new(&(*key).into()))
    }
}

impl fmt::Debug for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ring({} keys)", self.0.len())
    }
}
