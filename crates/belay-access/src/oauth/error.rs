//! What an endpoint of the authorization server answers instead of a token.

use belay_core::Error;
use belay_core::error::chain;
use belay_store::StoreError;
use http::StatusCode;
use serde_json::{Value, json};

/// An error of RFC 6749 (section 5.2), RFC 7591 (section 3.2.2) or RFC 8707 (section 2).
#[derive(Debug, thiserror::Error)]
#[error("{code}: {description}")]
pub struct OAuthError {
    /// The code that those standards give.
    pub code: &'static str,
    /// A sentence for whoever builds or runs the program.
    pub description: String,
    /// The HTTP status.
    pub status: StatusCode,
}

impl OAuthError {
    /// An error that the program can mend.
    #[must_use]
    pub fn new(code: &'static str, description: impl Into<String>) -> Self {
        Self { code, description: description.into(), status: StatusCode::BAD_REQUEST }
    }

    /// The code, the token or what it stands on is not accepted. It says no more on purpose.
    #[must_use]
    pub fn invalid_grant() -> Self {
        Self::new(
            "invalid_grant",
            "The code or token is not valid: it was used, has expired or is another program's",
        )
    }

    /// The program is not known, or did not prove who it is. Programs register anew on this.
    #[must_use]
    pub fn invalid_client() -> Self {
        let description = "The program is not known here or its secret is wrong; register again";
        Self { status: StatusCode::UNAUTHORIZED, ..Self::new("invalid_client", description) }
    }

    /// The body of the answer.
    #[must_use]
    pub fn body(&self) -> Value {
        json!({ "error": self.code, "error_description": self.description })
    }
}

impl From<StoreError> for OAuthError {
    fn from(error: StoreError) -> Self {
        Self::from(Error::from(error))
    }
}

impl From<Error> for OAuthError {
    fn from(error: Error) -> Self {
        tracing::error!(cause = chain(&error), "the authorization server failed");
        let description = "The authorization server failed; try again in a moment";
        Self { status: StatusCode::SERVICE_UNAVAILABLE, ..Self::new("temporarily_unavailable", description) }
    }
}
