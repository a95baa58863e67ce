//! Entries to paste into the configuration of the usual clients.

use serde_json::{Value, json};

/// Entries for one application: over HTTP with a key, and over standard input and output.
pub(super) fn entries(app: &str, public_url: &str, secret: &str, database: Option<&str>) -> String {
    let url = format!("{public_url}/{app}/mcp");
    let program =
        std::env::current_exe().map_or_else(|_| "belay".to_owned(), |path| path.display().to_string());
    let mut arguments = vec![app, "mcp-stdio"];
    arguments.extend(database.into_iter().flat_map(|database| ["--database", database]));
    let headers = json!({ "X-API-Key": secret });
    let stdio = json!({ "command": program, "args": arguments });
    let http = json!({ "type": "http", "url": url, "headers": headers });
    let claude = json!({ "mcpServers": { app: http } });
    let claude_stdio = json!({ "mcpServers": { app: stdio } });
    let cursor = json!({ "mcpServers": { app: { "url": url, "headers": headers } } });
    let code = json!({ "servers": { app: http } });
    let code_stdio =
        json!({ "servers": { app: { "type": "stdio", "command": program, "args": arguments } } });
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
