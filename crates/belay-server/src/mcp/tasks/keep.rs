//! Where tasks are kept: in the application's database, or in a private one that goes with the process.

use std::sync::Arc;

use belay_core::{Actor, Error};
use belay_store::task::{self, Ending, Task};
use belay_store::{Db, Options};
use jiff::Timestamp;
use tokio::sync::OnceCell;

use super::running::Running;

/// How many lost tasks are ended at once.
const SWEPT: u32 = 100;
/// How many tasks of one caller are kept, ended or not.
const MOST_KEPT: i64 = 1_000;

#[derive(Clone)]
pub(super) struct Keep {
    db: Arc<OnceCell<Db>>,
    app: &'static str,
}

impl Keep {
    pub(super) fn new(app: &'static str, db: Option<Db>) -> Self {
        Self { db: Arc::new(db.map_or_else(OnceCell::new, |db| OnceCell::new_with(Some(db)))), app }
    }

    async fn db(&self, now: Timestamp) -> Result<&Db, Error> {
        let open = || async {
            let db = Db::open("sqlite::memory:", Options::default()).await?;
            db.migrate(&[], now).await?;
            Ok(db)
        };
        self.db.get_or_try_init(open).await
    }

    pub(super) async fn find(&self, actor: &Actor, id: &str, now: Timestamp) -> Result<Option<Task>, Error> {
        let mut tx = self.db(now).await?.read().await?;
        let (principal, tenant) = (actor.principal(), actor.tenant.as_deref());
        let found = task::find(&mut tx, self.app, &principal, tenant, id).await?;
        Ok(found.filter(|task| task.expires_at.is_none_or(|until| until > now)))
    }

    /// Keeps a new task where its caller has fewer than `most` under way. Of the caller's ended ones the oldest make
    /// room for it where there are too many.
    pub(super) async fn insert(&self, task: &Task, most: i64) -> Result<bool, Error> {
        let mut tx = self.db(task.created_at).await?.write().await?;
        let live = task::count_live(&mut tx, self.app, &task.principal).await?;
        if live >= most {
            return Ok(false);
        }
        if task::count(&mut tx, self.app, &task.principal).await? >= MOST_KEPT {
            let ended = MOST_KEPT.saturating_sub(live).saturating_sub(1);
            task::delete_ended_beyond(&mut tx, self.app, &task.principal, ended).await?;
        }
        task::insert(&mut tx, task).await?;
        tx.commit().await?;
        Ok(true)
    }

    pub(super) async fn ask(&self, id: &str, requests: &str, now: Timestamp) -> Result<bool, Error> {
        let mut tx = self.db(now).await?.write().await?;
        let asked = task::ask(&mut tx, id, requests, now).await?;
        tx.commit().await?;
        Ok(asked)
    }

    /// Puts answers to a task's questions; without questions left it goes on, held by `runner`.
    pub(super) async fn answer(
        &self,
        task: &Task,
        (answers, left): (&str, Option<&str>),
        (runner, leased_until): (&str, Timestamp),
        now: Timestamp,
    ) -> Result<Option<bool>, Error> {
        let mut tx = self.db(now).await?.write().await?;
        if !task::answer(&mut tx, task, answers, left, now).await? {
            return Ok(None);
        }
        let resumed = left.is_none() && task::resume(&mut tx, &task.id, runner, leased_until, now).await?;
        tx.commit().await?;
        Ok(Some(resumed))
    }

    pub(super) async fn renew(
        &self,
        id: &str,
        runner: &str,
        leased_until: Timestamp,
        now: Timestamp,
    ) -> Result<bool, Error> {
        let mut tx = self.db(now).await?.write().await?;
        let renewed = task::renew(&mut tx, id, runner, leased_until).await?;
        tx.commit().await?;
        Ok(renewed)
    }

    pub(super) async fn finish(&self, id: &str, ending: Ending, now: Timestamp) -> Result<bool, Error> {
        let mut tx = self.db(now).await?.write().await?;
        let finished = task::finish(&mut tx, id, ending, now).await?;
        tx.commit().await?;
        Ok(finished)
    }

    pub(super) async fn cancel(&self, id: &str, now: Timestamp) -> Result<bool, Error> {
        let mut tx = self.db(now).await?.write().await?;
        let cancelled = task::cancel(&mut tx, id, now).await?;
        tx.commit().await?;
        Ok(cancelled)
    }

    /// Ends what lost its process with an outcome, forgets what was kept long enough, and gives what was ended. What
    /// runs in this process has not lost it, however late its lease is renewed.
    pub(super) async fn sweep(
        &self,
        (runner, leased_until): (&str, Timestamp),
        outcome: &str,
        running: &Running,
        now: Timestamp,
    ) -> Result<Vec<Task>, Error> {
        let mut tx = self.db(now).await?.write().await?;
        let mut ended = Vec::new();
        for task in task::abandoned(&mut tx, self.app, now, SWEPT).await? {
            if running.holds(&task.id) {
                continue;
            }
            // Two processes may find the same one.
            if task::claim(&mut tx, &task.id, runner, leased_until, now).await? {
                let ending = Ending {
                    status: task::FAILED.to_owned(),
                    outcome: Some(outcome.to_owned()),
                    message: None,
                };
                task::finish(&mut tx, &task.id, ending, now).await?;
                ended.push(task);
            }
        }
        task::delete_expired(&mut tx, now).await?;
        tx.commit().await?;
        Ok(ended)
    }
}
