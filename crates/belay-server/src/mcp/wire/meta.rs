//! What a request of the revision without a handshake says of itself, in its `_meta`.

use std::sync::Arc;

use belay_core::Level;
use belay_core::request::Client;
use http::StatusCode;
use serde_json::{Map, Value};

use super::fault::Fault;

pub(crate) const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(crate) const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
pub(crate) const CLIENT: &str = "io.modelcontextprotocol/clientInfo";
pub(crate) const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
pub(crate) const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";
pub(crate) const SERVER: &str = "io.modelcontextprotocol/serverInfo";
/// Names a call, so that it is done once.
pub(crate) const KEY: &str = "belay/idempotency-key";
/// The tenant that a call acted in, where a caller may act in several.
pub(crate) const TENANT: &str = "belay/tenant";
/// Says that a result is that of the same call before.
pub(crate) const REPLAYED: &str = "belay/replayed";
/// Facts of a refusal for programs.
pub(crate) const REFUSAL: &str = "belay/refusal";
pub(crate) const TASKS: &str = "io.modelcontextprotocol/tasks";

/// What the request says.
#[derive(Debug, Clone)]
pub(crate) struct Told {
    pub(crate) client: Arc<Client>,
    pub(crate) log_level: Option<Level>,
}

/// Reads what is required of every request and what is optional.
///
/// # Errors
/// -32602 with status 400 where something required is missing or malformed, with 200 for an unknown log level.
pub(crate) fn read(meta: Option<&Map<String, Value>>) -> Result<Told, Fault> {
    let lacks = |what: &str| {
        Fault::invalid_params(format!("The request's _meta lacks {what}, or it is malformed"))
            .with_status(StatusCode::BAD_REQUEST)
    };
    let empty = Map::new();
    let meta = meta.unwrap_or(&empty);
    if !meta.get(VERSION).is_some_and(Value::is_string) {
        return Err(lacks(VERSION));
    }
    let capabilities = meta.get(CAPABILITIES).filter(|value| value.is_object());
    let capabilities = capabilities.ok_or_else(|| lacks(CAPABILITIES))?.clone();
    if meta.get(CLIENT).is_some_and(|client| !client.is_object()) {
        return Err(lacks(CLIENT));
    }
    if meta.get("progressToken").is_some_and(|token| token_of(token).is_none()) {
        return Err(lacks("progressToken"));
    }
    let log_level = match meta.get(LOG_LEVEL) {
        None => None,
        Some(level) => {
            let known = level.as_str().and_then(Level::parse);
            let names = Level::ALL.map(Level::name).join(", ");
            Some(
                known
                    .ok_or_else(|| Fault::invalid_params(format!("The log level must be one of {names}")))?,
            )
        }
    };
    Ok(Told { client: Arc::new(client(meta.get(CLIENT), capabilities)), log_level })
}

/// A client from its own words.
pub(crate) fn client(info: Option<&Value>, mut capabilities: Value) -> Client {
    // A client that names no mode of asking its person means forms.
    if let Some(modes) = capabilities.get_mut("elicitation").and_then(Value::as_object_mut)
        && modes.is_empty()
    {
        modes.insert("form".to_owned(), Value::Object(Map::new()));
    }
    let text = |name: &str| {
        let text = info.and_then(|info| info.get(name)).and_then(Value::as_str).unwrap_or_default();
        text.chars().filter(|c| !c.is_control()).take(100).collect()
    };
    Client { name: text("name"), version: text("version"), capabilities }
}

/// A token for progress: a text or an integer.
pub(crate) fn token_of(value: &Value) -> Option<Value> {
    super::message::Id::read(value).map(|id| id.json())
}
