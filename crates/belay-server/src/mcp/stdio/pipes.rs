//! The process's own standard input and output, on threads of their own: a read of standard input cannot be cancelled,
//! and neither may hold the process up when it ends.

use std::io::{self, Read, Write};
use std::thread;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use super::WAITING;
use super::framing::{Framer, Line};

/// How long what is still to be written may take when the process ends.
const FLUSHING: Duration = Duration::from_secs(2);

/// Says when everything has been written.
pub(super) struct Written(oneshot::Receiver<()>);

impl Written {
    pub(super) async fn wait(self) {
        let _ = tokio::time::timeout(FLUSHING, self.0).await;
    }
}

/// Lines that come in, and the way for those that go out.
pub(super) fn take() -> io::Result<(mpsc::Receiver<Line>, mpsc::Sender<String>, Written)> {
    let mut output = guarded_output()?;
    let (sender, lines) = mpsc::channel(WAITING);
    let (out, mut outgoing) = mpsc::channel::<String>(WAITING);
    thread::Builder::new().name("stdin".to_owned()).spawn(move || {
        let (mut framer, mut chunk) = (Framer::default(), vec![0; 64 * 1024]);
        let mut input = io::stdin().lock();
        while let Ok(count @ 1..) = input.read(&mut chunk) {
            for line in framer.push(chunk.get(..count).unwrap_or_default()) {
                if sender.blocking_send(line).is_err() {
                    return;
                }
            }
        }
        if let Some(line) = framer.finish() {
            let _ = sender.blocking_send(line);
        }
    })?;
    let (done, written) = oneshot::channel();
    thread::Builder::new().name("stdout".to_owned()).spawn(move || {
        while let Some(line) = outgoing.blocking_recv() {
            if output.write_all(line.as_bytes()).and_then(|()| output.flush()).is_err() {
                break;
            }
        }
        let _ = done.send(());
    })?;
    Ok((lines, out, Written(written)))
}

/// The real standard output. Its number is given to standard error, so that whatever else writes there, in any
/// language and in any child process, cannot get between the messages.
#[cfg(unix)]
fn guarded_output() -> io::Result<impl Write + Send + 'static> {
    let real = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?;
    rustix::stdio::dup2_stdout(rustix::stdio::stderr())?;
    Ok(std::fs::File::from(real))
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the other systems can fail")]
fn guarded_output() -> io::Result<impl Write + Send + 'static> {
    Ok(io::stdout())
}
