//! The protocol over standard input and output, one message a line, for a client that starts the server itself.
//!
//! Both ways of speaking are served in one process: requests that carry everything themselves, and those of a client
//! that opened with a handshake.

mod framing;
mod pipes;
mod process;

use std::sync::Arc;

use belay_core::Actor;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use self::framing::{Framer, Line};
use self::process::Process;
use super::door::Door;
use crate::served::Served;

/// How many lines may wait in each direction.
const WAITING: usize = 256;

/// Standard input or output could not be used.
#[derive(Debug, thiserror::Error)]
#[error("standard input and output could not be used for the protocol")]
pub struct StdioError(#[from] std::io::Error);

/// Standard input and output, taken for the protocol alone: what anything else in this process, or in a process it
/// starts, writes to standard output from then on goes to standard error instead. Take them first of all.
pub struct Streams {
    lines: mpsc::Receiver<Line>,
    out: mpsc::Sender<String>,
    written: pipes::Written,
}

impl Streams {
    /// Takes them.
    ///
    /// # Errors
    /// [`StdioError`] when standard output cannot be taken.
    pub fn take() -> Result<Self, StdioError> {
        let (lines, out, written) = pipes::take()?;
        Ok(Self { lines, out, written })
    }

    /// Serves one application on them until the input ends or `stop` is cancelled.
    pub async fn serve(self, served: Arc<Served>, actor: Actor, stop: CancellationToken) {
        // On the heap: the layout of everything below would count against the depth limit of whichever crate calls this.
        Box::pin(run(served, actor, stop, self.lines, self.out)).await;
        self.written.wait().await;
    }
}

/// Takes standard input and output and serves one application on them until the input ends or `stop` is cancelled.
///
/// # Errors
/// [`StdioError`] when standard output cannot be taken.
pub async fn serve(served: Arc<Served>, actor: Actor, stop: CancellationToken) -> Result<(), StdioError> {
    Streams::take()?.serve(served, actor, stop).await;
    Ok(())
}

/// Serves one application over any pair of streams.
pub async fn serve_over<R, W>(
    served: Arc<Served>,
    actor: Actor,
    (mut read, mut write): (R, W),
    stop: CancellationToken,
) where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let (sender, lines) = mpsc::channel(WAITING);
    let (out, mut outgoing) = mpsc::channel::<String>(WAITING);
    let reading = tokio::spawn(async move {
        let (mut framer, mut chunk) = (Framer::default(), vec![0; 64 * 1024]);
        while let Ok(count @ 1..) = read.read(&mut chunk).await {
            for line in framer.push(chunk.get(..count).unwrap_or_default()) {
                if sender.send(line).await.is_err() {
                    return;
                }
            }
        }
        if let Some(line) = framer.finish() {
            let _ = sender.send(line).await;
        }
    });
    let writing = tokio::spawn(async move {
        while let Some(line) = outgoing.recv().await {
            if write.write_all(line.as_bytes()).await.is_err() || write.flush().await.is_err() {
                return;
            }
        }
    });
    Box::pin(run(served, actor, stop, lines, out)).await;
    reading.abort();
    let _ = writing.await;
}

async fn run(
    served: Arc<Served>,
    actor: Actor,
    stop: CancellationToken,
    mut lines: mpsc::Receiver<Line>,
    out: mpsc::Sender<String>,
) {
    let ending = stop.child_token();
    let process = Process::new(Door::new(served, ending.clone()), actor, out);
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => break,
            line = lines.recv() => match line {
                Some(line) => process.take(line).await,
                None => break,
            },
        }
    }
    process.finish(&ending).await;
}
