//! The process that runs the inputs of one target.

use std::error::Error;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write, stdout};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::corpus;
use crate::fuzz::{Failure, Fuzz};
use crate::target::Target;

/// The stack that inputs are run on: what a worker of the server's runtime has, 2 MiB.
const STACK: usize = 2 * 1024 * 1024;

/// It tells how far it is this often.
pub const HEARTBEAT: Duration = Duration::from_secs(1);

/// What a worker is asked to do.
#[derive(Debug, Clone)]
pub struct Task {
    /// What its draws follow from.
    pub seed: u64,
    /// For how long it makes inputs.
    pub time: Duration,
    /// Whether what it found interesting is written to the corpus.
    pub keep: bool,
    /// What one input may take.
    pub limit: Duration,
}

/// Runs inputs until the time is over. Tells how far it is on standard output: inputs, signatures, milliseconds.
///
/// # Errors
/// When a file cannot be read or written. The inner result is how an input failed.
pub fn work(target: &dyn Target, task: &Task, trace: &Path) -> Result<Result<(), Failure>, Box<dyn Error>> {
    let folder = corpus::folder(target.name());
    let mut fuzz = Fuzz::new(target, corpus::read(&folder)?, task.seed).limit(task.limit);
    let mut trace = Trace(File::create(trace)?);
    let ended = on_the_servers_stack(|| until_the_end(&mut fuzz, task.time, &mut trace))?;
    if ended.is_ok() && task.keep {
        fuzz.corpus.write(&folder)?;
    }
    Ok(ended)
}

/// Does something on a stack as the server's own.
///
/// # Errors
/// When no thread can be made, or the error of the work.
pub fn on_the_servers_stack<T: Send>(work: impl FnOnce() -> io::Result<T> + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        thread.join().unwrap_or_else(|_| Err(io::Error::other("the thread panicked")))
    })
}

fn until_the_end(fuzz: &mut Fuzz<'_>, time: Duration, trace: &mut Trace) -> io::Result<Result<(), Failure>> {
    let started = Instant::now();
    let mut told = Duration::ZERO;
    let mut ended = Ok(());
    while ended.is_ok() {
        let input = fuzz.draw();
        trace.write(&input)?;
        ended = fuzz.run(&input);
        let now = started.elapsed();
        let over = now >= time || ended.is_err();
        if over || now - told >= HEARTBEAT {
            told = now;
            writeln!(stdout(), "{} {} {}", fuzz.inputs, fuzz.corpus.len(), now.as_millis())?;
        }
        if over {
            break;
        }
    }
    Ok(ended)
}

/// A file that holds the input that is being run, after its length.
struct Trace(File);

impl Trace {
    fn write(&mut self, input: &[u8]) -> io::Result<()> {
        let length = u32::try_from(input.len()).unwrap_or(u32::MAX);
        self.0.seek(SeekFrom::Start(0))?;
        self.0.write_all(&[&length.to_le_bytes(), input].concat())
    }
}

/// The input that a worker was running when it ended.
///
/// # Errors
/// When the file cannot be read.
pub fn last_input(trace: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(trace)?;
    let mut length = [0; 4];
    file.read_exact(&mut length)?;
    let mut input = Vec::new();
    file.take(u32::from_le_bytes(length).into()).read_to_end(&mut input)?;
    Ok(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_input_is_read_back_whatever_was_longer_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trace");
        let mut trace = Trace(File::create(&path).unwrap());
        trace.write(b"a long input").unwrap();
        trace.write(b"short").unwrap();
        assert_eq!(last_input(&path).unwrap(), b"short");
    }
}
