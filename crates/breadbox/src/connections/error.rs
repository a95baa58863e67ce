//! What can be refused about connections.

use belay_core::{Kind, Refusal};

/// A refusal of this area.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ConnectionRefusal {
    /// No connection has that identifier.
    #[error("Connection {0} not found")]
    NotFound(String),
}

impl ConnectionRefusal {
    /// The refusal for an identifier that no connection has. Only what could be one is repeated.
    pub(crate) fn not_found(id: &str) -> Self {
        let harmless =
            id.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_' || *c == '-').take(64).collect();
        Self::NotFound(harmless)
    }
}

impl Refusal for ConnectionRefusal {
    fn kind(&self) -> Kind {
        Kind::NotFound
    }

    fn code(&self) -> &'static str {
        "connection_not_found"
    }

    fn hint(&self) -> Option<String> {
        Some("get_sync_status without a connection_id lists them all.".to_owned())
    }
}
