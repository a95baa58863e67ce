//! `belay-fuzz`: run with `cargo xtask fuzz`.

mod arguments;

use std::collections::VecDeque;
use std::error::Error;
use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{Write, stderr, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use arguments::{Asked, HELP};
use belay_fuzz::overseer::{Report, oversee};
use belay_fuzz::worker::{Task, on_the_servers_stack, work};
use belay_fuzz::{Failure, Target, fuzz, targets};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(code) => code,
        Err(error) => {
            // Where standard error is closed nobody is left to tell.
            let _ = writeln!(stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if words.is_empty() || words.iter().any(|word| ["--help", "-h", "help"].contains(word)) {
        stdout().write_all(HELP.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    if words == ["list"] {
        for target in targets::ALL {
            writeln!(stdout(), "{:<14} {}", target.name(), target.about())?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let asked = Asked::read(&words)?;
    let chosen = chosen(&asked.target)?;
    let seed = asked.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    let task = Task { seed, time: asked.time, keep: asked.keep, limit: asked.limit };
    match (chosen.as_slice(), &asked.input, &asked.work) {
        ([target], Some(input), _) => try_one(*target, input, task.limit),
        ([target], _, Some(trace)) => Ok(code(work(*target, &task, trace)?.err())),
        _ => all(&chosen, &task, asked.jobs),
    }
}

fn chosen(name: &str) -> Result<Vec<&'static dyn Target>, String> {
    let chosen: Vec<_> =
        targets::ALL.iter().copied().filter(|target| name == "all" || target.name() == name).collect();
    if chosen.is_empty() {
        return Err(format!("there is no target `{name}`; belay-fuzz list tells them"));
    }
    Ok(chosen)
}

/// Runs the input of one file.
fn try_one(target: &dyn Target, path: &Path, limit: Duration) -> Result<ExitCode, Box<dyn Error>> {
    let input = fs::read(path)?;
    let ended = on_the_servers_stack(|| Ok(fuzz::run(target, &input, limit)))?;
    match ended {
        Ok(signature) => writeln!(stdout(), "{}: all is well, signature {signature:016x}", target.name())?,
        Err(failure) => writeln!(stdout(), "{}: {failure}", target.name())?,
    }
    Ok(code(ended.err()))
}

fn code(failure: Option<Failure>) -> ExitCode {
    failure.map_or(ExitCode::SUCCESS, |failure| ExitCode::from(failure.code()))
}

/// Fuzzes targets, several at a time. The last line counts those that held.
fn all(chosen: &[&'static dyn Target], task: &Task, jobs: usize) -> Result<ExitCode, Box<dyn Error>> {
    // Progress and the like; where nobody reads it, nothing is lost.
    let _ = writeln!(stderr(), "seed {}", task.seed);
    let waiting: Mutex<VecDeque<_>> = Mutex::new(chosen.iter().map(|target| target.name()).collect());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let one_after_another = || -> Result<Vec<Report>, String> {
        let mut reports = Vec::new();
        while let Some(name) = next() {
            let report = oversee(name, task).map_err(|error| format!("{name}: {error}"))?;
            writeln!(stdout(), "{report}").map_err(|error| error.to_string())?;
            reports.push(report);
        }
        Ok(reports)
    };
    let ended = thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(one_after_another)).collect();
        threads.into_iter().map(|thread| thread.join().map_err(|_| "a thread panicked")).collect::<Vec<_>>()
    });
    let mut reports = Vec::new();
    for ended in ended {
        reports.extend(ended??);
    }
    let failed = reports.iter().filter(|report| report.crash.is_some()).count();
    writeln!(stdout(), "{} passed, {failed} failed", reports.len() - failed)?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
