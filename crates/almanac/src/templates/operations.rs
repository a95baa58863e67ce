//! Templates for the outside.

use belay_core::request::Door;
use belay_core::{Ctx, Error, Operation, Patch};
use belay_store::CtxStore;
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::{Item, Template};
use super::service;
use crate::text::{NAME, NOTES, kept, name, nothing_to_change};

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("define_workout_template", define_workout_template)
            .title("Add a template")
            .about("Add a workout template. Look in list_workout_templates first; its exercises must exist.")
            .rest(Method::POST, "/workout-templates")
            .example(json!({ "name": "Pull", "items": [{ "exercise_id": 1, "display_order": 0, "default_sets": 3, "default_reps": 5 }] })),
        Operation::read("list_workout_templates", list_workout_templates)
            .title("List templates")
            .about("List templates by name with their exercises and ids; without archived ones unless said.")
            .rest(Method::GET, "/workout-templates")
            .example(json!({})),
        Operation::read("get_workout_template", get_workout_template)
            .title("Get a workout template")
            .about("One template.")
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::GET, "/workout-templates/{id}")
            .example(json!({ "id": 1 })),
        Operation::write("update_workout_template", update_workout_template)
            .title("Change a template")
            .about("Change a template. items replaces the whole list; omitted fields stay.")
            .rest(Method::PATCH, "/workout-templates/{id}")
            .rest(Method::PUT, "/workout-templates/{id}/items")
            .example(json!({ "id": 1, "name": "Pull A" })),
        Operation::write("archive_workout_template", archive_workout_template)
            .title("Archive a workout template")
            .about("Take a template out of lists and recommendations; past workouts keep it. unarchive_workout_template brings it back.")
            .repeatable()
            .rest(Method::DELETE, "/workout-templates/{id}")
            .example(json!({ "id": 1 })),
        Operation::write("unarchive_workout_template", unarchive_workout_template)
            .title("Bring a workout template back")
            .about("Bring an archived template back.")
            .repeatable()
            .rest(Method::POST, "/workout-templates/{id}/unarchive")
            .example(json!({ "id": 1 })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Define {
    /// Name.
    #[schemars(length(min = 1, max = NAME))]
    name: String,
    /// Notes.
    #[schemars(length(max = NOTES))]
    notes: Option<String>,
    /// Its exercises.
    #[schemars(length(max = 100))]
    items: Vec<Item>,
}

/// A template.
#[derive(Debug, Serialize, JsonSchema)]
struct One {
    /// The template.
    workout_template: Template,
}

async fn define_workout_template(cx: Ctx, new: Define) -> Result<One, Error> {
    let template = Template {
        id: 0,
        name: name("name", new.name)?,
        notes: kept(new.notes),
        archived_at: None,
        items: new.items,
    };
    Ok(One { workout_template: service::keep(&cx, &mut *cx.tx().await?, template).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Filter {
    /// Include archived.
    include_archived: Option<bool>,
}

/// Templates.
#[derive(Debug, Serialize, JsonSchema)]
struct Templates {
    /// By name.
    workout_templates: Vec<Template>,
}

async fn list_workout_templates(cx: Ctx, filter: Filter) -> Result<Templates, Error> {
    let mut workout_templates = service::list(&cx, &mut cx.read().await?).await?;
    let archived = filter.include_archived.unwrap_or(false);
    workout_templates.retain(|template| archived || template.archived_at.is_none());
    Ok(Templates { workout_templates })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// Id from list_workout_templates.
    id: i64,
}

async fn get_workout_template(cx: Ctx, which: Which) -> Result<One, Error> {
    Ok(One { workout_template: service::get(&cx, &mut cx.read().await?, which.id).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Change {
    /// Id from list_workout_templates.
    id: i64,
    /// Name.
    #[schemars(length(min = 1, max = NAME))]
    name: Option<String>,
    /// Remarks; null clears.
    #[serde(default)]
    #[schemars(length(max = NOTES))]
    notes: Patch<String>,
    /// Its exercises, all of them.
    #[schemars(length(max = 100))]
    items: Option<Vec<Item>>,
}

async fn update_workout_template(cx: Ctx, change: Change) -> Result<One, Error> {
    if change.name.is_none() && change.items.is_none() && change.notes.keeps() {
        return Err(nothing_to_change());
    }
    let mut tx = cx.tx().await?;
    let mut template = service::get(&cx, &mut tx, change.id).await?;
    if let Some(new) = change.name {
        template.name = name("name", new)?;
    }
    template.notes = kept(change.notes.over(template.notes));
    template.items = change.items.unwrap_or(template.items);
    Ok(One { workout_template: service::keep(&cx, &mut tx, template).await? })
}

async fn archive_workout_template(cx: Ctx, which: Which) -> Result<One, Error> {
    Ok(One { workout_template: service::archive(&cx, &mut *cx.tx().await?, which.id, true).await? })
}

async fn unarchive_workout_template(cx: Ctx, which: Which) -> Result<One, Error> {
    Ok(One { workout_template: service::archive(&cx, &mut *cx.tx().await?, which.id, false).await? })
}
