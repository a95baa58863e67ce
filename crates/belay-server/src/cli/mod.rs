//! The command line: one tree of commands, made from what the applications declare.

mod assent;
mod audit;
mod backup;
mod call;
mod clients;
mod demo;
mod docs;
mod doctor;
mod error;
mod files;
mod key;
mod org;
mod people;
mod remote;
mod secrets;
mod serve;
mod shaped;
mod stdio;
mod token;
mod tools;
mod tree;

use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use belay_core::app::{App, ConfigError, Setup};
use belay_core::tool::Tool;
use clap::ArgMatches;

pub(crate) use error::CliError;

use crate::config::{self, Config, ConfigErrors, Layers};
use crate::telemetry;

/// Builds an application from its settings.
pub type Build = fn(&Setup) -> Result<App, ConfigError>;

/// A program: a name, a version and its applications.
#[derive(Clone, Copy)]
pub struct Program {
    /// The name of the binary. Called by the name of an application, the binary is that application.
    pub name: &'static str,
    /// The version that `--version` prints.
    pub version: &'static str,
    /// One sentence on what it is.
    pub about: &'static str,
    /// The applications by name.
    pub apps: &'static [(&'static str, Build)],
}

/// Runs the program with the process's own arguments.
#[must_use]
pub fn run(program: Program) -> ExitCode {
    run_with_tools(program, &[])
}

/// Commands that need neither a server nor a database, by the name of the application whose field they are of.
pub type Tools = &'static [(&'static str, Tool)];

/// As [`run`], with commands that read files and print.
#[must_use]
pub fn run_with_tools(program: Program, tools: Tools) -> ExitCode {
    let arguments: Vec<OsString> = env::args_os().collect();
    match run_with(program, tools, arguments) {
        Ok(code) => code,
        Err(error) => error.report(),
    }
}

/// What every command needs: the settings and the applications, not yet opened.
pub(crate) struct Session {
    pub(crate) program: Program,
    pub(crate) tools: Tools,
    pub(crate) config: Config,
    pub(crate) apps: Vec<App>,
}

fn run_with(program: Program, tools: Tools, arguments: Vec<OsString>) -> Result<ExitCode, CliError> {
    let called = arguments.first().and_then(|name| Path::new(name).file_stem()?.to_str().map(str::to_owned));
    let sole = program.apps.iter().map(|(name, _)| *name).find(|name| called.as_deref() == Some(name));
    let shapes =
        build(program, &Config::new(&Layers::default(), &names(program)).map_err(CliError::Config)?)?;
    let matches = match tree::tree(program, (&shapes, tools), sole).try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) => {
            let code = u8::try_from(error.exit_code()).unwrap_or(2);
            return error.print().map(|()| ExitCode::from(code)).map_err(CliError::Output);
        }
    };
    if let Some(outcome) = tools::run(tools, &matches, sole) {
        return outcome;
    }
    let config = settings(program, &matches)?;
    telemetry::start_logs(&config.log, config.log_format);
    telemetry::log_panics();
    let apps = build(program, &config)?;
    let session = Session { program, tools, config, apps };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(CliError::Output)?;
    let outcome = runtime.block_on(dispatch(session, &matches, sole));
    // A read of standard input cannot be cancelled; the process does not wait for it.
    runtime.shutdown_background();
    telemetry::finish();
    outcome
}

async fn dispatch(
    session: Session,
    matches: &ArgMatches,
    sole: Option<&'static str>,
) -> Result<ExitCode, CliError> {
    let app_of =
        |matches: &ArgMatches| sole.map(str::to_owned).or_else(|| matches.try_get_one("app").ok()?.cloned());
    match matches.subcommand() {
        Some(("serve", matches)) => serve::run(session, app_of(matches).as_deref(), matches).await,
        Some(("call", matches)) => call::run(session, &app_of(matches).unwrap_or_default(), matches).await,
        Some(("key", matches)) => key::run(session, sole, matches).await,
        Some(("user", matches)) => people::run(session, matches).await,
        Some((noun @ ("token" | "client"), matches)) => token::run(session, sole, (noun, matches)).await,
        Some(("org", matches)) => org::run(session, sole, matches).await,
        Some(("doctor", matches)) => doctor::run(session, matches).await,
        Some(("audit", matches)) => audit::run(session, sole, matches).await,
        Some(("backup", matches)) => backup::run(session, matches).await,
        Some(("secrets", matches)) => secrets::run(session, matches).await,
        Some(("docs", matches)) => docs::run(&session, matches),
        Some(("mcp-stdio", matches)) => stdio::run(session, &app_of(matches).unwrap_or_default()).await,
        Some((word, matches)) => match (sole, matches.subcommand()) {
            (Some(app), _) => shaped::run(session, app, word, matches).await,
            (None, Some(("mcp-stdio", _))) => stdio::run(session, word).await,
            (None, Some((shaped, matches))) => shaped::run(session, word, shaped, matches).await,
            (None, None) => Err(CliError::usage(format!("`{word}` needs a command; try `{word} --help`"))),
        },
        None => Err(CliError::usage("a command is needed; try --help".to_owned())),
    }
}

fn names(program: Program) -> Vec<&'static str> {
    program.apps.iter().map(|(name, _)| *name).collect()
}

fn build(program: Program, config: &Config) -> Result<Vec<App>, CliError> {
    let build = |(name, build): &(&'static str, Build)| Ok(build(&config.app(name).setup)?);
    program.apps.iter().map(build).collect()
}

/// The settings of the file, the environment and the flags.
fn settings(program: Program, matches: &ArgMatches) -> Result<Config, CliError> {
    let mut layers = Layers::default();
    let deepest =
        std::iter::successors(Some(matches), |matches| matches.subcommand().map(|(_, inner)| inner)).last();
    let deepest = deepest.unwrap_or(matches);
    let named = deepest.try_get_one::<String>("config").ok().flatten().map(Into::into);
    if let Some(path) = named.or_else(|| config::config_file(chain_of(matches).any(|name| name == "serve"))) {
        let text = std::fs::read_to_string(&path).map_err(|source| {
            let problem = format!("{}: could not be read: {source}", path.display());
            CliError::Config(ConfigErrors { problems: vec![problem] })
        })?;
        layers.file(&path, &text).map_err(CliError::Config)?;
    }
    let names = names(program);
    let text =
        |(name, value): (OsString, OsString)| Some((name.into_string().ok()?, value.into_string().ok()?));
    layers.environment(env::vars_os().filter_map(text), &names);
    // A command tells its own outcome; a server's log is all that tells of its calls.
    let serves = ["serve", "mcp-stdio"].iter().any(|word| chain_of(matches).any(|name| name == *word));
    if !serves {
        layers.fallback("log", "error");
    }
    for key in ["listen", "public_url", "database", "log", "log_format"] {
        if let Some(value) = deepest.try_get_one::<String>(key).ok().flatten() {
            layers.flag(key, value);
        }
    }
    Config::new(&layers, &names).map_err(CliError::Config)
}

/// The words of the command, outermost first.
fn chain_of(matches: &ArgMatches) -> impl Iterator<Item = &str> {
    std::iter::successors(matches.subcommand(), |(_, inner)| inner.subcommand()).map(|(name, _)| name)
}

/// Writes a line to standard output.
pub(crate) fn say(line: &str) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).map_err(CliError::Output)
}
