//! The protocol over standard input and output, for a client that starts the server itself.

use std::sync::Arc;

use belay_core::Actor;
use rmcp::ServiceExt;
use rmcp::transport::stdio_pipes;
use tokio::io::{AsyncRead, AsyncWrite};

use super::handler::Door;
use crate::served::Served;

/// Standard input or output could not be used, or what came was no protocol.
#[derive(Debug, thiserror::Error)]
#[error("the client ended the conversation before it began")]
pub struct StdioError(#[source] Box<dyn std::error::Error + Send + Sync>);

/// Serves one application until standard input ends.
///
/// # Errors
/// [`StdioError`] when the first message is no greeting of the protocol.
pub async fn serve(served: Arc<Served>, actor: Actor) -> Result<(), StdioError> {
    serve_over(served, actor, stdio_pipes()).await
}

/// Serves one application over any pair of streams, one message a line.
///
/// # Errors
/// [`StdioError`] when the first message is no greeting of the protocol.
pub async fn serve_over<R, W>(served: Arc<Served>, actor: Actor, streams: (R, W)) -> Result<(), StdioError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let running =
        Door::new(served, Some(actor)).serve(streams).await.map_err(|error| StdioError(error.into()))?;
    running.waiting().await.map_err(|error| StdioError(error.into()))?;
    Ok(())
}
