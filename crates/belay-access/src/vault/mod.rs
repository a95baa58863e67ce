//! Secrets in the database, which whoever reads the database cannot read.
//!
//! AES-256-GCM (NIST SP 800-38D) under a key of a ring that lies outside the database. What is sealed belongs to its place,
//! table, column and row: copied elsewhere it does not open. It names its key by number, so that keys can be changed while
//! older ones still open.

mod column;
mod file;
mod ring;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use aes_gcm::Nonce;
use aes_gcm::aead::{Aead, Payload};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use belay_core::{Ctx, Entropy, Error};

pub use column::{Column, Columns, rotate};
use ring::Ring;

use crate::digest;
use crate::secret::Secret;

const NONCE_BYTES: usize = 12;
/// What a sealed text begins with.
const VERSION: &str = "v1.";

/// Where a secret lies.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// The table.
    pub table: &'a str,
    /// The column.
    pub column: &'a str,
    /// The row, by its identifier.
    pub row: &'a str,
}

impl Place<'_> {
    fn bound(&self) -> String {
        digest::of_texts(&[self.table, self.column, self.row])
    }
}

/// Why a secret can be neither sealed nor opened. None of these says anything of the secret.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// The file of keys cannot be read or written.
    #[error("{path}: the file of secret keys could not be read or written")]
    File {
        /// The file.
        path: String,
        /// Why not.
        source: io::Error,
    },
    /// The keys are not written as they have to be.
    #[error(
        "the secret keys are not written as NUMBER:BASE64, one a line, each number once and each key of 32 bytes"
    )]
    Malformed,
    /// The secret was sealed with a key that is not there.
    #[error("there is no secret key {0}; put the file of keys in place that belongs to this database")]
    NoKey(u32),
    /// The secret was changed, or lies in another place than it was sealed for.
    #[error("a sealed secret does not open")]
    Shut,
    /// The keys come from where this program cannot write.
    #[error(
        "the secret keys are given as text; add a new one there, as the last, and start the servers with it first"
    )]
    Fixed,
}

/// Seals and opens secrets.
pub struct Vault {
    file: Option<PathBuf>,
    ring: RwLock<Ring>,
}

impl Vault {
    /// The keys of a file. It is made when the first secret is sealed, readable by its owner alone.
    ///
    /// # Errors
    /// [`VaultError`] when it is there and cannot be read.
    pub fn file(path: &Path) -> Result<Self, VaultError> {
        let vault = Self { file: Some(path.to_owned()), ring: RwLock::default() };
        vault.reload()?;
        Ok(vault)
    }

    /// Keys given as text, as the file would hold them; commas may stand for the ends of lines.
    ///
    /// # Errors
    /// [`VaultError::Malformed`].
    pub fn text(keys: &Secret) -> Result<Self, VaultError> {
        Ok(Self { file: None, ring: RwLock::new(Ring::read(keys)?) })
    }

    /// A key of this process alone.
    #[must_use]
    pub fn fresh(entropy: &dyn Entropy) -> Self {
        Self { file: None, ring: RwLock::new(Ring::default().with_new(entropy)) }
    }

    /// Seals a secret for its place.
    ///
    /// # Errors
    /// [`VaultError`] when the file of keys cannot be made.
    pub fn seal(&self, place: Place<'_>, secret: &str, entropy: &dyn Entropy) -> Result<String, VaultError> {
        let (number, key) = match self.ring().newest() {
            Some(newest) => newest,
            None => self.first(entropy)?,
        };
        let mut nonce = [0; NONCE_BYTES];
        entropy.fill(&mut nonce);
        let bound = place.bound();
        let payload = Payload { msg: secret.as_bytes(), aad: bound.as_bytes() };
        let sealed = key.encrypt(&Nonce::from(nonce), payload).map_err(|_| VaultError::Shut)?;
        Ok(format!("{VERSION}{number}.{}", URL_SAFE_NO_PAD.encode([&nonce[..], &sealed].concat())))
    }

    /// Opens what was sealed for the same place. A key that is not known is looked for in the file once more: another process
    /// may have put it there.
    ///
    /// # Errors
    /// [`VaultError`] where it does not open.
    pub fn open(&self, place: Place<'_>, sealed: &str) -> Result<Secret, VaultError> {
        let number = number(sealed).ok_or(VaultError::Shut)?;
        let known = self.ring().key(number);
        let key = match known {
            Some(key) => key,
            None => {
                self.reload()?;
                self.ring().key(number).ok_or(VaultError::NoKey(number))?
            }
        };
        let body = sealed.rsplit('.').next().unwrap_or_default();
        let bytes = URL_SAFE_NO_PAD.decode(body).map_err(|_| VaultError::Shut)?;
        let (nonce, body) = bytes.split_at_checked(NONCE_BYTES).ok_or(VaultError::Shut)?;
        let nonce: [u8; NONCE_BYTES] = nonce.try_into().map_err(|_| VaultError::Shut)?;
        let bound = place.bound();
        let payload = Payload { msg: body, aad: bound.as_bytes() };
        let text = key.decrypt(&Nonce::from(nonce), payload).map_err(|_| VaultError::Shut)?;
        String::from_utf8(text).map(Secret::new).map_err(|_| VaultError::Shut)
    }

    /// Whether a text was sealed by some vault, with whatever key.
    #[must_use]
    pub fn is_sealed(text: &str) -> bool {
        number(text).is_some()
    }

    /// Whether a text was sealed with the newest key.
    fn is_fresh(&self, sealed: &str) -> bool {
        let newest = self.ring().newest().map(|(number, _)| number);
        newest.is_some() && number(sealed) == newest
    }

    /// Adds a key, with which everything is sealed from now on.
    fn add_key(&self, entropy: &dyn Entropy) -> Result<(), VaultError> {
        let path = self.file.as_ref().ok_or(VaultError::Fixed)?;
        self.reload()?;
        let ring = self.ring().clone();
        if ring.newest().is_none() {
            return self.first(entropy).map(drop);
        }
        let ring = ring.with_new(entropy);
        file::replace(path, &ring.text(), entropy).map_err(|source| trouble(path, source))?;
        self.set(ring);
        Ok(())
    }

    /// Makes the file, with its first key; where another process was quicker, that one's is taken.
    fn first(&self, entropy: &dyn Entropy) -> Result<(u32, aes_gcm::Aes256Gcm), VaultError> {
        let path = self.file.as_ref().ok_or(VaultError::Malformed)?;
        let ring = Ring::default().with_new(entropy);
        file::create(path, &ring.text(), entropy).map_err(|source| trouble(path, source))?;
        self.reload()?;
        self.ring().newest().ok_or(VaultError::Malformed)
    }

    fn reload(&self) -> Result<(), VaultError> {
        let Some(path) = &self.file else { return Ok(()) };
        if let Some(text) = file::read(path).map_err(|source| trouble(path, source))? {
            self.set(Ring::read(&text)?);
        }
        Ok(())
    }

    fn ring(&self) -> Ring {
        self.ring.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, ring: Ring) {
        *self.ring.write().unwrap_or_else(PoisonError::into_inner) = ring;
    }
}

fn trouble(path: &Path, source: io::Error) -> VaultError {
    VaultError::File { path: path.display().to_string(), source }
}

/// The number of the key that a text was sealed with; nothing where it is not sealed.
fn number(sealed: &str) -> Option<u32> {
    sealed.strip_prefix(VERSION)?.split_once('.')?.0.parse().ok()
}

impl fmt::Debug for Vault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Vault({:?})", self.ring())
    }
}

/// What the vault adds to the context of a call.
pub trait CtxVault {
    /// The vault of the server.
    ///
    /// # Errors
    /// An internal fault where it has none.
    fn vault(&self) -> Result<&Vault, Error>;
}

impl CtxVault for Ctx {
    fn vault(&self) -> Result<&Vault, Error> {
        let vault = self.get::<Arc<Vault>>().map(|vault| &**vault);
        vault.ok_or_else(|| Error::internal("the server has no vault for secrets"))
    }
}

#[cfg(test)]
mod tests;
