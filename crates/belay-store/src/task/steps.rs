//! The steps of a task. Each answers whether it was taken; nothing changes when it was not.

use jiff::Timestamp;

use super::{CANCELLED, COMPLETED, FAILED, Task, sql};
use crate::{StoreError, Tx, args};

/// How a task ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// [`COMPLETED`], [`FAILED`] or [`CANCELLED`].
    pub status: String,
    /// JSON: the result or the error.
    pub outcome: Option<String>,
    /// A sentence about it, for people.
    pub message: Option<String>,
}

/// Stops a task that works until `requests` (JSON) are answered; its runner lets go of it.
///
/// # Errors
///
/// As [`Tx::exec`].
pub async fn ask(tx: &mut Tx, id: &str, requests: &str, at: Timestamp) -> Result<bool, StoreError> {
    Ok(tx.exec(sql::ASK, args![id, requests, at]).await? > 0)
}

/// Keeps `answers`, all there are by now, and what `requests` are still open, none when that were all.
///
/// `task` is the task as it was read before the new answers were put to the old. The step is not taken when the
/// task does not wait any more, or when others have answered since: read it again then. Without this, answers that
/// come in at once through two processes would overwrite each other.
///
/// # Errors
///
/// As [`Tx::exec`].
pub async fn answer(
    tx: &mut Tx,
    task: &Task,
    answers: &str,
    requests: Option<&str>,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let values = args![&task.id, answers, requests, at, &task.answers, task.requests.as_deref()];
    Ok(tx.exec(sql::ANSWER, values).await? > 0)
}

/// Lets a task go on that waited for answers and has them all, in the hands of `runner`.
///
/// # Errors
///
/// As [`Tx::exec`].
pub async fn resume(
    tx: &mut Tx,
    id: &str,
    runner: &str,
    leased_until: Timestamp,
    at: Timestamp,
) -> Result<bool, StoreError> {
    Ok(tx.exec(sql::RESUME, args![id, runner, leased_until, at]).await? > 0)
}

/// Takes over a task that works but whose lease ended before `now`.
///
/// # Errors
///
/// As [`Tx::exec`].
pub async fn claim(
    tx: &mut Tx,
    id: &str,
    runner: &str,
    leased_until: Timestamp,
    now: Timestamp,
) -> Result<bool, StoreError> {
    Ok(tx.exec(sql::CLAIM, args![id, runner, leased_until, now]).await? > 0)
}

/// Prolongs the lease of a task that works. When it is not taken, `runner` runs the task no more and has to stop:
/// the task has ended, waits for answers, or is in other hands.
///
/// # Errors
///
/// As [`Tx::exec`].
pub async fn renew(tx: &mut Tx, id: &str, runner: &str, leased_until: Timestamp) -> Result<bool, StoreError> {
    Ok(tx.exec(sql::RENEW, args![id, runner, leased_until]).await? > 0)
}

/// Ends a task that has not ended. Its open questions go, and so does what it needed to run: its input, which may be
/// megabytes, its answers and its facts.
///
/// # Errors
///
/// As [`Tx::exec`]; a fault when the status does not end a task.
pub async fn finish(tx: &mut Tx, id: &str, ending: Ending, at: Timestamp) -> Result<bool, StoreError> {
    if ![COMPLETED, FAILED, CANCELLED].contains(&ending.status.as_str()) {
        return Err(StoreError::fault("a task ends as `completed`, `failed` or `cancelled`"));
    }
    let values = args![id, ending.status, ending.outcome, ending.message, at];
    Ok(tx.exec(sql::FINISH, values).await? > 0)
}

/// Calls a task off that has not ended. Its message stays; what goes is as with [`finish`].
///
/// # Errors
///
/// As [`Tx::exec`].
pub async fn cancel(tx: &mut Tx, id: &str, at: Timestamp) -> Result<bool, StoreError> {
    Ok(tx.exec(sql::CANCEL, args![id, at]).await? > 0)
}
