//! `test`: everything that must hold, cheapest first, on both databases.

mod postgres;
mod step;
mod tally;

use std::error::Error;
use std::io::{IsTerminal, Write, stdout};
use std::path::Path;
use std::process::Command;

use postgres::Server;
use step::{Ended, Step};
use tally::{Runner, Tally};

use crate::{machine, tidy};

pub(crate) const HELP: &str = "\
Runs everything, cheapest first: format, tidy, clippy, tests on SQLite, tests on a PostgreSQL of its own, doc
tests, 20 seconds of fuzzing for each target, end-to-end tests. When a check fails the tests are not run; a
failing test stops no other step.

  FILTER          only tests whose name holds this; neither checks, fuzzing nor end-to-end tests
  --sqlite-only   no PostgreSQL
  --keep-going    run the tests even where a check failed

BELAY_TEST_REQUIRE_POSTGRES=1 makes it a failure that PostgreSQL is not installed.
The last line is `N passed, N failed, N skipped`.

Example: cargo xtask test --sqlite-only transaction
";

/// The switch that makes PostgreSQL required.
const REQUIRED: &str = "BELAY_TEST_REQUIRE_POSTGRES";

/// What to run.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    filter: Option<String>,
    sqlite_only: bool,
    keep_going: bool,
}

impl Asked {
    pub(crate) fn read(arguments: &[String]) -> Result<Self, Box<dyn Error>> {
        let mut asked = Self::default();
        for argument in arguments {
            match argument.as_str() {
                "--sqlite-only" => asked.sqlite_only = true,
                "--keep-going" => asked.keep_going = true,
                option if option.starts_with('-') => {
                    return Err(format!("`{option}` is not understood; cargo xtask test --help").into());
                }
                _ if asked.filter.is_some() => {
                    return Err("give one FILTER only; cargo xtask test --help".into());
                }
                filter => asked.filter = Some(filter.to_owned()),
            }
        }
        Ok(asked)
    }
}

/// Runs what was asked. Says whether all went well.
pub(crate) fn run(root: &Path, asked: &Asked) -> Result<bool, Box<dyn Error>> {
    let mut steps = if asked.filter.is_none() { checks(root)? } else { Vec::new() };
    let failed = steps.iter().any(|step| step.result == Ended::Badly);
    if failed && !asked.keep_going {
        steps.push(Step::not_taken("tests", "a check failed; put it right, or add --keep-going"));
        return close(&steps, "not included, as no tests ran");
    }
    steps.push(suite(root, asked, "tests on SQLite", &[("BELAY_TEST_DATABASE", "sqlite")])?);
    let (server, postgres) = server(asked);
    match &server {
        Some(server) => {
            let variables =
                [("BELAY_TEST_POSTGRES_URL", server.url.as_str()), ("BELAY_TEST_DATABASE", "postgres")];
            steps.push(suite(root, asked, "tests on PostgreSQL", &variables)?);
        }
        // Where PostgreSQL is installed or required, going without it is a failure.
        None if !asked.sqlite_only && (machine::is_set(REQUIRED) || postgres::programs().is_some()) => {
            steps.push(Step::inside("tests on PostgreSQL", || Ok(tell(&postgres)))?);
        }
        None => steps.push(Step::not_taken("tests on PostgreSQL", &postgres)),
    }
    let mut documentation = cargo(root, &["test", "--doc", "--workspace", "--no-fail-fast"]);
    documentation
        .args(asked.filter.as_ref().map(|filter| ["--".to_owned(), filter.clone()]).into_iter().flatten());
    steps.push(Step::command("doc tests", &mut documentation, Runner::Standard)?);
    if asked.filter.is_none() {
        // In the profile of the tests, which built it already: a release build takes three minutes on two cores,
        // for three to seven times the inputs.
        let mut fuzzing =
            cargo(root, &["run", "--quiet", "-p", "belay-fuzz", "--", "all", "--seconds", "20"]);
        steps.push(Step::command("fuzzing", &mut fuzzing, Runner::Script)?);
        steps.extend(end_to_end(root, server.as_ref())?);
    }
    close(&steps, &postgres)
}

/// Says why something failed; always false.
fn tell(text: &str) -> bool {
    // The step's line tells the rest.
    let _ = writeln!(stdout(), "{text}");
    false
}

fn checks(root: &Path) -> Result<Vec<Step>, Box<dyn Error>> {
    let clippy = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    Ok(vec![
        Step::command("format", &mut cargo(root, &["fmt", "--all", "--check"]), Runner::None)?,
        Step::inside("tidy", || tidy::run(root))?,
        Step::command("clippy", &mut cargo(root, &clippy), Runner::None)?,
    ])
}

fn cargo(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments).current_dir(root);
    if stdout().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    command
}

/// The workspace's tests once, under variables that choose the database.
fn suite(root: &Path, asked: &Asked, name: &str, variables: &[(&str, &str)]) -> Result<Step, Box<dyn Error>> {
    let (mut command, runner) = if machine::find("cargo-nextest").is_some() {
        let arguments =
            ["nextest", "run", "--workspace", "--no-fail-fast", "--no-tests=pass", "--status-level=fail"];
        (cargo(root, &arguments), Runner::Nextest)
    } else {
        let arguments = ["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast", "--"];
        (cargo(root, &arguments), Runner::Standard)
    };
    command.args(&asked.filter).env_remove("BELAY_TEST_POSTGRES_URL").envs(variables.iter().copied());
    Step::command(name, &mut command, runner)
}

/// The server, or why there is none, and the words for the closing lines.
fn server(asked: &Asked) -> (Option<Server>, String) {
    if asked.sqlite_only {
        return (None, "not included: --sqlite-only".to_owned());
    }
    let Some(programs) = postgres::programs() else {
        return (None, "not included: initdb was not found on the path or in /usr/lib/postgresql".to_owned());
    };
    match Server::start(&programs) {
        Ok(server) => {
            let words = format!("included, version {}", server.version);
            (Some(server), words)
        }
        Err(error) => (None, format!("not included: {error}")),
    }
}

/// Real clients and a browser against the built program, where the project has them.
fn end_to_end(root: &Path, server: Option<&Server>) -> Result<Vec<Step>, Box<dyn Error>> {
    const NAME: &str = "end to end";
    let script = root.join("e2e/run");
    if !script.is_file() {
        return Ok(vec![Step::not_taken(NAME, "there is no e2e/run")]);
    }
    let built = Step::command("build", &mut cargo(root, &["build", "-p", "belay-cli"]), Runner::None)?;
    if built.result == Ended::Badly {
        return Ok(vec![built, Step::not_taken(NAME, "the program was not built")]);
    }
    let mut command = Command::new(script);
    command.current_dir(root).env("BELAY_BIN", machine::target(root)?.join("debug/belay"));
    if let Some(server) = server {
        command.env("BELAY_TEST_POSTGRES_URL", &server.url);
    }
    Ok(vec![built, Step::command(NAME, &mut command, Runner::Script)?])
}

/// The closing lines. Says whether all went well.
fn close(steps: &[Step], postgres: &str) -> Result<bool, Box<dyn Error>> {
    let mut total = Tally::default();
    let mut out = stdout().lock();
    writeln!(out)?;
    for step in steps {
        total += step.tally;
        writeln!(out, "{}", step.line())?;
    }
    writeln!(out, "PostgreSQL: {postgres}")?;
    writeln!(out, "{total}")?;
    Ok(steps.iter().all(|step| step.result != Ended::Badly))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read_and_strange_ones_refused() {
        let read = |arguments: &[&str]| {
            Asked::read(&arguments.iter().map(|argument| (*argument).to_owned()).collect::<Vec<_>>())
        };
        let asked = read(&["--sqlite-only", "money"]).unwrap();
        assert!(asked.sqlite_only && asked.filter.as_deref() == Some("money"));
        assert!(read(&["--sqlight"]).is_err());
        assert!(read(&["a", "b"]).is_err());
    }
}
