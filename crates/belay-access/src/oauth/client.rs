//! Programs that ask for access.

use belay_core::{Entity, Entropy, Id};
use belay_store::{Db, Row, StoreError, Tx, args};
use jiff::Timestamp;
use subtle::ConstantTimeEq;

use super::{OAuthError, redirect, sql};
use crate::rows::{instant, instant_if};
use crate::secret::Secret;
use crate::token;

/// How a program became known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It registered itself.
    Registered,
    /// Its identifier is the address of a document about it.
    Document,
    /// The operator made it. It acts for a tenant, without a person.
    Program,
}

/// A program.
#[derive(Debug, Clone)]
pub struct Client {
    /// Its identifier.
    pub id: String,
    /// How it became known.
    pub kind: Kind,
    /// What it calls itself. A stranger's words.
    pub name: String,
    /// Where a browser may be sent with a code.
    pub redirect_uris: Vec<String>,
    /// How it proves who it is at the token endpoint: `none`, `client_secret_basic` or `client_secret_post`.
    pub auth_method: String,
    /// What it said of itself, as JSON.
    pub metadata: String,
    /// Since when it is known.
    pub created_at: Timestamp,
    pub(crate) secret_digest: Option<String>,
    pub(crate) app: Option<String>,
    pub(crate) scopes: Option<String>,
    pub(crate) fresh_until: Option<Timestamp>,
}

impl Entity for Client {
    const PREFIX: &'static str = "cli";
}

impl Client {
    /// Whether a browser may be sent there.
    #[must_use]
    pub fn redirects_to(&self, address: &str) -> bool {
        redirect::is_registered(&self.redirect_uris, address)
    }

    /// Whether a browser may be sent to programs on the person's own machine alone, where any of them could pretend to be
    /// this one.
    #[must_use]
    pub fn is_local(&self) -> bool {
        !self.redirect_uris.is_empty() && self.redirect_uris.iter().all(|one| redirect::is_local(one))
    }

    /// The host that stands behind its identifier, where a document says who it is.
    #[must_use]
    pub fn host(&self) -> Option<String> {
        (self.kind == Kind::Document).then(|| redirect::host(&self.id))
    }
}

/// What a program shows at the token endpoint.
#[derive(Debug, Clone, Default)]
pub struct Credentials {
    /// Its identifier.
    pub id: String,
    /// Its secret, if it has one.
    pub secret: Option<Secret>,
}

/// The program that an identifier names, as it is kept.
pub(crate) async fn find(db: &Db, id: &str) -> Result<Option<Client>, StoreError> {
    db.opt(sql::CLIENT, args![id]).await?.as_ref().map(client).transpose()
}

/// The program that shows some credentials.
///
/// # Errors
/// `invalid_client` where it is unknown, or its secret is missing, wrong, or one that it does not have.
pub async fn authenticate(db: &Db, shown: &Credentials) -> Result<Client, OAuthError> {
    let client = find(db, &shown.id).await?.ok_or_else(OAuthError::invalid_client)?;
    let proven = match (&client.secret_digest, &shown.secret) {
        (None, None) => true,
        (Some(kept), Some(secret)) => token::digest(secret.expose()).as_bytes().ct_eq(kept.as_bytes()).into(),
        _ => false,
    };
    if proven { Ok(client) } else { Err(OAuthError::invalid_client()) }
}

pub(crate) fn client(row: &Row) -> Result<Client, StoreError> {
    let inconsistent =
        |detail: &str| StoreError::Inconsistent { what: "access_client".into(), detail: detail.to_owned() };
    Ok(Client {
        id: row.get("id")?,
        kind: match row.get("kind")? {
            "registered" => Kind::Registered,
            "document" => Kind::Document,
            "program" => Kind::Program,
            _ => return Err(inconsistent("is of no kind")),
        },
        name: row.get("name")?,
        redirect_uris: serde_json::from_str(row.get("redirect_uris")?)
            .map_err(|_| inconsistent("holds no list of addresses"))?,
        auth_method: row.get("auth_method")?,
        metadata: row.get("metadata")?,
        created_at: instant(row.get("created_at")?)?,
        secret_digest: row.get("secret_digest")?,
        app: row.get("app")?,
        scopes: row.get("scopes")?,
        fresh_until: instant_if(row, "fresh_until")?,
    })
}

/// A program that the operator makes.
#[derive(Debug, Clone, Copy)]
pub struct NewProgram<'a> {
    /// The application it may use.
    pub app: &'a str,
    /// The tenant it acts for.
    pub tenant: &'a str,
    /// A name to tell it from others.
    pub name: &'a str,
    /// What it may be issued, without the application's name.
    pub scopes: &'a [&'a str],
}

/// Makes a program that acts for a tenant with client credentials. Returns its identifier and its secret, which is kept
/// nowhere.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn create_program(
    tx: &mut Tx,
    new: NewProgram<'_>,
    now: Timestamp,
    entropy: &dyn Entropy,
) -> Result<(String, String), StoreError> {
    let id = Id::<Client>::new(now, entropy);
    let secret = token::mint("bcs", entropy);
    let (scopes, at) = (new.scopes.join(" "), now.as_microsecond());
    let args = args![id.as_str(), new.name, token::digest(&secret), new.app, new.tenant, scopes, at];
    tx.exec(sql::INSERT_PROGRAM, args).await?;
    Ok((id.as_str().to_owned(), secret))
}

/// The programs that the operator made for an application: identifier, name and scopes.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn list_programs(db: &Db, app: &str) -> Result<Vec<(String, String, String)>, StoreError> {
    let rows = db.all(sql::PROGRAMS, args![app]).await?;
    rows.iter().map(|row| Ok((row.get("id")?, row.get("name")?, row.get("scopes")?))).collect()
}

/// Removes a program that the operator made, with everything it was issued. False where there is none.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn remove_program(tx: &mut Tx, app: &str, id: &str) -> Result<bool, StoreError> {
    Ok(tx.exec(sql::REMOVE_PROGRAM, args![app, id]).await? > 0)
}
