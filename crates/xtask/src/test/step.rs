//! One step of the run: its headline, its output as it comes, its result and how long it took.

use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write, stderr, stdout};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::tally::{Runner, Tally};

/// A step that ended, or that was not taken.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) name: String,
    pub(crate) result: Ended,
    pub(crate) took: Duration,
    pub(crate) tally: Tally,
}

/// How a step ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Well,
    Badly,
    /// It was not taken, and why.
    NotTaken(String),
}

impl Step {
    pub(crate) fn not_taken(name: &str, why: &str) -> Self {
        Self {
            name: name.to_owned(),
            result: Ended::NotTaken(why.to_owned()),
            took: Duration::ZERO,
            tally: Tally::default(),
        }
    }

    /// A step that is a function of ours.
    pub(crate) fn inside(
        name: &str,
        work: impl FnOnce() -> Result<bool, Box<dyn Error>>,
    ) -> Result<Self, Box<dyn Error>> {
        headline(name)?;
        let started = Instant::now();
        let well = work()?;
        Self::ended(name, well, started.elapsed(), Tally::default())
    }

    /// A step that is a command. Its output passes through.
    pub(crate) fn command(name: &str, command: &mut Command, runner: Runner) -> Result<Self, Box<dyn Error>> {
        headline(name)?;
        let started = Instant::now();
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let told = child.stderr.take();
        let aside =
            thread::spawn(move || told.map(|told| pass_on(told, &mut stderr(), runner)).unwrap_or_default());
        let mut tally =
            child.stdout.take().map(|out| pass_on(out, &mut stdout(), runner)).unwrap_or_default();
        tally += aside.join().unwrap_or_default();
        let well = child.wait()?.success();
        Self::ended(name, well, started.elapsed(), tally)
    }

    fn ended(name: &str, well: bool, took: Duration, mut tally: Tally) -> Result<Self, Box<dyn Error>> {
        if !well && tally.failed == 0 {
            // What broke before it could count is a failure too.
            tally.failed = 1;
        }
        let result = if well && tally.failed == 0 { Ended::Well } else { Ended::Badly };
        let step = Self { name: name.to_owned(), result, took, tally };
        writeln!(stdout(), "── {}", step.line())?;
        Ok(step)
    }

    /// The step in a line.
    pub(crate) fn line(&self) -> String {
        let result = match &self.result {
            Ended::Well => "ok",
            Ended::Badly => "FAILED",
            Ended::NotTaken(why) => return format!("{:<22} not run: {why}", self.name),
        };
        let counted = self.tally != Tally::default();
        let tally = if counted { format!("  {}", self.tally) } else { String::new() };
        format!("{:<22} {result:<6} {:>6.1} s{tally}", self.name, self.took.as_secs_f32())
    }
}

fn headline(name: &str) -> Result<(), Box<dyn Error>> {
    let mut out = stdout();
    writeln!(out, "\n── {name} …")?;
    Ok(out.flush()?)
}

/// Prints every line as it comes and counts what the runner says.
fn pass_on(from: impl Read, to: &mut impl Write, runner: Runner) -> Tally {
    let mut tally = Tally::default();
    let mut lines = BufReader::new(from);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        // A closed terminal does not end the tests.
        let _ = to.write_all(&line).and_then(|()| to.flush());
        if let Some(found) = runner.read(&String::from_utf8_lossy(&line)) {
            if runner.last_counts() {
                tally = found;
            } else {
                tally += found;
            }
        }
        line.clear();
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_counted_and_its_failure_shows() {
        let step = |script: &str, runner| {
            Step::command("step", Command::new("sh").args(["-c", script]), runner).unwrap()
        };
        let counted = step("echo '1 passed, 0 failed'; echo '3 passed, 0 failed'", Runner::Script);
        assert_eq!((counted.result, counted.tally.passed), (Ended::Well, 3));
        let uncounted = step("echo broken >&2; exit 1", Runner::Script);
        assert_eq!((uncounted.result, uncounted.tally.failed), (Ended::Badly, 1));
        let untold = step("echo '1 passed, 2 failed'", Runner::Script);
        assert_eq!((untold.result, untold.tally.failed), (Ended::Badly, 2));
    }
}
