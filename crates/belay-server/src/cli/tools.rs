//! Commands that read files and print: nothing is opened for them.

use std::io::{IsTerminal, Read};
use std::path::Path;
use std::process::ExitCode;

use belay_core::App;
use belay_core::tool::{Given, Tool};
use clap::{Arg, ArgAction, ArgMatches, Command};

use super::tree::example;
use super::{CliError, Tools, say};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 16 * 1024 * 1024;

/// The names under which there are tools, but no application that is served.
pub(super) fn fields(tools: Tools, apps: &[App]) -> Vec<&'static str> {
    let mut fields: Vec<&str> = tools.iter().map(|(field, _)| *field).collect();
    fields.retain(|field| !apps.iter().any(|app| app.name == *field));
    fields.dedup();
    fields
}

/// The commands of an application's tools.
pub(super) fn commands(tools: Tools, app: &str, prefix: &str) -> Vec<Command> {
    let own = tools.iter().filter(|(field, _)| *field == app);
    own.map(|(_, tool)| command(tool, prefix)).collect()
}

fn command(tool: &Tool, prefix: &str) -> Command {
    let file = Arg::new("FILE")
        .value_name(tool.file)
        .required(true)
        .help("The file, or a folder; - reads standard input");
    let flags = tool.flags.iter().map(|flag| {
        let arg = Arg::new(flag.name).long(flag.name).help(flag.about);
        if flag.values.is_empty() {
            arg.action(ArgAction::SetTrue)
        } else {
            arg.value_parser(flag.values.to_vec())
        }
    });
    let line = format!("{prefix} {}", tool.example);
    Command::new(tool.word).about(tool.about).arg(file).args(flags).after_help(example(&[line]))
}

/// Runs a tool, where that is what was asked for.
pub(super) fn run(
    tools: Tools,
    matches: &ArgMatches,
    sole: Option<&str>,
) -> Option<Result<ExitCode, CliError>> {
    let (field, word, matches) = match (sole, matches.subcommand()?) {
        (Some(sole), (word, matches)) => (sole, word, matches),
        (None, (field, matches)) => {
            let (word, matches) = matches.subcommand()?;
            (field, word, matches)
        }
    };
    let (_, tool) = tools.iter().find(|(known, tool)| *known == field && tool.word == word)?;
    Some(told(tool, matches))
}

fn told(tool: &Tool, matches: &ArgMatches) -> Result<ExitCode, CliError> {
    let path = matches.get_one::<String>("FILE").map(String::as_str).unwrap_or_default();
    let mut given = Given { is_terminal: std::io::stdout().is_terminal(), ..Given::default() };
    (given.texts, given.is_folder) = texts(path)?;
    for flag in tool.flags {
        if flag.values.is_empty() {
            given.flags.extend(matches.get_flag(flag.name).then(|| (flag.name, String::new())));
        } else {
            given.flags.extend(matches.get_one::<String>(flag.name).map(|value| (flag.name, value.clone())));
        }
    }
    let printed = (tool.run)(&given).map_err(CliError::usage)?;
    say(printed.trim_end_matches('\n'))?;
    Ok(ExitCode::SUCCESS)
}

/// The texts at a path, and whether it is a folder.
fn texts(path: &str) -> Result<(Vec<(String, String)>, bool), CliError> {
    let failed = |source| CliError::File { path: path.to_owned(), source };
    if path == "-" {
        let mut text = String::new();
        std::io::stdin().lock().take(LARGEST).read_to_string(&mut text).map_err(failed)?;
        return Ok((vec![("standard input".to_owned(), text)], false));
    }
    if !Path::new(path).is_dir() {
        return Ok((vec![(path.to_owned(), read(Path::new(path)).map_err(failed)?)], false));
    }
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(path).map_err(failed)? {
        let entry = entry.map_err(failed)?.path();
        if entry.is_file() {
            texts.push((entry.display().to_string(), read(&entry).map_err(failed)?));
        }
    }
    texts.sort();
    Ok((texts, true))
}

/// A file as text; what is no text is shown as such rather than refused.
fn read(path: &Path) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
