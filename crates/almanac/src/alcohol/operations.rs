//! Drinks for the outside.

use belay_core::operation::Payload;
use belay_core::request::Door;
use belay_core::{Ctx, Error, Issue, Operation, Patch};
use belay_store::CtxStore;
use http::Method;
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::Session;
use super::service;
use crate::deleted::deleted;
use crate::profile;
use crate::span::Recent;
use crate::text::{NOTES, kept, nothing_to_change};
use crate::wire::{At, On};

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("log_alcohol", log_alcohol)
            .title("Log drinks")
            .about("Log drinks with alcohol, one row for the whole occasion. Their kcal count for the day; do not log them as a meal too. Safe to retry.")
            .idempotent(Payload::within(crate::DAY))
            .rest(Method::POST, "/alcohol-sessions")
            .example(json!({ "started_at": "2026-03-14T20:00", "drinks_count": 2, "est_kcal": 300 })),
        Operation::read("get_alcohol_recent", get_alcohol_recent)
            .title("List drinks")
            .about("List occasions with drinks and their ids, newest first; 14 days unless said.")
            .rest(Method::GET, "/alcohol-sessions")
            .example(json!({})),
        Operation::read("get_alcohol", get_alcohol)
            .title("Get an occasion")
            .about("One occasion with drinks.")
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::GET, "/alcohol-sessions/{id}")
            .example(json!({ "id": 1 })),
        Operation::write("update_alcohol", update_alcohol)
            .title("Correct drinks")
            .about("Correct an occasion with drinks. Omitted fields stay.")
            .rest(Method::PATCH, "/alcohol-sessions/{id}")
            .example(json!({ "id": 1, "drinks_count": 3, "est_kcal": 420 })),
        Operation::destructive("delete_alcohol", delete_alcohol)
            .title("Delete drinks")
            .about("Delete an occasion with drinks. Ask first; prefer update_alcohol.")
            .confirm_literal()
            .repeatable()
            .rest(Method::DELETE, "/alcohol-sessions/{alcohol_id}")
            .example(json!({ "alcohol_id": 1, "confirm": true })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Log {
    /// Local time such as 2026-05-25T20:00.
    started_at: String,
    /// US standard drinks (14 g); halves are fine.
    #[schemars(range(min = 0.1, max = 100.0))]
    drinks_count: f64,
    /// Kcal.
    #[schemars(range(min = 0, max = 20_000))]
    est_kcal: i64,
    /// When it ended.
    ended_at: Option<String>,
    /// What was drunk.
    #[schemars(length(max = NOTES))]
    notes: Option<String>,
}

/// Drinks that were logged.
#[derive(Debug, Serialize, JsonSchema)]
struct Logged {
    /// Their id.
    id: i64,
    /// What to tell the user.
    summary: String,
    /// The user's day they count for.
    day: On,
    /// Kcal.
    est_kcal: i64,
}

/// An occasion does not end before it began.
fn ends(started: Timestamp, ended: Option<Timestamp>) -> Result<(), Error> {
    match ended {
        Some(ended) if ended < started => {
            Err(Error::invalid(vec![Issue::custom("ended_at", "The end lies before the start")]))
        }
        _ => Ok(()),
    }
}

async fn log_alcohol(cx: Ctx, log: Log) -> Result<Logged, Error> {
    let mut tx = cx.tx().await?;
    let days = profile::service::load(&cx, &mut tx).await?.days();
    let started_at = days.happened("started_at", &log.started_at, cx.now())?;
    let ended = log.ended_at.as_ref().map(|text| days.happened("ended_at", text, cx.now())).transpose()?;
    ends(started_at, ended)?;
    let session = Session {
        id: 0,
        day: On(days.of(started_at)),
        started_at: At(started_at),
        ended_at: ended.map(At),
        drinks_count: log.drinks_count,
        est_kcal: log.est_kcal,
        notes: kept(log.notes),
        created_at: At(cx.now()),
    };
    let session = service::log(&cx, &mut tx, session).await?;
    let Session { id, day, est_kcal, drinks_count, .. } = session;
    let summary = format!("Logged {drinks_count} drinks, {est_kcal} kcal, for {}", day.0);
    Ok(Logged { id, summary, day, est_kcal })
}

/// Occasions with drinks.
#[derive(Debug, Serialize, JsonSchema)]
struct Sessions {
    /// The newest first.
    alcohol_sessions: Vec<Session>,
    /// How many.
    count: usize,
}

async fn get_alcohol_recent(cx: Ctx, recent: Recent) -> Result<Sessions, Error> {
    let (mut tx, span) = recent.open(&cx, 14).await?;
    let alcohol_sessions = service::list(&cx, &mut tx, &span).await?;
    Ok(Sessions { count: alcohol_sessions.len(), alcohol_sessions })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// The occasion.
    id: i64,
}

/// An occasion with drinks.
#[derive(Debug, Serialize, JsonSchema)]
struct One {
    /// The occasion.
    alcohol: Session,
}

async fn get_alcohol(cx: Ctx, which: Which) -> Result<One, Error> {
    Ok(One { alcohol: service::get(&cx, &mut cx.read().await?, which.id).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Change {
    /// Id from get_alcohol_recent.
    id: i64,
    /// When it began.
    started_at: Option<String>,
    /// US standard drinks.
    #[schemars(range(min = 0.1, max = 100.0))]
    drinks_count: Option<f64>,
    /// Kcal.
    #[schemars(range(min = 0, max = 20_000))]
    est_kcal: Option<i64>,
    /// When it ended; null clears.
    #[serde(default)]
    ended_at: Patch<String>,
    /// What was drunk; null clears.
    #[serde(default)]
    #[schemars(length(max = NOTES))]
    notes: Patch<String>,
}

async fn update_alcohol(cx: Ctx, change: Change) -> Result<One, Error> {
    let kept_all = change.ended_at.keeps() && change.notes.keeps() && change.started_at.is_none();
    if kept_all && change.drinks_count.is_none() && change.est_kcal.is_none() {
        return Err(nothing_to_change());
    }
    let mut tx = cx.tx().await?;
    let days = profile::service::load(&cx, &mut tx).await?.days();
    let mut session = service::get(&cx, &mut tx, change.id).await?;
    if let Some(text) = &change.started_at {
        session.started_at = At(days.happened("started_at", text, cx.now())?);
    }
    session.ended_at = match &change.ended_at {
        Patch::Keep => session.ended_at,
        Patch::Clear => None,
        Patch::Set(text) => Some(At(days.happened("ended_at", text, cx.now())?)),
    };
    ends(session.started_at.0, session.ended_at.map(|at| at.0))?;
    session.drinks_count = change.drinks_count.unwrap_or(session.drinks_count);
    session.est_kcal = change.est_kcal.unwrap_or(session.est_kcal);
    session.notes = kept(change.notes.over(session.notes));
    Ok(One { alcohol: service::update(&cx, &mut tx, session).await? })
}

deleted!(alcohol_id);

#[derive(Debug, Deserialize, JsonSchema)]
struct Gone {
    /// Id from get_alcohol_recent.
    alcohol_id: i64,
}

async fn delete_alcohol(cx: Ctx, gone: Gone) -> Result<Deleted, Error> {
    service::delete(&cx, &mut *cx.tx().await?, gone.alcohol_id).await?;
    Ok(Deleted::row(gone.alcohol_id))
}
