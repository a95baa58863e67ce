//! The token endpoint: codes and refresh tokens become access tokens; and the end of tokens.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use belay_core::{Entropy, Id};
use belay_store::{Db, Row, StoreError, Tx, args};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::client::{Client, Kind};
use super::grant::Grant;
use super::{OAuthError, Resource, Resources, scope, sql};
use crate::token;

/// How long what is issued lives.
#[derive(Debug, Clone, Copy)]
pub struct Lifetimes {
    /// An access token.
    pub access: SignedDuration,
    /// A refresh token, from its last use.
    pub refresh: SignedDuration,
}

impl Default for Lifetimes {
    fn default() -> Self {
        Self { access: SignedDuration::from_hours(1), refresh: SignedDuration::from_hours(60 * 24) }
    }
}

/// For how long a refresh token that was used may be used again: an answer can be lost on its way.
const GRACE: SignedDuration = SignedDuration::from_secs(60);

/// What the token endpoint answers.
#[derive(Debug)]
pub struct Issued {
    /// The body.
    pub body: Value,
    /// The grant it stands on, for the log.
    pub grant: String,
}

/// The means to issue: the database, what there is to issue for, and for how long.
#[derive(Clone, Copy)]
pub struct Issuing<'a> {
    /// The database.
    pub db: &'a Db,
    /// The applications.
    pub resources: &'a Resources,
    /// How long things live.
    pub lifetimes: Lifetimes,
    /// The present instant.
    pub now: Timestamp,
    /// Random bytes.
    pub entropy: &'a dyn Entropy,
}

/// Tokens for a code. A code works once: used again it ends everything that was issued on it.
///
/// # Errors
/// `invalid_grant` where the code, the program, the address or the verifier does not fit; `invalid_target` for another
/// resource than the code's.
pub async fn from_code(
    with: Issuing<'_>,
    client: &Client,
    (code, redirect_uri, verifier, resource): (&str, Option<&str>, &str, Option<&str>),
) -> Result<Issued, OAuthError> {
    let digest = token::digest(code);
    let mut tx = with.db.write().await?;
    let found = tx.opt(sql::ISSUED, args![digest.as_str(), "code"]).await?;
    let row = found.ok_or_else(OAuthError::invalid_grant)?;
    let grant: String = row.get("grant_id")?;
    let first = tx.exec(sql::USE_ISSUED, args![digest, with.now.as_microsecond()]).await? > 0;
    let fits = is_alive(&row, with.now)?
        && row.get::<&str>("client_id")? == client.id
        && redirect_uri.is_none_or(|asked| row.get::<&str>("redirect_uri").is_ok_and(|kept| kept == asked))
        && proves(verifier, row.get("challenge")?);
    if !first || !fits {
        // Whoever tries a code that is not theirs, or twice, may have stolen it: nothing of it holds any longer.
        tx.exec(sql::REVOKE_GRANT, args![grant, with.now.as_microsecond()]).await?;
        tx.commit().await?;
        return Err(OAuthError::invalid_grant());
    }
    let target = target(with.resources, &row, resource)?;
    let scopes: String = row.get("scopes")?;
    let issued = issue(with, &mut tx, (target, &grant, &scopes), true).await?;
    tx.commit().await?;
    Ok(issued)
}

/// Tokens for a refresh token, which is used up: for a minute it may be used again, later use ends the whole grant.
///
/// # Errors
/// `invalid_grant` where the token does not fit the program or no longer holds; `invalid_scope` for more than it had.
pub async fn from_refresh(
    with: Issuing<'_>,
    client: &Client,
    (refresh, asked, resource): (&str, Option<&str>, Option<&str>),
) -> Result<Issued, OAuthError> {
    let digest = token::digest(refresh);
    let mut tx = with.db.write().await?;
    let found = tx.opt(sql::ISSUED, args![digest.as_str(), "refresh"]).await?;
    let row = found.ok_or_else(OAuthError::invalid_grant)?;
    if !is_alive(&row, with.now)? || row.get::<&str>("client_id")? != client.id {
        return Err(OAuthError::invalid_grant());
    }
    let (grant, held): (String, String) = (row.get("grant_id")?, row.get("scopes")?);
    let first = tx.exec(sql::USE_ISSUED, args![digest, with.now.as_microsecond()]).await? > 0;
    let used: Option<i64> = row.get("used_at")?;
    let grace = i64::try_from(GRACE.as_micros()).unwrap_or(i64::MAX);
    // Used in this very moment by a twin, it was unused when it was read.
    if !first && used.is_some_and(|used| with.now.as_microsecond() - used > grace) {
        tracing::warn!(grant, "a refresh token was used twice; the grant ends");
        tx.exec(sql::REVOKE_GRANT, args![grant, with.now.as_microsecond()]).await?;
        tx.commit().await?;
        return Err(OAuthError::invalid_grant());
    }
    let target = target(with.resources, &row, resource)?;
    let scopes = narrowed(target, &held, asked)?;
    let issued = issue(with, &mut tx, (target, &grant, &scopes), true).await?;
    tx.commit().await?;
    Ok(issued)
}

/// A token for a program that acts for no person.
///
/// # Errors
/// `unauthorized_client` for a program that the operator did not make; `invalid_target` and `invalid_scope` for more
/// than it was made for.
pub async fn from_credentials(
    with: Issuing<'_>,
    client: &Client,
    (asked, resource): (Option<&str>, Option<&str>),
) -> Result<Issued, OAuthError> {
    let app = client.app.as_deref().filter(|_| client.kind == Kind::Program);
    let Some(own) = app.and_then(|app| with.resources.of_app(app)) else {
        return Err(OAuthError::new(
            "unauthorized_client",
            "The program must act for a person: use authorization_code",
        ));
    };
    if resource.is_some_and(|asked| with.resources.find(asked).map(|found| found.app) != Some(own.app)) {
        return Err(OAuthError::new("invalid_target", "The program was made for another application"));
    }
    let scopes = narrowed(own, client.scopes.as_deref().unwrap_or_default(), asked)?;
    let (grant, at) = (Id::<Grant>::new(with.now, with.entropy), with.now.as_microsecond());
    let mut tx = with.db.write().await?;
    let kept = args![
        grant.as_str(),
        client.id.as_str(),
        None::<&str>,
        own.app,
        own.url.as_str(),
        "",
        scopes.as_str(),
        at
    ];
    tx.exec(sql::INSERT_GRANT, kept).await?;
    tx.exec(sql::USE_CLIENT, args![client.id.as_str(), at]).await?;
    let issued = issue(with, &mut tx, (own, grant.as_str(), &scopes), false).await?;
    tx.commit().await?;
    Ok(issued)
}

/// Ends a token and with a refresh token its whole grant (RFC 7009). Nothing is said of whether there was one.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn revoke(db: &Db, client: &Client, secret: &str, now: Timestamp) -> Result<(), StoreError> {
    let digest = token::digest(secret);
    let mut tx = db.write().await?;
    for kind in ["refresh", "access"] {
        let Some(row) = tx.opt(sql::ISSUED, args![digest.as_str(), kind]).await? else { continue };
        if row.get::<&str>("client_id")? != client.id {
            continue;
        }
        if kind == "access" {
            tx.exec(sql::REMOVE_ISSUED, args![digest.as_str()]).await?;
        } else {
            let grant: String = row.get("grant_id")?;
            tx.exec(sql::REVOKE_GRANT, args![grant, now.as_microsecond()]).await?;
        }
    }
    tx.commit().await
}

fn is_alive(row: &Row, now: Timestamp) -> Result<bool, StoreError> {
    Ok(row.get::<i64>("expires_at")? > now.as_microsecond()
        && row.get::<Option<i64>>("revoked_at")?.is_none()
        && row.get::<Option<i64>>("disabled_at")?.is_none())
}

/// Whether a verifier is what a challenge was made of (RFC 7636, section 4.6).
fn proves(verifier: &str, challenge: Option<&str>) -> bool {
    let sound = (43..=128).contains(&verifier.len())
        && verifier.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~".contains(&b));
    let made = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
    sound && challenge.is_some_and(|challenge| made.as_bytes().ct_eq(challenge.as_bytes()).into())
}

/// The application that was granted; a request may name it again, and no other.
fn target<'a>(resources: &'a Resources, row: &Row, asked: Option<&str>) -> Result<&'a Resource, OAuthError> {
    let granted = resources.of_app(row.get("app")?);
    let same = |granted: &&Resource| {
        asked.is_none_or(|asked| resources.find(asked).is_some_and(|found| found.app == granted.app))
    };
    granted
        .filter(same)
        .ok_or_else(|| OAuthError::new("invalid_target", "resource is not the one that was allowed"))
}

/// The scopes that are asked for, where they were held; without a word, all that were.
fn narrowed(target: &Resource, held: &str, asked: Option<&str>) -> Result<String, OAuthError> {
    let held: Vec<&str> = held.split_ascii_whitespace().collect();
    let Some(asked) = asked.filter(|asked| asked.contains(':')) else { return Ok(held.join(" ")) };
    let mut scopes = scope::requested(target, asked);
    scopes.retain(|scope| held.contains(scope));
    if scopes.is_empty() {
        return Err(OAuthError::new("invalid_scope", "None of the scopes was allowed"));
    }
    Ok(scopes.join(" "))
}

async fn issue(
    with: Issuing<'_>,
    tx: &mut Tx,
    (target, grant, scopes): (&Resource, &str, &str),
    refreshes: bool,
) -> Result<Issued, OAuthError> {
    let at = with.now.as_microsecond();
    let until =
        |life: SignedDuration| with.now.saturating_add(life).unwrap_or(Timestamp::MAX).as_microsecond();
    let access = token::mint("belay_at", with.entropy);
    let lives = with.lifetimes.access;
    let args = args![token::digest(&access), "access", grant, scopes, None::<&str>, at, until(lives)];
    tx.exec(sql::INSERT_ISSUED, args).await?;
    let mut body = json!({
        "access_token": access,
        "token_type": "Bearer",
        "expires_in": lives.as_secs(),
        "scope": scope::named(target.app, scopes.split_ascii_whitespace()),
    });
    if let (true, Some(body)) = (refreshes, body.as_object_mut()) {
        let refresh = token::mint("belay_rt", with.entropy);
        let until = until(with.lifetimes.refresh);
        let args = args![token::digest(&refresh), "refresh", grant, scopes, None::<&str>, at, until];
        tx.exec(sql::INSERT_ISSUED, args).await?;
        body.insert("refresh_token".to_owned(), refresh.into());
    }
    Ok(Issued { body, grant: grant.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verifier_proves_what_the_standards_own_example_says() {
        let (verifier, challenge) =
            ("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
        assert!(proves(verifier, Some(challenge)));
        assert!(!proves(verifier, None));
        assert!(!proves("short", Some(challenge)));
        assert!(!proves(&verifier.replace('d', "e"), Some(challenge)));
    }
}
