//! Templates in the database.

use belay_core::Ctx;
use belay_store::{Row, StoreError, Tx, args};

use super::model::{Item, Template};
use super::sql;
use crate::text::folded;

/// All templates by name with their exercises, archived ones too.
pub(crate) async fn list(tx: &mut Tx, tenant: &str) -> Result<Vec<Template>, StoreError> {
    let mut items = Vec::new();
    for row in tx.all(sql::ITEMS, args![tenant]).await? {
        items.push((row.get::<i64>("template_id")?, item(&row)?));
    }
    let template = |row: &Row| -> Result<Template, StoreError> {
        let id = row.get("id")?;
        Ok(Template {
            id,
            name: row.get("name")?,
            notes: row.get("notes")?,
            archived_at: row.get("archived_at")?,
            items: items.iter().filter(|(of, _)| *of == id).map(|(_, item)| item.clone()).collect(),
        })
    };
    tx.all(sql::LIST, args![tenant]).await?.iter().map(template).collect()
}

/// Keeps a template with its exercises.
pub(crate) async fn put(cx: &Ctx, tx: &mut Tx, template: &Template) -> Result<(), StoreError> {
    let args = args![
        cx.tenant(),
        template.id,
        &template.name,
        folded(&template.name),
        template.notes.as_deref(),
        template.archived_at,
        cx.now()
    ];
    tx.exec(sql::PUT, args).await?;
    tx.exec(sql::CLEAR, args![cx.tenant(), template.id]).await?;
    let row = |item: &Item| {
        args![
            cx.tenant(),
            template.id,
            item.display_order,
            item.exercise_id,
            item.default_sets,
            item.default_reps,
            item.default_weight_kg,
            item.notes.as_deref()
        ]
    };
    tx.batch(sql::ADD, template.items.iter().map(row).collect()).await?;
    Ok(())
}

/// Takes a template away that nothing refers to.
pub(crate) async fn delete(tx: &mut Tx, tenant: &str, id: i64) -> Result<(), StoreError> {
    tx.exec(sql::DELETE, args![tenant, id]).await?;
    Ok(())
}

fn item(row: &Row) -> Result<Item, StoreError> {
    Ok(Item {
        exercise_id: row.get("exercise_id")?,
        display_order: row.get("display_order")?,
        default_sets: row.get("default_sets")?,
        default_reps: row.get("default_reps")?,
        default_weight_kg: row.get("default_weight_kg")?,
        notes: row.get("notes")?,
    })
}
