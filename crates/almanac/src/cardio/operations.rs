//! Cardio for the outside.

use belay_core::operation::Payload;
use belay_core::request::Door;
use belay_core::{Ctx, Error, Operation, Patch};
use belay_store::CtxStore;
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::{Judged, Session};
use super::service;
use crate::deleted::deleted;
use crate::profile;
use crate::reckoning::cardio::{Estimate, Warning};
use crate::span::Recent;
use crate::text::{NAME, NOTES, kept, nothing_to_change};
use crate::wire::{At, On};

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("log_cardio", log_cardio)
            .title("Log cardio")
            .about("Log a cardio session. Work est_kcal out first. Put an estimate_warning to the user as a question; never change the figure silently. Not for lifting: log_workout. Safe to retry.")
            .idempotent(Payload::within(crate::DAY))
            .rest(Method::POST, "/cardio-sessions")
            .example(json!({ "started_at": "2026-03-14T18:00", "est_kcal": 320, "duration_min": 30, "modality": "run", "avg_hr": 148 })),
        Operation::read("get_cardio_recent", get_cardio_recent)
            .title("List cardio")
            .about("List cardio sessions with their ids, newest first; 14 days unless said.")
            .rest(Method::GET, "/cardio-sessions")
            .example(json!({})),
        Operation::read("get_cardio", get_cardio)
            .title("Get a cardio session")
            .about("One cardio session.")
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::GET, "/cardio-sessions/{id}")
            .example(json!({ "id": 1 })),
        Operation::write("update_cardio", update_cardio)
            .title("Correct cardio")
            .about("Correct a cardio session. Omitted fields stay.")
            .rest(Method::PATCH, "/cardio-sessions/{id}")
            .example(json!({ "id": 1, "est_kcal": 300 })),
        Operation::destructive("delete_cardio", delete_cardio)
            .title("Delete cardio")
            .about("Delete a cardio session. Ask first; prefer update_cardio.")
            .confirm_literal()
            .repeatable()
            .rest(Method::DELETE, "/cardio-sessions/{cardio_id}")
            .example(json!({ "cardio_id": 1, "confirm": true })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Log {
    /// Local time such as 2026-05-25T18:00.
    started_at: String,
    /// Kcal.
    #[schemars(range(min = 0, max = 20_000))]
    est_kcal: i64,
    /// Duration.
    #[schemars(range(min = 1, max = 2880))]
    duration_min: Option<i64>,
    /// run, bike, row or the like.
    #[schemars(length(max = NAME))]
    modality: Option<String>,
    /// Beats a minute.
    #[schemars(range(min = 25, max = 250))]
    avg_hr: Option<i64>,
    /// Distance.
    #[schemars(range(min = 0.01, max = 1000.0))]
    distance_km: Option<f64>,
    /// Steps.
    #[schemars(range(min = 0, max = 300_000))]
    steps: Option<i64>,
    /// Notes.
    #[schemars(length(max = NOTES))]
    notes: Option<String>,
}

/// A session that was logged.
#[derive(Debug, Serialize, JsonSchema)]
struct Logged {
    /// Its id.
    id: i64,
    /// What to tell the user.
    summary: String,
    /// The user's day it counts for.
    day: On,
    /// The user's figure in kcal.
    est_kcal: i64,
    /// What heart rate and movement suggest; null without heart rate and duration.
    kcal_estimate: Option<Estimate>,
    /// Where the two differ by 20 percent or more.
    estimate_warning: Option<Warning>,
}

async fn log_cardio(cx: Ctx, log: Log) -> Result<Logged, Error> {
    let mut tx = cx.tx().await?;
    let days = profile::service::load(&cx, &mut tx).await?.days();
    let started_at = days.happened("started_at", &log.started_at, cx.now())?;
    let session = Session {
        id: 0,
        day: On(days.of(started_at)),
        started_at: At(started_at),
        duration_min: log.duration_min,
        modality: kept(log.modality),
        avg_hr: log.avg_hr,
        distance_km: log.distance_km,
        steps: log.steps,
        est_kcal: log.est_kcal,
        notes: kept(log.notes),
        created_at: At(cx.now()),
    };
    let Judged { session, kcal_estimate, estimate_warning } = service::log(&cx, &mut tx, session).await?;
    let what = session.modality.as_deref().unwrap_or("cardio");
    let minutes = session.duration_min.map(|minutes| format!(", {minutes} min")).unwrap_or_default();
    let summary = format!("Logged {what}{minutes}, {} kcal, for {}", session.est_kcal, session.day.0);
    let Session { id, day, est_kcal, .. } = session;
    Ok(Logged { id, summary, day, est_kcal, kcal_estimate, estimate_warning })
}

/// Cardio sessions.
#[derive(Debug, Serialize, JsonSchema)]
struct Sessions {
    /// The newest first.
    cardio_sessions: Vec<Judged>,
    /// How many.
    count: usize,
}

async fn get_cardio_recent(cx: Ctx, recent: Recent) -> Result<Sessions, Error> {
    let (mut tx, span) = recent.open(&cx, 14).await?;
    let cardio_sessions = service::list(&cx, &mut tx, &span).await?;
    Ok(Sessions { count: cardio_sessions.len(), cardio_sessions })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// The session.
    id: i64,
}

/// A session.
#[derive(Debug, Serialize, JsonSchema)]
struct One {
    /// The session.
    cardio: Judged,
}

async fn get_cardio(cx: Ctx, which: Which) -> Result<One, Error> {
    let mut tx = cx.read().await?;
    let session = service::get(&cx, &mut tx, which.id).await?;
    Ok(One { cardio: service::judge(&cx, &mut tx, session).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Change {
    /// Id from get_cardio_recent.
    id: i64,
    /// When it began.
    started_at: Option<String>,
    /// Kcal.
    #[schemars(range(min = 0, max = 20_000))]
    est_kcal: Option<i64>,
    /// Minutes; null clears, as in what follows.
    #[serde(default)]
    #[schemars(range(min = 1, max = 2880))]
    duration_min: Patch<i64>,
    /// The kind of movement.
    #[serde(default)]
    #[schemars(length(max = NAME))]
    modality: Patch<String>,
    /// Mean heart rate.
    #[serde(default)]
    #[schemars(range(min = 25, max = 250))]
    avg_hr: Patch<i64>,
    /// Distance.
    #[serde(default)]
    #[schemars(range(min = 0.01, max = 1000.0))]
    distance_km: Patch<f64>,
    /// Steps.
    #[serde(default)]
    #[schemars(range(min = 0, max = 300_000))]
    steps: Patch<i64>,
    /// Notes.
    #[serde(default)]
    #[schemars(length(max = NOTES))]
    notes: Patch<String>,
}

impl Change {
    fn is_empty(&self) -> bool {
        let numbers = [&self.duration_min, &self.avg_hr, &self.steps];
        self.started_at.is_none()
            && self.est_kcal.is_none()
            && numbers.iter().all(|patch| patch.keeps())
            && self.distance_km.keeps()
            && self.modality.keeps()
            && self.notes.keeps()
    }
}

async fn update_cardio(cx: Ctx, change: Change) -> Result<One, Error> {
    if change.is_empty() {
        return Err(nothing_to_change());
    }
    let mut tx = cx.tx().await?;
    let mut session = service::get(&cx, &mut tx, change.id).await?;
    if let Some(text) = &change.started_at {
        let days = profile::service::load(&cx, &mut tx).await?.days();
        session.started_at = At(days.happened("started_at", text, cx.now())?);
    }
    session.est_kcal = change.est_kcal.unwrap_or(session.est_kcal);
    session.duration_min = change.duration_min.over(session.duration_min);
    session.modality = kept(change.modality.over(session.modality));
    session.avg_hr = change.avg_hr.over(session.avg_hr);
    session.distance_km = change.distance_km.over(session.distance_km);
    session.steps = change.steps.over(session.steps);
    session.notes = kept(change.notes.over(session.notes));
    Ok(One { cardio: service::update(&cx, &mut tx, session).await? })
}

deleted!(cardio_id);

#[derive(Debug, Deserialize, JsonSchema)]
struct Gone {
    /// Id from get_cardio_recent.
    cardio_id: i64,
}

async fn delete_cardio(cx: Ctx, gone: Gone) -> Result<Deleted, Error> {
    service::delete(&cx, &mut *cx.tx().await?, gone.cardio_id).await?;
    Ok(Deleted::row(gone.cardio_id))
}
