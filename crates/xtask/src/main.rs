//! The project's own chores, run with `cargo xtask`.

mod bench;
mod eval;
mod figures;
mod fuzz;
mod machine;
mod test;
mod tidy;

use std::error::Error;
use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
The project's own chores.

  cargo xtask tidy                 fast checks: imports, sizes, names, pages, links
  cargo xtask test [FILTER]        everything: format, lints, tidy, tests on both databases, end to end
  cargo xtask fuzz TARGET|all      made-up inputs against what reads strangers' input
  cargo xtask bench WHAT           measure the built programs
  cargo xtask eval wod             readings of workout texts against what people expected
  cargo xtask help                 this text

`cargo xtask COMMAND --help` tells more, with an example.
";

const TIDY_HELP: &str = "\
Checks what the compiler does not see. A finding is one line: path:line: what it is and what to do.
Warnings do not fail.

Example: cargo xtask tidy
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // Where standard error is closed nobody is left to tell.
            let _ = writeln!(stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs a command. Says whether all went well.
fn run(arguments: &[String]) -> Result<bool, Box<dyn Error>> {
    let root = root();
    let (command, rest) =
        arguments.split_first().map_or(("help", &[][..]), |(first, rest)| (first.as_str(), rest));
    let asks_for_help = rest.iter().any(|argument| ["--help", "-h"].contains(&argument.as_str()));
    let text = match command {
        "tidy" if asks_for_help => TIDY_HELP,
        "test" if asks_for_help => test::HELP,
        "fuzz" if asks_for_help => fuzz::HELP,
        "bench" if asks_for_help => bench::HELP,
        "eval" if asks_for_help => eval::HELP,
        "tidy" => return tidy::run(&root),
        "test" => return test::run(&root, &test::Asked::read(rest)?),
        "fuzz" => return fuzz::run(&root, &fuzz::Asked::read(rest)?),
        "bench" => return bench::run(&root, &bench::Asked::read(rest)?),
        "eval" => return eval::run(&root, &eval::Asked::read(rest)?),
        "help" | "--help" | "-h" => HELP,
        _ => return Err(format!("there is no command `{command}`; cargo xtask help lists them").into()),
    };
    stdout().write_all(text.as_bytes())?;
    Ok(true)
}

/// The project's root, wherever the command was given.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).map(PathBuf::from).unwrap_or_default()
}
