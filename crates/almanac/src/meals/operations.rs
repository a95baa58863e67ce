//! Meals for the outside.

use belay_core::operation::Payload;
use belay_core::request::Door;
use belay_core::{Ctx, Error, Operation, Patch};
use belay_store::{CtxStore, Tx};
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::{Food, MOST_GRAMS, MOST_KCAL, Meal, NewMeal};
use super::service;
use crate::deleted::deleted;
use crate::energy::model::{DayTarget, summary};
use crate::reckoning::round::whole;
use crate::span::Recent;
use crate::text::{NAME, NOTES, kept, nothing_to_change};
use crate::totals::model::DayTotals;
use crate::wire::{At, On};
use crate::{energy, profile, stored_meals, totals};

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("log_meal", log_meal)
            .title("Log a meal")
            .about("Log food the user ate. Not for alcohol: use log_alcohol, or kcal count twice. Never invent kcal; look for the meal in search_meals or list_stored_meals first. Safe to retry.")
            .idempotent(Payload::within(crate::DAY))
            .rest(Method::POST, "/meals")
            .example(json!({ "eaten_at": "2026-03-14T12:30", "kcal": 500, "protein_g": 25, "carb_g": 50, "fat_g": 18 })),
        Operation::write("log_meal_from_stored", log_meal_from_stored)
            .title("Log a stored meal")
            .about("Log a stored meal exactly as it is. For another portion use log_meal with the user's figures.")
            .idempotent(Payload::within(crate::DAY))
            .rest(Method::POST, "/stored-meals/{stored_meal_id}/log")
            .example(json!({ "stored_meal_id": 1, "eaten_at": "2026-03-14T08:00" })),
        Operation::read("get_meals", get_meals)
            .title("List meals")
            .about("List meals with their ids, newest first; 7 days unless said. To find one by its name use search_meals.")
            .rest(Method::GET, "/meals")
            .example(json!({ "from_days_ago": 2 })),
        Operation::read("search_meals", search_meals)
            .title("Search past meals")
            .about("Find past meals whose name or notes hold a text, newest first, to reuse their figures.")
            .rest(Method::GET, "/meals/search")
            .example(json!({ "text": "porridge" })),
        Operation::read("get_meal", get_meal)
            .title("Get a meal")
            .about("One meal.")
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::GET, "/meals/{id}")
            .example(json!({ "id": 1 })),
        Operation::write("update_meal", update_meal)
            .title("Correct a meal")
            .about("Correct a meal. Omitted fields stay. Confirm with the user first.")
            .rest(Method::PATCH, "/meals/{id}")
            .example(json!({ "id": 1, "kcal": 450 })),
        Operation::destructive("delete_meal", delete_meal)
            .title("Delete a meal")
            .about("Delete a meal. Ask first; prefer update_meal.")
            .confirm_literal()
            .repeatable()
            .rest(Method::DELETE, "/meals/{meal_id}")
            .example(json!({ "meal_id": 1, "confirm": true })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Log {
    /// Local time such as 2026-05-25T12:30; Z or an offset only if the user gave one.
    eaten_at: String,
    /// Kcal.
    #[schemars(range(min = 0, max = MOST_KCAL))]
    kcal: i64,
    /// Protein.
    #[schemars(range(min = 0.0, max = MOST_GRAMS))]
    protein_g: f64,
    /// Carb.
    #[schemars(range(min = 0.0, max = MOST_GRAMS))]
    carb_g: f64,
    /// Fat.
    #[schemars(range(min = 0.0, max = MOST_GRAMS))]
    fat_g: f64,
    /// What it was.
    #[schemars(length(max = NAME))]
    name: Option<String>,
    /// Notes.
    #[schemars(length(max = NOTES))]
    notes: Option<String>,
}

/// A meal that was logged, with the day it counts for.
#[derive(Debug, Serialize, JsonSchema)]
struct Logged {
    /// Its id.
    id: i64,
    /// The user's day it counts for.
    day: On,
    /// What to tell the user.
    summary: String,
    /// That day's totals.
    day_totals: DayTotals,
    /// That day against the phase in force on it; null where there is none.
    day_target: Option<DayTarget>,
    /// The stored meal it was copied from.
    #[serde(skip_serializing_if = "Option::is_none")]
    from_stored_meal_id: Option<i64>,
}

async fn logged(cx: &Ctx, tx: &mut Tx, meal: Meal) -> Result<Logged, Error> {
    let day_totals = totals::service::of(cx, tx, meal.day.0).await?.shown();
    let day_target = energy::service::standing(cx, tx, meal.day.0).await?;
    let day = summary(&day_totals, day_target.as_ref().map(|target| target.target.kcal));
    let grams = [meal.protein_g, meal.carb_g, meal.fat_g].map(whole);
    let [protein, carb, fat] = grams;
    let summary =
        format!("{} kcal logged for {} ({protein} P / {carb} C / {fat} F); {day}", meal.kcal, meal.day.0);
    Ok(Logged { id: meal.id, day: meal.day, summary, day_totals, day_target, from_stored_meal_id: None })
}

async fn log_meal(cx: Ctx, log: Log) -> Result<Logged, Error> {
    let mut tx = cx.tx().await?;
    let days = profile::service::load(&cx, &mut tx).await?.days();
    let new = NewMeal {
        eaten_at: days.happened("eaten_at", &log.eaten_at, cx.now())?,
        name: kept(log.name),
        food: Food { kcal: log.kcal, protein_g: log.protein_g, carb_g: log.carb_g, fat_g: log.fat_g },
        notes: kept(log.notes),
    };
    let meal = service::log(&cx, &mut tx, new).await?;
    logged(&cx, &mut tx, meal).await
}

#[derive(Debug, Deserialize, JsonSchema)]
struct FromStored {
    /// Id from list_stored_meals.
    stored_meal_id: i64,
    /// Local time such as 2026-05-25T12:30.
    eaten_at: String,
}

async fn log_meal_from_stored(cx: Ctx, from: FromStored) -> Result<Logged, Error> {
    let mut tx = cx.tx().await?;
    let days = profile::service::load(&cx, &mut tx).await?.days();
    let eaten_at = days.happened("eaten_at", &from.eaten_at, cx.now())?;
    let stored = stored_meals::service::get(&cx, &mut tx, from.stored_meal_id).await?;
    let food =
        Food { kcal: stored.kcal, protein_g: stored.protein_g, carb_g: stored.carb_g, fat_g: stored.fat_g };
    let new = NewMeal { eaten_at, name: Some(stored.name), food, notes: None };
    let meal = service::log(&cx, &mut tx, new).await?;
    let logged = logged(&cx, &mut tx, meal).await?;
    Ok(Logged { from_stored_meal_id: Some(stored.id), ..logged })
}

/// Meals.
#[derive(Debug, Serialize, JsonSchema)]
struct Meals {
    /// The newest first.
    meals: Vec<Meal>,
    /// How many.
    count: usize,
}

impl From<Vec<Meal>> for Meals {
    fn from(meals: Vec<Meal>) -> Self {
        Self { count: meals.len(), meals }
    }
}

async fn get_meals(cx: Ctx, recent: Recent) -> Result<Meals, Error> {
    let (mut tx, span) = recent.open(&cx, 7).await?;
    Ok(service::list(&cx, &mut tx, &span).await?.into())
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Search {
    /// Part of a name or of notes.
    #[schemars(length(min = 2, max = NAME))]
    text: String,
    /// Rows at most, 20 unless said.
    #[schemars(range(min = 1, max = 200))]
    limit: Option<i64>,
}

async fn search_meals(cx: Ctx, search: Search) -> Result<Meals, Error> {
    let limit = search.limit.unwrap_or(20);
    Ok(service::search(&cx, &mut cx.read().await?, &search.text, limit).await?.into())
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// The meal.
    id: i64,
}

/// A meal.
#[derive(Debug, Serialize, JsonSchema)]
struct One {
    /// The meal.
    meal: Meal,
}

async fn get_meal(cx: Ctx, which: Which) -> Result<One, Error> {
    Ok(One { meal: service::get(&cx, &mut cx.read().await?, which.id).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Change {
    /// Id from get_meals.
    id: i64,
    /// When, as in log_meal.
    eaten_at: Option<String>,
    /// What it was; null clears.
    #[serde(default)]
    #[schemars(length(max = NAME))]
    name: Patch<String>,
    /// Kcal.
    #[schemars(range(min = 0, max = MOST_KCAL))]
    kcal: Option<i64>,
    /// Protein.
    #[schemars(range(min = 0.0, max = MOST_GRAMS))]
    protein_g: Option<f64>,
    /// Carb.
    #[schemars(range(min = 0.0, max = MOST_GRAMS))]
    carb_g: Option<f64>,
    /// Fat.
    #[schemars(range(min = 0.0, max = MOST_GRAMS))]
    fat_g: Option<f64>,
    /// Remarks; null clears.
    #[serde(default)]
    #[schemars(length(max = NOTES))]
    notes: Patch<String>,
}

/// A corrected meal.
#[derive(Debug, Serialize, JsonSchema)]
struct Corrected {
    /// The meal.
    meal: Meal,
    /// The totals of its day.
    day_totals: DayTotals,
}

async fn update_meal(cx: Ctx, change: Change) -> Result<Corrected, Error> {
    let numbers = [change.protein_g, change.carb_g, change.fat_g];
    let texts = change.name.keeps() && change.notes.keeps() && change.eaten_at.is_none();
    if texts && change.kcal.is_none() && numbers.iter().all(Option::is_none) {
        return Err(nothing_to_change());
    }
    let mut tx = cx.tx().await?;
    let mut meal = service::get(&cx, &mut tx, change.id).await?;
    if let Some(text) = &change.eaten_at {
        let days = profile::service::load(&cx, &mut tx).await?.days();
        meal.eaten_at = At(days.happened("eaten_at", text, cx.now())?);
    }
    meal.name = kept(change.name.over(meal.name));
    meal.kcal = change.kcal.unwrap_or(meal.kcal);
    meal.protein_g = change.protein_g.unwrap_or(meal.protein_g);
    meal.carb_g = change.carb_g.unwrap_or(meal.carb_g);
    meal.fat_g = change.fat_g.unwrap_or(meal.fat_g);
    meal.notes = kept(change.notes.over(meal.notes));
    let meal = service::update(&cx, &mut tx, meal).await?;
    let day_totals = totals::service::of(&cx, &mut tx, meal.day.0).await?.shown();
    Ok(Corrected { meal, day_totals })
}

deleted!(meal_id);

#[derive(Debug, Deserialize, JsonSchema)]
struct Gone {
    /// Id from get_meals.
    meal_id: i64,
}

async fn delete_meal(cx: Ctx, gone: Gone) -> Result<Deleted, Error> {
    service::delete(&cx, &mut *cx.tx().await?, gone.meal_id).await?;
    Ok(Deleted::row(gone.meal_id))
}
