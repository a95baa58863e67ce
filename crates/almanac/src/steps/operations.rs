//! Steps for the outside.

use belay_core::operation::Payload;
use belay_core::request::Door;
use belay_core::{Ctx, Error, Operation, Patch};
use belay_store::CtxStore;
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::error::NoneOn;
use super::model::{Count, Source};
use super::service;
use crate::day::date;
use crate::deleted::deleted;
use crate::profile;
use crate::span::Recent;
use crate::text::{NOTES, kept, nothing_to_change};
use crate::wire::{At, On};

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("log_steps", log_steps)
            .title("Log steps")
            .about("Log the steps of a whole day; the same date is overwritten. Do not ask before evening: a partial count silences the reminder. Safe to retry.")
            .idempotent(Payload::within(crate::DAY))
            .rest(Method::POST, "/step-logs")
            .example(json!({ "on_date": "2026-03-14", "steps": 10_000 })),
        Operation::read("get_steps_recent", get_steps_recent)
            .title("List steps")
            .about("List step counts with their ids, newest first; 14 days unless said.")
            .rest(Method::GET, "/step-logs")
            .example(json!({})),
        Operation::read("get_steps", get_steps)
            .title("Get a step count")
            .about("One step count.")
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::GET, "/step-logs/{id}")
            .example(json!({ "id": 1 })),
        Operation::read("get_steps_by_date", get_steps_by_date)
            .title("Get the steps of a day")
            .about("The step count of a day.")
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::GET, "/step-logs/by-date/{on_date}")
            .example(json!({ "on_date": "2026-03-14" })),
        Operation::write("update_steps", update_steps)
            .title("Correct steps")
            .about("Correct a step count. New steps bring new kcal unless est_kcal is given. For another date delete it and log anew.")
            .rest(Method::PATCH, "/step-logs/{id}")
            .example(json!({ "id": 1, "steps": 11_000 })),
        Operation::destructive("delete_steps", delete_steps)
            .title("Delete steps")
            .about("Delete a step count. Ask first; prefer update_steps.")
            .confirm_literal()
            .repeatable()
            .rest(Method::DELETE, "/step-logs/{step_id}")
            .example(json!({ "step_id": 1, "confirm": true })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Log {
    /// YYYY-MM-DD.
    on_date: String,
    /// Steps.
    #[schemars(range(min = 1, max = 300_000))]
    steps: i64,
    /// Energy; reckoned unless given.
    #[schemars(range(min = 0, max = 20_000))]
    est_kcal: Option<i64>,
    /// Notes.
    #[schemars(length(max = NOTES))]
    notes: Option<String>,
}

/// Steps that were logged.
#[derive(Debug, Serialize, JsonSchema)]
struct Logged {
    /// Their id.
    id: i64,
    /// What to tell the user.
    summary: String,
}

async fn log_steps(cx: Ctx, log: Log) -> Result<Logged, Error> {
    let mut tx = cx.tx().await?;
    let days = profile::service::load(&cx, &mut tx).await?.days();
    let count = Count {
        id: 0,
        on_date: On(days.past("on_date", &log.on_date, cx.now())?),
        steps: log.steps,
        est_kcal: log.est_kcal,
        source: Source::Manual,
        notes: kept(log.notes),
        created_at: At(cx.now()),
    };
    let count = service::log(&cx, &mut tx, count).await?;
    let kcal = count.est_kcal.map(|kcal| format!(", ~{kcal} kcal")).unwrap_or_default();
    let summary = format!("Logged {} steps for {}{kcal}", grouped(count.steps), count.on_date.0);
    Ok(Logged { id: count.id, summary })
}

/// A number with its thousands apart.
fn grouped(number: i64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Step counts.
#[derive(Debug, Serialize, JsonSchema)]
struct Counts {
    /// The newest first.
    step_logs: Vec<Count>,
    /// How many.
    count: usize,
}

async fn get_steps_recent(cx: Ctx, recent: Recent) -> Result<Counts, Error> {
    let (mut tx, span) = recent.open(&cx, 14).await?;
    let step_logs = service::list(&cx, &mut tx, (span.first, span.last), span.limit).await?;
    Ok(Counts { count: step_logs.len(), step_logs })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// The count.
    id: i64,
}

/// A step count.
#[derive(Debug, Serialize, JsonSchema)]
struct One {
    /// The count.
    step_log: Count,
}

async fn get_steps(cx: Ctx, which: Which) -> Result<One, Error> {
    Ok(One { step_log: service::get(&cx, &mut cx.read().await?, which.id).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct OnDay {
    /// YYYY-MM-DD.
    on_date: String,
}

async fn get_steps_by_date(cx: Ctx, on: OnDay) -> Result<One, Error> {
    let on = date("on_date", &on.on_date)?;
    Ok(One { step_log: service::on_day(&cx, &mut cx.read().await?, on).await?.ok_or(NoneOn)? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Change {
    /// Id from get_steps_recent.
    id: i64,
    /// Steps.
    #[schemars(range(min = 1, max = 300_000))]
    steps: Option<i64>,
    /// Energy; null clears.
    #[serde(default)]
    #[schemars(range(min = 0, max = 20_000))]
    est_kcal: Patch<i64>,
    /// Remarks; null clears.
    #[serde(default)]
    #[schemars(length(max = NOTES))]
    notes: Patch<String>,
}

async fn update_steps(cx: Ctx, change: Change) -> Result<One, Error> {
    if change.steps.is_none() && change.est_kcal.keeps() && change.notes.keeps() {
        return Err(nothing_to_change());
    }
    let mut tx = cx.tx().await?;
    let mut count = service::get(&cx, &mut tx, change.id).await?;
    count.steps = change.steps.unwrap_or(count.steps);
    count.notes = kept(change.notes.over(count.notes));
    if change.steps.is_some() && change.est_kcal.keeps() {
        count.est_kcal = Some(service::reckoned(&cx, &mut tx, &count).await?);
    } else {
        count.est_kcal = change.est_kcal.over(count.est_kcal);
    }
    Ok(One { step_log: service::update(&cx, &mut tx, count).await? })
}

deleted!(step_id);

#[derive(Debug, Deserialize, JsonSchema)]
struct Gone {
    /// Id from get_steps_recent.
    step_id: i64,
}

async fn delete_steps(cx: Ctx, gone: Gone) -> Result<Deleted, Error> {
    service::delete(&cx, &mut *cx.tx().await?, gone.step_id).await?;
    Ok(Deleted::row(gone.step_id))
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn thousands_stand_apart() {
        assert_eq!(
            [grouped(7), grouped(999), grouped(10_000), grouped(1_234_567)],
            ["7", "999", "10,000", "1,234,567"]
        );
    }
}
