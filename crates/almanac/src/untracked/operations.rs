//! Untracked periods for the outside.

use belay_core::{Ctx, Error, Issue, Operation};
use belay_store::CtxStore;
use http::Method;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::{Period, Reason};
use super::service;
use crate::day::{after, date};
use crate::deleted::deleted;
use crate::profile;
use crate::text::{NOTES, kept};
use crate::wire::{At, On};

/// The longest period, in days.
const LONGEST: i64 = 366;

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("create_untracked_period", create_untracked_period)
            .title("Add an untracked period")
            .about("Mark days on which no logs are expected: they count neither in the daily energy nor as gaps or missed. No overlaps and no update: delete and create anew.")
            .rest(Method::POST, "/untracked-periods")
            .example(json!({ "started_on": "2026-03-02", "ended_on": "2026-03-08", "reason": "vacation" })),
        Operation::read("list_untracked_periods", list_untracked_periods)
            .title("List untracked periods")
            .about("List untracked periods, latest first: the last 90 days and all to come unless said.")
            .rest(Method::GET, "/untracked-periods")
            .example(json!({})),
        Operation::destructive("delete_untracked_period", delete_untracked_period)
            .title("Delete an untracked period")
            .about("Delete an untracked period; its days count again. Ask first.")
            .confirm_literal()
            .repeatable()
            .rest(Method::DELETE, "/untracked-periods/{period_id}")
            .example(json!({ "period_id": 1, "confirm": true })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct New {
    /// First day, YYYY-MM-DD.
    started_on: String,
    /// Last day.
    ended_on: String,
    /// Reason.
    reason: Reason,
    /// Notes.
    #[schemars(length(max = NOTES))]
    notes: Option<String>,
}

/// A period.
#[derive(Debug, Serialize, JsonSchema)]
struct One {
    /// The period.
    period: Period,
}

async fn create_untracked_period(cx: Ctx, new: New) -> Result<One, Error> {
    let (from, to) = (date("started_on", &new.started_on)?, date("ended_on", &new.ended_on)?);
    if to < from || to > after(from, LONGEST) {
        let text = "Expected a day from started_on to a year later";
        return Err(Error::invalid(vec![Issue::custom("ended_on", text)]));
    }
    let period = Period {
        id: 0,
        started_on: On(from),
        ended_on: On(to),
        reason: new.reason,
        notes: kept(new.notes),
        created_at: At(cx.now()),
    };
    Ok(One { period: service::create(&cx, &mut *cx.tx().await?, period).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Between {
    /// First day, YYYY-MM-DD.
    from_date: Option<String>,
    /// Last day.
    to_date: Option<String>,
}

/// Periods.
#[derive(Debug, Serialize, JsonSchema)]
struct Periods {
    /// The latest first.
    periods: Vec<Period>,
    /// How many.
    count: usize,
}

async fn list_untracked_periods(cx: Ctx, between: Between) -> Result<Periods, Error> {
    let mut tx = cx.read().await?;
    let today = profile::service::load(&cx, &mut tx).await?.days().of(cx.now());
    let read = |field: &str, text: Option<&String>| text.map(|text| date(field, text)).transpose();
    let to = read("to_date", between.to_date.as_ref())?;
    let from = read("from_date", between.from_date.as_ref())?
        .unwrap_or_else(|| after(to.map_or(today, |to| to.min(today)), -90));
    let periods = service::between(&cx, &mut tx, (from, to.unwrap_or(Date::MAX))).await?;
    Ok(Periods { count: periods.len(), periods })
}

deleted!(period_id);

#[derive(Debug, Deserialize, JsonSchema)]
struct Gone {
    /// Id from list_untracked_periods.
    period_id: i64,
}

async fn delete_untracked_period(cx: Ctx, gone: Gone) -> Result<Deleted, Error> {
    service::delete(&cx, &mut *cx.tx().await?, gone.period_id).await?;
    Ok(Deleted::row(gone.period_id))
}
