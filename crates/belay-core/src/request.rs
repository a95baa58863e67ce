//! Facts about the request that brought a call.

use std::sync::Arc;

use http::HeaderMap;
use serde_json::Value;

/// Which way a call came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Door {
    /// The Model Context Protocol over HTTP.
    Mcp,
    /// The Model Context Protocol over standard input and output.
    Stdio,
    /// A REST route.
    Rest,
    /// A command.
    Command,
}

impl Door {
    /// The name used in logs, metrics and the audit trail.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Mcp => "mcp",
            Self::Stdio => "stdio",
            Self::Rest => "rest",
            Self::Command => "command",
        }
    }
}

/// What a client says of itself. For logs and for what it can show; never for a decision about authority.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Client {
    /// The program's name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it can do, in the protocol's words; null where it did not say.
    pub capabilities: Value,
}

/// What is known of the request, whatever the door.
#[derive(Debug, Clone)]
pub struct Request {
    /// Which way the call came in.
    pub door: Door,
    /// An identifier that also stands in the log and in a fault's answer.
    pub id: Arc<str>,
    /// The client program's own name and version, where it gave one.
    pub client: Option<Arc<str>>,
    /// The protocol revision spoken, where the door has one.
    pub protocol: Option<Arc<str>>,
    /// What the client says of itself, where the protocol has it say so.
    pub told: Option<Arc<Client>>,
    /// The HTTP headers without credentials and cookies; empty where the door has none.
    pub headers: Arc<HeaderMap>,
    /// The address that is read, where a resource is.
    pub uri: Option<Arc<str>>,
}

impl Request {
    /// A request of which only the door and the identifier are known.
    #[must_use]
    pub fn new(door: Door, id: impl Into<Arc<str>>) -> Self {
        Self {
            door,
            id: id.into(),
            client: None,
            protocol: None,
            told: None,
            headers: Arc::default(),
            uri: None,
        }
    }
}
