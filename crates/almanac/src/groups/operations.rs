//! Exercise groups for the outside.

use belay_core::request::Door;
use belay_core::{Ctx, Error, Operation};
use belay_store::CtxStore;
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::Group;
use super::service;
use crate::deleted::deleted;
use crate::text::{NAME, name, nothing_to_change};

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("define_exercise_group", define_exercise_group)
            .title("Add an exercise group")
            .about("Add a group of muscles. Look in list_exercise_groups first.")
            .rest(Method::POST, "/exercise-groups")
            .example(json!({ "name": "Back" })),
        Operation::read("list_exercise_groups", list_exercise_groups)
            .title("List exercise groups")
            .about("List the groups of muscles with their ids.")
            .rest(Method::GET, "/exercise-groups")
            .example(json!({})),
        Operation::read("get_exercise_group", get_exercise_group)
            .title("Get an exercise group")
            .about("One group of muscles.")
            .not_on(Door::Mcp)
            .not_on(Door::Stdio)
            .rest(Method::GET, "/exercise-groups/{id}")
            .example(json!({ "id": 1 })),
        Operation::write("update_exercise_group", update_exercise_group)
            .title("Change an exercise group")
            .about("Rename a group of muscles or move it in lists.")
            .rest(Method::PATCH, "/exercise-groups/{group_id}")
            .example(json!({ "group_id": 1, "name": "Upper back" })),
        Operation::destructive("delete_exercise_group", delete_exercise_group)
            .title("Delete an exercise group")
            .about("Delete a group of muscles without exercises. Ask first.")
            .confirm_literal()
            .repeatable()
            .rest(Method::DELETE, "/exercise-groups/{group_id}")
            .example(json!({ "group_id": 1, "confirm": true })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Define {
    /// Name.
    #[schemars(length(min = 1, max = NAME))]
    name: String,
    /// Display order.
    #[schemars(range(min = 0, max = 10_000))]
    display_order: Option<i64>,
}

/// A group.
#[derive(Debug, Serialize, JsonSchema)]
struct One {
    /// The group.
    exercise_group: Group,
}

async fn define_exercise_group(cx: Ctx, new: Define) -> Result<One, Error> {
    let group = Group { id: 0, name: name("name", new.name)?, display_order: new.display_order.unwrap_or(0) };
    Ok(One { exercise_group: service::keep(&cx, &mut *cx.tx().await?, group).await? })
}

/// Groups.
#[derive(Debug, Serialize, JsonSchema)]
struct Groups {
    /// In their order.
    exercise_groups: Vec<Group>,
}

async fn list_exercise_groups(cx: Ctx, (): ()) -> Result<Groups, Error> {
    Ok(Groups { exercise_groups: service::list(&cx, &mut cx.read().await?).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// The group.
    id: i64,
}

async fn get_exercise_group(cx: Ctx, which: Which) -> Result<One, Error> {
    Ok(One { exercise_group: service::get(&cx, &mut cx.read().await?, which.id).await? })
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Change {
    /// Id from list_exercise_groups.
    group_id: i64,
    /// Name.
    #[schemars(length(min = 1, max = NAME))]
    name: Option<String>,
    /// Display order.
    #[schemars(range(min = 0, max = 10_000))]
    display_order: Option<i64>,
}

async fn update_exercise_group(cx: Ctx, change: Change) -> Result<One, Error> {
    if change.name.is_none() && change.display_order.is_none() {
        return Err(nothing_to_change());
    }
    let mut tx = cx.tx().await?;
    let mut group = service::get(&cx, &mut tx, change.group_id).await?;
    if let Some(new) = change.name {
        group.name = name("name", new)?;
    }
    group.display_order = change.display_order.unwrap_or(group.display_order);
    Ok(One { exercise_group: service::keep(&cx, &mut tx, group).await? })
}

deleted!(group_id);

#[derive(Debug, Deserialize, JsonSchema)]
struct Gone {
    /// Id from list_exercise_groups.
    group_id: i64,
}

async fn delete_exercise_group(cx: Ctx, gone: Gone) -> Result<Deleted, Error> {
    service::delete(&cx, &mut *cx.tx().await?, gone.group_id).await?;
    Ok(Deleted::row(gone.group_id))
}
