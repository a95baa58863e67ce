//! Confirmations: given out with a preview, each for one caller, one operation and one set of arguments, for ten minutes,
//! and used once.

pub(crate) mod sql;

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use belay_core::Entropy;
use belay_store::{Db, StoreError, Tx, args};
use jiff::{SignedDuration, Timestamp};

use crate::digest;

/// How long somebody may think about it.
pub const OPEN: SignedDuration = SignedDuration::from_mins(10);
/// How many are remembered where there is no database.
const MOST: usize = 10_000;

/// What a confirmation is for.
#[derive(Debug, Clone, Copy)]
pub struct For<'a> {
    /// The application.
    pub app: &'a str,
    /// Who calls.
    pub principal: &'a str,
    /// The operation.
    pub operation: &'a str,
    /// The digest of the arguments.
    pub arguments: &'a str,
}

impl For<'_> {
    fn digest(&self) -> String {
        digest::of_texts(&[self.app, self.principal, self.operation, self.arguments])
    }
}

/// The confirmations of an application: in its database, or in memory where it has none.
#[derive(Debug)]
pub struct Confirmations {
    db: Option<Db>,
    memory: Mutex<HashMap<String, Given>>,
}

#[derive(Debug)]
struct Given {
    belongs_to: String,
    expires_at: Timestamp,
    used: bool,
}

impl Confirmations {
    /// Confirmations that lie in a database, where there is one.
    #[must_use]
    pub fn new(db: Option<Db>) -> Self {
        Self { db, memory: Mutex::default() }
    }

    /// Gives out a token. Only its digest is kept.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails.
    pub async fn give(
        &self,
        what: For<'_>,
        entropy: &dyn Entropy,
        now: Timestamp,
    ) -> Result<String, StoreError> {
        let mut bytes = [0; 16];
        entropy.fill(&mut bytes);
        let token = format!("ct_{}", digest::of_bytes(&bytes).get(..32).unwrap_or_default());
        let (id, belongs_to) = (digest::of_bytes(token.as_bytes()), what.digest());
        let expires_at = now.saturating_add(OPEN).unwrap_or(Timestamp::MAX);
        match &self.db {
            Some(db) => {
                let mut tx = db.write().await?;
                let args = args![&id, &belongs_to, now.as_microsecond(), expires_at.as_microsecond()];
                tx.exec(sql::INSERT, args).await?;
                tx.commit().await?;
            }
            None => {
                let mut memory = self.memory();
                memory.retain(|_, given| given.expires_at > now);
                if memory.len() >= MOST {
                    memory.clear();
                }
                memory.insert(id, Given { belongs_to, expires_at, used: false });
            }
        }
        Ok(token)
    }

    /// Uses a token. False where it is not, or no more, one for this call.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails.
    pub async fn consume(&self, token: &str, what: For<'_>, now: Timestamp) -> Result<bool, StoreError> {
        let (id, belongs_to) = (digest::of_bytes(token.as_bytes()), what.digest());
        match &self.db {
            Some(db) => {
                let mut tx = db.write().await?;
                let used = tx.exec(sql::USE, args![&id, &belongs_to, now.as_microsecond()]).await?;
                tx.commit().await?;
                Ok(used == 1)
            }
            None => {
                let mut memory = self.memory();
                let fits = |given: &&mut Given| {
                    given.belongs_to == belongs_to && !given.used && given.expires_at > now
                };
                Ok(memory.get_mut(&id).filter(fits).map(|given| given.used = true).is_some())
            }
        }
    }

    /// Lets a token be used once more, for a call that turned out to wait for further answers.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails.
    pub async fn release(&self, token: &str) -> Result<(), StoreError> {
        let id = digest::of_bytes(token.as_bytes());
        match &self.db {
            Some(db) => {
                let mut tx = db.write().await?;
                tx.exec(sql::RELEASE, args![&id]).await?;
                tx.commit().await
            }
            None => {
                if let Some(given) = self.memory().get_mut(&id) {
                    given.used = false;
                }
                Ok(())
            }
        }
    }

    fn memory(&self) -> MutexGuard<'_, HashMap<String, Given>> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Forgets confirmations whose time is over.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn purge(tx: &mut Tx, now: Timestamp) -> Result<(), StoreError> {
    tx.exec(sql::PURGE, args![now.as_microsecond()]).await.map(drop)
}
