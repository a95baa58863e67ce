//! Signing in through another provider (OpenID Connect Core 1.0, the code flow with PKCE).

pub(crate) mod sql;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use belay_core::{Entropy, Error};
use belay_store::{Db, StoreError, Tx, args};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use sha2::{Digest, Sha256};
use url::Url;

use crate::issuers::{Claims, KeySet, discover, identity, unavailable};
use crate::outbound::{Ask, Outbound, Unreachable};
use crate::people::PersonRefusal;
use crate::secret::Secret;
use crate::token;

/// How long somebody may take to sign in elsewhere.
const PATIENCE: SignedDuration = SignedDuration::from_mins(10);

/// The provider that people sign in with.
pub struct Provider {
    /// Its identifier, byte for byte.
    pub issuer: String,
    /// What it calls us.
    pub client: String,
    /// Our secret there, if we have one.
    pub secret: Option<Secret>,
    /// Where it sends browsers back to.
    pub redirect_uri: String,
    keys: KeySet,
}

impl std::fmt::Debug for Provider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Provider").field("issuer", &self.issuer).finish_non_exhaustive()
    }
}

/// Who signed in.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// The provider's name for them.
    pub subject: String,
    /// Their address, which the provider has verified.
    pub email: String,
    /// What they are called.
    pub name: Option<String>,
    /// Where they wanted to go.
    pub return_to: String,
}

/// The database, the way out, the instant and randomness that a sign-in takes.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// The database.
    pub db: &'a Db,
    /// Sends requests.
    pub outbound: &'a dyn Outbound,
    /// The present instant.
    pub now: Timestamp,
    /// Random bytes.
    pub entropy: &'a dyn Entropy,
}

/// Forgets sign-ins that nobody ended.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn purge(tx: &mut Tx, now: Timestamp) -> Result<(), StoreError> {
    tx.exec(sql::PURGE, args![now.as_microsecond()]).await?;
    Ok(())
}

impl Provider {
    /// A provider, of which nothing is fetched yet.
    #[must_use]
    pub fn new(issuer: &str, client: &str, secret: Option<Secret>, redirect_uri: String) -> Self {
        Self {
            issuer: issuer.to_owned(),
            client: client.to_owned(),
            secret,
            redirect_uri,
            keys: KeySet::default(),
        }
    }

    /// Begins a sign-in: the address to send the browser to. `browser` is a secret that only this browser holds, so
    /// that nobody can be made to end a sign-in that another began.
    ///
    /// # Errors
    /// A fault when the provider or the database cannot be asked.
    pub async fn begin(&self, with: Means<'_>, browser: &str, return_to: &str) -> Result<String, Error> {
        let found = discover(with.outbound, &self.issuer).await?;
        let [state, nonce, verifier] =
            ["state", "nonce", "verifier"].map(|name| token::mint(name, with.entropy));
        // A verifier has 43 characters at least (RFC 7636, section 4.1).
        let verifier = format!("{verifier}{}", token::mint("and", with.entropy));
        let expires = with.now.saturating_add(PATIENCE).unwrap_or(Timestamp::MAX).as_microsecond();
        let mut tx = with.db.write().await?;
        let kept = args![
            token::digest(&state),
            token::digest(browser),
            nonce.as_str(),
            verifier.as_str(),
            return_to,
            expires
        ];
        tx.exec(sql::INSERT, kept).await?;
        tx.commit().await?;
        let mut url = Url::parse(&found.authorization_endpoint)
            .map_err(|error| unavailable(Unreachable::new(error.to_string())))?;
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.client)
            .append_pair("redirect_uri", &self.redirect_uri)
            .append_pair("scope", "openid email profile")
            .append_pair("state", &state)
            .append_pair("nonce", &nonce)
            .append_pair("code_challenge", &URL_SAFE_NO_PAD.encode(Sha256::digest(&verifier)))
            .append_pair("code_challenge_method", "S256");
        Ok(url.into())
    }

    /// Ends a sign-in: what came back with the browser becomes a person's address. A state works once.
    ///
    /// # Errors
    /// [`PersonRefusal::SignIn`] where the state, the code or the provider's token does not hold;
    /// [`PersonRefusal::NotAllowed`] where the provider has not verified an address; a fault when it cannot be asked.
    pub async fn finish(
        &self,
        with: Means<'_>,
        browser: &str,
        (state, code): (&str, &str),
    ) -> Result<SignedIn, Error> {
        let mut tx = with.db.write().await?;
        let state = token::digest(state);
        let found = tx
            .opt(sql::TAKE, args![state.as_str(), token::digest(browser), with.now.as_microsecond()])
            .await?;
        tx.exec(sql::REMOVE, args![state]).await?;
        tx.commit().await?;
        let row = found.ok_or(PersonRefusal::SignIn)?;
        let (nonce, verifier): (String, String) = (row.get("nonce")?, row.get("verifier")?);
        let found = discover(with.outbound, &self.issuer).await?;
        let form = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", &self.redirect_uri),
            ("client_id", &self.client),
            ("code_verifier", &verifier),
        ];
        let mut ask = Ask::post(found.token_endpoint.as_str(), &form);
        if let Some(secret) = &self.secret {
            ask = ask.with(&self.client, secret);
        }
        let answer = with.outbound.send(ask).await.map_err(unavailable)?;
        let body = answer.json().map_err(|error| Error::from(PersonRefusal::SignIn).with_source(error))?;
        let text = |key: &str| body.get(key).and_then(Value::as_str);
        let proof = text("id_token").ok_or(PersonRefusal::SignIn)?;
        let mut claims = self.read(with, proof).await?;
        if claims.nonce.as_deref() != Some(&nonce) {
            return Err(PersonRefusal::SignIn.into());
        }
        if let (None, Some(place), Some(access)) =
            (&claims.email, &found.userinfo_endpoint, text("access_token"))
        {
            claims.email = self.told(with, place, access, &claims.subject).await?;
        }
        let email = claims.email.ok_or(PersonRefusal::NotAllowed)?;
        Ok(SignedIn { subject: claims.subject, email, name: claims.name, return_to: row.get("return_to")? })
    }

    async fn read(&self, with: Means<'_>, proof: &str) -> Result<Claims, Error> {
        let refused = |error: Error| {
            if error.kind().is_fault() {
                error
            } else {
                Error::from(PersonRefusal::SignIn).with_source(error)
            }
        };
        let key = self.keys.find(with.outbound, &self.issuer, proof, with.now).await.map_err(refused)?;
        identity(proof, &key, &self.issuer, &self.client, with.now).map_err(refused)
    }

    /// The address that the provider tells elsewhere, of the same person.
    async fn told(
        &self,
        with: Means<'_>,
        place: &str,
        access: &str,
        subject: &str,
    ) -> Result<Option<String>, Error> {
        let answer =
            with.outbound.send(Ask::get(place).with("", &Secret::new(access))).await.map_err(unavailable)?;
        let told = answer.json().ok().as_ref().and_then(Claims::of);
        Ok(told.filter(|told| told.subject == subject).and_then(|told| told.email))
    }
}
