//! Taking the last write back.

use belay_core::{Ctx, Error};
use belay_store::Tx;
use jiff::SignedDuration;

use super::error::UndoRefusal;
use super::model::{Kind, Write};
use super::{note, restore, store};

/// Takes the last write back, which must be of the operation that is named, if one is. Says what it was, and whether there
/// is another before it.
pub(super) async fn undo(cx: &Ctx, tx: &mut Tx, operation: Option<&str>) -> Result<(Write, bool), Error> {
    let fresh =
        |write: &Write| cx.now().duration_since(write.made_at) < SignedDuration::from_hours(store::HOURS);
    let mut last = store::last(tx, cx.tenant(), 2).await?.into_iter().filter(fresh);
    let write = last.next().ok_or(UndoRefusal::Nothing)?;
    if operation.is_some_and(|named| named != write.operation) {
        return Err(UndoRefusal::Other(write.operation).into());
    }
    for change in write.changes.iter().rev() {
        restore::put_back(cx, tx, change).await?;
        if let Some(entity) = entity(change.before.kind()) {
            cx.unmade(format!("{entity}:{}", change.id));
        }
    }
    note::discard(cx);
    store::drop(tx, cx.tenant(), write.id).await?;
    cx.audit(format!("undo:{}", write.operation), None, None);
    Ok((write, last.next().is_some()))
}

/// What a row is called where the calls that made it are kept.
fn entity(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Meal => "meal",
        Kind::StoredMeal => "stored_meal",
        Kind::Alcohol => "alcohol",
        Kind::Weight => "weight",
        Kind::Sleep => "sleep",
        Kind::Steps => "steps",
        Kind::Cardio => "cardio",
        Kind::Phase => "phase",
        Kind::Untracked => "untracked",
        Kind::Group => "exercise_group",
        Kind::Exercise => "exercise",
        Kind::Template => "template",
        Kind::Workout => "workout",
        Kind::Profile => return None,
    })
}
