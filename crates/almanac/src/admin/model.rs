//! A user as administrators see them.

use schemars::JsonSchema;
use serde::Serialize;

/// A user of this server.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(super) struct User {
    /// Their id.
    pub(super) id: String,
    /// What they are called.
    pub(super) name: String,
    /// Their address.
    pub(super) email: Option<String>,
    /// Whether language models may log for them on this server.
    pub(super) llm_logging_enabled: bool,
    /// Whether they administer this server.
    pub(super) is_admin: bool,
    /// Tokens a day; null for the server's own limit.
    pub(super) llm_daily_token_limit: Option<i64>,
}
