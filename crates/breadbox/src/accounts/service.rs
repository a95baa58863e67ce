//! What can be done with accounts.

use belay_core::{Ctx, Error, Id};
use belay_store::CtxStore;

use super::model::Listed;
use super::store;

/// The household's accounts, or those of one member. A member that nobody knows has none.
pub(crate) async fn list(cx: &Ctx, member: Option<&str>) -> Result<Vec<Listed>, Error> {
    let member = match member.map(Id::parse) {
        Some(None) => return Ok(Vec::new()),
        parsed => parsed.flatten(),
    };
    let mut tx = cx.read().await?;
    Ok(store::list(&mut tx, cx.tenant(), member.as_ref()).await?)
}
