//! Categories in the database.

use belay_core::Ctx;
use belay_store::{Row, StoreError, Tx, args};

use super::model::{Category, Seed, child_name};
use super::sql;

pub(crate) async fn any(tx: &mut Tx, tenant: &str) -> Result<bool, StoreError> {
    Ok(tx.opt(sql::ANY, args![tenant]).await?.is_some())
}

/// Adds what a household begins with, in the order given.
pub(crate) async fn insert_seeds(cx: &Ctx, tx: &mut Tx, seeds: &[Seed]) -> Result<(), StoreError> {
    let mut rows = Vec::new();
    for (place, seed) in (0_i64..).zip(seeds) {
        let order = place * 100;
        let row = |slug: String, parent: Option<&str>, name: String, order: i64| {
            args![cx.new_id::<Category>(), cx.tenant(), slug, parent, name, seed.color, seed.icon, order]
        };
        rows.push(row(seed.slug.to_owned(), None, seed.display_name.to_owned(), order));
        for (child, suffix) in (1_i64..).zip(seed.children) {
            rows.push(row(
                format!("{}_{suffix}", seed.slug),
                Some(seed.slug),
                child_name(suffix),
                order + child,
            ));
        }
    }
    tx.batch(sql::INSERT, rows).await.map(drop)
}

pub(crate) async fn list(tx: &mut Tx, tenant: &str) -> Result<Vec<Category>, StoreError> {
    tx.all(sql::LIST, args![tenant]).await?.iter().map(category).collect()
}

pub(crate) async fn by_slug(tx: &mut Tx, tenant: &str, slug: &str) -> Result<Option<Category>, StoreError> {
    tx.opt(sql::BY_SLUG, args![tenant, slug]).await?.as_ref().map(category).transpose()
}

fn category(row: &Row) -> Result<Category, StoreError> {
    Ok(Category { slug: row.get("slug")?, parent_slug: row.get("parent_slug")? })
}
