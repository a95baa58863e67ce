//! Sleep for the outside.

use belay_core::operation::Payload;
use belay_core::request::Door;
use belay_core::{Ctx, Error, Issue, Operation, Patch};
use belay_store::CtxStore;
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::Night;
use super::service;
use crate::day::{after, date};
use crate::deleted::deleted;
use crate::profile;
use crate::reckoning::sleep::{Debt, NIGHTS};
use crate::span::Recent;
use crate::text::{NOTES, kept, nothing_to_change};
use crate::wire::{At, On};

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("log_sleep", log_sleep)
            .title("Log a night")
            .about("Log a night's sleep under slept_on or night_of, never both. The same night is overwritten; the answer names both dates. Safe to retry.")
            .idempotent(Payload::within(crate::DAY))
            .rest(Method::POST, "/sleep-logs")
            .example(json!({ "slept_on": "2026-03-14", "hours": 7.5, "quality": 4 })),
        Operation::read("get_sleep_recent", get_sleep_recent)
            .title("List nights")
            .about("List nights with their ids, newest first; 14 days unless said.")
            .rest(Method::GET, "/sleep-logs")
            .example(json!({})),
        Operation::read("get_sleep", get_sleep)
            .title("Get a night")
            .about("One night.")
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::GET, "/sleep-logs/{id}")
            .example(json!({ "id": 1 })),
        Operation::read("get_sleep_debt", get_sleep_debt)
            .title("Get the sleep debt")
            .about("Hours short of 8 a night over the last nights, 7 unless said. Longer nights pay nothing back; untracked and unlogged ones do not count.")
            .rest(Method::GET, "/signals/sleep-debt")
            .example(json!({})),
        Operation::write("update_sleep", update_sleep)
            .title("Correct a night")
            .about("Correct a night. Omitted fields stay. For another date delete it and log anew.")
            .rest(Method::PATCH, "/sleep-logs/{id}")
            .example(json!({ "id": 1, "hours": 7 })),
        Operation::destructive("delete_sleep", delete_sleep)
            .title("Delete a night")
            .about("Delete a night. Ask first; prefer update_sleep.")
            .confirm_literal()
            .repeatable()
            .rest(Method::DELETE, "/sleep-logs/{sleep_id}")
            .example(json!({ "sleep_id": 1, "confirm": true })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Log {
    /// Day of waking, YYYY-MM-DD. This or night_of.
    slept_on: Option<String>,
    /// Day of going to bed.
    night_of: Option<String>,
    /// Hours.
    #[schemars(range(min = 0.1, max = 24.0))]
    hours: f64,
    /// 1 bad, 5 good.
    #[schemars(range(min = 1, max = 5))]
    quality: Option<i64>,
    /// Notes.
    #[schemars(length(max = NOTES))]
    notes: Option<String>,
}

/// A night that was logged.
#[derive(Debug, Serialize, JsonSchema)]
struct Logged {
    /// Its id.
    id: i64,
    /// What to tell the user.
    summary: String,
    /// Hours.
    hours: f64,
    /// The day of waking.
    slept_on: On,
}

async fn log_sleep(cx: Ctx, log: Log) -> Result<Logged, Error> {
    let mut tx = cx.tx().await?;
    let days = profile::service::load(&cx, &mut tx).await?.days();
    let slept_on = match (&log.slept_on, &log.night_of) {
        (Some(text), None) => days.past("slept_on", text, cx.now())?,
        (None, Some(text)) => {
            let woke = after(date("night_of", text)?, 1);
            days.past("night_of", &woke.to_string(), cx.now())?
        }
        _ => {
            let text = "Give exactly one of slept_on and night_of";
            return Err(Error::invalid(vec![Issue::custom("slept_on", text)]));
        }
    };
    let night = Night {
        id: 0,
        slept_on: On(slept_on),
        hours: log.hours,
        quality: log.quality,
        notes: kept(log.notes),
        created_at: At(cx.now()),
    };
    let Night { id, hours, quality, slept_on, .. } = service::log(&cx, &mut tx, night).await?;
    let quality = quality.map(|quality| format!(", {quality}/5")).unwrap_or_default();
    let bed = after(slept_on.0, -1);
    let summary = format!("Night of {bed}, woke {}: {hours} h{quality}", slept_on.0);
    Ok(Logged { id, summary, hours, slept_on })
}

/// Nights.
#[derive(Debug, Serialize, JsonSchema)]
struct Nights {
    /// The newest first.
    sleep_logs: Vec<Night>,
    /// How many.
    count: usize,
}

async fn get_sleep_recent(cx: Ctx, recent: Recent) -> Result<Nights, Error> {
    let (mut tx, span) = recent.open(&cx, 14).await?;
    let sleep_logs = service::list(&cx, &mut tx, (span.first, span.last), span.limit).await?;
    Ok(Nights { count: sleep_logs.len(), sleep_logs })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// The night.
    id: i64,
}

/// A night.
#[derive(Debug, Serialize, JsonSchema)]
struct One {
    /// The night.
    sleep_log: Night,
}

async fn get_sleep(cx: Ctx, which: Which) -> Result<One, Error> {
    Ok(One { sleep_log: service::get(&cx, &mut cx.read().await?, which.id).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Window {
    /// Nights, last night included.
    #[schemars(range(min = 1, max = 90))]
    window_days: Option<i64>,
}

async fn get_sleep_debt(cx: Ctx, window: Window) -> Result<Debt, Error> {
    let mut tx = cx.read().await?;
    let today = profile::service::load(&cx, &mut tx).await?.days().of(cx.now());
    service::owed(&cx, &mut tx, today, window.window_days.unwrap_or(NIGHTS)).await
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Change {
    /// Id from get_sleep_recent.
    id: i64,
    /// Hours.
    #[schemars(range(min = 0.1, max = 24.0))]
    hours: Option<f64>,
    /// From 1 to 5; null clears.
    #[serde(default)]
    #[schemars(range(min = 1, max = 5))]
    quality: Patch<i64>,
    /// Remarks; null clears.
    #[serde(default)]
    #[schemars(length(max = NOTES))]
    notes: Patch<String>,
}

async fn update_sleep(cx: Ctx, change: Change) -> Result<One, Error> {
    if change.hours.is_none() && change.quality.keeps() && change.notes.keeps() {
        return Err(nothing_to_change());
    }
    let mut tx = cx.tx().await?;
    let mut night = service::get(&cx, &mut tx, change.id).await?;
    night.hours = change.hours.unwrap_or(night.hours);
    night.quality = change.quality.over(night.quality);
    night.notes = kept(change.notes.over(night.notes));
    Ok(One { sleep_log: service::update(&cx, &mut tx, night).await? })
}

deleted!(sleep_id);

#[derive(Debug, Deserialize, JsonSchema)]
struct Gone {
    /// Id from get_sleep_recent.
    sleep_id: i64,
}

async fn delete_sleep(cx: Ctx, gone: Gone) -> Result<Deleted, Error> {
    service::delete(&cx, &mut *cx.tx().await?, gone.sleep_id).await?;
    Ok(Deleted::row(gone.sleep_id))
}
