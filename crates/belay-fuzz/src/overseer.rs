//! Looks on while a worker runs the inputs of a target, and has the input in hand when it fails.

use std::error::Error;
use std::io::{self, BufRead, BufReader, Write, stderr};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use std::{fmt, fs, thread};

use crate::crash;
use crate::fuzz::{Failure, TRIES};
use crate::worker::{HEARTBEAT, Task, last_input};

/// Progress is told this often.
const TELLS: Duration = Duration::from_secs(5);

/// A worker on a busy machine may be late by this much.
const GRACE: Duration = Duration::from_secs(5);

/// What a run came to.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// The target.
    pub target: String,
    /// How many inputs were run.
    pub inputs: u64,
    /// How many signatures they had.
    pub signatures: u64,
    /// For how long.
    pub time: Duration,
    /// The file of an input that failed, and how.
    pub crash: Option<(PathBuf, Failure)>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = (self.time + Duration::from_millis(500)).as_secs();
        let (inputs, seconds, signatures) =
            (grouped(self.inputs), grouped(seconds), grouped(self.signatures));
        write!(f, "{}: {inputs} inputs in {seconds} s, {signatures} signatures, ", self.target)?;
        match &self.crash {
            None => f.write_str("no crash"),
            Some((path, failure)) => write!(f, "1 crash: {failure}, {}", shown(path)),
        }
    }
}

/// Runs the inputs of a target in a process of its own. A failing input is made shorter and written down, with the
/// command that runs it again on standard error.
///
/// # Errors
/// When a file cannot be written or the program cannot be started.
pub fn oversee(target: &str, task: &Task) -> Result<Report, Box<dyn Error>> {
    let trace = std::env::temp_dir().join(format!("belay-fuzz-{}-{target}", std::process::id()));
    let mut child = start(target, task, &trace)?;
    let mut report = Report { target: target.to_owned(), ..Report::default() };
    let lines = child.stdout.take().map(lines);
    let hangs = lines.is_some_and(|lines| !follow(&mut report, &lines, task.limit));
    if hangs {
        child.kill()?;
    }
    let status = child.wait()?;
    let failure = if hangs { Some(Failure::Slow) } else { Failure::of(status) };
    if let Some(failure) = failure {
        let input = last_input(&trace)?;
        tell(&format!("{target}: {failure}; looking for a shorter input than its {} bytes", input.len()));
        let path = crash::write(target, input, failure, task.limit)?;
        tell(&format!(
            "{target}: {}\nRun it again: cargo run -p belay-fuzz -- {target} --input {}",
            shown(&path),
            shown(&path)
        ));
        report.crash = Some((path, failure));
    }
    fs::remove_file(&trace)?;
    Ok(report)
}

fn start(target: &str, task: &Task, trace: &Path) -> io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args([target, "--seed", &task.seed.to_string(), "--seconds", &task.time.as_secs().to_string()]);
    command.args(["--limit", &task.limit.as_millis().to_string()]).arg("--work").arg(trace);
    if task.keep {
        command.arg("--keep");
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()
}

/// The lines that a worker writes, as they come.
fn lines(out: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Follows a worker to its end. False where it stopped telling how far it is.
fn follow(report: &mut Report, lines: &Receiver<String>, limit: Duration) -> bool {
    let mut told = Instant::now();
    loop {
        match lines.recv_timeout(HEARTBEAT + limit * (TRIES + 1) + GRACE) {
            Ok(line) => note(report, &line),
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => return true,
        }
        if told.elapsed() >= TELLS {
            told = Instant::now();
            let milliseconds = u64::try_from(report.time.as_millis()).unwrap_or(u64::MAX).max(1);
            tell(&format!(
                "{}: {} s, {} inputs, {} a second, {} kept, one for each signature",
                report.target,
                report.time.as_secs(),
                grouped(report.inputs),
                grouped(report.inputs.saturating_mul(1_000) / milliseconds),
                grouped(report.signatures)
            ));
        }
    }
}

fn note(report: &mut Report, line: &str) {
    let numbers: Vec<u64> = line.split(' ').map_while(|number| number.parse().ok()).collect();
    if let [inputs, signatures, milliseconds] = numbers[..] {
        report.inputs = inputs;
        report.signatures = signatures;
        report.time = Duration::from_millis(milliseconds);
    }
}

/// A path as one would write it in the project's root.
fn shown(path: &Path) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(path);
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

/// A number with commas between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn tell(line: &str) {
    // Progress that nobody sees is no failure.
    let _ = writeln!(stderr(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_one_line() {
        let mut report = Report {
            target: "cursor".to_owned(),
            inputs: 12_345_678,
            signatures: 431,
            time: Duration::from_millis(1_800_004),
            crash: None,
        };
        assert_eq!(report.to_string(), "cursor: 12,345,678 inputs in 1,800 s, 431 signatures, no crash");
        report.crash = Some(("crashes/x".into(), Failure::Died));
        assert!(report.to_string().ends_with("431 signatures, 1 crash: the process died, crashes/x"));
    }

    #[test]
    fn a_worker_that_falls_silent_is_noticed_and_one_that_ends_is_not_blamed() {
        let mut report = Report::default();
        let (sender, receiver) = channel();
        sender.send("7 3 1500".to_owned()).unwrap();
        drop(sender);
        assert!(follow(&mut report, &receiver, Duration::ZERO));
        assert_eq!((report.inputs, report.signatures, report.time.as_millis()), (7, 3, 1_500));
    }
}
