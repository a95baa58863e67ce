//! The audit trail: one row a write call, in the transaction of the change, so that neither is without the other.

mod export;
pub(crate) mod sql;

use std::sync::Arc;

use belay_core::ctx::Audited;
use belay_core::{Ctx, Entity};
use belay_store::{Db, Row, StoreError, Tx, args};
use jiff::Timestamp;

pub use export::{Export, csv_head, csv_line, json_line};

use crate::idempotency;

/// How many rows are forgotten at once.
const AT_ONCE: i64 = 1_000;

/// What the call path knows of a call beside its context; it puts this into the context.
#[derive(Debug, Clone)]
pub struct Called {
    /// The application.
    pub app: &'static str,
    /// The digest of the arguments.
    pub arguments: Arc<str>,
}

/// How a call that is in the trail ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It did what it says.
    Ok,
    /// It had been done before, and changed nothing this time.
    Replayed,
}

impl Ending {
    fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Replayed => "replayed",
        }
    }
}

/// A row of the trail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its identifier.
    pub id: String,
    /// When, in microseconds since 1970.
    pub at: i64,
    /// Whose data it is.
    pub tenant_id: String,
    /// The application.
    pub app: String,
    /// What was called.
    pub operation: String,
    /// Which way the call came in.
    pub door: String,
    /// How the caller was known.
    pub origin: String,
    /// Who acted.
    pub actor_id: String,
    /// What people call whoever acted.
    pub actor_name: String,
    /// The credential that was shown.
    pub credential_id: Option<String>,
    /// The client program.
    pub client: Option<String>,
    /// The request, as the log names it.
    pub request_id: String,
    /// The trace that the request was part of.
    pub trace_id: Option<String>,
    /// The digest of the arguments, which are not kept themselves.
    pub arguments: Option<String>,
    /// `ok`, or `replayed` for a repetition that changed nothing.
    pub outcome: String,
    /// What the change touched, where the application says so.
    pub entity: Option<String>,
    /// What changed, in words, where the application says so.
    pub summary: Option<String>,
    /// What was there before, as JSON, where the application says so.
    pub before: Option<String>,
    /// What is there since, as JSON, where the application says so.
    pub after: Option<String>,
}

impl Entity for Entry {
    const PREFIX: &'static str = "aud";
}

/// Writes the row of this call, with what the application told of it.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn record(
    cx: &Ctx,
    tx: &mut Tx,
    operation: &str,
    (ending, audited): (Ending, Option<Audited>),
) -> Result<(), StoreError> {
    let (entity, before, after) = match audited {
        Some(Audited { entity, before, after }) => (Some(entity), before, after),
        None => (None, None, None),
    };
    let written = Written {
        ending,
        entity: entity.as_deref(),
        summary: None,
        before: before.map(|value| value.to_string()),
        after: after.map(|value| value.to_string()),
    };
    insert(cx, tx, operation, written).await
}

/// Writes the row of this call, with the thing it touched and a sentence on what changed: for an operation with
/// transactions of its own, in each of those that keep something. It also notes that the call must never run again.
///
/// # Errors
/// [`StoreError`] when the database fails, or another process took the call over meanwhile.
pub async fn record_about(
    cx: &Ctx,
    tx: &mut Tx,
    operation: &str,
    (entity, summary): (Option<&str>, Option<&str>),
) -> Result<(), StoreError> {
    idempotency::committed(cx, tx).await?;
    let written = Written { ending: Ending::Ok, entity, summary, before: None, after: None };
    insert(cx, tx, operation, written).await
}

struct Written<'a> {
    ending: Ending,
    entity: Option<&'a str>,
    summary: Option<&'a str>,
    before: Option<String>,
    after: Option<String>,
}

async fn insert(cx: &Ctx, tx: &mut Tx, operation: &str, row: Written<'_>) -> Result<(), StoreError> {
    let (actor, request, called) = (cx.actor(), cx.request(), cx.get::<Called>());
    let args = args![
        cx.new_id::<Entry>().as_str(),
        cx.now().as_microsecond(),
        cx.tenant(),
        operation,
        request.door.name(),
        actor.origin.name(),
        // The person where one stands behind the credential, which has a column of its own.
        actor.person.as_deref().unwrap_or(&actor.id),
        &*actor.name,
        request.client.as_deref(),
        &*request.id,
        row.entity,
        row.summary,
        called.map(|called| called.app).unwrap_or_default(),
        &*actor.id,
        called.map(|called| &*called.arguments),
        row.ending.name(),
        row.before,
        row.after,
        request.trace.as_ref().map(|trace| &*trace.id)
    ];
    tx.exec(sql::INSERT, args).await?;
    Ok(())
}

/// The newest rows of a tenant, newest first.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn newest(db: &Db, tenant: &str, most: u32) -> Result<Vec<Entry>, StoreError> {
    db.all(sql::NEWEST, args![tenant, most]).await?.iter().map(entry).collect()
}

/// Forgets rows of an application before an instant, some at a time. Says whether there may be more.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn purge(tx: &mut Tx, app: &str, before: Timestamp) -> Result<bool, StoreError> {
    let gone = tx.exec(sql::PURGE, args![app, before.as_microsecond(), AT_ONCE]).await?;
    Ok(i64::try_from(gone).unwrap_or(i64::MAX) >= AT_ONCE)
}

fn entry(row: &Row) -> Result<Entry, StoreError> {
    Ok(Entry {
        id: row.get("id")?,
        at: row.get("at")?,
        tenant_id: row.get("tenant_id")?,
        app: row.get("app")?,
        operation: row.get("operation")?,
        door: row.get("door")?,
        origin: row.get("origin")?,
        actor_id: row.get("actor_id")?,
        actor_name: row.get("actor_name")?,
        credential_id: row.get("credential_id")?,
        client: row.get("client")?,
        request_id: row.get("request_id")?,
        trace_id: row.get("trace_id")?,
        arguments: row.get("arguments")?,
        outcome: row.get("outcome")?,
        entity: row.get("entity")?,
        summary: row.get("summary")?,
        before: row.get("value_before")?,
        after: row.get("value_after")?,
    })
}
