//! `call`: any operation, from the command line, through the same path as every other door.

use std::process::ExitCode;
use std::sync::Arc;

use belay_core::app::Tenancy;
use belay_core::ctx::Progress;
use belay_core::request::{Door, Request};
use belay_core::schema::Mode;
use belay_core::upload::Upload;
use belay_core::{Actor, Error, Kind, Operation};
use clap::ArgMatches;
use serde_json::{Map, Value};

use super::assent::{self, Assent};
use super::{CliError, Session, remote, say};
use crate::call::{self, Call, Outcome};
use crate::open;
use crate::served::Served;

pub(super) async fn run(session: Session, app: &str, matches: &ArgMatches) -> Result<ExitCode, CliError> {
    let operation = matches.get_one::<String>("operation").cloned().unwrap_or_default();
    let assent = Assent::of(matches);
    let input =
        Input { operation: &operation, fields: fields(matches)?, upload: None, progress: None, assent };
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    if let Some(url) = text("url") {
        say(&remote::call((url, app), text("token"), input).await?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let acting = Acting::of(matches);
    let (_, text) = local(session, app, acting, input).await?;
    say(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// A call from the command line.
pub(super) struct Input<'a> {
    pub(super) operation: &'a str,
    pub(super) fields: Value,
    pub(super) upload: Option<Upload>,
    pub(super) progress: Option<Arc<dyn Progress>>,
    pub(super) assent: Assent,
}

/// As whom a call from the command line is made.
#[derive(Clone, Copy, Default)]
pub(super) struct Acting<'a> {
    pub(super) token: Option<&'a str>,
    pub(super) user: Option<&'a str>,
    pub(super) org: Option<&'a str>,
}

impl<'a> Acting<'a> {
    /// As the flags of a command say.
    pub(super) fn of(matches: &'a ArgMatches) -> Self {
        let text = |name: &str| matches.try_get_one::<String>(name).ok().flatten().map(String::as_str);
        Self { token: text("token"), user: text("user"), org: text("org") }
    }
}

/// Opens the database, makes one call and closes it again.
pub(super) async fn local(
    session: Session,
    app: &str,
    acting: Acting<'_>,
    input: Input<'_>,
) -> Result<(Value, String), CliError> {
    let known: Vec<&str> = session.apps.iter().map(|app| app.name).collect();
    if !known.contains(&app) {
        return Err(CliError::usage(format!(
            "there is no application `{app}`; there is {}",
            known.join(", ")
        )));
    }
    let opened = open::all(session.apps, Some(app), &session.config).await?;
    let Some(served) = opened.first() else { return Err(CliError::usage(format!("`{app}` is not served"))) };
    let actor = actor(served, acting).await?;
    let may = |operation: &&Operation| call::permits(served, operation, &actor, Door::Command);
    let known: Vec<&str> = served.app.operations.iter().filter(may).map(|operation| operation.name).collect();
    let (name, outcome) = (input.operation.to_owned(), confirmed(served, &actor, input).await);
    open::close(&opened).await;
    match outcome? {
        Outcome::Done { value, text, replay } => {
            if let Some(hint) = replay.and_then(|replay| replay.hint) {
                eprintln!("{hint}");
            }
            Ok((value, text))
        }
        Outcome::Refused(error) | Outcome::Fault(error) => Err(error.into()),
        Outcome::Asks(ask) => Err(Error::ask(ask).into()),
        Outcome::Unknown => {
            let message = format!("there is no operation `{name}`; there are {}", known.join(", "));
            Err(Error::new(Kind::NotFound, "unknown_operation", message).into())
        }
    }
}

/// Makes a call, and once more with its confirmation where it wants one and somebody gives it.
async fn confirmed(served: &Arc<Served>, actor: &Actor, mut input: Input<'_>) -> Result<Outcome, CliError> {
    let known = served.entry(input.operation).map(|entry| &entry.operation);
    if let Some(operation) = known.filter(|one| call::permits(served, one, actor, Door::Command))
        && operation.confirms_literally()
        && let Some(fields) = input.fields.as_object_mut()
        && !fields.contains_key("confirm")
    {
        input.assent.to(&format!("{}: {}", operation.title, operation.about))?;
        fields.insert("confirm".to_owned(), true.into());
    }
    let outcome = call::call(served, made(actor, &input)).await;
    let Outcome::Refused(error) = &outcome else { return Ok(outcome) };
    let Some((preview, token)) = assent::awaited(error) else { return Ok(outcome) };
    input.assent.to(&preview)?;
    let mut again = made(actor, &input);
    again.token = Some(token);
    Ok(call::call(served, again).await)
}

fn made(actor: &Actor, input: &Input<'_>) -> Call {
    let request = Request::new(Door::Command, crate::gate::request_id());
    let mut call = Call::new(input.operation.to_owned(), actor.clone(), request);
    call.input = input.fields.clone();
    call.mode = Mode::Text;
    call.upload.clone_from(&input.upload);
    call.progress.clone_from(&input.progress);
    call
}

async fn actor(served: &Served, acting: Acting<'_>) -> Result<Actor, CliError> {
    match (acting.token, acting.user) {
        (Some(token), _) => Ok(open::holder(served, (token, acting.org)).await?),
        (None, Some(email)) => Ok(open::local_person(served, (email, acting.org)).await?),
        (None, None) if served.db.is_some() && served.app.tenancy != Tenancy::One => Err(CliError::usage(
            format!("{} keeps people apart: say as whom with --user EMAIL", served.app.title),
        )),
        (None, None) => Ok(open::local_operator(served).await?),
    }
}

/// The input: a JSON object, then `key=value` pairs over it.
fn fields(matches: &ArgMatches) -> Result<Value, CliError> {
    let mut fields = match matches.get_one::<String>("json").map(|text| serde_json::from_str::<Value>(text)) {
        None => Map::new(),
        Some(Ok(Value::Object(fields))) => fields,
        Some(_) => return Err(CliError::usage("--json expects one JSON object".to_owned())),
    };
    for pair in matches.get_many::<String>("fields").into_iter().flatten() {
        let Some((name, value)) = pair.split_once('=') else {
            return Err(CliError::usage(format!("expected KEY=VALUE, received `{pair}`")));
        };
        fields.insert(name.to_owned(), value.into());
    }
    Ok(Value::Object(fields))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use belay_core::app::{App, ConfigError, Setup};
    use belay_core::{Ctx, Error, Operation};

    use super::super::{CliError, Program, run_with};

    static RUNS: AtomicUsize = AtomicUsize::new(0);

    async fn erase(_: Ctx, (): ()) -> Result<String, Error> {
        RUNS.fetch_add(1, Ordering::SeqCst);
        Ok("erased".to_owned())
    }

    async fn preview(_: Ctx, (): ()) -> Result<String, Error> {
        Ok("This erases everything.".to_owned())
    }

    fn app(_: &Setup) -> Result<App, ConfigError> {
        let erasing = |name| Operation::destructive(name, erase).title("Erase").about("Erases everything.");
        let operations = vec![
            erasing("asks").confirm_ask(preview),
            erasing("says").confirm_literal(),
            erasing("hides").confirm_hidden(),
        ];
        Ok(App::new("eraser", "1.0.0", operations))
    }

    fn call(words: &[&str]) -> Result<(), CliError> {
        let program = Program { name: "p", version: "1", about: "A", apps: &[("eraser", app)] };
        // Not the data of whoever runs the tests, which other programs may be writing.
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite:{}", folder.path().join("own.sqlite").display());
        let words = [&["p", "call", "eraser"], words, &["--database", &database]].concat();
        run_with(program, &[], words.into_iter().map(OsString::from).collect()).map(drop)
    }

    #[test]
    fn p20_without_a_terminal_a_command_is_confirmed_with_yes_or_does_not_run() {
        for operation in ["asks", "says", "hides"] {
            let runs = RUNS.load(Ordering::SeqCst);
            let error = match call(&[operation]) {
                Err(CliError::Refused(error)) => error,
                other => panic!("{operation}: not refused: {other:?}"),
            };
            assert_eq!(error.code(), "confirmation_required", "{operation}");
            assert!(error.message().contains("--yes"), "{operation}: {}", error.message());
            assert_eq!(RUNS.load(Ordering::SeqCst), runs, "{operation}");
            call(&[operation, "--yes"]).unwrap();
            assert_eq!(RUNS.load(Ordering::SeqCst), runs + 1, "{operation}");
        }
        assert!(call(&["says", "confirm=false"]).is_err());
        assert!(call(&["asks", "confirm_token=ct_1"]).is_err());
    }
}
