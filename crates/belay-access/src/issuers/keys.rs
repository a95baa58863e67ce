//! An issuer's public keys, kept between requests and fetched anew when it begins to sign with another.

use std::sync::{Mutex, MutexGuard, PoisonError};

use belay_core::{Error, Kind};
use event_listener::Event;
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::decode_header;
use jsonwebtoken::jwk::{Jwk, JwkSet};

use super::{discover, unavailable};
use crate::keys::KeyRefusal;
use crate::outbound::{Ask, Outbound, Unreachable};

/// How long keys are kept before the issuer is asked again.
const KEPT: SignedDuration = SignedDuration::from_hours(1);
/// How long they are still used while the issuer does not answer.
const STALE: SignedDuration = SignedDuration::from_hours(24);
/// How soon the issuer is asked again, whether or not it answered: strangers' tokens with made-up keys must not make this
/// server ask and ask.
const SOONEST: SignedDuration = SignedDuration::from_secs(30);

/// The keys of one issuer.
#[derive(Debug, Default)]
pub struct KeySet {
    state: Mutex<State>,
    fetched: Event,
}

#[derive(Debug, Default)]
struct State {
    kept: Option<(Timestamp, JwkSet)>,
    asked: Option<Timestamp>,
    asking: bool,
}

/// What to do about a token's key.
enum Next {
    Use(Box<Jwk>),
    Refuse(Error),
    Ask,
    Wait,
}

impl KeySet {
    /// The key that a token says it is signed with.
    ///
    /// # Errors
    /// [`KeyRefusal::Token`] where the issuer has no such key; [`Kind::Unavailable`] where it cannot be asked and its
    /// keys are not known.
    pub async fn find(
        &self,
        outbound: &dyn Outbound,
        issuer: &str,
        secret: &str,
        now: Timestamp,
    ) -> Result<Jwk, Error> {
        let header = decode_header(secret).map_err(|_| KeyRefusal::Token)?;
        let named = header.kid.as_deref();
        loop {
            let waiting = self.fetched.listen();
            match self.next(named, now) {
                Next::Use(key) => return Ok(*key),
                Next::Refuse(error) => return Err(error),
                // Another request asks already; one is enough.
                Next::Wait => waiting.await,
                Next::Ask => {
                    let asking = Asking(self);
                    let set = fetch(outbound, issuer).await;
                    let kept = asking.done(set, now);
                    if let (Err(error), None) = (kept, self.stale(named, now)) {
                        return Err(error);
                    }
                }
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self, named: Option<&str>, now: Timestamp) -> Next {
        let mut state = self.state();
        let known =
            state.kept.as_ref().and_then(|(at, set)| Some((now.duration_since(*at), pick(set, named)?)));
        let asked_just_now = state.asked.is_some_and(|at| now.duration_since(at) < SOONEST);
        match known {
            Some((age, key)) if age < KEPT || asked_just_now && age < STALE => {
                return Next::Use(Box::new(key));
            }
            _ => {}
        }
        if state.asking {
            return Next::Wait;
        }
        if asked_just_now {
            let never = state.kept.is_none();
            let down = || unavailable(Unreachable::new("it did not answer a moment ago"));
            return Next::Refuse(if never { down() } else { KeyRefusal::Token.into() });
        }
        (state.asking, state.asked) = (true, Some(now));
        Next::Ask
    }

    /// A key that is old, for as long as the issuer does not answer.
    fn stale(&self, named: Option<&str>, now: Timestamp) -> Option<Jwk> {
        let state = self.state();
        let (at, set) = state.kept.as_ref()?;
        pick(set, named).filter(|_| now.duration_since(*at) < STALE)
    }
}

/// Whoever asks: whatever becomes of it, the others go on.
struct Asking<'a>(&'a KeySet);

impl Asking<'_> {
    fn done(self, set: Result<JwkSet, Error>, now: Timestamp) -> Result<(), Error> {
        let set = set?;
        self.0.state().kept = Some((now, set));
        Ok(())
    }
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.0.state().asking = false;
        self.0.fetched.notify(usize::MAX);
    }
}

async fn fetch(outbound: &dyn Outbound, issuer: &str) -> Result<JwkSet, Error> {
    let found = discover(outbound, issuer).await?;
    let answer = outbound.send(Ask::get(found.jwks_uri)).await.and_then(|answer| answer.json());
    let set = serde_json::from_value(answer.map_err(unavailable)?);
    set.map_err(|error| {
        Error::new(Kind::Unavailable, "issuer_unavailable", "The issuer's keys cannot be read")
            .with_source(error)
    })
}

/// The key of a name; a token that names none fits the only key there is.
fn pick(set: &JwkSet, named: Option<&str>) -> Option<Jwk> {
    match (named, set.keys.as_slice()) {
        (Some(name), _) => set.find(name).cloned(),
        (None, [only]) => Some(only.clone()),
        (None, _) => None,
    }
}
