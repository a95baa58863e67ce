//! What can be done with templates.

use std::collections::HashSet;

use belay_core::{Ctx, Error};
use belay_store::Tx;

use super::error::TemplateRefusal;
use super::model::Template;
use super::store;
use crate::text::folded;
use crate::undo::note::{self, Kind};
use crate::wire::At;
use crate::{exercises, numbering};

/// All templates by name with their exercises, archived ones too.
pub(crate) async fn list(cx: &Ctx, tx: &mut Tx) -> Result<Vec<Template>, Error> {
    Ok(store::list(tx, cx.tenant()).await?)
}

/// The template of a number.
pub(crate) async fn get(cx: &Ctx, tx: &mut Tx, id: i64) -> Result<Template, Error> {
    let found = list(cx, tx).await?.into_iter().find(|template| template.id == id);
    Ok(found.ok_or(TemplateRefusal::NotFound(id))?)
}

/// Keeps a template with its exercises, all or nothing. One that is new comes without a number and gets one.
pub(crate) async fn keep(cx: &Ctx, tx: &mut Tx, mut template: Template) -> Result<Template, Error> {
    let mut places = HashSet::new();
    if !template.items.iter().all(|item| places.insert(item.display_order)) {
        return Err(TemplateRefusal::Order.into());
    }
    template.items.sort_by_key(|item| item.display_order);
    exercises::service::known(cx, tx, template.items.iter().map(|item| item.exercise_id)).await?;
    if template.archived_at.is_none() {
        let same = |other: &Template| {
            other.id != template.id
                && other.archived_at.is_none()
                && folded(&other.name) == folded(&template.name)
        };
        if let Some(other) = list(cx, tx).await?.into_iter().find(same) {
            return Err(TemplateRefusal::NameTaken(other.id).into());
        }
    }
    if template.id == 0 {
        template.id = numbering::service::next(cx, tx, "template").await?;
        cx.made(entity(template.id));
    } else {
        cx.unmade(entity(template.id));
    }
    note::changed(cx, tx, Kind::Template, template.id).await?;
    store::put(cx, tx, &template).await?;
    cx.audit(entity(template.id), None, None);
    Ok(template)
}

/// Archives a template or takes it back; workouts that followed it stay.
pub(crate) async fn archive(cx: &Ctx, tx: &mut Tx, id: i64, archived: bool) -> Result<Template, Error> {
    let mut template = get(cx, tx, id).await?;
    template.archived_at = archived.then(|| template.archived_at.unwrap_or(At(cx.now())));
    keep(cx, tx, template).await
}

fn entity(id: i64) -> String {
    format!("template:{id}")
}
