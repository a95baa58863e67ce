//! What all calls of an application pass: limits of rate, confirmations, and the tidying up after them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::response::Response;
use belay_access::confirmation::{self, Confirmations};
use belay_access::throttle::{Throttle, TooOften};
use belay_access::{audit, idempotency, oauth, sessions, upstream};
use belay_core::actor::Origin;
use belay_core::error::chain;
use belay_core::operation::Rate;
use belay_core::{Actor, Clock, Error, Operation};
use belay_store::{Db, StoreError};
use http::HeaderValue;
use http::header::RETRY_AFTER;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use crate::served::Served;

/// How often one caller may call, unless the operator says otherwise.
pub const RATE: Rate = Rate::per_minute(1_200).burst(300);
/// How many days the audit trail is kept, unless the operator says otherwise.
pub const AUDIT_DAYS: u32 = 365;
/// How often what is over is forgotten, in microseconds.
const BETWEEN: i64 = 60 * 60 * 1_000_000;

/// How many addresses are remembered that are not listened to.
const MOST_SHUT_OUT: usize = 10_000;

/// The gates of one application.
pub(crate) struct Gates {
    /// Each caller's calls; where callers are not told apart, those of each address.
    flood: Throttle,
    /// Requests of each address that show a credential which is not accepted.
    strangers: Throttle,
    /// Addresses that showed too many, and until when they are not listened to.
    shut_out: Mutex<HashMap<String, Timestamp>>,
    quotas: HashMap<&'static str, Throttle>,
    pub(crate) confirmations: Confirmations,
    clock: Arc<dyn Clock>,
    tidied: AtomicI64,
    pub(crate) audit_days: u32,
}

impl Gates {
    pub(crate) fn new(operations: &[Operation], db: Option<Db>, clock: &Arc<dyn Clock>) -> Self {
        let limited = operations.iter().filter_map(|operation| Some((operation.name, operation.rate?)));
        Self {
            flood: Throttle::new(RATE, Arc::clone(clock)),
            strangers: Throttle::new(RATE, Arc::clone(clock)),
            shut_out: Mutex::default(),
            quotas: limited.map(|(name, rate)| (name, Throttle::new(rate, Arc::clone(clock)))).collect(),
            confirmations: Confirmations::new(db),
            clock: Arc::clone(clock),
            tidied: AtomicI64::new(i64::MIN),
            audit_days: AUDIT_DAYS,
        }
    }

    /// Sets how often one caller may call.
    pub(crate) fn set_rate(&mut self, rate: Rate) {
        self.flood = Throttle::new(rate, Arc::clone(&self.clock));
        self.strangers = Throttle::new(rate, Arc::clone(&self.clock));
    }

    /// Counts a request of a caller, or of several messages at once.
    ///
    /// # Errors
    /// Code `rate_limited` where there were too many.
    pub(crate) fn admit(&self, actor: &Actor, address: Option<IpAddr>, messages: u32) -> Result<(), Error> {
        Ok(self.flood.check_n(&who(actor, address), messages)?)
    }

    /// Counts a request whose credential was not accepted. What it is told is in `refusal`, unless there were too many.
    pub(crate) fn refuse(&self, address: Option<IpAddr>, refusal: Error) -> Error {
        let Err(too_often) = self.strangers.check(&place(address)) else { return refusal };
        let until = self.clock.now().saturating_add(too_often.wait).unwrap_or(Timestamp::MAX);
        let mut shut_out = self.shut_out.lock().unwrap_or_else(PoisonError::into_inner);
        if shut_out.len() >= MOST_SHUT_OUT {
            shut_out.clear();
        }
        shut_out.insert(place(address), until);
        too_often.into()
    }

    /// Lets a request through to where its credential is looked at, unless its address showed too many that were not
    /// accepted: looking at one can mean to ask another server.
    ///
    /// # Errors
    /// Code `rate_limited`, with the time to wait.
    pub(crate) fn admit_stranger(&self, address: Option<IpAddr>) -> Result<(), Error> {
        let shut_out = self.shut_out.lock().unwrap_or_else(PoisonError::into_inner);
        if shut_out.is_empty() {
            return Ok(());
        }
        let now = self.clock.now();
        match shut_out.get(&place(address)).filter(|until| **until > now) {
            Some(until) => {
                let wait = std::time::Duration::try_from(until.duration_since(now)).unwrap_or_default();
                Err(TooOften { wait }.into())
            }
            None => Ok(()),
        }
    }

    /// Counts a call of an operation that has a quota of its own.
    ///
    /// # Errors
    /// Code `rate_limited` where there were too many.
    pub(crate) fn admit_call(&self, operation: &Operation, actor: &Actor) -> Result<(), Error> {
        let Some(quota) = self.quotas.get(operation.name) else { return Ok(()) };
        Ok(quota.check(&who(actor, None))?)
    }

    /// Forgets, beside the calls, what is over: at most once an hour.
    pub(crate) fn tidy(&self, served: &Arc<Served>) {
        let now = self.clock.now();
        let last = self.tidied.load(Ordering::Relaxed);
        let Some(db) = served.db.clone().filter(|_| now.as_microsecond().saturating_sub(last) > BETWEEN)
        else {
            return;
        };
        if self
            .tidied
            .compare_exchange(last, now.as_microsecond(), Ordering::Relaxed, Ordering::Relaxed)
            .is_err()
        {
            return;
        }
        let (app, days) = (served.app.name, self.audit_days);
        served.work.spawn(async move {
            if let Err(error) = forget(&db, app, days, now).await {
                tracing::warn!(app, cause = chain(&error), "what is over was not forgotten");
            }
        });
    }
}

/// Forgets keys and confirmations whose time is over, and audit rows that were kept long enough. In small transactions: calls
/// go in between.
async fn forget(db: &Db, app: &str, days: u32, now: Timestamp) -> Result<(), StoreError> {
    let kept = SignedDuration::from_hours(24 * i64::from(days));
    let before = now.saturating_sub(kept).unwrap_or(Timestamp::MIN);
    loop {
        let mut tx = db.write().await?;
        let keys = idempotency::purge(&mut tx, now).await?;
        let rows = audit::purge(&mut tx, app, before).await?;
        confirmation::purge(&mut tx, now).await?;
        oauth::purge(&mut tx, now).await?;
        sessions::purge(&mut tx, now).await?;
        upstream::purge(&mut tx, now).await?;
        tx.commit().await?;
        if !keys && !rows {
            return Ok(());
        }
    }
}

/// For whom a call counts.
fn who(actor: &Actor, address: Option<IpAddr>) -> String {
    match actor.origin {
        Origin::Anonymous | Origin::Open => place(address),
        _ => actor.principal(),
    }
}

/// An address, or the network of one that has very many.
pub(crate) fn place(address: Option<IpAddr>) -> String {
    match address {
        Some(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
        Some(address) => address.to_string(),
        None => String::new(),
    }
}

/// Says in a response when it may be tried again, where its refusal knows.
pub(crate) fn say_when(response: &mut Response, error: &Error) {
    let seconds = error.details().get("retry_after_s").and_then(Value::as_u64);
    if let Some(Ok(seconds)) = seconds.map(|seconds| HeaderValue::from_str(&seconds.to_string())) {
        response.headers_mut().insert(RETRY_AFTER, seconds);
    }
}
