//! What can be done with categories.

use belay_core::{Ctx, Error};
use belay_store::{CtxStore, Tx};

use super::model::Category;
use super::seeds::SEEDS;
use super::store;

/// Gives a household its first categories. Does nothing where there are some.
pub(crate) async fn prepare(cx: Ctx) -> Result<(), Error> {
    if store::any(&mut cx.read().await?, cx.tenant()).await? {
        return Ok(());
    }
    let mut tx = cx.tx().await?;
    Ok(store::insert_seeds(&cx, &mut tx, SEEDS).await?)
}

/// All categories of the household.
pub(crate) async fn list(cx: &Ctx) -> Result<Vec<Category>, Error> {
    let mut tx = cx.read().await?;
    Ok(store::list(&mut tx, cx.tenant()).await?)
}

/// The category with a slug.
pub(crate) async fn by_slug(cx: &Ctx, tx: &mut Tx, slug: &str) -> Result<Option<Category>, Error> {
    Ok(store::by_slug(tx, cx.tenant(), slug).await?)
}
