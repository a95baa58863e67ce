//! Energy and macros for the outside.

use belay_core::request::Door;
use belay_core::{Ctx, Error, Issue, Operation};
use belay_store::{CtxStore, Tx};
use http::Method;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::{DayTarget, MacroDay, Observed, percent, summary};
use super::service;
use crate::day::{date, days_between};
use crate::profile::model::{ActivityLevel, Sex};
use crate::reckoning::phase::{Macros, PhaseType, macros};
use crate::reckoning::round::{mean, real, whole};
use crate::reckoning::tdee::{Basis, Source, Tdee};
use crate::wire::On;
use crate::{phases, profile, totals};

/// Days that a range may have.
const LONGEST: i64 = 90;
/// Days in the rolling mean.
const ROLLING: usize = 7;

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::read("get_tdee", get_tdee)
            .title("Get the daily energy")
            .about("What the user spends a day in kcal; always a number. basis and source say whether it was measured or comes from the profile's formula, confidence how sure it is. Early figures are rough: say so. Training is in it already, never add cardio or steps.")
            .rest(Method::GET, "/signals/tdee")
            .example(json!({})),
        Operation::read("get_macros_today", get_macros_today)
            .title("Get today's macros")
            .about("What the user ate and drank today, against the target of the active phase. For other days get_macros_for_date.")
            .rest(Method::GET, "/signals/macros/today")
            .example(json!({})),
        Operation::read("get_macros_for_date", get_macros_for_date)
            .title("Get a day's macros")
            .about("What the user ate and drank on one of their days, against the phase in force then; day_target is null where there was none. A snack at 01:00 counts for the day before.")
            .rest(Method::GET, "/signals/macros/day")
            .example(json!({ "date": "2026-03-14" })),
        Operation::read("get_macros_range", get_macros_range)
            .title("Get the macros of several days")
            .about("Days from from_date to to_date, 90 at most, each as in get_macros_for_date. rolling_7d_avg_kcal_in is the mean of the last 7 tracked days that have food and a target.")
            .rest(Method::GET, "/signals/macros/range")
            .example(json!({ "from_date": "2026-03-01", "to_date": "2026-03-14" })),
        Operation::read("get_phase_estimate", get_phase_estimate)
            .title("Estimate a phase")
            .about("The daily energy a phase would begin with and macros that fit it, also for figures that are not saved. Nothing is changed.")
            .rest(Method::GET, "/phase-estimate")
            .example(json!({ "target_kcal": 2000, "phase_type": "cut" })),
        Operation::read("get_macros", get_macros)
            .title("Get macros by date, range or instant")
            .about("Macros in one of three ways: date; from_date and to_date; or at, an instant whose day is meant.")
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::GET, "/signals/macros")
            .example(json!({ "date": "2026-03-14" })),
        Operation::read("get_daily_target", get_daily_target)
            .title("Get a day's target")
            .about("A day against the phase in force on it.")
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::GET, "/signals/daily-target")
            .example(json!({})),
        Operation::read("get_day_kcal_in", get_day_kcal_in)
            .title("Get a day's kcal")
            .about("All kcal of a day, alcohol included.")
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::GET, "/signals/day-kcal-in")
            .example(json!({})),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Window {
    /// Days to measure over; chosen from the data unless said.
    #[schemars(range(min = 14, max = 56))]
    window_days: Option<i64>,
}

async fn get_tdee(cx: Ctx, window: Window) -> Result<Tdee, Error> {
    service::now(&cx, &mut cx.read().await?, window.window_days).await
}

/// Today's macros.
#[derive(Debug, Serialize, JsonSchema)]
struct Today {
    /// The user's day.
    date: On,
    /// What to tell the user.
    summary: String,
    /// All kcal.
    kcal_in: i64,
    /// The target, with an active phase.
    kcal_target: Option<i64>,
    /// Percent of the target.
    pct: Option<i64>,
    /// Protein in g.
    protein_g_in: f64,
    /// Its target.
    protein_g_target: Option<i64>,
    /// Carbohydrate in g.
    carb_g_in: f64,
    /// Its target.
    carb_g_target: Option<i64>,
    /// Fat in g.
    fat_g_in: f64,
    /// Its target.
    fat_g_target: Option<i64>,
    /// What would keep the weight.
    maintenance_kcal: Option<i64>,
    /// How the day stands.
    observed: Option<Observed>,
    /// Intake less what is spent; null while nothing is logged.
    net_kcal: Option<i64>,
    /// Meals logged.
    meals_logged: i64,
}

async fn get_macros_today(cx: Ctx, (): ()) -> Result<Today, Error> {
    let mut tx = cx.read().await?;
    let today = profile::service::load(&cx, &mut tx).await?.days().of(cx.now());
    let record = service::record(&cx, &mut tx, (today, today)).await?;
    let standing = service::standing(&cx, &mut tx, today).await?;
    let totals = record.of(today);
    let shown = totals.shown();
    let target = standing.as_ref().map(|standing| &standing.target);
    let kcal_target = target.map(|target| target.kcal);
    Ok(Today {
        date: On(today),
        summary: summary(&shown, kcal_target),
        kcal_in: shown.kcal,
        kcal_target,
        pct: kcal_target.map(|target| percent(shown.kcal, target)),
        protein_g_in: shown.protein_g,
        protein_g_target: target.map(|target| target.protein_g),
        carb_g_in: shown.carb_g,
        carb_g_target: target.map(|target| target.carb_g),
        fat_g_in: shown.fat_g,
        fat_g_target: target.map(|target| target.fat_g),
        maintenance_kcal: standing.as_ref().map(|standing| standing.maintenance.kcal),
        observed: standing.map(|standing| standing.observed),
        net_kcal: record.net(today),
        meals_logged: totals.meals,
    })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct OnDay {
    /// YYYY-MM-DD.
    date: String,
}

/// A day's macros in words and numbers.
#[derive(Debug, Serialize, JsonSchema)]
struct Told {
    /// What to tell the user.
    summary: String,
    /// The day.
    #[serde(flatten)]
    day: MacroDay,
}

async fn get_macros_for_date(cx: Ctx, on: OnDay) -> Result<Told, Error> {
    let day = date("date", &on.date)?;
    let mut days = service::days(&cx, &mut cx.read().await?, (day, day)).await?;
    let day = days.pop().ok_or_else(|| Error::internal("a day has no macros"))?;
    let target = day.day_target.as_ref().map(|target| target.target.kcal);
    Ok(Told { summary: format!("{}: {}", day.date.0, summary(&day.day_totals, target)), day })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Between {
    /// First day, YYYY-MM-DD.
    from_date: String,
    /// Last day.
    to_date: String,
}

/// Several days.
#[derive(Debug, Serialize, JsonSchema)]
struct MacroDays {
    /// The oldest first.
    days: Vec<MacroDay>,
    /// Mean kcal of the last 7 tracked days with food and a target.
    rolling_7d_avg_kcal_in: Option<i64>,
}

async fn get_macros_range(cx: Ctx, between: Between) -> Result<MacroDays, Error> {
    let span = range(&between.from_date, &between.to_date)?;
    let days = service::days(&cx, &mut cx.read().await?, span).await?;
    let counted =
        days.iter().rev().filter(|day| !day.untracked && day.day_target.is_some() && day.meals_logged > 0);
    let rolling = mean(counted.take(ROLLING).map(|day| real(day.day_totals.kcal)));
    Ok(MacroDays { rolling_7d_avg_kcal_in: rolling.map(whole), days })
}

fn range(from: &str, to: &str) -> Result<(Date, Date), Error> {
    let (from, to) = (date("from_date", from)?, date("to_date", to)?);
    if !(0..LONGEST).contains(&days_between(from, to)) {
        let text = format!("Expected a day from from_date on, {LONGEST} days at most");
        return Err(Error::invalid(vec![Issue::custom("to_date", text)]));
    }
    Ok((from, to))
}

#[derive(Debug, Deserialize, JsonSchema)]
struct OneWay {
    /// One day.
    date: Option<String>,
    /// First of several days.
    from_date: Option<String>,
    /// Last of several days, included.
    to_date: Option<String>,
    /// An instant whose day is meant.
    at: Option<String>,
}

/// A day, or several.
#[derive(Debug, Serialize, JsonSchema)]
struct Either {
    /// The day that was asked for.
    #[serde(flatten)]
    day: Option<MacroDay>,
    /// The days that were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    days: Option<Vec<MacroDay>>,
}

async fn get_macros(cx: Ctx, way: OneWay) -> Result<Either, Error> {
    let mut tx = cx.read().await?;
    let person = profile::service::load(&cx, &mut tx).await?.days();
    let one = match (way.date, way.from_date, way.to_date, way.at) {
        (None, Some(from), Some(to), None) => {
            let days = service::days(&cx, &mut tx, range(&from, &to)?).await?;
            return Ok(Either { day: None, days: Some(days) });
        }
        (Some(text), None, None, None) => date("date", &text)?,
        (None, None, None, Some(text)) => person.of(person.happened("at", &text, cx.now())?),
        _ => {
            let text = "Give exactly one of date, at, or from_date with to_date";
            return Err(Error::invalid(vec![Issue::custom("", text)]));
        }
    };
    Ok(Either { day: service::days(&cx, &mut tx, (one, one)).await?.pop(), days: None })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct MaybeDay {
    /// The day, YYYY-MM-DD; today unless said.
    date: Option<String>,
}

impl MaybeDay {
    async fn day(&self, cx: &Ctx, tx: &mut Tx) -> Result<Date, Error> {
        match &self.date {
            Some(text) => date("date", text),
            None => Ok(profile::service::load(cx, tx).await?.days().of(cx.now())),
        }
    }
}

async fn get_daily_target(cx: Ctx, which: MaybeDay) -> Result<DayTarget, Error> {
    let mut tx = cx.read().await?;
    let day = which.day(&cx, &mut tx).await?;
    Ok(service::standing(&cx, &mut tx, day).await?.ok_or(phases::error::PhaseRefusal::NoneOn)?)
}

/// A day's kcal.
#[derive(Debug, Serialize, JsonSchema)]
struct Kcal {
    /// The day.
    date: On,
    /// All kcal.
    kcal: i64,
}

async fn get_day_kcal_in(cx: Ctx, which: MaybeDay) -> Result<Kcal, Error> {
    let mut tx = cx.read().await?;
    let day = which.day(&cx, &mut tx).await?;
    Ok(Kcal { date: On(day), kcal: totals::service::of(&cx, &mut tx, day).await?.kcal() })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Preview {
    /// Everyday movement; the profile's unless said.
    activity: Option<ActivityLevel>,
    /// kcal to eat a day, for the macros.
    #[schemars(range(min = 1, max = 20_000))]
    target_kcal: Option<i64>,
    /// The kind of phase, for the macros.
    phase_type: Option<PhaseType>,
    /// Weight in kg; the last weigh-in unless said.
    #[schemars(range(min = 20.0, max = 500.0))]
    weight_kg: Option<f64>,
    /// Height.
    #[schemars(range(min = 50.0, max = 280.0))]
    height_cm: Option<f64>,
    /// For the energy formulas.
    sex: Option<Sex>,
    /// Date of birth, YYYY-MM-DD.
    dob: Option<String>,
}

/// What a phase would begin with.
#[derive(Debug, Serialize, JsonSchema)]
struct Estimated {
    /// kcal a day.
    tdee: i64,
    /// What it rests on.
    basis: Basis,
    /// Where it comes from.
    source: Source,
    /// Whether a weight is known.
    has_weight: bool,
    /// Grams to eat a day; null without weight, target_kcal and phase_type.
    suggested_macros: Option<Macros>,
}

async fn get_phase_estimate(cx: Ctx, preview: Preview) -> Result<Estimated, Error> {
    let mut tx = cx.read().await?;
    let days = profile::service::load(&cx, &mut tx).await?.days();
    let (today, calendar) = (days.of(cx.now()), days.calendar(cx.now()));
    let mut record = service::record(&cx, &mut tx, (today, calendar)).await?;
    let person = &mut record.profile;
    person.activity_level = preview.activity.or(person.activity_level);
    person.height_cm = preview.height_cm.or(person.height_cm);
    person.sex = preview.sex.or(person.sex);
    if let Some(text) = &preview.dob {
        person.dob = Some(date("dob", text)?);
    }
    let recent = record.weights.last().filter(|(on, _)| *on >= crate::day::after(today, -60));
    let weight = preview.weight_kg.or(recent.map(|(_, kg)| *kg));
    if let Some(kg) = preview.weight_kg {
        record.weights.retain(|(on, _)| *on < calendar);
        record.weights.push((calendar, kg));
    }
    let tdee = record.tdee(crate::day::after(today, -1), calendar, None);
    let asked = weight.zip(preview.target_kcal).zip(preview.phase_type);
    Ok(Estimated {
        tdee: tdee.kcal,
        basis: tdee.basis,
        source: tdee.source,
        has_weight: weight.is_some(),
        suggested_macros: asked.map(|((kg, target), phase_type)| macros(phase_type, kg, target)),
    })
}
