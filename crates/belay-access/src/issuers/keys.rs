//! An issuer's public keys, kept between requests and fetched anew when it begins to sign with another.

use std::sync::{Mutex, PoisonError};

use belay_core::Error;
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::decode_header;
use jsonwebtoken::jwk::{Jwk, JwkSet};

use super::{discover, unavailable};
use crate::keys::KeyRefusal;
use crate::outbound::{Ask, Outbound, Unreachable};

/// How long keys are kept, and how soon an unknown one makes them be fetched again.
const KEPT: SignedDuration = SignedDuration::from_hours(1);
const SOONEST: SignedDuration = SignedDuration::from_secs(30);

/// The keys of one issuer.
#[derive(Debug, Default)]
pub struct KeySet(Mutex<Option<(Timestamp, JwkSet)>>);

impl KeySet {
    /// The key that a token says it is signed with.
    ///
    /// # Errors
    /// [`KeyRefusal::Token`] where the issuer has no such key; [`belay_core::Kind::Unavailable`] where it cannot be
    /// asked.
    pub async fn find(
        &self,
        outbound: &dyn Outbound,
        issuer: &str,
        secret: &str,
        now: Timestamp,
    ) -> Result<Jwk, Error> {
        let header = decode_header(secret).map_err(|_| KeyRefusal::Token)?;
        let named = header.kid.as_deref();
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((fetched, set)) = &kept {
            let age = now.duration_since(*fetched);
            match pick(set, named) {
                Some(key) if age < KEPT => return Ok(key),
                // A stranger's tokens with made-up keys must not make this server ask and ask.
                None if age < SOONEST => return Err(KeyRefusal::Token.into()),
                _ => {}
            }
        }
        let found = discover(outbound, issuer).await?;
        let answer = outbound.send(Ask::get(found.jwks_uri)).await.and_then(|answer| answer.json());
        let set: JwkSet = serde_json::from_value(answer.map_err(unavailable)?)
            .map_err(|error| unavailable(Unreachable::new(error.to_string())))?;
        let key = pick(&set, named);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, set));
        key.ok_or_else(|| KeyRefusal::Token.into())
    }
}

/// The key of a name; a token that names none fits the only key there is.
fn pick(set: &JwkSet, named: Option<&str>) -> Option<Jwk> {
    match (named, set.keys.as_slice()) {
        (Some(name), _) => set.find(name).cloned(),
        (None, [only]) => Some(only.clone()),
        (None, _) => None,
    }
}
