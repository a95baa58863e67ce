//! An OAuth 2.1 authorization server: programs ask people for access to an application, and get tokens for it.
//!
//! Authorization code with PKCE (RFC 7636, S256 alone), resource indicators (RFC 8707), rotating refresh tokens,
//! revocation (RFC 7009), dynamic registration (RFC 7591), client ID metadata documents
//! (draft-ietf-oauth-client-id-metadata-document), and client credentials for programs that the operator made.
//! Everything is kept in the database, so that a flow goes on after a restart. This module knows no transport.

mod authorize;
mod client;
mod document;
mod error;
mod grant;
mod issue;
mod redirect;
mod register;
mod resource;
mod scope;
pub(crate) mod sql;

pub use authorize::{Asked, Parameters, Refused, approve, read};
pub use client::{
    Client, Credentials, Kind, NewProgram, authenticate, create_program, list_programs, remove_program,
};
pub use error::OAuthError;
pub use grant::{Grant, of_person, purge, revoke_own};
pub use issue::{Issued, Issuing, Lifetimes, from_code, from_credentials, from_refresh, revoke};
pub use register::{Registration, metadata, register};
pub use resource::{Resource, Resources};
pub use scope::{named, requested};

pub use redirect::{host, is_local};

pub(crate) use grant::verify;
