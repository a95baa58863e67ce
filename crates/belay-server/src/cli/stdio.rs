//! `mcp-stdio`: the protocol on standard input and output.

use std::process::ExitCode;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::{CliError, Session};
use crate::{mcp, open};

pub(super) async fn run(session: Session, app: &str) -> Result<ExitCode, CliError> {
    let mut interrupts = super::serve::Interrupts::listen()?;
    let opened = open::all(session.apps, Some(app), &session.config).await?;
    let Some(served) = opened.first() else {
        return Err(CliError::usage(format!("there is no application `{app}`")));
    };
    let operator = open::local_operator(served).await?;
    let stop = CancellationToken::new();
    let mut serving = std::pin::pin!(mcp::stdio::serve(Arc::clone(served), operator, stop.clone()));
    let ended = tokio::select! {
        ended = &mut serving => ended,
        () = interrupts.wait() => {
            stop.cancel();
            serving.await
        }
    };
    open::close(&opened).await;
    ended?;
    Ok(ExitCode::SUCCESS)
}
