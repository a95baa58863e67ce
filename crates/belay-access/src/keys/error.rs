//! Why a key is not accepted.

use belay_core::{Kind, Refusal};

/// A request without an accepted key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeyRefusal {
    /// None was sent.
    #[error("Send an API key in the X-API-Key header or as a bearer token; `belay key create` makes one")]
    Missing,
    /// It is nobody's.
    #[error("The API key is not known; check it for completeness, or make a new one with `belay key create`")]
    Unknown,
    /// It was revoked.
    #[error("The API key was revoked; make a new one with `belay key create`")]
    Revoked,
}

impl Refusal for KeyRefusal {
    fn kind(&self) -> Kind {
        Kind::Unauthenticated
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Missing => "missing_credentials",
            Self::Unknown => "invalid_api_key",
            Self::Revoked => "revoked_api_key",
        }
    }
}
