//! A failing input, made shorter and written down.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use crate::corpus;
use crate::fuzz::{self, Failure};
use crate::minimise::minimise;

/// A shorter input is looked for this often at most, and for this long.
const TRIES: usize = 2_000;
const PATIENCE: Duration = Duration::from_secs(20);

/// Finds a shorter input that fails in the same way, writes it to the folder of crashes and returns the path.
///
/// # Errors
/// When the file cannot be written or the program cannot be started.
pub fn write(
    target: &str,
    input: Vec<u8>,
    failure: Failure,
    limit: Duration,
) -> Result<PathBuf, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crashes");
    fs::create_dir_all(&folder)?;
    let tried = folder.join(format!(".{target}-{}", std::process::id()));
    let started = Instant::now();
    let fails = |candidate: &[u8]| {
        let failed = || {
            fs::write(&tried, candidate)?;
            try_apart(target, &tried, limit)
        };
        started.elapsed() < PATIENCE && failed().is_ok_and(|found| found == Some(failure))
    };
    let shortest = minimise(input, TRIES, fails);
    if tried.exists() {
        fs::remove_file(&tried)?;
    }
    let path = folder.join(format!("{target}-{}", corpus::name(&shortest)));
    fs::write(&path, shortest)?;
    Ok(path)
}

/// Runs the input of a file in a process of its own, which may die.
fn try_apart(target: &str, file: &Path, limit: Duration) -> io::Result<Option<Failure>> {
    let child = Command::new(std::env::current_exe()?)
        .args([target, "--input"])
        .arg(file)
        .args(["--limit".to_owned(), limit.as_millis().to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    // What is slow ends after so many tries; what then still runs hangs.
    ends_within(child, limit * (fuzz::TRIES + 2))
}

/// How a process ended whose standard output is a pipe. One that does not end is ended.
fn ends_within(mut child: Child, patience: Duration) -> io::Result<Option<Failure>> {
    let (ended, at_its_end) = mpsc::channel::<()>();
    if let Some(mut out) = child.stdout.take() {
        thread::spawn(move || {
            // The pipe closes with the process.
            let _ = io::copy(&mut out, &mut io::sink());
            drop(ended);
        });
    }
    if at_its_end.recv_timeout(patience) == Err(mpsc::RecvTimeoutError::Timeout) {
        child.kill()?;
        child.wait()?;
        return Ok(Some(Failure::Slow));
    }
    Ok(Failure::of(child.wait()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(script: &str) -> Option<Failure> {
        let child = Command::new("sh").args(["-c", script]).stdout(Stdio::piped()).spawn().unwrap();
        ends_within(child, Duration::from_millis(300)).unwrap()
    }

    #[test]
    fn every_way_to_end_is_told_apart() {
        assert_eq!(ended("exit 0"), None);
        assert_eq!(ended("exit 10"), Some(Failure::Panicked));
        assert_eq!(ended("exit 11"), Some(Failure::Slow));
        assert_eq!(ended("kill -ABRT $$"), Some(Failure::Died));
        assert_eq!(ended("exec tail -f /dev/null"), Some(Failure::Slow));
    }
}
