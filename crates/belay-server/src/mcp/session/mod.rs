//! Sessions of clients that open with a handshake (revisions up to 2025-11-25).
//!
//! A session belongs to the credential that opened it; for any other it does not exist. A caller has at most eight at a
//! time in memory; the one that was idle longest makes room. Where events are durable, sessions and events lie in the
//! database, and a session that is not in memory is read back when it is used.

mod live;
pub(crate) mod pending;
mod stream;

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use belay_core::error::chain;
use belay_core::request::Client;
use belay_store::{Db, StoreError, event as events, session as rows};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

pub(crate) use live::{COMMON, Session};
pub(crate) use stream::{Ledger, Signal, Stream};

use super::tasks::secret;
use super::turn::Turn;
use super::wire::Revision;
use crate::served::Served;

/// How many sessions one caller may have in memory.
const MOST_EACH: usize = 8;
/// How many all callers may have where callers are not told apart.
const MOST_SHARED: usize = 512;
/// How many sessions of one caller are kept in the database.
const MOST_STORED: u32 = 64;
/// How long an unused session stays in memory.
const IDLE: SignedDuration = SignedDuration::from_mins(30);
/// How long an unused session stays in the database, and how often that is looked at.
const STORED: SignedDuration = SignedDuration::from_hours(7 * 24);
/// How long what was sent can be asked for again: a client that comes back later begins anew.
const EVENTS: SignedDuration = SignedDuration::from_hours(1);
const SWEEP: SignedDuration = SignedDuration::from_hours(1);
/// How often the database learns that a session is used, in microseconds: once a minute.
const TOUCH_US: i64 = 60_000_000;

/// The sessions of one application.
pub(crate) struct Sessions {
    served: Arc<Served>,
    db: Option<Db>,
    live: Mutex<HashMap<String, Arc<Session>>>,
    swept_at: Mutex<Timestamp>,
}

impl Sessions {
    pub(crate) fn new(served: Arc<Served>) -> Self {
        let db = served.db.clone().filter(|_| served.app.protocol.durable_events);
        Self { served, db, live: Mutex::default(), swept_at: Mutex::new(Timestamp::UNIX_EPOCH) }
    }

    fn ledger(&self) -> Option<Ledger> {
        self.db.clone().map(|db| Ledger { db, clock: Arc::clone(&self.served.shared.clock) })
    }

    /// Opens a session for a caller.
    ///
    /// # Errors
    /// [`StoreError`] when it cannot be kept.
    pub(crate) async fn open(
        &self,
        turn: &Turn,
        revision: Revision,
        (info, capabilities): (Value, Value),
    ) -> Result<Arc<Session>, StoreError> {
        let now = self.served.shared.clock.now();
        let id = secret("", &*self.served.shared.entropy);
        let client: Arc<Client> = Arc::new(super::wire::meta::client(Some(&info), capabilities.clone()));
        let principal = turn.principal();
        if let Some(db) = &self.db {
            let row = rows::Session {
                id: id.clone(),
                app: self.served.app.name.to_owned(),
                principal: principal.clone(),
                tenant: turn.caller.actor.tenant.as_deref().map(str::to_owned),
                protocol: revision.name().to_owned(),
                client: json!({ "info": { "name": client.name, "version": client.version },
                    "capabilities": capabilities })
                .to_string(),
                state: "{}".to_owned(),
                created_at: now,
                used_at: now,
            };
            let mut tx = db.write().await?;
            rows::insert(&mut tx, &row).await?;
            let gone = rows::delete_beyond(&mut tx, self.served.app.name, &principal, MOST_STORED).await?;
            if self.is_due(now) {
                let limit = now.saturating_sub(STORED).unwrap_or(Timestamp::MIN);
                rows::delete_unused_since(&mut tx, limit).await?;
                let limit = now.saturating_sub(EVENTS).unwrap_or(Timestamp::MIN);
                events::delete_before(&mut tx, limit).await?;
            }
            tx.commit().await?;
            for id in gone {
                self.forget(&id);
            }
        }
        let session =
            Arc::new(Session::new(&id, (principal, client), revision, self.ledger(), now.as_microsecond()));
        self.insert(&session, now);
        Ok(session)
    }

    /// A caller's session. Another's answers as one that is not there.
    pub(crate) async fn find(&self, id: &str, principal: &str) -> Option<Arc<Session>> {
        let now = self.served.shared.clock.now();
        let live = self.lock().get(id).cloned();
        let session = match live {
            Some(session) => session,
            None => self.restore(id, now).await?,
        };
        if session.principal != principal {
            return None;
        }
        let before = session.used_at.swap(now.as_microsecond(), Ordering::Relaxed);
        if let Some(db) = self.db.clone()
            && now.as_microsecond() / TOUCH_US != before / TOUCH_US
        {
            let id = id.to_owned();
            tokio::spawn(async move {
                let touched = async {
                    let mut tx = db.write().await?;
                    rows::touch(&mut tx, &id, now).await?;
                    tx.commit().await
                };
                if let Err(error) = touched.await {
                    tracing::warn!(cause = chain(&error), "a session's use was not noted");
                }
            });
        }
        Some(session)
    }

    async fn restore(&self, id: &str, now: Timestamp) -> Option<Arc<Session>> {
        let db = self.db.as_ref()?;
        let found = async {
            let mut tx = db.read().await?;
            rows::find(&mut tx, self.served.app.name, id).await
        };
        let row = match found.await {
            Ok(row) => row?,
            Err(error) => {
                tracing::error!(cause = chain(&error), "a session could not be read back");
                return None;
            }
        };
        let revision = Revision::parse(&row.protocol)?;
        let client = Arc::new(live::client(&row.client));
        let session =
            Session::new(&row.id, (row.principal, client), revision, self.ledger(), now.as_microsecond());
        session.set_state(&row.state);
        let session = Arc::new(session);
        // Another request may have read it back meanwhile.
        if let Some(known) = self.lock().get(id) {
            return Some(Arc::clone(known));
        }
        self.insert(&session, now);
        Some(session)
    }

    /// Ends a caller's session. False when there is none.
    pub(crate) async fn end(&self, id: &str, principal: &str) -> bool {
        let Some(session) = self.find(id, principal).await else { return false };
        session.cancel_all();
        self.forget(id);
        if let Some(db) = &self.db {
            let deleted = async {
                let mut tx = db.write().await?;
                rows::delete(&mut tx, id).await?;
                tx.commit().await
            };
            let deleted: Result<(), StoreError> = deleted.await;
            if let Err(error) = deleted {
                tracing::error!(cause = chain(&error), "an ended session could not be deleted");
            }
        }
        true
    }

    fn forget(&self, id: &str) {
        if let Some(gone) = self.lock().remove(id) {
            gone.over.cancel();
        }
    }

    fn insert(&self, session: &Arc<Session>, now: Timestamp) {
        let mut live = self.lock();
        let idle = now.saturating_sub(IDLE).unwrap_or(Timestamp::MIN).as_microsecond();
        let used = |session: &Session| session.used_at.load(Ordering::Relaxed);
        let mut gone: Vec<String> = live
            .values()
            .filter(|one| used(one) < idle && !one.is_busy())
            .map(|one| one.id.to_string())
            .collect();
        let most = if self.served.is_locked() { MOST_EACH } else { MOST_SHARED };
        let own = || live.values().filter(|one| one.principal == session.principal);
        if let Some(over) = own().count().checked_sub(most) {
            // The longest idle first; one with a call under way only when there is no other. Each is looked at once:
            // what changes while it is compared has no order.
            let mut own: Vec<_> = own().map(|one| (one.is_busy(), used(one), &*one.id)).collect();
            let (longer, last, _) = own.select_nth_unstable(over);
            gone.extend(longer.iter().chain([&*last]).map(|(_, _, id)| (*id).to_owned()));
        }
        for id in gone {
            if let Some(one) = live.remove(&id) {
                one.over.cancel();
            }
        }
        live.insert(session.id.to_string(), Arc::clone(session));
    }

    fn is_due(&self, now: Timestamp) -> bool {
        let mut swept = self.swept_at.lock().unwrap_or_else(PoisonError::into_inner);
        let due = now.duration_since(*swept) > SWEEP;
        if due {
            *swept = now;
        }
        due
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Session>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
