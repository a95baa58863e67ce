//! Deleting an account.

use belay_access::farewell::{self, Farewell};
use belay_access::people;
use belay_core::{Ctx, Error};
use belay_store::{CtxStore, Tx};

use super::error::FarewellRefusal;
use crate::profile;
use crate::text::folded;

/// Deletes the caller's account, if they name it by its address.
///
/// # Errors
/// [`FarewellRefusal`] for a caller who is no person and for another address.
pub(crate) async fn delete(cx: &Ctx, tx: &mut Tx, address: &str) -> Result<Farewell, Error> {
    let person = cx.actor().person.clone().ok_or(FarewellRefusal::NobodysAccount)?;
    let known = people::by_id(cx.db()?, &person).await?.ok_or(FarewellRefusal::NobodysAccount)?;
    let name = match known.email {
        Some(email) => email,
        None => profile::service::load(cx, tx).await?.name,
    };
    if folded(&name) != folded(address) {
        return Err(FarewellRefusal::OtherAddress.into());
    }
    // What stands around the answer reads the profile, which is gone by then.
    profile::service::load(cx, tx).await?;
    let farewell = farewell::leave(tx, "almanac", (cx.tenant(), &person)).await?;
    if !farewell.tenant_removed {
        return Err(FarewellRefusal::NobodysAccount.into());
    }
    cx.audit(format!("person:{person}"), None, None);
    Ok(farewell)
}
