//! Shaped commands: flags for an operation's fields, a file for its upload, a bar for its progress.

use std::io::{IsTerminal, Read};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use belay_core::ctx::Progress;
use belay_core::upload::{Content, Upload};
use clap::ArgMatches;
use clap::parser::ValueSource;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value};

use super::assent::Assent;
use super::call::{self, Input};
use super::files::{self, Disk};
use super::{CliError, Session, say};

pub(super) async fn run(
    session: Session,
    app: &str,
    word: &str,
    matches: &ArgMatches,
) -> Result<ExitCode, CliError> {
    let declared = session.apps.iter().find(|candidate| candidate.name == app);
    let operation = declared.and_then(|app| {
        app.operations.iter().find(|one| one.command.is_some_and(|shape| shape.word == word))
    });
    let Some(operation) = operation else {
        return Err(CliError::usage(format!("there is no command `{word}`")));
    };
    let (name, takes_file) = (operation.name, operation.command.is_some_and(|shape| shape.file.is_some()));
    let fields = fields(&operation.input.portable.value(), matches);
    let upload = if takes_file { Some(file(matches, operation.streams)?) } else { None };
    let out = matches.try_get_one::<String>(files::OUT).ok().flatten().map(Path::new);
    let saves = operation.saves.zip(out);
    let bar = std::io::stderr().is_terminal().then(|| Arc::new(Bar::new()));
    let progress = bar.clone().map(|bar| bar as Arc<dyn Progress>);
    let input = Input {
        operation: name,
        fields: Value::Object(fields),
        upload,
        progress,
        assent: Assent::of(matches),
    };
    let value = call::local(session, app, call::Acting::of(matches), input).await;
    if let Some(bar) = bar {
        bar.0.finish_and_clear();
    }
    let (value, _) = value?;
    match saves {
        Some((saves, path)) => say(&files::save(&value, saves, path)?)?,
        None => say(&serde_json::to_string_pretty(&value).unwrap_or_default())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The fields that were given on the command line.
fn fields(schema: &Value, matches: &ArgMatches) -> Map<String, Value> {
    let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let given = properties.filter(|(name, _)| {
        let source =
            matches.ids().any(|id| id.as_str() == *name).then(|| matches.value_source(name)).flatten();
        source == Some(ValueSource::CommandLine)
    });
    given
        .map(|(name, _)| {
            let text = matches.try_get_one::<String>(name).ok().flatten().cloned();
            (name.clone(), text.map_or(Value::Bool(true), Value::String))
        })
        .collect()
}

/// The file that is named, read into memory unless the operation reads it as it comes.
fn file(matches: &ArgMatches, streams: bool) -> Result<Upload, CliError> {
    let path = matches.get_one::<String>("FILE").cloned().unwrap_or_default();
    let failed = |source| CliError::File { path: path.clone(), source };
    let name = Path::new(&path).file_name().and_then(|name| name.to_str()).map(Arc::from);
    if path == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map_err(failed)?;
        return Ok(Upload::new(name, bytes));
    }
    if streams {
        return Ok(Upload { name, content: Content::Source(Arc::new(Disk::new(&path).map_err(failed)?)) });
    }
    Ok(Upload::new(name, std::fs::read(&path).map_err(failed)?))
}

/// A bar on the terminal.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Self {
        let bar = ProgressBar::no_length();
        if let Ok(style) = ProgressStyle::with_template("{msg} [{bar:32}] {human_pos}/{human_len} {eta}") {
            bar.set_style(style);
        }
        Self(bar)
    }
}

impl Progress for Bar {
    fn report(&self, done: u64, total: Option<u64>, message: &str) {
        if let Some(total) = total {
            self.0.set_length(total);
        }
        self.0.set_message(message.to_owned());
        self.0.set_position(done);
    }
}
