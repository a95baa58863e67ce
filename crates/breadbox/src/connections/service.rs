//! What can be done with connections.

use belay_core::{Ctx, Error, Id};
use belay_store::CtxStore;

use super::error::ConnectionRefusal;
use super::model::Connection;
use super::store;

/// The household's connections with the number of their accounts, or the one with an identifier.
///
/// # Errors
/// [`ConnectionRefusal::NotFound`] when no connection has the identifier.
pub(crate) async fn list(cx: &Ctx, only: Option<&str>) -> Result<Vec<(Connection, i64)>, Error> {
    let mut tx = cx.read().await?;
    let Some(text) = only else { return Ok(store::list(&mut tx, cx.tenant(), None).await?) };
    let not_found = || ConnectionRefusal::not_found(text);
    let id: Id<Connection> = Id::parse(text).ok_or_else(not_found)?;
    let found = store::list(&mut tx, cx.tenant(), Some(&id)).await?;
    if found.is_empty() { Err(not_found().into()) } else { Ok(found) }
}
