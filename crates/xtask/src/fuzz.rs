//! `fuzz`: has made-up inputs run against the readers of strangers' input, and writes down how many.

use std::error::Error;
use std::io::{BufRead, BufReader, Write, stdout};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{figures, machine};

pub(crate) const HELP: &str = "\
Feeds made-up inputs to what reads strangers' input, and checks the rules that must always hold. In the release build.

  TARGET                        one target, `all`, or `list` for their names
  --minutes N, --seconds N      for each target; 20 seconds if neither is given
  --record                      add a row for each target to docs/benchmarks.md
  --seed, --keep, --jobs, --limit, --input
                                as cargo run -p belay-fuzz -- --help tells

Example: cargo xtask fuzz schema --minutes 10
";

/// What to fuzz.
#[derive(Debug)]
pub(crate) struct Asked {
    passed_on: Vec<String>,
    record: bool,
}

impl Asked {
    pub(crate) fn read(arguments: &[String]) -> Result<Self, Box<dyn Error>> {
        let (own, passed_on): (Vec<_>, Vec<_>) =
            arguments.iter().cloned().partition(|argument| argument == "--record");
        if passed_on.is_empty() {
            return Err("say what to fuzz: cargo xtask fuzz TARGET, or all; cargo xtask fuzz list".into());
        }
        Ok(Self { passed_on, record: !own.is_empty() })
    }
}

/// Fuzzes.
pub(crate) fn run(root: &Path, asked: &Asked) -> Result<bool, Box<dyn Error>> {
    let build = ["build", "--quiet", "--release", "-p", "belay-fuzz"];
    if !Command::new("cargo").args(build).current_dir(root).status()?.success() {
        return Ok(false);
    }
    let program = machine::target(root)?.join("release/belay-fuzz");
    let mut child =
        Command::new(program).args(&asked.passed_on).current_dir(root).stdout(Stdio::piped()).spawn()?;
    let day = machine::told("date", &["-u", "+%Y-%m-%d"]).unwrap_or_default();
    let mut rows = String::new();
    for line in child.stdout.take().map(BufReader::new).into_iter().flat_map(BufRead::lines) {
        let line = line?;
        writeln!(stdout(), "{line}")?;
        rows.extend(row(&line, &day));
    }
    let held = child.wait()?.success();
    if asked.record && !rows.is_empty() {
        figures::write(root, |page| with_rows(page, &rows))?;
    }
    Ok(held)
}

const TITLE: &str = "Fuzzing";

/// What the section begins with.
const HEAD: &str = "\
Runs of `cargo xtask fuzz`. A signature is a kind of thing that an input made happen; [fuzzing](fuzzing.md) tells more.

| target | inputs | minutes | signatures | crashes | date |
|---|---:|---:|---:|---:|---|
";

/// The page with rows at the end of the section's table.
fn with_rows(page: &str, rows: &str) -> String {
    let table = figures::section(page, TITLE).map_or_else(|| HEAD.to_owned(), |table| format!("{table}\n"));
    figures::with_section(page, TITLE, &(table + rows))
}

/// The row for a closing line, `TARGET: 1,234 inputs in 20 s, 56 signatures, no crash`; nothing for another line.
fn row(line: &str, day: &str) -> Option<String> {
    let (target, rest) = line.split_once(": ")?;
    let (inputs, rest) = rest.split_once(" inputs in ")?;
    let (seconds, rest) = rest.split_once(" s, ")?;
    let (signatures, crash) = rest.split_once(" signatures, ")?;
    let crashes = u8::from(crash != "no crash");
    let minutes = seconds.replace(',', "").parse::<f64>().ok()? / 60.0;
    Some(format!("| {target} | {inputs} | {minutes:.1} | {signatures} | {crashes} | {day} |\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_added_to_those_that_are_there() {
        let line = "cursor: 12,345,678 inputs in 1,800 s, 431 signatures, no crash";
        let first = row(line, "2030-01-02").unwrap();
        assert_eq!(first, "| cursor | 12,345,678 | 30.0 | 431 | 0 | 2030-01-02 |\n");
        let second = row("cursor: 1 inputs in 20 s, 1 signatures, 1 crash: it panicked, x", "").unwrap();
        assert!(second.contains("| 0.3 | 1 | 1 |"));
        assert_eq!(row("3 passed, 0 failed", ""), None);
        let page = with_rows(&with_rows("# Benchmarks\n\n## A\n\nx\n", &first), &second);
        assert!(page.starts_with("# Benchmarks\n\n## A\n\nx\n\n## Fuzzing\n\nRuns of"), "{page}");
        assert!(page.ends_with(&format!("|---|\n{first}{second}")), "{page}");
    }

    #[test]
    fn what_is_not_its_own_is_passed_on() {
        let arguments = ["cursor", "--record", "--seed", "1"].map(str::to_owned);
        let asked = Asked::read(&arguments).unwrap();
        assert!(asked.record && asked.passed_on == ["cursor", "--seed", "1"]);
        assert!(Asked::read(&["--record".to_owned()]).is_err());
    }
}
