//! What can be done with accounts.

use belay_core::{Ctx, Error, Id};
use belay_store::{CtxStore, Tx};

use super::model::{Account, Listed};
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

/// All accounts of the household, within a transaction.
pub(crate) async fn all(cx: &Ctx, tx: &mut Tx) -> Result<Vec<Account>, Error> {
    Ok(store::list(tx, cx.tenant(), None).await?.into_iter().map(|listed| listed.account).collect())
}

/// Adds an account to the household. Says whether it was added: one with its import key may be there already.
pub(crate) async fn add(cx: &Ctx, tx: &mut Tx, account: &Account) -> Result<bool, Error> {
    Ok(store::insert(cx, tx, account).await?)
}
