//! What the workouts say, for the outside.

use belay_core::{Ctx, Error, Issue, Operation};
use belay_store::CtxStore;
use http::Method;
use jiff::Timestamp;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::calendar::{Calendar, Month};
use super::model::{History, StimState, first_day, history};
use super::service;
use crate::day::after;
use crate::reckoning::recommend::Recommendation;
use crate::reckoning::round::decimals;
use crate::span::Span;
use crate::wire::At;
use crate::{alcohol, profile, templates, untracked, workouts};

/// Workouts of one answer.
const MOST: i64 = 500;

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::read("get_stim_state", get_stim_state)
            .title("Get muscle recovery")
            .about("How recovered and how trained each group of muscles is (muscular stimulus, nothing to do with caffeine). For what to train next see get_recommended_template.")
            .rest(Method::GET, "/signals/stim-states")
            .example(json!({})),
        Operation::read("get_recommended_template", get_recommended_template)
            .title("Recommend a template")
            .about("Which template to train next: by score (2 for each group in its window, 1 at its prime, -2 where one is too soon), then by rest. Low confidence after a lay-off is no advice.")
            .rest(Method::GET, "/signals/recommend-template")
            .example(json!({ "top_n": 2 })),
        Operation::read("get_workout_recommendation", get_recommended_template)
            .title("Recommend a workout")
            .about("The same as get_recommended_template.")
            .example(json!({})),
        Operation::read("get_training_history", get_training_history)
            .title("Get training patterns")
            .about("Patterns of the last days, 14 unless said: sessions by template, effort, skips, top sets. For recovery see get_stim_state.")
            .rest(Method::GET, "/signals/training-history")
            .example(json!({ "days": 28 })),
        Operation::read("get_calendar", get_calendar)
            .title("Get a month of training")
            .about("A month: workouts done, untracked days, and for each template the days until it fades with the one to propose. Past months propose nothing.")
            .rest(Method::GET, "/calendar")
            .example(json!({ "month": "2026-03" })),
        Operation::read("get_alcohol_overlay", get_alcohol_overlay)
            .title("Get drinks before a workout")
            .about("Drinks in the 48 hours before a workout, by how much they get in its way.")
            .rest(Method::GET, "/signals/alcohol-overlay")
            .example(json!({ "workout_id": 1 })),
    ]
}

/// Recovery.
#[derive(Debug, Serialize, JsonSchema)]
struct States {
    /// A group each.
    stim_states: Vec<StimState>,
}

async fn get_stim_state(cx: Ctx, (): ()) -> Result<States, Error> {
    Ok(States { stim_states: service::gym(&cx, &mut cx.read().await?).await?.states() })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Top {
    /// How many, 1 unless said.
    #[schemars(range(min = 1, max = 10))]
    top_n: Option<usize>,
}

/// What to train next.
#[derive(Debug, Serialize, JsonSchema)]
struct Recommendations {
    /// The best first.
    recommendations: Vec<Recommendation>,
}

async fn get_recommended_template(cx: Ctx, top: Top) -> Result<Recommendations, Error> {
    let mut tx = cx.read().await?;
    let templates = service::open(&cx, &mut tx).await?;
    let mut recommendations = service::gym(&cx, &mut tx).await?.recommend(&templates);
    recommendations.truncate(top.top_n.unwrap_or(1));
    Ok(Recommendations { recommendations })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Back {
    /// Days to look back.
    #[schemars(range(min = 1, max = 35))]
    days: Option<i64>,
}

async fn get_training_history(cx: Ctx, back: Back) -> Result<History, Error> {
    let mut tx = cx.read().await?;
    let days = back.days.unwrap_or(14);
    let today = service::today(&cx, &mut tx).await?;
    let span = (first_day(today, days), Date::MAX);
    let done = workouts::service::between(&cx, &mut tx, span, MOST).await?;
    Ok(history(days, &done, &templates::service::list(&cx, &mut tx).await?))
}

#[derive(Debug, Deserialize, JsonSchema)]
struct OfMonth {
    /// The month, YYYY-MM.
    month: String,
}

async fn get_calendar(cx: Ctx, of: OfMonth) -> Result<Calendar, Error> {
    let first = crate::day::date("month", &format!("{}-01", of.month))
        .map_err(|_| Error::invalid(vec![Issue::custom("month", "Expected a month as YYYY-MM")]))?;
    let last = first.last_of_month();
    let mut tx = cx.read().await?;
    let days = profile::service::load(&cx, &mut tx).await?.days();
    let span = Span {
        first: after(first, -14),
        last: after(last, 1),
        from: Timestamp::MIN,
        to: Timestamp::MAX,
        limit: MOST,
    };
    let workouts = workouts::service::list(&cx, &mut tx, &span, None).await?;
    let templates = templates::service::list(&cx, &mut tx).await?;
    let untracked = untracked::service::between(&cx, &mut tx, (first, last)).await?;
    let noon = |day: Date| days.parse(&day.to_string()).unwrap_or_else(|| days.start(day));
    let month = Month {
        first,
        last,
        today: days.of(cx.now()),
        now: cx.now(),
        workouts: &workouts,
        templates: &templates,
        untracked: &untracked,
        noon: &noon,
    };
    Ok(month.calendar())
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Before {
    /// Id from get_recent_workouts.
    workout_id: i64,
}

/// Drinks before a workout.
#[derive(Debug, Serialize, JsonSchema)]
struct Overlay {
    /// The workout.
    workout_id: i64,
    /// When it began.
    started_at: At,
    /// Drinks in the 6 hours before, when they slow muscle building most.
    drinks_peak_mps_zone: f64,
    /// Drinks 6 to 24 hours before, which cost sleep.
    drinks_sleep_zone: f64,
    /// Drinks 24 to 48 hours before, mostly recovered from.
    drinks_recovered_zone: f64,
    /// All of them.
    total_drinks_in_window: f64,
    /// Their kcal.
    est_kcal_in_window: i64,
}

async fn get_alcohol_overlay(cx: Ctx, before: Before) -> Result<Overlay, Error> {
    let mut tx = cx.read().await?;
    let workout = workouts::service::get(&cx, &mut tx, before.workout_id).await?.workout;
    let day = workout.day.0;
    let (from, to) = (Timestamp::MIN, workout.started_at.0);
    let span = Span { first: after(day, -3), last: day, from, to, limit: MOST };
    let mut zones = [0.0; 3];
    let mut est_kcal_in_window = 0;
    for session in alcohol::service::list(&cx, &mut tx, &span).await? {
        let hours = workout.started_at.0.duration_since(session.started_at.0).as_secs_f64() / 3600.0;
        let [peak, sleep, recovered] = &mut zones;
        let zone = match hours {
            hours if hours <= 6.0 => peak,
            hours if hours <= 24.0 => sleep,
            hours if hours <= 48.0 => recovered,
            _ => continue,
        };
        *zone += session.drinks_count;
        est_kcal_in_window += session.est_kcal;
    }
    let [peak, sleep, recovered] = zones;
    Ok(Overlay {
        workout_id: workout.id,
        started_at: workout.started_at,
        drinks_peak_mps_zone: peak,
        drinks_sleep_zone: sleep,
        drinks_recovered_zone: recovered,
        total_drinks_in_window: decimals(peak + sleep + recovered, 2),
        est_kcal_in_window,
    })
}
