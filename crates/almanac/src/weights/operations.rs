//! Weigh-ins for the outside.

use belay_core::operation::Payload;
use belay_core::request::Door;
use belay_core::{Ctx, Error, Operation, Patch};
use belay_store::CtxStore;
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::Weight;
use super::service;
use crate::deleted::deleted;
use crate::profile;
use crate::reckoning::round::decimals;
use crate::span::Recent;
use crate::text::{NOTES, kept, nothing_to_change};
use crate::wire::On;

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("log_weight", log_weight)
            .title("Log a weigh-in")
            .about("Log the user's body weight. One a day: the same date is overwritten. After a first weigh-in see get_next_best_action.")
            .idempotent(Payload::within(crate::DAY))
            .rest(Method::POST, "/body-weights")
            .example(json!({ "measured_on": "2026-03-14", "weight_kg": 82.4 })),
        Operation::read("get_weights", get_weights)
            .title("List weigh-ins")
            .about("List weigh-ins with the ids that update_weight and delete_weight take, newest first; 30 days unless said. For the course see get_weight_trend.")
            .rest(Method::GET, "/body-weights")
            .example(json!({ "from_days_ago": 60 })),
        Operation::read("get_weight", get_weight)
            .title("Get a weigh-in")
            .about("One weigh-in.")
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::GET, "/body-weights/{id}")
            .example(json!({ "id": 1 })),
        Operation::write("update_weight", update_weight)
            .title("Correct a weigh-in")
            .about("Correct a weigh-in. Omitted fields stay. For another date delete it and log anew.")
            .rest(Method::PATCH, "/body-weights/{id}")
            .example(json!({ "id": 1, "weight_kg": 82.1 })),
        Operation::destructive("delete_weight", delete_weight)
            .title("Delete a weigh-in")
            .about("Delete a weigh-in. Ask first; prefer update_weight.")
            .confirm_literal()
            .repeatable()
            .rest(Method::DELETE, "/body-weights/{weight_id}")
            .example(json!({ "weight_id": 1, "confirm": true })),
        Operation::read("get_weight_trend", get_weight_trend)
            .title("Get the weight trend")
            .about("The smoothed course of the weight, a point a day; 30 days unless said. Judge progress by trend_kg, not by single weigh-ins.")
            .rest(Method::GET, "/signals/trend-weight")
            .example(json!({ "from_days_ago": 90 })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Log {
    /// YYYY-MM-DD.
    measured_on: String,
    /// Weight.
    #[schemars(range(min = 20.0, max = 500.0))]
    weight_kg: f64,
    /// Notes.
    #[schemars(length(max = NOTES))]
    notes: Option<String>,
}

/// A weigh-in that was logged.
#[derive(Debug, Serialize, JsonSchema)]
struct Logged {
    /// Its id.
    id: i64,
    /// What to tell the user.
    summary: String,
    /// The weight in kg.
    weight_kg: f64,
    /// The trend in kg.
    trend_kg: f64,
    /// The day.
    measured_on: On,
}

async fn log_weight(cx: Ctx, new: Log) -> Result<Logged, Error> {
    let mut tx = cx.tx().await?;
    let profile = profile::service::load(&cx, &mut tx).await?;
    let on = profile.days().past("measured_on", &new.measured_on, cx.now())?;
    let weight = service::log(&cx, &mut tx, on, (new.weight_kg, kept(new.notes))).await?;
    let units = profile.preferred_unit_system;
    let summary = format!(
        "Logged {} for {on}; trend {}",
        units.weight(weight.weight_kg),
        units.weight(weight.trend_kg)
    );
    let Weight { id, weight_kg, trend_kg, measured_on, .. } = weight;
    Ok(Logged { id, summary, weight_kg, trend_kg: decimals(trend_kg, 2), measured_on })
}

/// Weigh-ins.
#[derive(Debug, Serialize, JsonSchema)]
struct Weights {
    /// The newest first.
    body_weights: Vec<Weight>,
    /// How many.
    count: usize,
}

async fn get_weights(cx: Ctx, recent: Recent) -> Result<Weights, Error> {
    let (mut tx, span) = recent.open(&cx, 30).await?;
    let body_weights = service::list(&cx, &mut tx, (span.first, span.last), span.limit).await?;
    Ok(Weights { count: body_weights.len(), body_weights })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// The weigh-in.
    id: i64,
}

/// A weigh-in.
#[derive(Debug, Serialize, JsonSchema)]
struct One {
    /// The weigh-in.
    body_weight: Weight,
}

async fn get_weight(cx: Ctx, which: Which) -> Result<One, Error> {
    Ok(One { body_weight: service::get(&cx, &mut cx.read().await?, which.id).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Change {
    /// Id from get_weights.
    id: i64,
    /// Weight.
    #[schemars(range(min = 20.0, max = 500.0))]
    weight_kg: Option<f64>,
    /// Remarks; null clears.
    #[serde(default)]
    #[schemars(length(max = NOTES))]
    notes: Patch<String>,
}

async fn update_weight(cx: Ctx, change: Change) -> Result<One, Error> {
    if change.weight_kg.is_none() && change.notes.keeps() {
        return Err(nothing_to_change());
    }
    let mut tx = cx.tx().await?;
    let body_weight = service::update(&cx, &mut tx, change.id, (change.weight_kg, change.notes)).await?;
    Ok(One { body_weight })
}

deleted!(weight_id);

#[derive(Debug, Deserialize, JsonSchema)]
struct Gone {
    /// Id from get_weights.
    weight_id: i64,
}

async fn delete_weight(cx: Ctx, gone: Gone) -> Result<Deleted, Error> {
    service::delete(&cx, &mut *cx.tx().await?, gone.weight_id).await?;
    Ok(Deleted::row(gone.weight_id))
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Course {
    /// First day, YYYY-MM-DD.
    from: Option<String>,
    /// Last day.
    to: Option<String>,
    /// Or days back.
    #[schemars(range(min = 0, max = 3660))]
    from_days_ago: Option<i64>,
}

/// A day of the trend.
#[derive(Debug, Serialize, JsonSchema)]
struct Point {
    /// The day.
    date: On,
    /// What was weighed in kg; null on days without a weigh-in.
    raw_kg: Option<f64>,
    /// The trend in kg.
    trend_kg: f64,
    /// The weigh-in's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<i64>,
}

/// The trend.
#[derive(Debug, Serialize, JsonSchema)]
struct Trend {
    /// A point a day, the oldest first.
    points: Vec<Point>,
}

async fn get_weight_trend(cx: Ctx, course: Course) -> Result<Trend, Error> {
    let mut tx = cx.read().await?;
    let today = profile::service::load(&cx, &mut tx).await?.days().calendar(cx.now());
    let read = |field: &str, text: &Option<String>| {
        text.as_ref().map(|text| crate::day::date(field, text)).transpose()
    };
    let to = read("to", &course.to)?.unwrap_or(today);
    let back = course.from_days_ago.unwrap_or(30);
    let from = read("from", &course.from)?.unwrap_or_else(|| crate::day::after(to, -back));
    let points = service::points(&cx, &mut tx, (from, to)).await?;
    let point = |point: service::Point| Point {
        date: On(point.on),
        raw_kg: point.weight.as_ref().map(|weight| weight.weight_kg),
        trend_kg: decimals(point.trend_kg, 3),
        id: point.weight.map(|weight| weight.id),
    };
    Ok(Trend { points: points.into_iter().map(point).collect() })
}
