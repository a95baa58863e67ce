//! One row for every call, whatever its door: who did what, how it ended, how long it took. No arguments.

pub mod sql;

use jiff::Timestamp;

use crate::{Row, StoreError, Tx, args};

/// A call that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The row's own id.
    pub id: String,
    /// When the call came in.
    pub at: Timestamp,
    /// The application.
    pub app: String,
    /// The operation.
    pub operation: String,
    /// The door it came through, for instance `mcp`.
    pub door: String,
    /// Who called, if that was established.
    pub principal: Option<String>,
    /// The client program, if it gave its name.
    pub client: Option<String>,
    /// How it ended: `ok`, or the sort of trouble.
    pub outcome: String,
    /// The code of the error, if it ended in one.
    pub code: Option<String>,
    /// How long it took, in microseconds.
    pub duration_us: i64,
    /// The size of the arguments, in bytes.
    pub request_bytes: i64,
    /// The size of the answer, in bytes.
    pub response_bytes: i64,
    /// The request's id as it stands in the log.
    pub request_id: String,
}

/// Writes calls down, all in one trip.
///
/// # Errors
///
/// As [`Tx::batch`].
pub async fn insert(tx: &mut Tx, calls: Vec<Call>) -> Result<(), StoreError> {
    let rows = calls
        .into_iter()
        .map(|call| {
            args![
                call.id,
                call.at,
                call.app,
                call.operation,
                call.door,
                call.principal,
                call.client,
                call.outcome,
                call.code,
                call.duration_us,
                call.request_bytes,
                call.response_bytes,
                call.request_id
            ]
        })
        .collect();
    tx.batch(sql::INSERT, rows).await.map(drop)
}

/// Forgets the calls before an instant and says how many there were.
///
/// # Errors
///
/// As [`Tx::exec`].
pub async fn delete_before(tx: &mut Tx, instant: Timestamp) -> Result<u64, StoreError> {
    tx.exec(sql::DELETE_BEFORE, args![instant]).await
}

/// The newest calls, the newest first, at most `limit`.
///
/// # Errors
///
/// As [`Tx::all`].
pub async fn newest(tx: &mut Tx, limit: u32) -> Result<Vec<Call>, StoreError> {
    tx.all(sql::NEWEST, args![limit]).await?.iter().map(read).collect()
}

fn read(row: &Row) -> Result<Call, StoreError> {
    Ok(Call {
        id: row.get("id")?,
        at: row.get("at")?,
        app: row.get("app")?,
        operation: row.get("operation")?,
        door: row.get("door")?,
        principal: row.get("principal")?,
        client: row.get("client")?,
        outcome: row.get("outcome")?,
        code: row.get("code")?,
        duration_us: row.get("duration_us")?,
        request_bytes: row.get("request_bytes")?,
        response_bytes: row.get("response_bytes")?,
        request_id: row.get("request_id")?,
    })
}
