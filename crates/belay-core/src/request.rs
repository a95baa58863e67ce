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
    /// The trace that the request is part of, where its client says so.
    pub trace: Option<Trace>,
}

/// A place in a trace over several programs (W3C Trace Context, section 3.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// The trace: 32 hexadecimal digits.
    pub id: Arc<str>,
    /// The span that this request is part of: 16 hexadecimal digits.
    pub parent: Arc<str>,
    /// Whether the client keeps the trace.
    pub sampled: bool,
}

impl Trace {
    /// Reads a `traceparent`; nothing where it is none.
    #[must_use]
    pub fn parse(traceparent: &str) -> Option<Self> {
        let hex = |part: &str, length: usize| {
            part.len() == length && part.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
        };
        let zero = |part: &str| part.bytes().all(|b| b == b'0');
        let mut parts = traceparent.trim().split('-');
        let (version, id, parent, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let sound = hex(version, 2) && version != "ff" && hex(id, 32) && hex(parent, 16) && hex(flags, 2);
        if !sound || zero(id) || zero(parent) || (version == "00" && parts.next().is_some()) {
            return None;
        }
        let sampled = u8::from_str_radix(flags, 16).is_ok_and(|flags| flags & 1 == 1);
        Some(Self { id: id.into(), parent: parent.into(), sampled })
    }
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
            trace: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_a_trace_is_read_and_anything_else_is_none() {
        let (id, parent) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");
        let trace = Trace::parse(&format!("00-{id}-{parent}-01")).unwrap();
        assert_eq!((&*trace.id, &*trace.parent, trace.sampled), (id, parent, true));
        assert!(!Trace::parse(&format!("00-{id}-{parent}-00")).unwrap().sampled);
        assert!(Trace::parse(&format!("01-{id}-{parent}-01-more")).is_some(), "later versions may add parts");
        for wrong in [
            String::new(),
            "x".to_owned(),
            format!("ff-{id}-{parent}-01"),
            format!("00-{}-{parent}-01", "0".repeat(32)),
            format!("00-{id}-{}-01", "0".repeat(16)),
            format!("00-{id}-{parent}-01-more"),
            format!("00-{}-{parent}-01", id.to_uppercase()),
        ] {
            assert_eq!(Trace::parse(&wrong), None, "{wrong}");
        }
    }
}
