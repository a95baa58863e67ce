//! Other issuers whose word the operator trusts: for the tokens of an application, and for who signs in here.

mod discovery;
mod keys;
mod token;
mod verdict;

pub use discovery::{Discovered, discover, from_publishable_key};
pub use keys::KeySet;
pub use token::Claims;
pub(crate) use token::identity;
pub use verdict::Verdict;

use std::sync::Arc;

use belay_core::{Error, Kind};
use jiff::Timestamp;

use crate::keys::KeyRefusal;
use crate::outbound::Outbound;

/// An issuer whose tokens an application accepts in place of this server's own.
pub struct Issuer {
    /// Its identifier, as its tokens and its metadata have it, byte for byte.
    pub url: String,
    /// The audiences of which its tokens must name one: the application's addresses. A token without an audience is
    /// taken only where this is empty.
    pub audiences: Vec<String>,
    /// Whether its session tokens without an audience are taken, as those of Clerk's are.
    pub takes_sessions: bool,
    /// The programs whose tokens count, by what the issuer calls them; empty for all.
    pub clients: Vec<String>,
    /// How it is asked about tokens that cannot be read.
    pub verdict: Option<Verdict>,
    keys: KeySet,
}

impl Issuer {
    /// An issuer, of which nothing is fetched yet.
    #[must_use]
    pub fn new(url: impl Into<String>, audiences: Vec<String>, verdict: Option<Verdict>) -> Self {
        Self {
            url: url.into(),
            audiences,
            takes_sessions: false,
            clients: Vec::new(),
            verdict,
            keys: KeySet::default(),
        }
    }

    /// What a token of this issuer says. A token with three parts is read and its signature checked with the issuer's
    /// keys; of any other the issuer itself is asked, each time.
    ///
    /// # Errors
    /// [`KeyRefusal::Token`] for one that is not accepted; [`Kind::Unavailable`] where the issuer cannot be
    /// asked.
    pub async fn verify(
        &self,
        outbound: &Arc<dyn Outbound>,
        secret: &str,
        now: Timestamp,
    ) -> Result<Claims, Error> {
        let claims = if secret.split('.').count() == 3 {
            let key = self.keys.find(outbound.as_ref(), &self.url, secret, now).await?;
            token::read(secret, &key, &self.url)?
        } else {
            let verdict = self.verdict.as_ref().ok_or(KeyRefusal::Token)?;
            verdict.ask(outbound.as_ref(), secret).await?
        };
        let named = claims.audiences.iter().any(|one| {
            self.audiences.iter().any(|own| one.trim_end_matches('/') == own.trim_end_matches('/'))
        });
        let audience =
            named || claims.audiences.is_empty() && (self.takes_sessions || self.audiences.is_empty());
        let client = self.clients.is_empty()
            || claims.client.as_ref().is_some_and(|client| self.clients.contains(client));
        if !audience || !client || !claims.is_current(now) {
            return Err(KeyRefusal::Token.into());
        }
        Ok(claims)
    }
}

impl std::fmt::Debug for Issuer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Issuer").field("url", &self.url).finish_non_exhaustive()
    }
}

/// The issuer could not be asked: that is this server's trouble, not the caller's.
pub(crate) fn unavailable(error: impl std::error::Error + Send + Sync + 'static) -> Error {
    let message = "The sign-in service cannot be reached; try again in a moment";
    Error::new(Kind::Unavailable, "issuer_unavailable", message).with_source(error)
}
