//! The tree of commands. Every command's help ends with a line to try.

mod access;

use belay_core::App;
use belay_core::app::Tenancy;
use belay_core::operation::Confirm;
use clap::{Arg, ArgAction, Command};
use serde_json::Value;

use super::{Program, Tools};

/// The commands of the program; with `sole`, of the application by whose name it was called.
pub(super) fn tree(program: Program, (apps, tools): (&[App], Tools), sole: Option<&'static str>) -> Command {
    let name = sole.unwrap_or(program.name);
    let named = sole.is_none();
    let only = sole.and_then(|sole| apps.iter().find(|app| app.name == sole));
    let mut root = Command::new(name)
        .version(only.map_or(program.version, |app| app.version))
        .about(only.map_or(program.about, |app| app.about))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(serve(name, named))
        .subcommand(call(name, named, apps))
        .subcommand(key(name, named))
        .subcommand(access::user(name))
        .subcommand(access::token(name, named))
        .subcommand(access::client(name, named))
        .subcommand(access::org(name, named))
        .subcommand(access::doctor(name))
        .subcommand(audit(name, named))
        .subcommand(backup(name))
        .subcommand(secrets(name))
        .subcommand(docs());
    let all = tools;
    let tools = |app: &str, prefix: &str| super::tools::commands(all, app, prefix);
    match only {
        Some(app) => {
            root = root
                .subcommand(stdio(name))
                .subcommands(shaped(name, app))
                .subcommands(tools(app.name, name));
        }
        None => {
            for app in apps {
                let prefix = format!("{name} {}", app.name);
                let command = Command::new(app.name)
                    .about(app.about)
                    .subcommand_required(true)
                    .arg_required_else_help(true);
                let command = command.subcommand(stdio(&prefix)).subcommands(shaped(&prefix, app));
                root = root.subcommand(command.subcommands(tools(app.name, &prefix)));
            }
            // The field of an application that is not served.
            for field in super::tools::fields(all, apps) {
                let command = Command::new(field)
                    .about("Tools that read files")
                    .subcommand_required(true)
                    .arg_required_else_help(true);
                root = root.subcommand(command.subcommands(tools(field, &format!("{name} {field}"))));
            }
        }
    }
    root
}

pub(super) fn example(lines: &[String]) -> String {
    format!("Example:\n  {}", lines.join("\n  "))
}

fn value(name: &'static str, shown: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name.replace('_', "-")).value_name(shown).help(help)
}

fn app_argument(apps_named: bool) -> Option<Arg> {
    apps_named.then(|| Arg::new("app").value_name("APP").help("The application"))
}

/// The settings that every command takes.
fn common(command: Command) -> Command {
    command
        .arg(value("config", "FILE", "Read settings from this file instead of belay.toml"))
        .arg(value("database", "URL", "sqlite:PATH or postgres://…; by default a file in your data folder"))
        .arg(value("log", "LEVEL", "What is logged: error, warn, info, debug"))
        .arg(value("log_format", "FORMAT", "How it is logged: text or json"))
}

fn serve(name: &str, named: bool) -> Command {
    let command = Command::new("serve")
        .about("Serve over HTTP until interrupted")
        .args(
            app_argument(named).map(|app| app.help("Serve only this application, also at /mcp and /api/v1")),
        )
        .arg(value("listen", "ADDRESS", "Where to listen; 127.0.0.1:8080 unless set"))
        .arg(value("public_url", "URL", "The address that clients use, if another"))
        .arg(
            Arg::new("demo")
                .long("demo")
                .action(ArgAction::SetTrue)
                .help("Serve made-up data from a database of its own"),
        );
    common(command).after_help(example(&[format!("{name} serve --demo")]))
}

fn call(name: &str, named: bool, apps: &[App]) -> Command {
    let operation =
        apps.first().and_then(|app| app.operations.first()).map_or("list", |operation| operation.name);
    let app = apps.first().filter(|_| named).map(|app| format!("{} ", app.name)).unwrap_or_default();
    let command = Command::new("call")
        .about("Call an operation as the local operator and print its answer as JSON")
        .args(app_argument(named).map(|app| app.required(true)))
        .arg(Arg::new("operation").value_name("OPERATION").required(true).help("The operation's name"))
        .arg(Arg::new("fields").value_name("KEY=VALUE").num_args(0..).help("Input fields"))
        .arg(value("json", "JSON", "The input as one JSON object, under the fields"))
        .arg(value("token", "KEY", "Act with this key or token instead of as the operator"))
        .arg(value("user", "EMAIL", "Act as this person; needed where an application keeps people apart"))
        .arg(value("org", "ID", "Act in this organization of the person's"))
        .arg(value("url", "URL", "Call a running server at this address, with --token"))
        .arg(yes());
    common(command).after_help(example(&[format!("{name} call {app}{operation}")]))
}

fn key(name: &str, named: bool) -> Command {
    let app = || named.then(|| value("app", "APP", "The application").required(true));
    let flag = if named { " --app breadbox" } else { "" };
    let create = Command::new("create")
        .about("Make an API key and print it, this once")
        .args(app())
        .arg(value("name", "NAME", "A name to tell it from others"))
        .arg(
            Arg::new("read_only")
                .long("read-only")
                .action(ArgAction::SetTrue)
                .help("Let it read, not change"),
        );
    let list = Command::new("list").about("List API keys and when they were last used").args(app());
    let revoke = Command::new("revoke").about("End an API key at once").args(app()).arg(
        Arg::new("key")
            .value_name("KEY")
            .required(true)
            .help("Its identifier or its first characters, from the list"),
    );
    Command::new("key")
        .about("Make, list and revoke API keys")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            common(create)
                .after_help(example(&[format!("{name} key create{flag} --name \"Claude on my laptop\"")])),
        )
        .subcommand(common(list).after_help(example(&[format!("{name} key list{flag}")])))
        .subcommand(common(revoke).after_help(example(&[format!("{name} key revoke{flag} bb_k3x9q2ab")])))
}

fn audit(name: &str, named: bool) -> Command {
    let flag = if named { " --app breadbox" } else { "" };
    let export = Command::new("export")
        .about("Print the trail of changes, the oldest first")
        .args(named.then(|| value("app", "APP", "The application").required(true)))
        .arg(value("from", "TIME", "From this day (UTC) or instant on; from the beginning unless given"))
        .arg(value("to", "TIME", "To this day, or before this instant; to the end unless given"))
        .arg(
            value("format", "FORMAT", "json for a JSON object a line, or csv; json unless given")
                .value_parser(["json", "csv"]),
        )
        .arg(value("tenant", "ID", "Whose data; the first tenant's unless given"));
    Command::new("audit")
        .about("Look into the trail of changes")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            common(export)
                .after_help(example(&[format!("{name} audit export{flag} --from 2026-01-01 --format csv")])),
        )
}

fn backup(name: &str) -> Command {
    let command = Command::new("backup")
        .about("Copy the database as it stands, also while a server uses it, and print where the copy is")
        .arg(Arg::new("file").value_name("FILE").help(
            "Where to, a file that is not there yet or a folder; unless given, backup_folder, else this folder",
        ));
    common(command).after_help(example(&[format!("{name} backup /mnt/disk/belay-monday.sqlite")]))
}

fn secrets(name: &str) -> Command {
    let rotate = Command::new("rotate")
        .about("Make a new key for the secrets in the database and use it for all of them");
    Command::new("secrets")
        .about("Look after the keys of the secrets in the database")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(common(rotate).after_help(example(&[format!("{name} secrets rotate")])))
}

/// For those who change the program, not for those who use it.
fn docs() -> Command {
    Command::new("docs")
        .hide(true)
        .about("Write the reference pages")
        .arg(Arg::new("folder").value_name("FOLDER").help("Where to; docs unless given"))
        .arg(
            Arg::new("check").long("check").action(ArgAction::SetTrue).help("Only say which are out of date"),
        )
        .after_help(example(&["belay docs docs".to_owned()]))
}

fn stdio(prefix: &str) -> Command {
    let command =
        Command::new("mcp-stdio").about("Speak the Model Context Protocol on standard input and output");
    common(command).after_help(example(&[format!("{prefix} mcp-stdio")]))
}

/// The shaped commands of an application: a flag for every field of the operation's input.
fn shaped(prefix: &str, app: &App) -> Vec<Command> {
    let shapes = app.operations.iter().filter_map(|operation| Some((operation, operation.command?)));
    shapes
        .map(|(operation, shape)| {
            let mut command = Command::new(shape.word).about(operation.about);
            if let Some(file) = shape.file {
                command = command.arg(
                    Arg::new("FILE").value_name(file).required(true).help("The file; - reads standard input"),
                );
            }
            let portable = operation.input.portable.value();
            let properties = portable.get("properties").and_then(Value::as_object);
            for (name, schema) in properties.into_iter().flatten() {
                // On the command line these are said by a person, or with --yes.
                if operation.upload != Some(name) && !["confirm", "confirm_token"].contains(&name.as_str()) {
                    command = command.arg(flag(name, schema));
                }
            }
            if operation.saves.is_some() {
                let help =
                    "Write it there: a file, or a folder where there are several; printed unless given";
                command = command.arg(value(super::files::OUT, "PATH", help));
            }
            if app.tenancy != Tenancy::One && app.migrations.is_some() {
                command = command.arg(value("user", "EMAIL", "Act as this person")).arg(value(
                    "org",
                    "ID",
                    "Act in this organization of the person's",
                ));
            }
            if !matches!(operation.confirm, Confirm::No) {
                command = command.arg(yes());
            }
            common(command).after_help(example(&[format!("{prefix} {}", shape.example)]))
        })
        .collect()
}

/// Says yes beforehand, where nobody can be asked.
fn yes() -> Arg {
    Arg::new("yes")
        .long("yes")
        .action(ArgAction::SetTrue)
        .help("Confirm what has to be confirmed, without asking")
}

fn flag(name: &str, schema: &Value) -> Arg {
    let help = schema.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
    let arg = Arg::new(name.to_owned()).long(name.replace('_', "-")).help(help);
    if schema.get("type").and_then(Value::as_str) == Some("boolean") {
        return arg.action(ArgAction::SetTrue);
    }
    arg.value_name(name.to_uppercase())
}
