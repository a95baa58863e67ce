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
    /// Its time is over.
    #[error("The token has expired; make a new one on the page \"My tokens\", or with `belay token create`")]
    Expired,
    /// It stands in the address, where logs keep it.
    #[error(
        "A credential in the address is not accepted, because logs keep addresses; send it in a header, and make a new one"
    )]
    InAddress,
    /// The client's access token is not known, was revoked, has expired, or was issued for another address.
    #[error(
        "The access token is not accepted here: it has expired, was revoked, or is for another address; sign in again"
    )]
    Token,
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
            Self::Expired => "expired_token",
            Self::InAddress => "credential_in_address",
            Self::Token => "invalid_token",
        }
    }
}
