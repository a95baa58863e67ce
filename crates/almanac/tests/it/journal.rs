//! A journal to test on.

use belay_core::app::Setup;
use belay_testkit::TestApp;
use serde_json::Value;

/// Almanac without data. Its clock stands at noon UTC on 15 March 2026.
pub(crate) async fn empty() -> TestApp {
    TestApp::start(almanac::app(&Setup::default()).unwrap()).await
}

/// Calls a tool as the owner and returns its answer.
pub(crate) async fn call(app: &TestApp, tool: &str, input: Value) -> Value {
    let reply = app.owner().mcp(tool, input).await;
    assert!(!reply.is_error && reply.protocol_error.is_none(), "{tool}: {}", reply.body);
    reply.json()
}

/// Calls a tool as the owner, who is refused, and returns the text.
pub(crate) async fn refused(app: &TestApp, tool: &str, input: Value) -> String {
    let reply = app.owner().mcp(tool, input).await;
    assert!(reply.is_error, "{tool} was not refused: {}", reply.body);
    reply.body
}
