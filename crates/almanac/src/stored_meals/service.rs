//! What can be done with stored meals.

use belay_core::{Ctx, Error};
use belay_store::Tx;

use super::error::StoredMealRefusal;
use super::model::StoredMeal;
use super::store;
use crate::numbering;
use crate::undo::note::{self, Kind};

/// The stored meal of a number.
pub(crate) async fn get(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<StoredMeal, Error> {
    Ok(store::get(tx, cx.tenant(), id).await?.ok_or(StoredMealRefusal::NotFound(id))?)
}

/// All stored meals by name.
pub(crate) async fn list(cx: &Ctx, tx: &mut Tx) -> Result<Vec<StoredMeal>, Error> {
    Ok(store::list(tx, cx.tenant()).await?)
}

/// Stores a meal, in place of one of its name. It comes without a number and gets one.
pub(crate) async fn define(cx: &Ctx, tx: &mut Tx, mut meal: StoredMeal) -> Result<StoredMeal, Error> {
    match store::named(tx, cx.tenant(), &meal.name).await? {
        Some(before) => {
            (meal.id, meal.created_at) = (before.id, before.created_at);
            cx.unmade(entity(meal.id));
        }
        None => meal.id = numbering::service::next(cx, tx, "stored_meal").await?,
    }
    cx.made(entity(meal.id));
    keep(cx, tx, meal).await
}

/// Keeps a changed stored meal.
pub(crate) async fn update(cx: &Ctx, tx: &mut Tx, meal: StoredMeal) -> Result<StoredMeal, Error> {
    if let Some(other) = store::named(tx, cx.tenant(), &meal.name).await?.filter(|other| other.id != meal.id)
    {
        return Err(StoredMealRefusal::NameTaken(other.id).into());
    }
    cx.unmade(entity(meal.id));
    keep(cx, tx, meal).await
}

async fn keep(cx: &Ctx, tx: &mut Tx, meal: StoredMeal) -> Result<StoredMeal, Error> {
    note::changed(cx, tx, Kind::StoredMeal, meal.id).await?;
    store::put(cx, tx, &meal).await?;
    cx.audit(entity(meal.id), None, None);
    Ok(meal)
}

/// Takes a stored meal away; meals that were logged from it stay.
pub(crate) async fn delete(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<(), Error> {
    get(cx, tx, id).await?;
    note::changed(cx, tx, Kind::StoredMeal, id).await?;
    store::delete(tx, cx.tenant(), id).await?;
    cx.unmade(entity(id));
    cx.audit(entity(id), None, None);
    Ok(())
}

fn entity(id: i64) -> String {
    format!("stored_meal:{id}")
}
