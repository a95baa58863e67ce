//! The four lists, page by page, each entry only for callers who may know of it.

use belay_core::Actor;
use serde_json::Value;

use super::super::door::Door;
use super::super::turn::Turn;
use super::super::wire::{Fault, Request, paging};
use super::Fields;
use crate::call;

pub(super) fn tools(door: &Door, turn: &Turn, request: &Request) -> Result<Fields, Fault> {
    let actor = &turn.caller.actor;
    let shown = door.served.app.operations.iter().zip(&door.lists(turn.revision).tools);
    let shown = shown.filter(|(operation, _)| call::permits(&door.served, operation, actor, turn.way));
    page(door, turn, request, ("tools", "tools"), shown.map(|(_, tool)| tool).collect())
}

pub(super) fn resources(door: &Door, turn: &Turn, request: &Request) -> Result<Fields, Fault> {
    let shown = readable(door, &turn.caller.actor, &door.lists(turn.revision).resources);
    page(door, turn, request, ("resources", "resources"), shown)
}

pub(super) fn templates(door: &Door, turn: &Turn, request: &Request) -> Result<Fields, Fault> {
    let shown = readable(door, &turn.caller.actor, &door.lists(turn.revision).templates);
    page(door, turn, request, ("templates", "resourceTemplates"), shown)
}

pub(super) fn prompts(door: &Door, turn: &Turn, request: &Request) -> Result<Fields, Fault> {
    let shown = readable(door, &turn.caller.actor, &door.lists(turn.revision).prompts);
    page(door, turn, request, ("prompts", "prompts"), shown)
}

fn readable<'a>(door: &Door, actor: &Actor, entries: &'a [Value]) -> Vec<&'a Value> {
    if call::visit::may_read(&door.served, actor) { entries.iter().collect() } else { Vec::new() }
}

fn page(
    door: &Door,
    turn: &Turn,
    request: &Request,
    (list, field): (&str, &str),
    entries: Vec<&Value>,
) -> Result<Fields, Fault> {
    let protocol = &door.served.app.protocol;
    let (entries, next) = paging::page(list, entries, protocol.page_size, request.params.get("cursor"))?;
    let mut fields = Fields::new();
    fields.insert(field.to_owned(), entries.into_iter().cloned().collect());
    if let Some(next) = next {
        fields.insert("nextCursor".to_owned(), next.into());
    }
    door.cached(&mut fields, turn.revision, protocol.lists);
    Ok(fields)
}
