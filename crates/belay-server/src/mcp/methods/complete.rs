//! `completion/complete`: values for what somebody is typing.

use std::sync::Arc;

use belay_core::completion::{Complete, Completing};
use belay_core::template::UriTemplate;
use serde_json::{Map, Value, json};

use super::super::door::Door;
use super::super::turn::Turn;
use super::super::wire::{Fault, Request};
use super::Fields;
use crate::call::visit::{self, Visit};

/// How many values one answer may hold, as the protocol says.
const MOST: usize = 100;

pub(super) async fn complete(door: &Arc<Door>, turn: &Turn, request: &Request) -> Result<Fields, Fault> {
    let (name, complete) = referred(door, turn, request)?;
    let argument = request.params.get("argument");
    let text = |field: &str| argument.and_then(|argument| argument.get(field)).and_then(Value::as_str);
    let (Some(argument), Some(value)) = (text("name"), text("value")) else {
        return Err(Fault::invalid_params("`argument` must have a `name` and a `value`, both texts"));
    };
    let others = request.params.get("context").and_then(|context| context.get("arguments"));
    let completing = Completing {
        argument: argument.to_owned(),
        value: value.to_owned(),
        others: others.and_then(Value::as_object).cloned().unwrap_or_else(Map::new),
    };
    let mut values = match complete {
        None => Vec::new(),
        Some(complete) => {
            let visit = Visit::new("completion/complete", name, turn);
            let found = visit::visit(&door.served, visit, |cx| complete(cx, completing)).await;
            found.map_err(|error| super::fault(&error, turn))?
        }
    };
    let total = values.len();
    values.truncate(MOST);
    let completion = json!({ "values": values, "total": total, "hasMore": total > MOST });
    Ok(Fields::from_iter([("completion".to_owned(), completion)]))
}

/// What a reference names, and what suggests values for it.
fn referred<'a>(
    door: &'a Door,
    turn: &Turn,
    request: &Request,
) -> Result<(&'static str, Option<&'a Complete>), Fault> {
    let reference = request.params.get("ref");
    let text = |field: &str| reference.and_then(|one| one.get(field)).and_then(Value::as_str);
    let app = &door.served.app;
    let known = visit::may_read(&door.served, &turn.caller.actor);
    let found = match (text("type"), text("name"), text("uri")) {
        (Some("ref/prompt"), Some(name), _) => app
            .prompts
            .iter()
            .find(|prompt| prompt.described.name == name)
            .map(|prompt| (prompt.described.name, prompt.complete.as_ref())),
        (Some("ref/resource"), _, Some(uri)) => app
            .templates
            .iter()
            .find(|template| template.uri.as_ref().map(UriTemplate::as_str) == Some(uri))
            .map(|template| (template.described.name, template.complete.as_ref())),
        _ => {
            let message =
                "`ref` must be a ref/prompt with a `name` or a ref/resource with the `uri` of a template";
            return Err(Fault::invalid_params(message));
        }
    };
    found.filter(|_| known).ok_or_else(|| Fault::invalid_params("`ref` names nothing that is here"))
}
