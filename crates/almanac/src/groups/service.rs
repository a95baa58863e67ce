//! What can be done with exercise groups.

use belay_core::{Ctx, Error};
use belay_store::Tx;

use super::error::GroupRefusal;
use super::model::Group;
use super::store;
use crate::numbering;
use crate::text::folded;
use crate::undo::note::{self, Kind};

/// All groups in their order.
pub(crate) async fn list(cx: &Ctx, tx: &mut Tx) -> Result<Vec<Group>, Error> {
    Ok(store::list(tx, cx.tenant()).await?)
}

/// The group of a number.
pub(crate) async fn get(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<Group, Error> {
    let found = list(cx, tx).await?.into_iter().find(|group| group.id == id);
    Ok(found.ok_or(GroupRefusal::NotFound(id))?)
}

/// Keeps a group. One that is new comes without a number and gets one.
pub(crate) async fn keep(cx: &Ctx, tx: &mut Tx, mut group: Group) -> Result<Group, Error> {
    let same = |other: &Group| other.id != group.id && folded(&other.name) == folded(&group.name);
    if let Some(other) = list(cx, tx).await?.into_iter().find(same) {
        return Err(GroupRefusal::NameTaken(other.id).into());
    }
    if group.id == 0 {
        group.id = numbering::service::next(cx, tx, "exercise_group").await?;
        cx.made(entity(group.id));
    } else {
        cx.unmade(entity(group.id));
    }
    note::changed(cx, tx, Kind::Group, group.id).await?;
    store::put(cx, tx, &group).await?;
    cx.audit(entity(group.id), None, None);
    Ok(group)
}

/// Takes a group away that has no exercises.
pub(crate) async fn delete(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<(), Error> {
    get(cx, tx, id).await?;
    if store::size(tx, cx.tenant(), id).await? > 0 {
        return Err(GroupRefusal::InUse(id).into());
    }
    note::changed(cx, tx, Kind::Group, id).await?;
    store::delete(tx, cx.tenant(), id).await?;
    cx.unmade(entity(id));
    cx.audit(entity(id), None, None);
    Ok(())
}

fn entity(id: i64) -> String {
    format!("exercise_group:{id}")
}
