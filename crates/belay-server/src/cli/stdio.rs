//! `mcp-stdio`: the protocol on standard input and output.

use std::process::ExitCode;
use std::sync::Arc;

use super::{CliError, Session};
use crate::{mcp, open};

pub(super) async fn run(session: Session, app: &str) -> Result<ExitCode, CliError> {
    let mut interrupts = super::serve::Interrupts::listen()?;
    let opened = open::all(session.apps, Some(app), &session.config).await?;
    let Some(served) = opened.first() else {
        return Err(CliError::usage(format!("there is no application `{app}`")));
    };
    let operator = open::local_operator(served).await?;
    let serving = mcp::stdio::serve(Arc::clone(served), operator);
    let ended = tokio::select! {
        ended = serving => ended.map_err(CliError::from),
        () = interrupts.wait() => Ok(()),
    };
    open::close(&opened).await;
    ended.map(|()| ExitCode::SUCCESS)
}
