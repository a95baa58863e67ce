//! Calls that go on after their requests were answered (the tasks extension of revision 2026-07-28).
//!
//! A task belongs to whoever called, and lies in the database where there is one: another's task answers as one that
//! does not exist. The process that runs a task holds it by a lease that it renews; a task whose lease ran out has lost
//! its process and is ended as failed, since nobody can say how far it came.

mod drive;
pub(crate) mod facts;
mod keep;
mod renewal;
mod running;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use belay_core::error::chain;
use belay_core::operation::TaskSupport;
use belay_core::{Actor, Change, Entropy, Error, Kind};
use belay_store::task::{self, Task};
use jiff::{SignedDuration, Timestamp};
use tokio_util::sync::CancellationToken;

pub(crate) use drive::start;
use keep::Keep;
use running::Running;

use crate::served::Served;

/// How long a task can be asked about, in milliseconds: a day.
pub(crate) const TTL_MS: i64 = 24 * 60 * 60 * 1000;
/// How long a client should wait between two looks, in milliseconds.
pub(crate) const POLL_MS: u64 = 500;
/// How many tasks of one caller may be under way.
const MOST_LIVE: i64 = 100;
/// How long a process may be silent about a task before it is taken to be gone.
const LEASE: SignedDuration = SignedDuration::from_secs(30);
const RENEWAL: Duration = Duration::from_secs(10);
const SWEEP: Duration = Duration::from_secs(30);

/// The tasks of one application.
pub(crate) struct Tasks {
    keep: Keep,
    running: Arc<Running>,
    runner: String,
    /// How often a lease is renewed.
    renewal: Duration,
}

impl Tasks {
    pub(crate) fn new(served: &Arc<Served>, stop: &CancellationToken) -> Self {
        let keep = Keep::new(served.app.name, served.db.clone());
        let running = Arc::<Running>::default();
        let has_tasks = served.app.operations.iter().any(|operation| operation.task != TaskSupport::No);
        if has_tasks && tokio::runtime::Handle::try_current().is_ok() {
            tokio::spawn(sweep(Arc::clone(served), keep.clone(), Arc::clone(&running), stop.clone()));
        }
        let runner = secret("run_", &*served.shared.entropy);
        Self { keep, running, runner, renewal: RENEWAL }
    }

    /// The caller's task of an identifier.
    pub(crate) async fn find(&self, served: &Served, actor: &Actor, id: &str) -> Result<Option<Task>, Error> {
        self.keep.find(actor, id, served.shared.clock.now()).await
    }

    /// Makes a task for a caller.
    ///
    /// # Errors
    /// A refusal when the caller has too many under way; a fault of the store.
    pub(crate) async fn create(&self, served: &Served, actor: &Actor, made: Made) -> Result<Task, Error> {
        let now = served.shared.clock.now();
        // As finely as the database keeps it, so that every answer says the same.
        let now = Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now);
        let ttl = SignedDuration::from_millis(TTL_MS);
        let task = Task {
            id: secret("tsk_", &*served.shared.entropy),
            app: served.app.name.to_owned(),
            principal: actor.principal(),
            tenant: actor.tenant.as_deref().map(str::to_owned),
            operation: made.operation.to_owned(),
            input: made.input,
            status: task::WORKING.to_owned(),
            message: None,
            requests: None,
            answers: made.answers,
            outcome: None,
            created_at: now,
            updated_at: now,
            expires_at: Some(now.saturating_add(ttl).unwrap_or(Timestamp::MAX)),
            runner: Some(self.runner.clone()),
            leased_until: Some(leased_until(now)),
            facts: made.facts,
        };
        if self.keep.insert(&task, MOST_LIVE).await? {
            return Ok(task);
        }
        let message =
            format!("There are {MOST_LIVE} tasks under way already; wait for one to end or cancel one");
        Err(Error::new(Kind::TooMany, "too_many_tasks", message))
    }

    /// Ends a task at its caller's wish. Nothing happens to one that has ended.
    ///
    /// One that runs here is only told: it may be committing, and its own end alone can say what became of it. One that
    /// runs elsewhere finds out when its lease is renewed next.
    pub(crate) async fn cancel(&self, served: &Served, task: &Task) -> Result<(), Error> {
        if self.running.signal(&task.id) {
            return Ok(());
        }
        if self.keep.cancel(&task.id, served.shared.clock.now()).await? {
            // It may have been resumed here in between.
            self.running.signal(&task.id);
            served.changes.publish(&Change::Task(task.id.clone()), task.tenant.as_deref()).await;
        }
        Ok(())
    }

    /// Puts answers to a task's questions, those left open being given as JSON. Nothing when somebody answered in
    /// between; true when none is left and the task is to go on, held by this process.
    pub(crate) async fn answer(
        &self,
        served: &Served,
        task: &Task,
        answers: (&str, Option<&str>),
    ) -> Result<Option<bool>, Error> {
        let now = served.shared.clock.now();
        self.keep.answer(task, answers, (&self.runner, leased_until(now)), now).await
    }

    /// Says that this process is there for a task. False when the task is not, or no more, its own to run.
    async fn renew(&self, served: &Served, id: &str) -> Result<bool, Error> {
        let now = served.shared.clock.now();
        self.keep.renew(id, &self.runner, leased_until(now), now).await
    }
}

/// What a task is made from: the operation, and as JSON its input, the answers so far, and what it kept.
pub(crate) struct Made {
    pub(crate) operation: &'static str,
    pub(crate) input: String,
    pub(crate) answers: String,
    pub(crate) facts: String,
}

fn leased_until(now: Timestamp) -> Timestamp {
    now.saturating_add(LEASE).unwrap_or(Timestamp::MAX)
}

/// An identifier that cannot be guessed: 128 random bits.
pub(crate) fn secret(prefix: &str, entropy: &dyn Entropy) -> String {
    let mut bytes = [0; 16];
    entropy.fill(&mut bytes);
    bytes.iter().fold(prefix.to_owned(), |text, byte| format!("{text}{byte:02x}"))
}

/// Ends tasks that lost their process and forgets those that were kept long enough.
async fn sweep(served: Arc<Served>, keep: Keep, running: Arc<Running>, stop: CancellationToken) {
    let sweeper = secret("run_", &*served.shared.entropy);
    loop {
        let now = served.shared.clock.now();
        match keep.sweep((&sweeper, leased_until(now)), &lost(), &running, now).await {
            Ok(ended) => {
                for task in ended {
                    served.changes.publish(&Change::Task(task.id), task.tenant.as_deref()).await;
                }
            }
            Err(error) => {
                tracing::warn!(
                    app = served.app.name,
                    cause = chain(&error),
                    "tasks could not be looked after"
                );
            }
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(SWEEP) => {}
        }
    }
}

/// The outcome of a task whose process is gone.
fn lost() -> String {
    let message = "The server ended while the task ran; what it did before that may have happened. \
        Look before calling again";
    serde_json::json!({ "error": { "code": super::wire::fault::INTERNAL, "message": message } }).to_string()
}
