//! `bench`: builds the programs as they are released, has them measured, and writes the figures down.

use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader, Write, stdout};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::machine;

pub(crate) const HELP: &str = "\
Measures the release build.

  call       calls over MCP and REST beside the same work on bare axum and bare rmcp; start and memory
  import     a bank's file of 100,000 and of 1,000,000 rows

  --quick    5 rounds instead of 15; one import of 100,000 rows
  --record   write the figures into docs/benchmarks.md

Example: cargo xtask bench call --record
";

const PAGE: &str = "docs/benchmarks.md";

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
                "call" | "import" if asked.what.is_empty() => asked.what.clone_from(argument),
                other => return Err(format!("`{other}` is not understood; cargo xtask bench --help").into()),
            }
        }
        if asked.what.is_empty() {
            return Err("say what to measure: cargo xtask bench call, or import".into());
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
        let path = root.join(PAGE);
        let page = fs::read_to_string(&path).unwrap_or_else(|_| "# Benchmarks\n".to_owned());
        fs::create_dir_all(root.join("docs"))?;
        fs::write(
            &path,
            with_section(&page, title(&asked.what), &format!("Measured {}.\n\n{table}", machine::facts())),
        )?;
        writeln!(stdout(), "written to {PAGE}")?;
    }
    Ok(succeeded)
}

fn title(what: &str) -> &'static str {
    if what == "call" { "The cost of a call" } else { "The speed of an import" }
}

/// The page with one section put in place of the section of the same title, or at its end.
fn with_section(page: &str, title: &str, body: &str) -> String {
    let heading = format!("## {title}");
    let mut kept = String::new();
    let mut inside = false;
    let mut written = false;
    let section = format!("{heading}\n\n{}\n", body.trim_end());
    for line in page.lines() {
        let begins = line.starts_with("## ");
        if inside && begins {
            kept.push('\n');
        }
        inside = line == heading || (inside && !begins);
        if line == heading {
            kept.push_str(&section);
            written = true;
        } else if !inside {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    if written { kept } else { format!("{}\n\n{section}", kept.trim_end()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_added_once_and_replaced_afterwards() {
        let first = with_section("# Benchmarks\n\nWords.\n", "A", "one\n");
        assert_eq!(first, "# Benchmarks\n\nWords.\n\n## A\n\none\n");
        let second = with_section(&with_section(&first, "B", "two"), "A", "three");
        assert_eq!(second, "# Benchmarks\n\nWords.\n\n## A\n\nthree\n\n## B\n\ntwo\n");
    }
}
