//! Setting a program up.

use belay_core::{Ctx, Error};
use belay_store::Tx;

use super::model::{Preset, Role, SETS, group_of};
use crate::exercises::model::Exercise;
use crate::groups::model::Group;
use crate::templates::model::{Item, Template};
use crate::text::folded;
use crate::{exercises, groups, templates};

/// Makes the templates of a program that are missing, with their exercises and groups. What has a name of theirs already
/// is used, or left as it is. Gives the templates that were made.
pub(crate) async fn apply(cx: &Ctx, tx: &mut Tx, preset: Preset) -> Result<Vec<Template>, Error> {
    let mut made = Vec::new();
    for (name, plan) in preset.plans() {
        let open =
            |template: &Template| template.archived_at.is_none() && folded(&template.name) == folded(name);
        if templates::service::list(cx, tx).await?.iter().any(open) {
            continue;
        }
        let mut items = Vec::new();
        for (display_order, (exercise, role)) in (0..).zip(*plan) {
            items.push(item(exercise_of(cx, tx, exercise).await?, display_order, *role));
        }
        let template = Template { id: 0, name: (*name).to_owned(), notes: None, archived_at: None, items };
        made.push(templates::service::keep(cx, tx, template).await?);
    }
    Ok(made)
}

fn item(exercise_id: i64, display_order: i64, role: Role) -> Item {
    let (default_sets, default_reps) = (SETS, Some(role.reps()));
    Item { exercise_id, display_order, default_sets, default_reps, default_weight_kg: None, notes: None }
}

/// The exercise of a name, made where it is missing.
async fn exercise_of(cx: &Ctx, tx: &mut Tx, name: &str) -> Result<i64, Error> {
    let open = |known: &Exercise| known.archived_at.is_none() && folded(&known.name) == folded(name);
    if let Some(known) = exercises::service::list(cx, tx).await?.into_iter().find(open) {
        return Ok(known.id);
    }
    let group = group_of(name);
    let all = groups::service::list(cx, tx).await?;
    let group_id = match all.iter().find(|known| folded(&known.name) == folded(group)) {
        Some(known) => known.id,
        None => {
            let display_order = i64::try_from(all.len()).unwrap_or(0);
            let new = Group { id: 0, name: group.to_owned(), display_order };
            groups::service::keep(cx, tx, new).await?.id
        }
    };
    let new = Exercise { id: 0, group_id, name: name.to_owned(), notes: None, archived_at: None };
    Ok(exercises::service::keep(cx, tx, new).await?.id)
}
