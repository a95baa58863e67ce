//! Programs that register themselves (RFC 7591). Anybody may, so it costs little and gives nothing: access needs a
//! person's consent.

use belay_core::{Entropy, Id};
use belay_store::{Db, Tx, args};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};

use super::client::{self, Client};
use super::document::shown_name;
use super::{OAuthError, redirect, sql};
use crate::token;

/// The most programs that may be known besides those of the operator.
const MOST: i64 = 10_000;
/// How many of them make room at once.
const ROOM: i64 = 100;
const METHODS: &[&str] = &["none", "client_secret_basic", "client_secret_post"];
const GRANTS: &[&str] = &["authorization_code", "refresh_token"];

/// What a program says of itself. What is not named here is not looked at.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Registration {
    /// Where a browser may be sent with a code.
    pub redirect_uris: Vec<String>,
    /// What it calls itself.
    pub client_name: Option<String>,
    /// How it will prove who it is.
    pub token_endpoint_auth_method: Option<String>,
    /// The ways it will get tokens.
    pub grant_types: Option<Vec<String>>,
    /// What it will ask the authorization endpoint for.
    pub response_types: Option<Vec<String>>,
    /// The scopes it will ask for.
    pub scope: Option<String>,
}

/// Registers a program and answers what was registered, with its secret where it has one. A program without a secret
/// that registers the same again is the same program: several clients register at every connection.
///
/// # Errors
/// `invalid_redirect_uri` or `invalid_client_metadata`; `temporarily_unavailable` where too many have registered.
pub async fn register(
    db: &Db,
    asked: Registration,
    now: Timestamp,
    entropy: &dyn Entropy,
) -> Result<(Client, Value), OAuthError> {
    let method = check(&asked)?;
    let name = shown_name(asked.client_name.as_deref().unwrap_or("A program without a name"));
    let secret = (method != "none").then(|| token::mint("bcs", entropy));
    let fingerprint = secret.is_none().then(|| fingerprint(&name, &asked));
    let id = Id::<Client>::new(now, entropy).as_str().to_owned();
    let metadata = json!({
        "grant_types": asked.grant_types.as_deref().map_or_else(|| GRANTS.to_vec(), known_grants),
        "response_types": ["code"],
        "scope": asked.scope.unwrap_or_default(),
    });
    let mut tx = db.write().await?;
    if let Some(fingerprint) = &fingerprint
        && let Some(row) = tx.opt(sql::CLIENT_BY_FINGERPRINT, args![fingerprint.as_str()]).await?
    {
        let client = client::client(&row)?;
        tx.exec(sql::RENEW_CLIENT, args![client.id.as_str(), now.as_microsecond()]).await?;
        tx.commit().await?;
        let body = metadata_of(&client);
        return Ok((client, body));
    }
    make_room(&mut tx).await?;
    let redirects = serde_json::to_string(&asked.redirect_uris).unwrap_or_default();
    let insert = args![
        id.as_str(),
        "registered",
        name,
        redirects,
        method,
        secret.as_deref().map(token::digest),
        fingerprint.as_deref(),
        metadata.to_string(),
        now.as_microsecond()
    ];
    tx.exec(sql::INSERT_CLIENT, insert).await?;
    let row = match &fingerprint {
        Some(fingerprint) => tx.one(sql::CLIENT_BY_FINGERPRINT, args![fingerprint.as_str()]).await?,
        None => tx.one(sql::CLIENT, args![id]).await?,
    };
    let client = client::client(&row)?;
    tx.commit().await?;
    let mut body = metadata_of(&client);
    if let (Some(secret), Some(body)) = (secret, body.as_object_mut()) {
        body.insert("client_secret".to_owned(), secret.into());
        body.insert("client_secret_expires_at".to_owned(), 0.into());
    }
    Ok((client, body))
}

/// Keeps the number of programs within bounds: the oldest that were never allowed anything make room.
pub(super) async fn make_room(tx: &mut Tx) -> Result<(), OAuthError> {
    let known: i64 = tx.one(sql::COUNT_REGISTERED, args![]).await?.get("n")?;
    if known < MOST {
        return Ok(());
    }
    if tx.exec(sql::EVICT_CLIENTS, args![ROOM]).await? == 0 {
        return Err(OAuthError {
            status: http::StatusCode::SERVICE_UNAVAILABLE,
            ..OAuthError::new(
                "temporarily_unavailable",
                "Too many programs are connected here; end some of them first",
            )
        });
    }
    Ok(())
}

fn known_grants(asked: &[String]) -> Vec<&str> {
    asked.iter().map(String::as_str).filter(|grant| GRANTS.contains(grant)).collect()
}

/// The method by which the program will prove who it is, where all it says makes sense.
fn check(asked: &Registration) -> Result<&'static str, OAuthError> {
    let invalid = |why: &str| Err(OAuthError::new("invalid_client_metadata", why));
    if asked.redirect_uris.is_empty() || asked.redirect_uris.len() > 20 {
        return Err(OAuthError::new("invalid_redirect_uri", "Name between 1 and 20 redirect_uris"));
    }
    if let Some(place) = asked.redirect_uris.iter().position(|address| !redirect::is_allowed(address)) {
        let why = format!(
            "redirect_uris[{place}] is not allowed: use https, http on the machine itself, or a scheme of the program's own, without a fragment"
        );
        return Err(OAuthError::new("invalid_redirect_uri", why));
    }
    if asked
        .grant_types
        .as_ref()
        .is_some_and(|grants| !grants.iter().any(|grant| grant == "authorization_code"))
    {
        return invalid("grant_types must hold authorization_code");
    }
    if asked.response_types.as_ref().is_some_and(|types| !types.iter().any(|kind| kind == "code")) {
        return invalid("response_types must hold code");
    }
    if asked.scope.as_ref().is_some_and(|scope| scope.len() > 2_000) {
        return invalid("scope is too long");
    }
    // A program without a word on it is to prove itself by the first method of the standard, but those that leave it
    // out hold no secret: they are public.
    let method = asked.token_endpoint_auth_method.as_deref().unwrap_or("none");
    match METHODS.iter().find(|known| **known == method) {
        Some(known) => Ok(known),
        None => invalid("token_endpoint_auth_method must be none, client_secret_basic or client_secret_post"),
    }
}

fn fingerprint(name: &str, asked: &Registration) -> String {
    let mut redirects = asked.redirect_uris.clone();
    redirects.sort_unstable();
    token::digest(&json!([name, redirects, asked.grant_types, asked.scope]).to_string())
}

/// What a program registered, without its secret; for the address at which a program reads it back.
///
/// # Errors
/// `invalid_client` where there is no such program.
pub async fn metadata(db: &Db, id: &str) -> Result<Value, OAuthError> {
    let found = client::find(db, id).await?.filter(|client| client.kind == super::Kind::Registered);
    found.map(|client| metadata_of(&client)).ok_or_else(OAuthError::invalid_client)
}

fn metadata_of(client: &Client) -> Value {
    let mut body = json!({
        "client_id": client.id,
        "client_id_issued_at": client.created_at.as_second(),
        "client_name": client.name,
        "redirect_uris": client.redirect_uris,
        "token_endpoint_auth_method": client.auth_method,
    });
    let own = serde_json::from_str::<Value>(&client.metadata).ok();
    if let (Some(body), Some(own)) = (body.as_object_mut(), own.as_ref().and_then(Value::as_object)) {
        body.extend(own.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
    body
}
