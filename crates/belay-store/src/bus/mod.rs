//! Notices between the processes that serve one database: that something has changed, not what it has become.
//!
//! On PostgreSQL a notice goes through the database and reaches every process that serves it, this one included. On
//! SQLite it stays in the process. A notice is not kept: who does not listen at the moment never hears of it, so it
//! says where to look, and the truth is in the tables.

mod payload;
mod relay;

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::broadcast::{self, error::RecvError};

use crate::{Db, StoreError, db::Inner, postgres};
use relay::Relay;

pub use payload::MOST_BYTES;

/// How many notices a subscriber may fall behind before it misses the oldest.
const BACKLOG: usize = 1_024;

/// A short message about a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What it is about; the subscriber decides by it whether to read on.
    pub topic: String,
    /// What it says, in whatever form publisher and subscriber have agreed on.
    pub body: String,
}

/// What a subscriber gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A notice.
    Notice(Notice),
    /// Notices may have been missed: that many because the subscriber was too slow, or an unknown number, said as 0,
    /// because the connection to the database stands only now, be it for the first time or again. Whatever follows
    /// from notices has to be read from the tables now.
    Missed(u64),
}

/// Where notices are published and subscribed to. Cheap to clone.
///
/// Open it once and clone it: on SQLite only the clones of one `Bus` hear each other. When the last clone is
/// dropped, its connection to the database is closed and its subscriptions end.
#[derive(Clone)]
pub struct Bus {
    shared: Arc<Shared>,
}

struct Shared {
    subscribers: broadcast::Sender<Received>,
    /// The way through the database; without it notices go to the subscribers directly.
    detour: Option<Detour>,
}

struct Detour {
    pool: Arc<postgres::Pool>,
    relay: Mutex<Option<Relay>>,
}

impl Bus {
    /// A bus between all processes that serve the database, as far as it can connect them.
    #[must_use]
    pub fn open(db: &Db) -> Self {
        match &db.inner {
            Inner::Sqlite(_) => Self::local(),
            Inner::Postgres(pool) => {
                Self::new(Some(Detour { pool: Arc::clone(pool), relay: Mutex::default() }))
            }
        }
    }

    /// A bus within this process, which needs no database.
    #[must_use]
    pub fn local() -> Self {
        Self::new(None)
    }

    fn new(detour: Option<Detour>) -> Self {
        let (subscribers, _) = broadcast::channel(BACKLOG);
        Self { shared: Arc::new(Shared { subscribers, detour }) }
    }

    /// Sends a notice to every subscriber, each of which gets it once. It does not wait for them.
    ///
    /// It is a transaction of its own: publish what a transaction did after its commit. When the future is dropped,
    /// the notice may have been sent or not.
    ///
    /// # Errors
    ///
    /// [`StoreError::TooLarge`] when topic and body have more than [`MOST_BYTES`] as JSON, whatever the engine;
    /// otherwise as [`Db::write`].
    pub async fn publish(&self, notice: Notice) -> Result<(), StoreError> {
        let payload = payload::encode(&notice)?;
        match &self.shared.detour {
            Some(detour) => detour.pool.notify(relay::CHANNEL, &payload).await,
            None => {
                // The error says that nobody has subscribed, which is no trouble.
                let _ = self.shared.subscribers.send(Received::Notice(notice));
                Ok(())
            }
        }
    }

    /// Subscribes to all notices from now on.
    ///
    /// On PostgreSQL the first subscription starts the task that listens. Until its connection stands nothing is
    /// heard; the subscribers learn by [`Received::Missed`] that it stands.
    ///
    /// # Panics
    ///
    /// On PostgreSQL, outside of a Tokio runtime.
    #[must_use]
    pub fn subscribe(&self) -> Notices {
        let subscription = self.shared.subscribers.subscribe();
        if let Some(detour) = &self.shared.detour {
            let mut relay = detour.relay.lock().unwrap_or_else(PoisonError::into_inner);
            // It is over when the runtime it was started on has ended.
            if relay.as_ref().is_none_or(Relay::is_over) {
                *relay = Some(Relay::start(Arc::clone(&detour.pool), self.shared.subscribers.clone()));
            }
        }
        Notices { subscription }
    }
}

impl fmt::Debug for Bus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reach = if self.shared.detour.is_some() { "database" } else { "process" };
        f.debug_struct("Bus").field("reach", &reach).finish_non_exhaustive()
    }
}

/// A subscription.
#[derive(Debug)]
pub struct Notices {
    subscription: broadcast::Receiver<Received>,
}

impl Notices {
    /// Waits for what comes next; `None` when the last clone of the [`Bus`] is gone.
    ///
    /// Nothing is lost when the future is dropped.
    pub async fn next(&mut self) -> Option<Received> {
        match self.subscription.recv().await {
            Ok(received) => Some(received),
            Err(RecvError::Lagged(count)) => Some(Received::Missed(count)),
            Err(RecvError::Closed) => None,
        }
    }
}
