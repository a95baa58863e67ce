//! Meals in the database.

use belay_core::Ctx;
use belay_store::{Row, StoreError, Tx, args};

use super::model::Meal;
use super::sql;
use crate::span::Span;
use crate::text::folded;

pub(crate) async fn get(tx: &mut Tx, tenant: &str, id: i64) -> Result<Option<Meal>, StoreError> {
    tx.opt(sql::GET, args![tenant, id]).await?.as_ref().map(meal).transpose()
}

/// The meals of a stretch, the newest first.
pub(crate) async fn list(tx: &mut Tx, tenant: &str, span: &Span) -> Result<Vec<Meal>, StoreError> {
    let args = args![tenant, span.first, span.last, span.from, span.to, span.limit];
    tx.all(sql::LIST, args).await?.iter().map(meal).collect()
}

/// The meals that match a pattern, the newest first.
pub(crate) async fn search(
    tx: &mut Tx,
    tenant: &str,
    pattern: &str,
    limit: i64,
) -> Result<Vec<Meal>, StoreError> {
    tx.all(sql::SEARCH, args![tenant, pattern, limit]).await?.iter().map(meal).collect()
}

pub(crate) async fn put(cx: &Ctx, tx: &mut Tx, meal: &Meal) -> Result<(), StoreError> {
    let text =
        format!("{} {}", meal.name.as_deref().unwrap_or_default(), meal.notes.as_deref().unwrap_or_default());
    let args = args![
        cx.tenant(),
        meal.id,
        meal.day,
        meal.eaten_at,
        meal.name.as_deref(),
        folded(&text),
        meal.kcal,
        meal.protein_g,
        meal.carb_g,
        meal.fat_g,
        meal.notes.as_deref(),
        meal.created_at
    ];
    tx.exec(sql::PUT, args).await?;
    Ok(())
}

pub(crate) async fn delete(tx: &mut Tx, tenant: &str, id: i64) -> Result<(), StoreError> {
    tx.exec(sql::DELETE, args![tenant, id]).await?;
    Ok(())
}

fn meal(row: &Row) -> Result<Meal, StoreError> {
    Ok(Meal {
        id: row.get("id")?,
        day: row.get("on_date")?,
        eaten_at: row.get("eaten_at")?,
        name: row.get("name")?,
        kcal: row.get("kcal")?,
        protein_g: row.get("protein_g")?,
        carb_g: row.get("carb_g")?,
        fat_g: row.get("fat_g")?,
        notes: row.get("notes")?,
        created_at: row.get("created_at")?,
    })
}
