//! What was sent on the streams of a session, so that a client can go on after the last event it has seen.

pub mod sql;

use jiff::Timestamp;

use crate::{Row, StoreError, Tx, args};

/// One event of a stream, in the sense of server-sent events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The session's id.
    pub session: String,
    /// The stream's name within the session.
    pub stream: String,
    /// Its place in the stream. The caller counts; gaps do no harm.
    pub number: i64,
    /// When it was sent.
    pub at: Timestamp,
    /// One JSON-RPC message; none for an event that only gives the client an id to resume from.
    pub data: Option<String>,
    /// Whether the stream ends with it.
    pub last: bool,
}

/// Keeps events, all in one trip, and says how many: those of a session that has gone are left out.
///
/// # Errors
///
/// As [`Tx::batch`]; [`StoreError::Unique`] when a number of a stream is taken, and [`StoreError::ForeignKey`]
/// when a session goes while its event is written: trying again leaves it out.
pub async fn insert(tx: &mut Tx, events: Vec<Event>) -> Result<u64, StoreError> {
    let rows = events
        .into_iter()
        .map(|event| args![event.session, event.stream, event.number, event.at, event.data, event.last])
        .collect();
    Ok(tx.batch(sql::INSERT, rows).await?.into_iter().sum())
}

/// What was sent on a stream after the event with a number, in order, at most `limit` events.
///
/// # Errors
///
/// As [`Tx::all`].
pub async fn after(
    tx: &mut Tx,
    session: &str,
    stream: &str,
    number: i64,
    limit: u32,
) -> Result<Vec<Event>, StoreError> {
    tx.all(sql::AFTER, args![session, stream, number, limit]).await?.iter().map(read).collect()
}

/// The highest number of a stream; none when nothing of it is kept.
///
/// # Errors
///
/// As [`Tx::one`].
pub async fn newest_number(tx: &mut Tx, session: &str, stream: &str) -> Result<Option<i64>, StoreError> {
    tx.one(sql::NEWEST_NUMBER, args![session, stream]).await?.get("number")
}

/// Whether the last event of a stream is kept: nothing will follow it.
///
/// # Errors
///
/// As [`Tx::one`].
pub async fn has_ended(tx: &mut Tx, session: &str, stream: &str) -> Result<bool, StoreError> {
    tx.one(sql::HAS_ENDED, args![session, stream]).await?.get("ended")
}

/// Forgets the events of a session except its newest `keep`, by instant, then stream, then number, and says how
/// many went.
///
/// # Errors
///
/// As [`Tx::exec`].
pub async fn trim(tx: &mut Tx, session: &str, keep: u32) -> Result<u64, StoreError> {
    tx.exec(sql::TRIM, args![session, keep]).await
}

/// Forgets the events before an instant and says how many there were.
///
/// # Errors
///
/// As [`Tx::exec`].
pub async fn delete_before(tx: &mut Tx, instant: Timestamp) -> Result<u64, StoreError> {
    tx.exec(sql::DELETE_BEFORE, args![instant]).await
}

fn read(row: &Row) -> Result<Event, StoreError> {
    Ok(Event {
        session: row.get("session")?,
        stream: row.get("stream")?,
        number: row.get("number")?,
        at: row.get("at")?,
        data: row.get("data")?,
        last: row.get("is_last")?,
    })
}
