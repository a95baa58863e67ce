//! Stored meals for the outside.

use belay_core::request::Door;
use belay_core::{Ctx, Error, Operation, Patch};
use belay_store::CtxStore;
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::StoredMeal;
use super::service;
use crate::deleted::deleted;
use crate::meals::model::{MOST_GRAMS, MOST_KCAL};
use crate::text::{NAME, NOTES, kept, name, nothing_to_change};
use crate::wire::At;

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("define_stored_meal", define_stored_meal)
            .title("Store a meal")
            .about("Store a meal that the user eats often, for log_meal_from_stored. One of the same name is overwritten: look in list_stored_meals first.")
            .repeatable()
            .rest(Method::POST, "/stored-meals")
            .example(json!({ "name": "Porridge", "kcal": 380, "protein_g": 14, "carb_g": 60, "fat_g": 9 })),
        Operation::read("list_stored_meals", list_stored_meals)
            .title("List stored meals")
            .about("List the stored meals by name, with their ids.")
            .rest(Method::GET, "/stored-meals")
            .example(json!({})),
        Operation::read("get_stored_meal", get_stored_meal)
            .title("Get a stored meal")
            .about("One stored meal.")
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::GET, "/stored-meals/{id}")
            .example(json!({ "id": 1 })),
        Operation::write("update_stored_meal", update_stored_meal)
            .title("Correct a stored meal")
            .about("Correct a stored meal. Omitted fields stay, and so do meals logged from it.")
            .rest(Method::PATCH, "/stored-meals/{stored_meal_id}")
            .example(json!({ "stored_meal_id": 1, "kcal": 400 })),
        Operation::destructive("delete_stored_meal", delete_stored_meal)
            .title("Delete a stored meal")
            .about("Delete a stored meal; meals logged from it stay. Ask first.")
            .confirm_literal()
            .repeatable()
            .rest(Method::DELETE, "/stored-meals/{stored_meal_id}")
            .example(json!({ "stored_meal_id": 1, "confirm": true })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Define {
    /// Name.
    #[schemars(length(min = 1, max = NAME))]
    name: String,
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
    /// What is in it.
    #[schemars(length(max = NOTES))]
    description: Option<String>,
}

/// A stored meal.
#[derive(Debug, Serialize, JsonSchema)]
struct One {
    /// The stored meal.
    stored_meal: StoredMeal,
}

async fn define_stored_meal(cx: Ctx, new: Define) -> Result<One, Error> {
    let meal = StoredMeal {
        id: 0,
        name: name("name", new.name)?,
        kcal: new.kcal,
        protein_g: new.protein_g,
        carb_g: new.carb_g,
        fat_g: new.fat_g,
        description: kept(new.description),
        created_at: At(cx.now()),
    };
    Ok(One { stored_meal: service::define(&cx, &mut *cx.tx().await?, meal).await? })
}

/// Stored meals.
#[derive(Debug, Serialize, JsonSchema)]
struct StoredMeals {
    /// By name.
    stored_meals: Vec<StoredMeal>,
    /// How many.
    count: usize,
}

async fn list_stored_meals(cx: Ctx, (): ()) -> Result<StoredMeals, Error> {
    let stored_meals = service::list(&cx, &mut cx.read().await?).await?;
    Ok(StoredMeals { count: stored_meals.len(), stored_meals })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// The stored meal.
    id: i64,
}

async fn get_stored_meal(cx: Ctx, which: Which) -> Result<One, Error> {
    Ok(One { stored_meal: service::get(&cx, &mut cx.read().await?, which.id).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Change {
    /// Id from list_stored_meals.
    stored_meal_id: i64,
    /// Name.
    #[schemars(length(min = 1, max = NAME))]
    name: Option<String>,
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
    /// What is in it; null clears.
    #[serde(default)]
    #[schemars(length(max = NOTES))]
    description: Patch<String>,
}

async fn update_stored_meal(cx: Ctx, change: Change) -> Result<One, Error> {
    let grams = [change.protein_g, change.carb_g, change.fat_g];
    let texts = change.name.is_none() && change.description.keeps();
    if texts && change.kcal.is_none() && grams.iter().all(Option::is_none) {
        return Err(nothing_to_change());
    }
    let mut tx = cx.tx().await?;
    let mut meal = service::get(&cx, &mut tx, change.stored_meal_id).await?;
    if let Some(new) = change.name {
        meal.name = name("name", new)?;
    }
    meal.kcal = change.kcal.unwrap_or(meal.kcal);
    meal.protein_g = change.protein_g.unwrap_or(meal.protein_g);
    meal.carb_g = change.carb_g.unwrap_or(meal.carb_g);
    meal.fat_g = change.fat_g.unwrap_or(meal.fat_g);
    meal.description = kept(change.description.over(meal.description));
    Ok(One { stored_meal: service::update(&cx, &mut tx, meal).await? })
}

deleted!(stored_meal_id);

#[derive(Debug, Deserialize, JsonSchema)]
struct Gone {
    /// Id from list_stored_meals.
    stored_meal_id: i64,
}

async fn delete_stored_meal(cx: Ctx, gone: Gone) -> Result<Deleted, Error> {
    service::delete(&cx, &mut *cx.tx().await?, gone.stored_meal_id).await?;
    Ok(Deleted::row(gone.stored_meal_id))
}
