//! The report for the outside.

use std::collections::BTreeMap;

use belay_core::{Ctx, Error, Operation};
use belay_store::{CtxStore, Tx};
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};

use super::markdown;
use super::model::{Day, Facts, Window, Workouts};
use crate::day::after;
use crate::span::Span;
use crate::wire::On;
use crate::{energy, templates, today, workouts};

/// Days before today that a report tells one by one.
const BEFORE: i64 = 13;
/// More workouts than any phase has.
const MOST: i64 = 5_000;

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::read("get_report", get_report)
            .title("Get the report")
            .about("A written report of phase, weight, week and the last 14 days, for the user to keep or hand to somebody. To answer a question use get_today_context.")
            .rest_with(Method::GET, "/report", Map::from_iter([("full".to_owned(), json!(true))]))
            .example(json!({})),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Asked {
    /// Also the figures that it is written from.
    #[serde(default)]
    full: bool,
}

/// The report.
#[derive(Debug, Serialize, JsonSchema)]
struct Report {
    /// The user's day.
    generated_for_date: On,
    /// The text, in Markdown.
    markdown: String,
    /// What it is written from.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    facts: Option<Facts>,
}

async fn get_report(cx: Ctx, asked: Asked) -> Result<Report, Error> {
    let facts = facts(&cx, &mut cx.read().await?).await?;
    let (on, markdown) = (facts.context.today_date, markdown::written(&facts));
    Ok(Report { generated_for_date: on, markdown, facts: asked.full.then_some(facts) })
}

async fn facts(cx: &Ctx, tx: &mut Tx) -> Result<Facts, Error> {
    let moment = today::service::Moment::now(cx, tx).await?;
    let context = today::context_now::context(cx, tx, moment).await?;
    let on = context.today_date.0;
    let from = after(on, -BEFORE);
    let (window_label, window_from) = match &context.phase {
        Some(phase) => (Window::Phase, phase.phase.started_on.0),
        None => (Window::LastFortnight, from),
    };
    let span = Span::of_days(window_from.min(from), on, MOST);
    let workouts = workouts::service::list(cx, tx, &span, None).await?;
    let templates = templates::service::list(cx, tx).await?;
    let name = |template: Option<i64>| {
        let found = templates.iter().find(|known| Some(known.id) == template);
        found.map_or_else(|| "workout".to_owned(), |known| known.name.clone())
    };
    let mut by_template: BTreeMap<String, usize> = BTreeMap::new();
    for workout in workouts.iter().filter(|workout| workout.day.0 >= window_from) {
        *by_template.entry(name(workout.template_id)).or_default() += 1;
    }
    let history_14d = energy::service::days(cx, tx, (from, on))
        .await?
        .into_iter()
        .map(|macros| {
            let of_day = workouts.iter().filter(|workout| workout.day == macros.date);
            let names: Vec<String> = of_day.map(|workout| name(workout.template_id)).collect();
            Day { macros, workout_name: (!names.is_empty()).then(|| names.join(", ")) }
        })
        .collect();
    let workouts = Workouts {
        window_from: On(window_from),
        window_label,
        total: by_template.values().sum(),
        by_template,
    };
    Ok(Facts { context, history_14d, workouts })
}
