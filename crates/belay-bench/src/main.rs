//! Measures Belay beside the same work on bare axum and bare rmcp. Run with `cargo xtask bench`.

mod almanac;
mod calls;
mod gates;
mod journal;
mod load;
mod program;
mod servers;
mod sql;
mod statistics;
mod wod;
mod work;

use std::error::Error;
use std::io::{Write, stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "belay-bench call|gates|import|wod|almanac --belay PROGRAM [--quick]\nbelay-bench serve axum|rmcp|belay DATABASE\nbelay-bench drive VARIANT no-op|read|write CONNECTIONS SECONDS\n";

/// What to measure.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// The built program.
    pub(crate) belay: PathBuf,
    pub(crate) quick: bool,
}

impl Asked {
    fn read(arguments: &[&str]) -> Result<Self, Box<dyn Error>> {
        let mut asked = Self::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match *argument {
                "--quick" => asked.quick = true,
                "--belay" => asked.belay = rest.next().ok_or("--belay needs a program")?.into(),
                other => return Err(format!("`{other}` is not understood\n{HELP}").into()),
            }
        }
        Ok(asked)
    }

    fn rounds(&self) -> usize {
        if self.quick { 5 } else { 15 }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&format!("error: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> Result<(), Box<dyn Error>> {
    match arguments {
        ["serve", name, database] => tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?
            .block_on(servers::run(name, database)),
        // One thread makes the load, so that the server has the other cores.
        ["call", rest @ ..] => light()?.block_on(async {
            let asked = Asked::read(rest)?;
            calls::run(&asked).await?;
            say("")?;
            gates::run(&asked).await?;
            program::start(&asked).await
        }),
        ["gates", rest @ ..] => light()?.block_on(gates::run(&Asked::read(rest)?)),
        ["drive", variant, kind, connections, seconds] => {
            light()?.block_on(calls::drive_one([variant, kind, connections, seconds]))
        }
        ["wod", rest @ ..] => wod::run(&Asked::read(rest)?),
        ["almanac", rest @ ..] => light()?.block_on(almanac::run(&Asked::read(rest)?)),
        ["import", rest @ ..] => light()?.block_on(program::import(&Asked::read(rest)?)),
        _ => say(HELP),
    }
}

fn light() -> Result<tokio::runtime::Runtime, Box<dyn Error>> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}

/// A line of the result.
fn say(line: &str) -> Result<(), Box<dyn Error>> {
    writeln!(stdout(), "{line}")?;
    Ok(stdout().flush()?)
}

/// A line about how it is going.
fn tell(line: &str) {
    // Progress that nobody sees is no failure.
    let _ = writeln!(stderr(), "{line}");
}
