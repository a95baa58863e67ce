//! People: those who sign in here, and those for whom another issuer or a proxy vouches.

mod error;
pub(crate) mod sql;

use belay_core::{Entity, Entropy, Error, Id};
use belay_store::{Db, Row, StoreError, Tx, args};
use jiff::Timestamp;

pub use error::PersonRefusal;

use crate::rows::{folded, instant, instant_if};

/// A person.
#[derive(Debug, Clone)]
pub struct Person {
    /// Their identifier.
    pub id: String,
    /// Their address, as it was written. None for somebody whom only another issuer knows.
    pub email: Option<String>,
    /// What they are called.
    pub name: String,
    /// Whether they may see and manage what belongs to the whole server.
    pub admin: bool,
    /// The issuer that vouches for them, if one does.
    pub issuer: Option<String>,
    /// Since when they are known here.
    pub created_at: Timestamp,
    /// Since when they may no longer act.
    pub disabled_at: Option<Timestamp>,
}

impl Entity for Person {
    const PREFIX: &'static str = "per";
}

/// Who a new person is.
#[derive(Debug, Clone, Copy, Default)]
pub struct NewPerson<'a> {
    /// Their address, if it is known.
    pub email: Option<&'a str>,
    /// What they are called; empty for the address.
    pub name: &'a str,
    /// Whether they manage the server.
    pub admin: bool,
    /// The digest of their password, where they have one here.
    pub password: Option<&'a str>,
    /// The issuer that vouches for them and its name for them.
    pub subject: Option<(&'a str, &'a str)>,
}

/// Adds a person.
///
/// # Errors
/// [`PersonRefusal::Taken`] where the address is somebody's already; a fault when the database fails.
pub async fn create(
    tx: &mut Tx,
    new: NewPerson<'_>,
    now: Timestamp,
    entropy: &dyn Entropy,
) -> Result<String, Error> {
    if new.email.is_some_and(|email| !is_address(email)) {
        return Err(PersonRefusal::NoAddress.into());
    }
    let id = Id::<Person>::new(now, entropy);
    let email = new.email.map(str::trim);
    let name = if new.name.is_empty() { email.unwrap_or("unnamed") } else { new.name };
    let (issuer, subject) = new.subject.unzip();
    let args = args![
        id.as_str(),
        email,
        email.map(folded),
        name,
        new.admin,
        new.password,
        issuer,
        subject,
        now.as_microsecond()
    ];
    if tx.exec(sql::INSERT, args).await? == 0 {
        return Err(PersonRefusal::Taken.into());
    }
    Ok(id.as_str().to_owned())
}

/// Whether a text can be an address: something, an at-sign, a host, and nothing that would break a line or a list.
#[must_use]
pub fn is_address(text: &str) -> bool {
    let text = text.trim();
    let parts = text.rsplit_once('@');
    text.len() <= 254
        && !text.chars().any(|c| c.is_whitespace() || c.is_control() || ",;<>\"".contains(c))
        && parts.is_some_and(|(local, host)| !local.is_empty() && !host.is_empty())
}

/// The person with an address, written in any case.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn by_email(db: &Db, email: &str) -> Result<Option<Person>, StoreError> {
    db.opt(sql::BY_EMAIL, args![folded(email)]).await?.as_ref().map(person).transpose()
}

/// The person with an identifier.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn by_id(db: &Db, id: &str) -> Result<Option<Person>, StoreError> {
    db.opt(sql::BY_ID, args![id]).await?.as_ref().map(person).transpose()
}

/// The person whom an issuer knows by a name of its own.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn by_subject(db: &Db, issuer: &str, subject: &str) -> Result<Option<Person>, StoreError> {
    db.opt(sql::BY_SUBJECT, args![issuer, subject]).await?.as_ref().map(person).transpose()
}

/// Everybody, in the order of their coming.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn list(db: &Db) -> Result<Vec<Person>, StoreError> {
    db.all(sql::LIST, args![]).await?.iter().map(person).collect()
}

/// Whether there is anybody yet.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn is_anybody(db: &Db) -> Result<bool, StoreError> {
    Ok(db.opt(sql::ANYBODY, args![]).await?.is_some())
}

/// Notes the issuer that vouches for a person.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn link(tx: &mut Tx, person: &str, issuer: &str, subject: &str) -> Result<(), StoreError> {
    tx.exec(sql::LINK, args![person, issuer, subject]).await?;
    Ok(())
}

/// Gives a person another password, and ends every browser session of theirs.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn set_password(tx: &mut Tx, person: &str, digest: &str) -> Result<(), StoreError> {
    tx.exec(sql::SET_PASSWORD, args![person, digest]).await?;
    tx.exec(crate::sessions::sql::END_ALL, args![person]).await?;
    Ok(())
}

/// The digest of a person's password. None for nobody, for somebody without one, and for somebody disabled.
pub(crate) async fn password(db: &Db, email: &str) -> Result<Option<(String, String)>, StoreError> {
    let Some(row) = db.opt(sql::PASSWORD, args![folded(email)]).await? else { return Ok(None) };
    Ok(Some((row.get("id")?, row.get("password")?)))
}

/// Takes from a person every way in: their sessions, tokens and grants end at once.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn disable(tx: &mut Tx, person: &str, now: Timestamp) -> Result<bool, StoreError> {
    let at = now.as_microsecond();
    let changed = tx.exec(sql::DISABLE, args![person, at]).await?;
    end_all(tx, person, now).await?;
    Ok(changed > 0)
}

/// Ends all sessions, tokens and grants of a person, who may come back.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn end_all(tx: &mut Tx, person: &str, now: Timestamp) -> Result<(), StoreError> {
    let at = now.as_microsecond();
    tx.exec(crate::sessions::sql::END_ALL, args![person]).await?;
    tx.exec(crate::keys::sql::REVOKE_ALL, args![person, at]).await?;
    tx.exec(crate::oauth::sql::REVOKE_ALL, args![person, at]).await?;
    Ok(())
}

/// Makes a person an administrator of the server, or takes that back.
///
/// # Errors
/// [`PersonRefusal::LastAdmin`] where nobody would be left to manage the server, [`PersonRefusal::Unknown`] where there is
/// no such person; a fault when the database fails.
pub async fn set_admin(tx: &mut Tx, person: &str, admin: bool) -> Result<(), Error> {
    if tx.exec(sql::SET_ADMIN, args![person, admin]).await? > 0 {
        return Ok(());
    }
    let known = tx.opt(sql::BY_ID, args![person]).await?.is_some();
    Err(if known { PersonRefusal::LastAdmin } else { PersonRefusal::Unknown }.into())
}

/// Lets a person act again.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn enable(tx: &mut Tx, person: &str) -> Result<bool, StoreError> {
    Ok(tx.exec(sql::ENABLE, args![person]).await? > 0)
}

fn person(row: &Row) -> Result<Person, StoreError> {
    Ok(Person {
        id: row.get("id")?,
        email: row.get("email")?,
        name: row.get("name")?,
        admin: row.get("admin")?,
        issuer: row.get("issuer")?,
        created_at: instant(row.get("created_at")?)?,
        disabled_at: instant_if(row, "disabled_at")?,
    })
}

#[cfg(test)]
mod tests {
    use super::is_address;

    #[test]
    fn an_address_is_told_from_what_would_break_a_list() {
        for good in ["anna@example.org", " anna@nas ", "a.b+c@x.y"] {
            assert!(is_address(good), "{good}");
        }
        for bad in ["", "anna", "@x", "a@", "a b@c", "a@b,c@d", "a@b\nc", "\"a\"@b"] {
            assert!(!is_address(bad), "{bad}");
        }
    }
}
