//! Connections for the outside.

use belay_core::{Ctx, Error, Operation};
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::Connection;
use super::service;
use crate::list::All;

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::read("get_sync_status", get_sync_status)
            .title("Get sync status")
            .about(
                "How each bank connection is doing: whether data comes in, since when, and what is wrong if not. Use it \
                 when transactions seem to be missing or old. It does not fetch anything.",
            )
            .rest(Method::GET, "/connections")
            .example(json!({})),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Which {
    /// Only this connection. Leave out for all.
    connection_id: Option<String>,
}

/// The state of one connection.
#[derive(Debug, Serialize, JsonSchema)]
struct SyncStatus {
    /// Its identifier.
    id: String,
    /// The bank.
    institution_name: String,
    /// Who delivers the data: csv for imported files.
    provider: String,
    /// active: data comes in; error: the last try failed; `pending_reauth`: the bank wants a new sign-in; disconnected: ended.
    status: String,
    /// When data last came in, RFC 3339 in UTC.
    last_synced_at: Option<String>,
    /// What went wrong, if anything.
    error_message: Option<String>,
    /// How many accounts it has.
    accounts_count: i64,
}

impl From<(Connection, i64)> for SyncStatus {
    fn from((connection, accounts_count): (Connection, i64)) -> Self {
        Self {
            id: connection.id.to_string(),
            institution_name: connection.institution_name,
            provider: connection.provider,
            status: connection.status.name().to_owned(),
            last_synced_at: connection.last_synced_at.map(|at| format!("{at:.0}")),
            error_message: connection.error_message,
            accounts_count,
        }
    }
}

async fn get_sync_status(cx: Ctx, which: Which) -> Result<All<SyncStatus>, Error> {
    let connections = service::list(&cx, which.connection_id.as_deref()).await?;
    Ok(All { data: connections.into_iter().map(SyncStatus::from).collect() })
}
