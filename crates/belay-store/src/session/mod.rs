//! Sessions of clients that open with a handshake (MCP revisions up to 2025-11-25), as they outlive a process.
//!
//! A session takes its [events](crate::event) with it when it goes.

pub mod sql;

use jiff::Timestamp;

use crate::{Row, StoreError, Tx, args};

/// A session and what its client has told about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its id, as the client sends it.
    pub id: String,
    /// The application.
    pub app: String,
    /// Who opened it.
    pub principal: String,
    /// The tenant it is about, if it is about one.
    pub tenant: Option<String>,
    /// The revision of the protocol that was agreed on.
    pub protocol: String,
    /// JSON: the client's information and capabilities, as it sent them with `initialize`.
    pub client: String,
    /// JSON: what the client has set since, such as the log level and the resources it subscribes to.
    pub state: String,
    /// When it was opened.
    pub created_at: Timestamp,
    /// When it was last used.
    pub used_at: Timestamp,
}

/// Keeps a new session.
///
/// # Errors
///
/// As [`Tx::exec`]; [`StoreError::Unique`] when its id is taken, by whatever application.
pub async fn insert(tx: &mut Tx, session: &Session) -> Result<(), StoreError> {
    let values = args![
        &session.id,
        &session.app,
        &session.principal,
        session.tenant.as_deref(),
        &session.protocol,
        &session.client,
        &session.state,
        session.created_at,
        session.used_at
    ];
    tx.exec(sql::INSERT, values).await.map(drop)
}

/// The session of an application with an id. Whether the caller may use it is for the caller to check.
///
/// # Errors
///
/// As [`Tx::opt`].
pub async fn find(tx: &mut Tx, app: &str, id: &str) -> Result<Option<Session>, StoreError> {
    tx.opt(sql::FIND, args![app, id]).await?.as_ref().map(read).transpose()
}

/// Notes that a session was used, and says whether it is still there. `used_at` never goes back.
///
/// # Errors
///
/// As [`Tx::exec`].
pub async fn touch(tx: &mut Tx, id: &str, at: Timestamp) -> Result<bool, StoreError> {
    Ok(tx.exec(sql::TOUCH, args![id, at]).await? > 0)
}

/// Replaces the state of a session with other JSON, and says whether the session is still there.
///
/// # Errors
///
/// As [`Tx::exec`].
pub async fn update_state(tx: &mut Tx, id: &str, state: &str) -> Result<bool, StoreError> {
    Ok(tx.exec(sql::UPDATE_STATE, args![id, state]).await? > 0)
}

/// Forgets a session with its events, and says whether there was one.
///
/// # Errors
///
/// As [`Tx::exec`].
pub async fn delete(tx: &mut Tx, id: &str) -> Result<bool, StoreError> {
    Ok(tx.exec(sql::DELETE, args![id]).await? > 0)
}

/// Forgets the sessions last used before an instant, with their events, and says how many there were.
///
/// # Errors
///
/// As [`Tx::exec`].
pub async fn delete_unused_since(tx: &mut Tx, instant: Timestamp) -> Result<u64, StoreError> {
    tx.exec(sql::DELETE_UNUSED_SINCE, args![instant]).await
}

/// Forgets the sessions of a principal, with their events, except the `keep` that were used last. Gives the ids
/// of those that went, in no order, so that what a process holds of them can go too.
///
/// # Errors
///
/// As [`Tx::all`].
pub async fn delete_beyond(
    tx: &mut Tx,
    app: &str,
    principal: &str,
    keep: u32,
) -> Result<Vec<String>, StoreError> {
    let rows = tx.all(sql::DELETE_BEYOND, args![app, principal, keep]).await?;
    rows.iter().map(|row| row.get("id")).collect()
}

fn read(row: &Row) -> Result<Session, StoreError> {
    Ok(Session {
        id: row.get("id")?,
        app: row.get("app")?,
        principal: row.get("principal")?,
        tenant: row.get("tenant")?,
        protocol: row.get("protocol")?,
        client: row.get("client")?,
        state: row.get("state")?,
        created_at: row.get("created_at")?,
        used_at: row.get("used_at")?,
    })
}
