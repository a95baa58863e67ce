//! Facts about the request that brought a call.

use std::sync::Arc;

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
}

impl Request {
    /// A request of which only the door and the identifier are known.
    #[must_use]
    pub fn new(door: Door, id: impl Into<Arc<str>>) -> Self {
        Self { door, id: id.into(), client: None, protocol: None }
    }
}
