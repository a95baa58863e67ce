//! The work as tools on the SDK alone: stateless, JSON answers, no validation beyond the types.

use std::error::Error;
use std::sync::Arc;

use axum::Router;
use axum::routing::any_service;
use belay_store::Db;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{RoleServer, ServerHandler};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::work::{self, Echo, NewNote, Which};

pub(super) async fn run(database: &str) -> Result<(), Box<dyn Error>> {
    let tools = Arc::new(Tools { db: super::database(database).await? });
    let config =
        StreamableHttpServerConfig::default().with_legacy_session_mode(false).with_json_response(true);
    let service = StreamableHttpService::new(
        move || Ok(Arc::clone(&tools)),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    super::serve_bare(Router::new().route("/mcp", any_service(service))).await
}

struct Tools {
    db: Db,
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        match request.name.as_ref() {
            "echo" => answer(&read::<Echo>(arguments)?),
            "get_item" => {
                let which = read::<Which>(arguments)?;
                let item = work::item(&self.db, &which.id).await.map_err(broken)?;
                answer(&item.ok_or_else(|| ErrorData::invalid_params("There is no such item", None))?)
            }
            "add_note" => {
                let note = read::<NewNote>(arguments)?;
                answer(&work::note_by_hand(&self.db, &note.text, "mcp").await.map_err(broken)?)
            }
            _ => Err(ErrorData::invalid_params("Unknown tool", None)),
        }
    }
}

fn read<T: DeserializeOwned>(arguments: Value) -> Result<T, ErrorData> {
    serde_json::from_value(arguments).map_err(|error| ErrorData::invalid_params(error.to_string(), None))
}

/// Structured content and the same as text, as Belay answers.
fn answer(value: &impl Serialize) -> Result<CallToolResponse, ErrorData> {
    let value = serde_json::to_value(value).map_err(broken)?;
    Ok(CallToolResponse::Complete(CallToolResult::structured(value)))
}

fn broken(error: impl Error) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}
