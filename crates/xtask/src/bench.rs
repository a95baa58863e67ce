//! `bench`: builds the programs as they are released, has them measured, and writes the figures down.

use std::error::Error;
use std::io::{BufRead, BufReader, Write, stdout};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{figures, machine};

pub(crate) const HELP: &str = "\
Measures the release build.

  call       calls over MCP and REST beside the same work on bare axum and bare rmcp; start and memory
  gates      what each check before a call costs; a part of `call`
  import     a bank's file of 100,000 and of 1,000,000 rows
  almanac    a meal, a day's sums and the whole context over MCP, on one to ten years of a journal
  wod        readings of all fixtures of workout texts, long texts, names

  --quick    5 rounds instead of 15; one import of 100,000 rows
  --record   write the figures into docs/benchmarks.md

Example: cargo xtask bench call --record
";

/// What to measure.
pub(crate) struct Asked {
    what: String,
    quick: bool,
    record: bool,
}

impl Asked {
    pub(crate) fn read(arguments: &[String]) -> Result<Self, Box<dyn Error>> {
        let mut asked = Self { what: String::new(), quick: false, record: false };
        for argument in arguments {
            match argument.as_str() {
                "--quick" => asked.quick = true,
                "--record" => asked.record = true,
                "call" | "gates" | "import" | "wod" | "almanac" if asked.what.is_empty() => {
                    asked.what.clone_from(argument);
                }
                other => return Err(format!("`{other}` is not understood; cargo xtask bench --help").into()),
            }
        }
        if asked.what.is_empty() {
            return Err("say what to measure: cargo xtask bench call, gates, import, wod or almanac".into());
        }
        Ok(asked)
    }
}

/// Measures.
pub(crate) fn run(root: &Path, asked: &Asked) -> Result<bool, Box<dyn Error>> {
    let built = Command::new("cargo")
        .args(["build", "--release", "-p", "belay-bench", "-p", "belay-cli"])
        .current_dir(root)
        .status()?;
    if !built.success() {
        return Ok(false);
    }
    let programs = machine::target(root)?.join("release");
    let mut command = Command::new(programs.join("belay-bench"));
    command.arg(&asked.what).arg("--belay").arg(programs.join("belay")).stdout(Stdio::piped());
    if asked.quick {
        command.arg("--quick");
    }
    let mut child = command.spawn()?;
    let mut table = String::new();
    for line in child.stdout.take().map(BufReader::new).into_iter().flat_map(BufRead::lines) {
        let line = line?;
        writeln!(stdout(), "{line}")?;
        table.push_str(&line);
        table.push('\n');
    }
    let succeeded = child.wait()?.success();
    if succeeded && asked.record {
        let section = format!("Measured {}.\n\n{table}", machine::facts());
        figures::write(root, |page| figures::with_section(page, title(&asked.what), &section))?;
    }
    Ok(succeeded)
}

fn title(what: &str) -> &'static str {
    match what {
        "call" => "The cost of a call",
        "gates" => "What stands before a call",
        "almanac" => "A journal of years",
        "wod" => "The reading of workout texts",
        _ => "The speed of an import",
    }
}
