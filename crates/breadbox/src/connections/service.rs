//! What can be done with connections.

use belay_core::{Ctx, Error, Id};
use belay_store::{CtxStore, Tx};

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

/// Adds a connection to the household.
pub(crate) async fn add(cx: &Ctx, tx: &mut Tx, connection: &Connection) -> Result<(), Error> {
    Ok(store::insert(cx, tx, connection).await?)
}

/// Notes that data came in over a connection just now.
pub(crate) async fn note_sync(cx: &Ctx, tx: &mut Tx, connection: &Id<Connection>) -> Result<(), Error> {
    Ok(store::note_sync(cx, tx, connection).await?)
}
