//! Tools that tell the client something besides their results.

use std::time::Duration;

use belay::core::{Change, Content, Ctx, Error, Level, Module, Operation};

/// Long enough for a client to see one notice before the next.
const PAUSE: Duration = Duration::from_millis(50);
const LOGGER: &str = "conformance";

async fn logging(cx: Ctx, (): ()) -> Result<Content, Error> {
    cx.log(Level::Info, LOGGER, "Tool execution started");
    tokio::time::sleep(PAUSE).await;
    cx.log(Level::Info, LOGGER, "Tool processing data");
    tokio::time::sleep(PAUSE).await;
    cx.log(Level::Info, LOGGER, "Tool execution completed");
    Ok(Content::text("Tool with logging executed successfully"))
}

async fn brief_logging(cx: Ctx, (): ()) -> Result<Content, Error> {
    cx.log(Level::Info, LOGGER, "Logging tool called");
    Ok(Content::text("Logged once, where the client asked for it"))
}

async fn progress(cx: Ctx, (): ()) -> Result<Content, Error> {
    for done in [0, 50, 100] {
        cx.report_progress(done, Some(100), &format!("Completed step {done} of 100"));
        tokio::time::sleep(PAUSE).await;
    }
    Ok(Content::text("Progress reported three times"))
}

async fn reconnection(cx: Ctx, (): ()) -> Result<Content, Error> {
    if cx.release_connection(PAUSE * 10) {
        // The result must not be ready before the connection has ended.
        tokio::time::sleep(PAUSE * 2).await;
    }
    Ok(Content::text("Reconnection test completed: this answer was fetched after the connection had ended"))
}

async fn trigger_tool_change(cx: Ctx, (): ()) -> Result<Content, Error> {
    cx.changed(Change::Tools);
    Ok(Content::text("Told that the tools have changed"))
}

async fn trigger_prompt_change(cx: Ctx, (): ()) -> Result<Content, Error> {
    cx.changed(Change::Prompts);
    Ok(Content::text("Told that the prompts have changed"))
}

pub(crate) fn module() -> Module {
    Module::new()
        .operation(
            Operation::read("test_tool_with_logging", logging)
                .title("Logging")
                .about("Sends three log messages while it works."),
        )
        .operation(
            Operation::read("test_logging_tool", brief_logging)
                .title("One log message")
                .about("Sends one log message, where the client asked for them."),
        )
        .operation(
            Operation::read("test_tool_with_progress", progress)
                .title("Progress")
                .about("Reports progress at 0, 50 and 100 of 100."),
        )
        .operation(
            Operation::read("test_reconnection", reconnection)
                .title("Reconnection")
                .about("Ends the connection, so that the client comes back for the result."),
        )
        .operation(
            Operation::read("test_trigger_tool_change", trigger_tool_change)
                .title("Tools changed")
                .about("Tells every client that listens that the tools have changed."),
        )
        .operation(
            Operation::read("test_trigger_prompt_change", trigger_prompt_change)
                .title("Prompts changed")
                .about("Tells every client that listens that the prompts have changed."),
        )
}
