//! How a conversation begins: with a handshake, or with a look at what the server speaks.

use serde_json::{Value, json};

use super::super::door::Door;
use super::super::turn::Turn;
use super::super::wire::{Fault, Request, Revision};
use super::Fields;

/// How much a client may have the server remember of what it can do, in bytes.
const MOST_TOLD: usize = 16 * 1024;

/// Answers a handshake. The requested revision is spoken if it is known here, else the newest of those with one.
pub(crate) fn initialize(
    door: &Door,
    request: &Request,
    stateful: impl FnOnce(Revision) -> bool,
) -> Result<(Revision, Fields), Fault> {
    let asked = request
        .text("protocolVersion")
        .ok_or_else(|| Fault::invalid_params("`protocolVersion` must be the version the client speaks"))?;
    let capabilities =
        request.params.get("capabilities").map(|told| told.to_string().len()).unwrap_or_default();
    if capabilities > MOST_TOLD {
        let message = format!("`capabilities` may have at most {MOST_TOLD} bytes");
        return Err(Fault::invalid_params(message));
    }
    let known = Revision::parse(asked).filter(|one| !one.is_modern() && door.spoken.contains(*one));
    let revision = known.or_else(|| door.spoken.newest_legacy()).ok_or_else(Fault::internal)?;
    let mut fields = Fields::new();
    fields.insert("protocolVersion".to_owned(), revision.name().into());
    fields.insert("capabilities".to_owned(), door.capabilities(revision, stateful(revision)));
    fields.insert("serverInfo".to_owned(), door.server(revision));
    if !door.served.instructions.is_empty() {
        fields.insert("instructions".to_owned(), Value::String(door.served.instructions.clone()));
    }
    Ok((revision, fields))
}

pub(super) fn discover(door: &Door, turn: &Turn) -> Fields {
    let mut fields = Fields::new();
    fields.insert("supportedVersions".to_owned(), json!(door.spoken.names()));
    fields.insert("capabilities".to_owned(), door.capabilities(turn.revision, false));
    if !door.served.instructions.is_empty() {
        fields.insert("instructions".to_owned(), Value::String(door.served.instructions.clone()));
    }
    door.cached(&mut fields, turn.revision, door.served.app.protocol.discovery);
    fields
}
