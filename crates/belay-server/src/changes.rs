//! News of what changed, from the calls that changed it to the clients that asked to be told.

use belay_core::Change;
use belay_core::error::chain;
use belay_store::Db;
use belay_store::bus::{Bus, Notice, Notices, Received};

/// The news of one application.
#[derive(Clone)]
pub struct Changes {
    app: &'static str,
    bus: Bus,
}

impl Changes {
    /// News that reach every process on the same database, where that can tell them, else this process.
    pub(crate) fn new(app: &'static str, db: Option<&Db>) -> Self {
        Self { app, bus: db.map_or_else(Bus::local, Bus::open) }
    }

    /// Tells everyone who listens. News are no part of what changed: if they cannot be told, that is logged.
    pub async fn publish(&self, change: &Change) {
        let notice = Notice { topic: self.app.to_owned(), body: change.to_text() };
        if let Err(error) = self.bus.publish(notice).await {
            tracing::warn!(app = self.app, cause = chain(&error), "news could not be told");
        }
    }

    /// Listens from now on.
    pub(crate) fn listen(&self) -> Heard {
        Heard { app: self.app, notices: self.bus.subscribe() }
    }
}

/// What is heard.
pub(crate) struct Heard {
    app: &'static str,
    notices: Notices,
}

impl Heard {
    /// The next change; all kinds of lists when some may have been missed; nothing when nobody speaks any more.
    pub(crate) async fn next(&mut self) -> Option<Vec<Change>> {
        loop {
            match self.notices.next().await? {
                Received::Notice(notice) if notice.topic == self.app => {
                    if let Some(change) = Change::parse(&notice.body) {
                        return Some(vec![change]);
                    }
                }
                Received::Notice(_) => {}
                Received::Missed(_) => return Some(vec![Change::Tools, Change::Prompts, Change::Resources]),
            }
        }
    }
}
