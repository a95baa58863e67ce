//! A call that is done once, however often it is sent.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use belay_access::idempotency::{self, Claim, Found, LEASE, Lease, Leased, Scope};
use belay_access::vault::Vault;
use belay_core::error::chain;
use belay_core::operation::Effect;
use belay_core::{Ctx, Entropy, Error, Kind};
use belay_store::{Db, Unit};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

use super::Call;
use super::input::Read;
use crate::served::{Entry, Served};

/// What a repetition says where the arguments alone made it one.
const AGAIN: &str = "The same was done a short while ago, so nothing was done now and this is the answer from then. If it is \
    to be done again, call it with allow_duplicate: true.";

/// A call under a key, or one that counts by its arguments.
pub(super) struct Once {
    pub(super) claim: Claim,
    /// Whether the arguments alone make a repetition.
    by_arguments: bool,
    /// What the claim found in its place.
    seen: Arc<Mutex<Option<Found>>>,
    /// What opens a result.
    vault: Option<Arc<Vault>>,
}

/// How a repetition is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The way out, where the caller may not have meant a repetition.
    pub hint: Option<&'static str>,
}

/// How a call is done once; nothing where it may be done as often as it is sent.
pub(super) fn of(served: &Served, entry: &Entry, call: &Call, read: &Read) -> Result<Option<Once>, Error> {
    let operation = &entry.operation;
    if operation.effect == Effect::Read || served.db.is_none() {
        return Ok(None);
    }
    let principal = call.actor.principal();
    let scope = Scope {
        app: served.app.name,
        operation: operation.name,
        tenant: call.actor.tenant.as_deref().unwrap_or_default(),
        principal: &principal,
    };
    let vault = served.vault().cloned();
    let once = |claim, by_arguments| Once { claim, by_arguments, seen: Arc::default(), vault };
    if let Some(key) = &call.key {
        return Claim::by_key(scope, key, &read.arguments).map(|claim| Some(once(claim, false)));
    }
    let payload = operation.payload.filter(|_| !read.asked.allow_duplicate);
    Ok(payload.map(|payload| {
        let within = SignedDuration::try_from(payload.within).unwrap_or(SignedDuration::MAX);
        once(Claim::by_arguments(scope, &read.arguments, within), true)
    }))
}

impl Once {
    /// Makes claiming the key the first thing in a unit's transaction.
    pub(super) fn opens(&self, unit: Unit, now: Timestamp) -> Unit {
        let (claim, seen) = (self.claim.clone(), Arc::clone(&self.seen));
        unit.opening(move |tx| {
            let (claim, seen) = (claim.clone(), Arc::clone(&seen));
            Box::pin(async move {
                match idempotency::claim(tx, &claim, now).await? {
                    Found::Nothing => Ok(()),
                    found => {
                        *seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
                        Err(Error::new(Kind::Conflict, "already_done", "The same call was done meanwhile."))
                    }
                }
            })
        })
    }

    /// The result of the same call before, if there is one.
    pub(super) async fn look(&self, db: &Db, now: Timestamp) -> Result<Option<Value>, Error> {
        match idempotency::look(db, &self.claim, now).await? {
            // Whether it still runs is seen when it is claimed.
            Found::Running => Ok(None),
            found => self.found(found),
        }
    }

    /// The result of the call that came first, where the claim found one.
    pub(super) fn overtaken(&self) -> Result<Option<Value>, Error> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner).take();
        seen.map_or(Ok(None), |found| self.found(found))
    }

    /// The result of the same call before, where a claim found one.
    pub(super) fn found(&self, found: Found) -> Result<Option<Value>, Error> {
        match found {
            Found::Nothing => Ok(None),
            Found::Result(kept) => {
                let text = self.claim.open(self.vault.as_deref(), kept).ok_or_else(idempotency::lost)?;
                serde_json::from_str(&text).map(Some).map_err(Error::internal)
            }
            Found::Other => Err(idempotency::conflict()),
            Found::Running => Err(idempotency::running()),
            Found::Lost => Err(idempotency::lost()),
        }
    }

    /// A result as it is kept.
    pub(super) fn sealed(&self, value: &Value, cx: &Ctx) -> Result<String, Error> {
        self.claim.seal(self.vault.as_deref(), &value.to_string(), cx.entropy())
    }

    pub(super) fn replay(&self) -> Replay {
        Replay { hint: self.by_arguments.then_some(AGAIN) }
    }
}

/// A call that this process holds by a lease. Dropped, it is given up: it may be sent again, unless something was kept.
pub(super) struct Held {
    db: Db,
    pub(super) lease: Lease,
    renewing: JoinHandle<()>,
    finished: bool,
}

impl Held {
    /// Claims a call of an operation with transactions of its own, and tells the call so.
    pub(super) async fn take(
        served: &Arc<Served>,
        once: &Once,
        cx: &Ctx,
        leased: &Leased,
    ) -> Result<Result<Self, Value>, Error> {
        let db = served.db.clone().ok_or_else(|| Error::internal("a lease needs a database"))?;
        let entropy: &dyn Entropy = cx.entropy();
        let (found, lease) = idempotency::lease(&db, &once.claim, entropy, cx.now()).await?;
        let Some(lease) = lease else {
            return match once.found(found)? {
                Some(value) => Ok(Err(value)),
                None => Err(idempotency::running()),
            };
        };
        leased.set(lease.clone());
        let renewing = tokio::spawn(renew(Arc::clone(served), db.clone(), lease.clone()));
        Ok(Ok(Self { db, lease, renewing, finished: false }))
    }

    pub(super) fn finished(mut self) {
        self.finished = true;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.renewing.abort();
        if self.finished {
            return;
        }
        let (db, lease) = (self.db.clone(), self.lease.clone());
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move {
                if let Err(error) = idempotency::release(&db, &lease).await {
                    tracing::warn!(
                        cause = chain(&error),
                        "a call's key stays claimed until its lease is over"
                    );
                }
            });
        }
    }
}

async fn renew(served: Arc<Served>, db: Db, lease: Lease) {
    let every = Duration::try_from(LEASE).unwrap_or(Duration::from_secs(60)) / 3;
    loop {
        tokio::time::sleep(every).await;
        match idempotency::renew(&db, &lease, served.shared.clock.now()).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => tracing::warn!(cause = chain(&error), "the lease of a call was not renewed"),
        }
    }
}
