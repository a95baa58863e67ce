//! How often strangers may try.

use std::net::IpAddr;
use std::sync::Arc;

use belay_access::oauth::OAuthError;
use belay_access::people::PersonRefusal;
use belay_access::throttle::{Throttle, TooOften};
use belay_core::operation::Rate;
use belay_core::{Clock, Error};
use http::StatusCode;
use tokio::sync::Semaphore;

use super::Site;
use crate::gate::Asked;
use crate::gates::place;

/// The longest address there is (RFC 5321), in bytes.
const LONGEST_EMAIL: usize = 254;

/// The limits of sign-in, tokens and registration.
pub(crate) struct Throttles {
    /// Tries at one account: a handful at once, then one a minute. Whoever guesses gets nowhere, and the
    /// owner waits minutes rather than hours after somebody else's guessing.
    account: Throttle,
    /// Tries from one address, at whatever account.
    address: Throttle,
    token: Throttle,
    /// Beginnings of what leads elsewhere or asks others: a consent, a sign-in with the other provider.
    beginning: Throttle,
    registration: Throttle,
    /// Comparing a password takes a processor for tens of milliseconds and 19 MiB.
    comparing: Arc<Semaphore>,
}

const fn rate(per_minute: u32, burst: u32) -> Rate {
    Rate { per_minute, burst }
}

impl Throttles {
    pub(crate) fn new(clock: &Arc<dyn Clock>) -> Self {
        let throttle = |rate| Throttle::new(rate, Arc::clone(clock));
        Self {
            account: throttle(rate(1, 5)),
            address: throttle(rate(10, 20)),
            token: throttle(rate(120, 60)),
            beginning: throttle(rate(60, 60)),
            registration: throttle(rate(20, 20)),
            comparing: Arc::new(Semaphore::new(2)),
        }
    }

    /// Counts a try to sign in.
    ///
    /// # Errors
    /// [`PersonRefusal::Throttled`] where there were too many.
    pub(crate) fn sign_in(&self, email: &str, address: Option<IpAddr>) -> Result<(), Error> {
        if email.len() > LONGEST_EMAIL {
            return Err(PersonRefusal::SignIn.into());
        }
        let throttled = |_: TooOften| Error::from(PersonRefusal::Throttled);
        self.address.check(&place(address)).map_err(throttled)?;
        self.account.check(&email.trim().to_lowercase()).map_err(throttled)
    }

    /// Counts a try to set up, before anything is compared.
    ///
    /// # Errors
    /// [`PersonRefusal::Throttled`] where there were too many.
    pub(crate) fn set_up(&self, address: Option<IpAddr>) -> Result<(), Error> {
        self.address.check(&place(address)).map_err(|_| Error::from(PersonRefusal::Throttled))
    }

    /// Counts the beginning of a consent or of a sign-in elsewhere.
    ///
    /// # Errors
    /// Code `rate_limited` where there were too many.
    pub(crate) fn beginning(&self, address: Option<IpAddr>) -> Result<(), Error> {
        Ok(self.beginning.check(&place(address))?)
    }

    /// Compares a password on a thread of its own, few at a time. Whoever goes away meanwhile makes no room for another: the
    /// work goes on to its end.
    pub(crate) async fn compare<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let turn = Arc::clone(&self.comparing).acquire_owned().await.map_err(Error::internal)?;
        let work = move || {
            let done = work();
            drop(turn);
            done
        };
        tokio::task::spawn_blocking(work).await.map_err(Error::internal)
    }

    /// Counts a request for a token.
    ///
    /// # Errors
    /// `temporarily_unavailable`, with the status for too many.
    pub(crate) fn token(&self, site: &Site, asked: Asked<'_>) -> Result<(), OAuthError> {
        self.token.check(&place(site.gate.address(asked))).map_err(too_many)
    }

    /// Counts a registration.
    ///
    /// # Errors
    /// `temporarily_unavailable`, with the status for too many.
    pub(crate) fn registration(&self, site: &Site, asked: Asked<'_>) -> Result<(), OAuthError> {
        self.registration.check(&place(site.gate.address(asked))).map_err(too_many)
    }
}

fn too_many(often: TooOften) -> OAuthError {
    let why = format!("Too many requests from this address; try again in {} s", often.seconds().max(1));
    OAuthError { status: StatusCode::TOO_MANY_REQUESTS, ..OAuthError::new("temporarily_unavailable", why) }
}
