//! `mcp-stdio`: the protocol on standard input and output.

use std::process::ExitCode;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::{CliError, Session};
use crate::{mcp, open};

pub(super) async fn run(session: Session, app: &str) -> Result<ExitCode, CliError> {
    // Before anything of the application runs, which might write there.
    let streams = mcp::stdio::Streams::take()?;
    let mut interrupts = super::serve::Interrupts::listen()?;
    let opened = open::all(session.apps, Some(app), &session.config).await?;
    let Some(served) = opened.first() else {
        return Err(CliError::usage(format!("there is no application `{app}`")));
    };
    let operator = open::local_operator(served).await?;
    let stop = CancellationToken::new();
    let mut serving = std::pin::pin!(streams.serve(Arc::clone(served), operator, stop.clone()));
    tokio::select! {
        () = &mut serving => {}
        () = interrupts.wait() => {
            stop.cancel();
            serving.await;
        }
    }
    open::close(&opened).await;
    Ok(ExitCode::SUCCESS)
}
