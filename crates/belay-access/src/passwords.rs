//! Passwords: Argon2id (RFC 9106) with the parameters that OWASP's password storage cheat sheet names first for it:
//! 19 MiB, two passes, one lane. A hash takes tens of milliseconds of a processor on purpose: callers bound how many
//! run at once and how often somebody may try.

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use belay_core::{Entropy, Error};
use belay_store::{Db, StoreError, args};

use crate::people::{self, PersonRefusal};

/// The fewest characters of a password.
const SHORTEST: usize = 12;
/// The most characters of one: longer texts are no better and cost time.
const LONGEST: usize = 256;

fn argon2() -> Result<Argon2<'static>, Error> {
    let params = Params::new(19 * 1024, 2, 1, None).map_err(|error| Error::internal(error.to_string()))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// The digest of a new password, in the PHC form, with a salt of its own.
///
/// # Errors
/// [`PersonRefusal::Password`] for one that is too short or too long.
pub fn hash(password: &str, entropy: &dyn Entropy) -> Result<String, Error> {
    if !(SHORTEST..=LONGEST).contains(&password.chars().count()) {
        return Err(PersonRefusal::Password.into());
    }
    digest(password, entropy)
}

fn digest(password: &str, entropy: &dyn Entropy) -> Result<String, Error> {
    let mut salt = [0; 16];
    entropy.fill(&mut salt);
    let broken = |error: argon2::password_hash::Error| Error::internal(error.to_string());
    let hashed: PasswordHash =
        argon2()?.hash_password_with_salt(password.as_bytes(), &salt).map_err(broken)?;
    Ok(hashed.to_string())
}

/// What is compared with a password that somebody typed. Made for unknown people too, so that an answer takes as long
/// for them as for known ones.
#[derive(Debug)]
pub struct Check {
    person: Option<(String, String)>,
}

/// Looks up what a sign-in is checked against.
///
/// # Errors
/// A fault when the database fails.
pub async fn check(db: &Db, email: &str) -> Result<Check, Error> {
    Ok(Check { person: people::password(db, email).await? })
}

/// Whether a person has a password here.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn has(db: &Db, person: &str) -> Result<bool, StoreError> {
    Ok(db.opt(people::sql::HAS_PASSWORD, args![person]).await?.is_some())
}

impl Check {
    /// The person, where the password is theirs. Takes tens of milliseconds: not on a thread that serves others.
    ///
    /// # Errors
    /// [`PersonRefusal::SignIn`] where it is not, whoever it is.
    pub fn verify(self, password: &str, entropy: &dyn Entropy) -> Result<String, Error> {
        let Some((person, kept)) = self.person.filter(|_| password.len() <= LONGEST * 4) else {
            digest("nobody has this password", entropy)?;
            return Err(PersonRefusal::SignIn.into());
        };
        let kept = PasswordHash::new(&kept).map_err(|error| Error::internal(error.to_string()))?;
        match argon2()?.verify_password(password.as_bytes(), &kept) {
            Ok(()) => Ok(person),
            Err(_) => Err(PersonRefusal::SignIn.into()),
        }
    }
}
