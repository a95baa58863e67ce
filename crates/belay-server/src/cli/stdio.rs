//! `mcp-stdio`: the protocol on standard input and output.

use std::process::ExitCode;
use std::sync::Arc;

use belay_access::secret::Secret;
use belay_core::Actor;
use belay_core::app::Tenancy;
use tokio_util::sync::CancellationToken;

use super::{CliError, Session};
use crate::served::Served;
use crate::{mcp, open};

/// Who acts: whom a credential of the settings says, else the operator of the machine.
async fn caller(served: &Served, credential: Option<&Secret>) -> Result<Actor, CliError> {
    match credential.map(|secret| secret.expose().trim()) {
        Some(secret) => Ok(open::holder(served, (secret, None)).await?),
        None if served.app.tenancy == Tenancy::One || served.db.is_none() => {
            Ok(open::local_operator(served).await?)
        }
        None => {
            let (title, name) = (served.app.title, served.app.name.to_uppercase());
            let problem = format!(
                "{title} keeps people apart: say who acts by a token in the variable {name}_MCP_CLIENT_TOKEN"
            );
            Err(CliError::usage(problem))
        }
    }
}

pub(super) async fn run(session: Session, app: &str) -> Result<ExitCode, CliError> {
    // Before anything of the application runs, which might write there.
    let streams = mcp::stdio::Streams::take()?;
    let mut interrupts = super::serve::Interrupts::listen()?;
    let credential = session.config.app(app).credential;
    let opened = open::all(session.apps, Some(app), &session.config).await?;
    let Some(served) = opened.first() else {
        return Err(CliError::usage(format!("there is no application `{app}`")));
    };
    let operator = caller(served, credential.as_ref()).await?;
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
