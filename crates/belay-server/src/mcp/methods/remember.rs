//! What a client of the revisions with a handshake has the server remember.

use belay_core::Level;

use super::super::door::Door;
use super::super::turn::Turn;
use super::super::wire::{Fault, Request};
use super::Fields;
use super::read::LONGEST_URI;
use crate::call::visit;

/// Sets the least level of log messages. Without a session there is nothing to remember it in, and nothing is sent.
pub(super) fn set_level(turn: &Turn, request: &Request) -> Result<Fields, Fault> {
    let level = request.text("level").and_then(Level::parse).ok_or_else(|| {
        let names = Level::ALL.map(Level::name).join(", ");
        Fault::invalid_params(format!("`level` must be one of {names}"))
    })?;
    if let Some(remembered) = &turn.remembered {
        remembered.set_level(level);
    }
    Ok(Fields::new())
}

/// Starts or ends telling of changes to a resource.
pub(super) fn subscribe(door: &Door, turn: &Turn, request: &Request, on: bool) -> Result<Fields, Fault> {
    let Some(uri) = request.text("uri").filter(|uri| uri.len() <= LONGEST_URI) else {
        let message = format!("`uri` must be the address of a resource, at most {LONGEST_URI} bytes long");
        return Err(Fault::invalid_params(message));
    };
    let known = door.served.app.resources.iter().any(|resource| resource.uri == uri)
        || door
            .served
            .app
            .templates
            .iter()
            .any(|one| one.uri.as_ref().is_some_and(|pattern| pattern.matches(uri).is_some()));
    if on && !(known && visit::may_read(&door.served, &turn.caller.actor)) {
        let fault = Fault::new(super::super::wire::fault::RESOURCE_NOT_FOUND, "Resource not found");
        return Err(fault.with_data(serde_json::json!({ "uri": uri })));
    }
    if let Some(remembered) = &turn.remembered
        && !remembered.subscribe(uri, on)
    {
        return Err(Fault::invalid_params(
            "There are too many subscriptions in this session; end some first",
        ));
    }
    Ok(Fields::new())
}
