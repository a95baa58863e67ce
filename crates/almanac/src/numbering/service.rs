//! Giving out identifiers.

use belay_core::{Ctx, Error};
use belay_store::Tx;

use super::store;

/// The next identifier of a kind of row.
pub(crate) async fn next(cx: &Ctx, tx: &mut Tx, entity: &str) -> Result<i64, Error> {
    Ok(store::take(tx, cx.tenant(), entity, 1).await?)
}

/// The first of so many identifiers that follow each other.
pub(crate) async fn several(cx: &Ctx, tx: &mut Tx, entity: &str, count: i64) -> Result<i64, Error> {
    Ok(store::take(tx, cx.tenant(), entity, count).await? - count + 1)
}

/// The last identifier of a kind of row that was given out; 0 before the first. There are never more rows than this.
pub(crate) async fn last(cx: &Ctx, tx: &mut Tx, entity: &str) -> Result<i64, Error> {
    Ok(store::last(tx, cx.tenant(), entity).await?)
}
