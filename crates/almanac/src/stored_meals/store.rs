//! Stored meals in the database.

use belay_core::Ctx;
use belay_store::{Row, StoreError, Tx, args};

use super::model::StoredMeal;
use super::sql;
use crate::text::folded;

pub(crate) async fn get(tx: &mut Tx, tenant: &str, id: i64) -> Result<Option<StoredMeal>, StoreError> {
    tx.opt(sql::GET, args![tenant, id]).await?.as_ref().map(stored).transpose()
}

pub(crate) async fn named(tx: &mut Tx, tenant: &str, name: &str) -> Result<Option<StoredMeal>, StoreError> {
    tx.opt(sql::NAMED, args![tenant, folded(name)]).await?.as_ref().map(stored).transpose()
}

pub(crate) async fn list(tx: &mut Tx, tenant: &str) -> Result<Vec<StoredMeal>, StoreError> {
    tx.all(sql::LIST, args![tenant]).await?.iter().map(stored).collect()
}

pub(crate) async fn put(cx: &Ctx, tx: &mut Tx, meal: &StoredMeal) -> Result<(), StoreError> {
    let args = args![
        cx.tenant(),
        meal.id,
        &meal.name,
        folded(&meal.name),
        meal.kcal,
        meal.protein_g,
        meal.carb_g,
        meal.fat_g,
        meal.description.as_deref(),
        meal.created_at
    ];
    tx.exec(sql::PUT, args).await?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, tenant: &str, id: i64) -> Result<(), StoreError> {
    tx.exec(sql::DELETE, args![tenant, id]).await?;
    Ok(())
}

fn stored(row: &Row) -> Result<StoredMeal, StoreError> {
    Ok(StoredMeal {
        id: row.get("id")?,
        name: row.get("name")?,
        kcal: row.get("kcal")?,
        protein_g: row.get("protein_g")?,
        carb_g: row.get("carb_g")?,
        fat_g: row.get("fat_g")?,
        description: row.get("description")?,
        created_at: row.get("created_at")?,
    })
}
