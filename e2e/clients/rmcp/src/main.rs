//! The `rmcp` client behind a line protocol: JSON commands on standard input, JSON answers on standard output.
//!
//! usage: `rmcp-client initialize|discover '{"url": …, "headers": {…}}' | '{"command": …, "args": […]}'`

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::io::Write as _;
use std::process::{ExitCode, Stdio};

use http::{HeaderName, HeaderValue};
use rmcp::model::{
    CallToolRequestParams, ClientConfig, ContentBlock, Implementation, JsonObject, ProtocolVersion,
};
use rmcp::service::RunningService;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientLifecycleMode, ClientServiceExt as _, RoleClient, ServiceError};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};

type Failure = Box<dyn Error>;
type Client = RunningService<RoleClient, ClientConfig>;

/// Where the server is.
#[derive(Deserialize)]
#[serde(untagged)]
enum Place {
    Http { url: String, headers: BTreeMap<String, String> },
    Stdio { command: String, args: Vec<String> },
}

#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "lowercase")]
enum Command {
    Facts,
    Call { name: String, arguments: JsonObject },
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&json!({"failed": told(&*error), "code": null}));
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [lifecycle, place] = arguments.as_slice() else {
        return Err("usage: rmcp-client initialize|discover PLACE".into());
    };
    let client = connect(lifecycle, serde_json::from_str(place)?).await?;
    say(&json!({"connected": true}));
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while let Some(line) = lines.next_line().await? {
        let answer = obey(&client, serde_json::from_str(&line)?).await;
        say(&answer.unwrap_or_else(|error| json!({"failed": told(&error), "code": code(&error)})));
    }
    client.cancel().await?;
    Ok(())
}

async fn connect(lifecycle: &str, place: Place) -> Result<Client, Failure> {
    let lifecycle = match lifecycle {
        "initialize" => ClientLifecycleMode::Initialize,
        "discover" => {
            ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
        }
        other => return Err(format!("there is no lifecycle {other}").into()),
    };
    let mut client = ClientConfig::default();
    client.client_info = Implementation::new("belay-e2e-rmcp", "1.0.0");
    match place {
        Place::Http { url, headers } => {
            let transport = StreamableHttpClientTransport::from_config(http(url, headers)?);
            Ok(client.serve_with_lifecycle(transport, lifecycle).await?)
        }
        Place::Stdio { command, args } => {
            let mut command = tokio::process::Command::new(command);
            command.args(args);
            let (transport, _) = TokioChildProcess::builder(command).stderr(Stdio::null()).spawn()?;
            Ok(client.serve_with_lifecycle(transport, lifecycle).await?)
        }
    }
}

fn http(
    url: String,
    headers: BTreeMap<String, String>,
) -> Result<StreamableHttpClientTransportConfig, Failure> {
    let mut named = HashMap::new();
    let mut config = StreamableHttpClientTransportConfig::with_uri(url);
    for (name, value) in headers {
        if let Some(token) = value.strip_prefix("Bearer ") {
            config = config.auth_header(token);
        } else {
            named.insert(HeaderName::try_from(name)?, HeaderValue::try_from(value)?);
        }
    }
    Ok(config.custom_headers(named))
}

async fn obey(client: &Client, command: Command) -> Result<Value, ServiceError> {
    match command {
        Command::Facts => facts(client).await,
        Command::Call { name, arguments } => {
            let result = client.call_tool(CallToolRequestParams::new(name).with_arguments(arguments)).await?;
            let text: String =
                result.content.iter().filter_map(ContentBlock::as_text).map(|block| &*block.text).collect();
            Ok(json!({"text": text, "is_error": result.is_error == Some(true)}))
        }
    }
}

async fn facts(client: &Client) -> Result<Value, ServiceError> {
    let server = client.peer_info().ok_or(ServiceError::UnexpectedResponse)?;
    let mut tools: Vec<_> = client.list_all_tools().await?.into_iter().map(|tool| tool.name).collect();
    tools.sort();
    let capabilities = json!(server.capabilities);
    Ok(json!({
        "name": server.server_info.as_ref().map(|info| &info.name),
        "version": server.server_info.as_ref().map(|info| &info.version),
        "protocol": server.protocol_version,
        "instructions": server.instructions,
        "capabilities": capabilities.as_object().map(|fields| fields.keys().collect::<Vec<_>>()),
        "tools": tools,
    }))
}

/// An error with what caused it.
fn told(error: &dyn Error) -> String {
    let causes = std::iter::successors(Some(error), |&error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

fn code(error: &ServiceError) -> Option<i32> {
    match error {
        ServiceError::McpError(error) => Some(error.code.0),
        _ => None,
    }
}

fn say(answer: &Value) {
    let mut out = std::io::stdout().lock();
    // Nobody listens any more once this fails, and then the input ends too.
    let _ = writeln!(out, "{answer}").and_then(|()| out.flush());
}
