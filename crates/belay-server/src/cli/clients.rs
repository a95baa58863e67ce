//! Entries to paste into the configuration of the usual clients.

use serde_json::{Value, json};

/// Entries for one application: over HTTP with a key, and over standard input and output, where an application that keeps
/// people apart needs the credential as well.
pub(super) fn entries(
    (app, apart): (&str, bool),
    public_url: &str,
    secret: &str,
    database: Option<&str>,
) -> String {
    let url = format!("{public_url}/{app}/mcp");
    let program =
        std::env::current_exe().map_or_else(|_| "belay".to_owned(), |path| path.display().to_string());
    let mut arguments = vec![app, "mcp-stdio"];
    arguments.extend(database.into_iter().flat_map(|database| ["--database", database]));
    let headers = json!({ "X-API-Key": secret });
    let mut stdio = json!({ "command": program, "args": arguments });
    if apart && let Some(entry) = stdio.as_object_mut() {
        let variable = format!("{}_MCP_CLIENT_TOKEN", app.to_uppercase());
        entry.insert("env".to_owned(), json!({ variable: secret }));
    }
    let http = json!({ "type": "http", "url": url, "headers": headers });
    let claude = json!({ "mcpServers": { app: http } });
    let claude_stdio = json!({ "mcpServers": { app: stdio } });
    let cursor = json!({ "mcpServers": { app: { "url": url, "headers": headers } } });
    let code = json!({ "servers": { app: http } });
    let mut typed = json!({ "type": "stdio" });
    if let (Some(typed), Some(stdio)) = (typed.as_object_mut(), stdio.as_object()) {
        typed.extend(stdio.clone());
    }
    let code_stdio = json!({ "servers": { app: typed } });
    let claude_code = format!("claude mcp add --transport http {app} {url} --header \"X-API-Key: {secret}\"");
    [
        section("Claude Code, in a terminal", &claude_code),
        section(
            "Claude Desktop (claude_desktop_config.json) and Claude Code (.mcp.json), over HTTP",
            &pretty(&claude),
        ),
        section("Claude Desktop, started by it", &pretty(&claude_stdio)),
        section("Cursor (.cursor/mcp.json), over HTTP", &pretty(&cursor)),
        section("Cursor, started by it", &pretty(&claude_stdio)),
        section("VS Code (.vscode/mcp.json), over HTTP", &pretty(&code)),
        section("VS Code, started by it", &pretty(&code_stdio)),
    ]
    .concat()
}

fn section(title: &str, text: &str) -> String {
    format!("\n# {title}\n{text}\n")
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
