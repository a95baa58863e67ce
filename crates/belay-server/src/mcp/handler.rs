//! What the SDK calls for each method. Every method answers, whatever happens inside.

use std::borrow::Cow;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use belay_core::envelope::Place;
use belay_core::request::{Door as Way, Request};
use belay_core::schema::Mode;
use belay_core::{Actor, Operation};
use futures_util::FutureExt;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, DiscoverResult,
    ErrorCode, ErrorData, Implementation, ListToolsResult, MetaObject, PaginatedRequestParams,
    ProtocolVersion, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;

use super::{reply, tools};
use crate::call::{self, Call};
use crate::gate::{Caller, short_name};
use crate::served::Served;

/// How long a client may keep the list of tools: five minutes, in milliseconds.
const LIST_TTL_MS: u64 = 300_000;

/// An application behind the SDK.
pub(super) struct Door {
    served: Arc<Served>,
    /// Who calls, where the transport itself has one caller only.
    sole: Option<Actor>,
    tools: Vec<Tool>,
    info: ServerConfig,
    /// What results of the revision without a handshake say of their server.
    server: MetaObject,
}

impl Door {
    pub(super) fn new(served: Arc<Served>, sole: Option<Actor>) -> Self {
        let structured = served.app.envelope.structured();
        let tools =
            served.app.operations.iter().map(|operation| tools::tool(operation, structured)).collect();
        let mut implementation = Implementation::new(served.app.name, served.app.version);
        implementation.title = Some(served.app.title.to_owned());
        let mut server = MetaObject::default();
        let named = serde_json::to_value(&implementation).unwrap_or_default();
        server.insert("io.modelcontextprotocol/serverInfo".to_owned(), named);
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        info.server_info = implementation;
        info.instructions = Some(served.instructions.clone()).filter(|text| !text.is_empty());
        Self { served, sole, tools, info, server }
    }

    fn caller(&self, cx: &RequestContext<RoleServer>) -> Caller {
        let parts = cx.extensions.get::<http::request::Parts>();
        parts.and_then(|parts| parts.extensions.get::<Caller>()).cloned().unwrap_or_else(|| Caller {
            actor: self.sole.clone().unwrap_or_else(Actor::anonymous),
            request_id: crate::gate::request_id(),
            request_bytes: 0,
            client: None,
        })
    }

    /// The client program: as the request says, as the greeting said, or as its `User-Agent` says.
    fn client(&self, caller: &Caller, cx: &RequestContext<RoleServer>) -> Option<Arc<str>> {
        let told = cx.meta.get("io.modelcontextprotocol/clientInfo").and_then(Value::as_object);
        if let Some(told) = told {
            let text = |name: &str| told.get(name).and_then(Value::as_str).unwrap_or_default();
            return Some(short_name(&format!("{} {}", text("name"), text("version"))));
        }
        let greeted =
            || cx.client_info().map(|client| short_name(&format!("{} {}", client.name, client.version)));
        caller.client.clone().or_else(|| self.sole.is_some().then(greeted).flatten())
    }

    fn visible(&self, actor: &Actor, way: Way, operation: &Operation) -> bool {
        call::permits(&self.served, operation, actor, way)
    }

    fn way(&self) -> Way {
        if self.sole.is_some() { Way::Stdio } else { Way::Mcp }
    }

    fn list(
        &self,
        request: Option<&PaginatedRequestParams>,
        cx: &RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if request.is_some_and(|request| request.cursor.is_some()) {
            return Err(ErrorData::invalid_params(
                "Invalid or expired pagination cursor; the list has one page",
                None,
            ));
        }
        let actor = self.caller(cx).actor;
        let shown = self.served.app.operations.iter().zip(&self.tools);
        let shown = shown.filter(|(operation, _)| self.visible(&actor, self.way(), operation));
        let mut result = ListToolsResult::with_all_items(shown.map(|(_, tool)| tool.clone()).collect());
        result.ttl_ms = Some(LIST_TTL_MS);
        result.cache_scope = Some(CacheScope::Private);
        result.meta = self.meta(cx);
        Ok(result)
    }

    /// Results of the revision without a handshake say which server they come from.
    fn meta(&self, cx: &RequestContext<RoleServer>) -> Option<MetaObject> {
        let version = cx.meta.get("io.modelcontextprotocol/protocolVersion").and_then(Value::as_str);
        version.filter(|version| *version >= "2026-07-28").map(|_| self.server.clone())
    }

    async fn run(
        &self,
        request: CallToolRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let caller = self.caller(&cx);
        let mut facts = Request::new(self.way(), caller.request_id.clone());
        facts.client = self.client(&caller, &cx);
        facts.protocol = cx.protocol_version().map(|version| version.as_str().into());
        let reference = facts.id.clone();
        let known = self.served.entry(&request.name).map(|entry| entry.operation.name);
        let name: Cow<'static, str> = known.map_or(request.name, Cow::Borrowed);
        let call = Call {
            operation: name.clone(),
            input: request.arguments.map_or(Value::Null, Value::Object),
            mode: Mode::Json,
            upload: None,
            actor: caller.actor.clone(),
            request: facts,
            progress: None,
            cancelled: Some(cx.ct.clone()),
            request_bytes: caller.request_bytes,
        };
        let outcome = call::call(&self.served, call).await;
        if matches!(outcome, call::Outcome::Unknown) && self.served.app.envelope.unknown() == Place::Protocol
        {
            return Err(self.unknown(&name, &caller.actor));
        }
        reply::reply(&self.served, &name, outcome, &reference).map(|mut result| {
            result.meta = self.meta(&cx);
            CallToolResponse::Complete(result)
        })
    }

    fn unknown(&self, name: &str, actor: &Actor) -> ErrorData {
        let operations = self.served.app.operations.iter();
        let known: Vec<&str> = operations
            .filter(|operation| self.visible(actor, self.way(), operation))
            .map(|operation| operation.name)
            .collect();
        let near = call::validate::nearest(name, &known).map(|near| format!("; did you mean `{near}`?"));
        ErrorData::invalid_params(format!("Unknown tool{}", near.unwrap_or_default()), None)
    }
}

/// A panic in a method would leave its request without an answer for good.
async fn answered<T>(work: impl Future<Output = Result<T, ErrorData>>) -> Result<T, ErrorData> {
    AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|_| {
        tracing::error!("a protocol method panicked");
        Err(ErrorData::internal_error("Something went wrong on this server", None))
    })
}

impl ServerHandler for Door {
    fn get_info(&self) -> ServerConfig {
        self.info.clone()
    }

    async fn discover(&self, _: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let mut versions = ProtocolVersion::KNOWN_VERSIONS.to_vec();
        versions.reverse();
        Ok(DiscoverResult::from_server_info(versions, self.get_info()).with_ttl_ms(LIST_TTL_MS))
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        cx: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        answered(async { self.list(request.as_ref(), &cx) }).await
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        // On the heap: the SDK moves the future of a method several times.
        Box::pin(answered(self.run(request, cx))).await
    }

    /// Malformed parameters of a known method arrive here too, since the SDK reads requests by trial.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let known = ["tools/call", "tools/list", "initialize", "ping", "server/discover"];
        Err(if known.contains(&request.method.as_str()) {
            ErrorData::invalid_params(
                format!("The parameters of {} do not have the expected form", request.method),
                None,
            )
        } else {
            ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("Method not found: {}", request.method), None)
        })
    }
}
