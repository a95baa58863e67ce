//! What can be done with members.

use belay_core::{Ctx, Error};
use belay_store::{CtxStore, Tx};

use super::model::Member;
use super::store;

/// All members of the household.
pub(crate) async fn list(cx: &Ctx) -> Result<Vec<Member>, Error> {
    let mut tx = cx.read().await?;
    Ok(store::list(&mut tx, cx.tenant()).await?)
}

/// Adds a member to the household.
pub(crate) async fn add(cx: &Ctx, tx: &mut Tx, member: &Member) -> Result<(), Error> {
    Ok(store::insert(cx, tx, member).await?)
}
