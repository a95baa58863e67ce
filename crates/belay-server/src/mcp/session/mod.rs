//! Sessions of clients that open with a handshake (revisions up to 2025-11-25).
//!
//! A session belongs to the credential that opened it; for any other it does not exist. A caller has at most eight at a
//! time in memory; the one that was idle longest makes room. Where events are durable, sessions and events lie in the
//! database, and a session that is not in memory is read back when it is used.

mod ledger;
mod live;
pub(crate) mod pending;
mod stream;

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use belay_core::request::Client;
use belay_core::{Error, Kind};
use belay_store::{Db, event as events, session as rows};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

pub(crate) use ledger::Ledger;
pub(crate) use live::{COMMON, Session, Watching};
pub(crate) use stream::{Signal, Stream};

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

    /// Opens a session for a caller.
    ///
    /// # Errors
    /// A refusal when the caller has too many that are in use; a fault when it cannot be kept.
    pub(crate) async fn open(
        &self,
        turn: &Turn,
        revision: Revision,
        (info, capabilities): (Value, Value),
    ) -> Result<Arc<Session>, Error> {
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
        let session = Arc::new(Session::new(
            &id,
            (principal, client),
            revision,
            self.served.ledger.clone(),
            now.as_microsecond(),
        ));
        self.insert(session, now)
    }

    /// A caller's session. Another's answers as one that is not there.
    ///
    /// # Errors
    /// A fault when it cannot be looked for.
    pub(crate) async fn find(&self, id: &str, principal: &str) -> Result<Option<Arc<Session>>, Error> {
        let now = self.served.shared.clock.now();
        let live = self.lock().get(id).cloned();
        let session = match live {
            Some(session) => session,
            None => match self.restore(id, principal, now).await? {
                Some(session) => session,
                None => return Ok(None),
            },
        };
        if session.principal != principal {
            return Ok(None);
        }
        let before = session.used_at.swap(now.as_microsecond(), Ordering::Relaxed);
        if let Some(db) = self.db.clone()
            && now.as_microsecond() / TOUCH_US != before / TOUCH_US
        {
            let mut tx = db.write().await?;
            let there = rows::touch(&mut tx, id, now).await?;
            tx.commit().await?;
            if !there {
                // Another process has ended it.
                self.forget(id);
                return Ok(None);
            }
        }
        Ok(Some(session))
    }

    async fn restore(
        &self,
        id: &str,
        principal: &str,
        now: Timestamp,
    ) -> Result<Option<Arc<Session>>, Error> {
        let Some(db) = &self.db else { return Ok(None) };
        let row = rows::find(&mut db.read().await?, self.served.app.name, id).await?;
        // Another's is not even read into memory.
        let Some(row) = row.filter(|row| row.principal == principal) else { return Ok(None) };
        let Some(revision) = Revision::parse(&row.protocol) else { return Ok(None) };
        let client = Arc::new(live::client(&row.client));
        let ledger = self.served.ledger.clone();
        let session = Session::new(&row.id, (row.principal, client), revision, ledger, now.as_microsecond());
        session.set_state(&row.state);
        self.insert(Arc::new(session), now).map(Some)
    }

    /// Ends a caller's session. False when there is none.
    ///
    /// # Errors
    /// A fault when it cannot be looked for or deleted.
    pub(crate) async fn end(&self, id: &str, principal: &str) -> Result<bool, Error> {
        let Some(session) = self.find(id, principal).await? else { return Ok(false) };
        session.cancel_all();
        self.forget(id);
        if let Some(db) = &self.db {
            let mut tx = db.write().await?;
            rows::delete(&mut tx, id).await?;
            tx.commit().await?;
        }
        Ok(true)
    }

    fn forget(&self, id: &str) {
        if let Some(gone) = self.lock().remove(id) {
            gone.over.cancel();
        }
    }

    /// Takes a session into memory, and gives the one that is there. Those that were idle too long go, and of the caller's
    /// own the longest idle, where there are too many; one that is in use stays.
    fn insert(&self, session: Arc<Session>, now: Timestamp) -> Result<Arc<Session>, Error> {
        let mut live = self.lock();
        if let Some(known) = live.get(&*session.id) {
            return Ok(Arc::clone(known));
        }
        let idle = now.saturating_sub(IDLE).unwrap_or(Timestamp::MIN).as_microsecond();
        let used = |session: &Session| session.used_at.load(Ordering::Relaxed);
        live.retain(|_, one| {
            let stays = one.is_busy() || used(one) >= idle;
            if !stays {
                one.over.cancel();
            }
            stays
        });
        let most = if self.served.is_locked() { MOST_EACH } else { MOST_SHARED };
        let own = live.values().filter(|one| one.principal == session.principal);
        if own.clone().count() >= most {
            let oldest = own.filter(|one| !one.is_busy()).min_by_key(|one| used(one));
            let Some(oldest) = oldest.map(|one| one.id.to_string()) else {
                let message =
                    format!("{most} sessions are in use already; end one, or wait for its requests");
                return Err(Error::new(Kind::TooMany, "too_many_sessions", message));
            };
            if let Some(one) = live.remove(&oldest) {
                one.over.cancel();
            }
        }
        live.insert(session.id.to_string(), Arc::clone(&session));
        Ok(session)
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
