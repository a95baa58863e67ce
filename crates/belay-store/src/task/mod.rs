//! Calls that go on after their request was answered: what they are, where they stand, and who runs them.
//!
//! A task is `working` or `input_required` until it ends as `completed`, `failed` or `cancelled`. Each step between
//! these is one conditional statement: it answers whether it was taken, and of two processes that try, one is told
//! that it was not.

pub mod sql;
mod steps;

use jiff::Timestamp;

use crate::{Row, StoreError, Tx, args};

pub use steps::{Ending, answer, ask, cancel, claim, finish, renew, resume};

/// Somebody runs the task.
pub const WORKING: &str = "working";
/// The task waits for answers.
pub const INPUT_REQUIRED: &str = "input_required";
/// The task ended with a result.
pub const COMPLETED: &str = "completed";
/// The task ended with an error.
pub const FAILED: &str = "failed";
/// The task was called off.
pub const CANCELLED: &str = "cancelled";

/// A call that goes on after its request was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its id, as the client sends it.
    pub id: String,
    /// The application.
    pub app: String,
    /// Who called.
    pub principal: String,
    /// The tenant the call is about, if it is about one.
    pub tenant: Option<String>,
    /// The operation.
    pub operation: String,
    /// JSON: the operation's input; an empty object once the task has ended.
    pub input: String,
    /// Where it stands: [`WORKING`], [`INPUT_REQUIRED`], [`COMPLETED`], [`FAILED`] or [`CANCELLED`].
    pub status: String,
    /// A sentence about where it stands, for people.
    pub message: Option<String>,
    /// JSON: the questions that wait for an answer; none when all are answered.
    pub requests: Option<String>,
    /// JSON object: the answers so far; none once the task has ended.
    pub answers: String,
    /// JSON: the result or the error it ended with.
    pub outcome: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last took a step.
    pub updated_at: Timestamp,
    /// From when on it may be forgotten, whatever its status; never when there is none.
    pub expires_at: Option<Timestamp>,
    /// The process that runs it.
    pub runner: Option<String>,
    /// Until when the runner has said it will be heard of again.
    pub leased_until: Option<Timestamp>,
    /// JSON: what is needed to run it again, such as the client and the protocol; an empty object once it has ended.
    pub facts: String,
}

/// Keeps a new task.
///
/// # Errors
///
/// As [`Tx::exec`]; [`StoreError::Unique`] when its id is taken, [`StoreError::Check`] when its status is none.
pub async fn insert(tx: &mut Tx, task: &Task) -> Result<(), StoreError> {
    let values = args![
        &task.id,
        &task.app,
        &task.principal,
        task.tenant.as_deref(),
        &task.operation,
        &task.input,
        &task.status,
        task.message.as_deref(),
        task.requests.as_deref(),
        &task.answers,
        task.outcome.as_deref(),
        task.created_at,
        task.updated_at,
        task.expires_at,
        task.runner.as_deref(),
        task.leased_until,
        &task.facts
    ];
    tx.exec(sql::INSERT, values).await.map(drop)
}

/// A principal's task in a tenant, or outside of any. Somebody else's is none, as is one that does not exist.
///
/// # Errors
///
/// As [`Tx::opt`].
pub async fn find(
    tx: &mut Tx,
    app: &str,
    principal: &str,
    tenant: Option<&str>,
    id: &str,
) -> Result<Option<Task>, StoreError> {
    tx.opt(sql::FIND, args![app, principal, tenant, id]).await?.as_ref().map(read).transpose()
}

/// The tasks of an application whose runner let its lease end before `now`, the longest abandoned first, at most
/// `limit`. [`claim`] one before running it: another process may have found it too.
///
/// # Errors
///
/// As [`Tx::all`].
pub async fn abandoned(tx: &mut Tx, app: &str, now: Timestamp, limit: u32) -> Result<Vec<Task>, StoreError> {
    tx.all(sql::ABANDONED, args![app, now, limit]).await?.iter().map(read).collect()
}

/// Forgets the tasks that expire at `now` or before, and says how many there were.
///
/// # Errors
///
/// As [`Tx::exec`].
pub async fn delete_expired(tx: &mut Tx, now: Timestamp) -> Result<u64, StoreError> {
    tx.exec(sql::DELETE_EXPIRED, args![now]).await
}

/// How many tasks of a principal have not ended, in all its tenants.
///
/// # Errors
///
/// As [`Tx::one`].
pub async fn count_live(tx: &mut Tx, app: &str, principal: &str) -> Result<i64, StoreError> {
    tx.one(sql::COUNT_LIVE, args![app, principal]).await?.get("live")
}

/// How many tasks of a principal are kept, ended or not, in all its tenants.
///
/// # Errors
///
/// As [`Tx::one`].
pub async fn count(tx: &mut Tx, app: &str, principal: &str) -> Result<i64, StoreError> {
    tx.one(sql::COUNT, args![app, principal]).await?.get("kept")
}

/// Forgets the tasks of a principal that have ended except the `keep` that ended last, and says how many went.
///
/// # Errors
///
/// As [`Tx::exec`].
pub async fn delete_ended_beyond(
    tx: &mut Tx,
    app: &str,
    principal: &str,
    keep: i64,
) -> Result<u64, StoreError> {
    tx.exec(sql::DELETE_ENDED_BEYOND, args![app, principal, keep]).await
}

fn read(row: &Row) -> Result<Task, StoreError> {
    Ok(Task {
        id: row.get("id")?,
        app: row.get("app")?,
        principal: row.get("principal")?,
        tenant: row.get("tenant")?,
        operation: row.get("operation")?,
        input: row.get("input")?,
        status: row.get("status")?,
        message: row.get("message")?,
        requests: row.get("requests")?,
        answers: row.get("answers")?,
        outcome: row.get("outcome")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
        expires_at: row.get("expires_at")?,
        runner: row.get("runner")?,
        leased_until: row.get("leased_until")?,
        facts: row.get("facts")?,
    })
}
