//! What can be done with meals.

use belay_core::{Ctx, Error};
use belay_store::Tx;

use super::error::MealRefusal;
use super::model::{Meal, NewMeal};
use super::store;
use crate::span::Span;
use crate::text::folded;
use crate::undo::note::{self, Kind};
use crate::wire::{At, On};
use crate::{numbering, profile, totals};

/// Logs a meal.
pub(crate) async fn log(cx: &Ctx, tx: &mut Tx, new: NewMeal) -> Result<Meal, Error> {
    let id = numbering::service::next(cx, tx, "meal").await?;
    let days = profile::service::load(cx, tx).await?.days();
    let meal = Meal {
        id,
        day: On(days.of(new.eaten_at)),
        eaten_at: At(new.eaten_at),
        name: new.name,
        kcal: new.food.kcal,
        protein_g: new.food.protein_g,
        carb_g: new.food.carb_g,
        fat_g: new.food.fat_g,
        notes: new.notes,
        created_at: At(cx.now()),
    };
    note::new(cx, Kind::Meal, id);
    store::put(cx, tx, &meal).await?;
    totals::service::refresh(cx, tx, meal.day.0).await?;
    cx.made(entity(id));
    cx.audit(entity(id), None, None);
    Ok(meal)
}

/// The meal of a number.
pub(crate) async fn get(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<Meal, Error> {
    Ok(store::get(tx, cx.tenant(), id).await?.ok_or(MealRefusal::NotFound(id))?)
}

/// The meals of a stretch, the newest first.
pub(crate) async fn list(cx: &Ctx, tx: &mut Tx, span: &Span) -> Result<Vec<Meal>, Error> {
    Ok(store::list(tx, cx.tenant(), span).await?)
}

/// Meals whose name or notes hold a text, the newest first.
pub(crate) async fn search(cx: &Ctx, tx: &mut Tx, text: &str, limit: i64) -> Result<Vec<Meal>, Error> {
    let plain = folded(text).replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    Ok(store::search(tx, cx.tenant(), &format!("%{plain}%"), limit).await?)
}

/// Keeps a changed meal, and the sums of the day it was on and of the one it is on.
pub(crate) async fn update(cx: &Ctx, tx: &mut Tx, mut meal: Meal) -> Result<Meal, Error> {
    let days = profile::service::load(cx, tx).await?.days();
    let before = std::mem::replace(&mut meal.day, On(days.of(meal.eaten_at.0)));
    note::changed(cx, tx, Kind::Meal, meal.id).await?;
    store::put(cx, tx, &meal).await?;
    totals::service::refresh(cx, tx, meal.day.0).await?;
    if before != meal.day {
        totals::service::refresh(cx, tx, before.0).await?;
    }
    cx.unmade(entity(meal.id));
    cx.audit(entity(meal.id), None, None);
    Ok(meal)
}

/// Takes a meal away.
pub(crate) async fn delete(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<(), Error> {
    let meal = get(cx, tx, id).await?;
    note::changed(cx, tx, Kind::Meal, id).await?;
    store::delete(tx, cx.tenant(), id).await?;
    totals::service::refresh(cx, tx, meal.day.0).await?;
    cx.unmade(entity(id));
    cx.audit(entity(id), None, None);
    Ok(())
}

fn entity(id: i64) -> String {
    format!("meal:{id}")
}
