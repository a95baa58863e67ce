//! The commands of people, tokens, programs, organizations, and of looking a server over.

use clap::{Arg, ArgAction, Command};

use super::{common, example, value};

fn app(named: bool) -> Option<Arg> {
    named.then(|| value("app", "APP", "The application").required(true))
}

fn positional(name: &'static str, shown: &'static str, help: &'static str) -> Arg {
    Arg::new(name).value_name(shown).required(true).help(help)
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name.replace('_', "-")).action(ArgAction::SetTrue).help(help)
}

/// A command with its example.
fn leaf(command: Command, line: &str) -> Command {
    common(command).after_help(example(&[line.to_owned()]))
}

fn group(name: &'static str, about: &'static str, commands: Vec<Command>) -> Command {
    Command::new(name)
        .about(about)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(commands)
}

pub(super) fn user(name: &str) -> Command {
    let email = || positional("email", "EMAIL", "The person's e-mail address");
    let one = |word: &'static str, about: &'static str| {
        leaf(Command::new(word).about(about).arg(email()), &format!("{name} user {word} anna@example.org"))
    };
    let create = Command::new("create")
        .about("Add a person and print their identifier")
        .arg(email())
        .arg(value("name", "NAME", "What they are called"))
        .arg(flag("password", "Read a password from standard input"))
        .arg(flag("admin", "Let them see and manage what belongs to the whole server"));
    group(
        "user",
        "Add, list and end people",
        vec![
            leaf(create, &format!("{name} user create anna@example.org --password")),
            leaf(Command::new("list").about("List people"), &format!("{name} user list")),
            one(
                "password",
                "Give a person another password, read from standard input; their browsers are signed out",
            ),
            one("disable", "Keep a person out; their tokens, sessions and assistants end at once"),
            one("enable", "Let a person in again"),
            one("sign-out", "End a person's tokens, sessions and assistants at once"),
            leaf(
                Command::new("setup-link")
                    .about("Print the path of a new set-up link, while there is nobody"),
                &format!("{name} user setup-link"),
            ),
        ],
    )
}

pub(super) fn token(name: &str, named: bool) -> Command {
    let which = if named { " --app breadbox" } else { "" };
    let create = Command::new("create")
        .about("Make a personal access token and print it, this once")
        .args(app(named))
        .arg(value("user", "EMAIL", "Whose it is").required(true))
        .arg(value("name", "NAME", "A name to tell it from others"))
        .arg(value("days", "DAYS", "It ends after so many days; without, never"))
        .arg(value("scopes", "SCOPES", "Limit it to these, with commas between, such as read"))
        .arg(flag("read_only", "Let it read, not change"));
    let revoke = Command::new("revoke").about("End a token at once").args(app(named)).arg(positional(
        "token",
        "TOKEN",
        "Its identifier or its first characters, from the list",
    ));
    group(
        "token",
        "Make, list and revoke personal access tokens",
        vec![
            leaf(create, &format!("{name} token create{which} --user anna@example.org --name laptop")),
            leaf(
                Command::new("list").about("List tokens").args(app(named)),
                &format!("{name} token list{which}"),
            ),
            leaf(revoke, &format!("{name} token revoke{which} bb_k3x9q2ab")),
        ],
    )
}

pub(super) fn client(name: &str, named: bool) -> Command {
    let which = if named { " --app breadbox" } else { "" };
    let create = Command::new("create")
        .about("Make a program that acts by itself with client credentials, and print them, this once")
        .args(app(named))
        .arg(value("name", "NAME", "A name to tell it from others"))
        .arg(value("scopes", "SCOPES", "What it may be issued, with commas between; read unless given"))
        .arg(value("org", "ID", "The organization it acts for, where there are several"));
    let remove = Command::new("remove")
        .about("End a program and everything it was issued")
        .args(app(named))
        .arg(positional("client", "CLIENT", "Its identifier"));
    group(
        "client",
        "Make, list and remove programs that act by themselves",
        vec![
            leaf(create, &format!("{name} client create{which} --name nightly-report")),
            leaf(
                Command::new("list").about("List programs").args(app(named)),
                &format!("{name} client list{which}"),
            ),
            leaf(remove, &format!("{name} client remove{which} cli_01jd")),
        ],
    )
}

pub(super) fn org(name: &str, named: bool) -> Command {
    let which = if named { " --app breadbox" } else { "" };
    let org = || value("org", "ID", "The organization; without, the only one there is");
    let user = || value("user", "EMAIL", "The person").required(true);
    let create = Command::new("create")
        .about("Make an organization and print its identifier")
        .args(app(named))
        .arg(positional("name", "NAME", "What people call it"));
    let add = Command::new("add")
        .about("Add a person to an organization, or give a member another role")
        .args(app(named))
        .args([org(), user(), value("role", "ROLE", "What they are there")]);
    let remove = Command::new("remove").about("Take a person out").args(app(named)).args([org(), user()]);
    group(
        "org",
        "Make organizations and say who belongs to them",
        vec![
            leaf(create, &format!("{name} org create{which} \"Anvil Gym\"")),
            leaf(
                Command::new("list").about("List organizations").args(app(named)),
                &format!("{name} org list{which}"),
            ),
            leaf(
                Command::new("members").about("List who belongs to one").args(app(named)).arg(org()),
                &format!("{name} org members{which}"),
            ),
            leaf(add, &format!("{name} org add{which} --user anna@example.org --role owner")),
            leaf(remove, &format!("{name} org remove{which} --user anna@example.org")),
        ],
    )
}

pub(super) fn doctor(name: &str) -> Command {
    let command = Command::new("doctor")
        .about("Look over settings, database and surroundings, and say what to do about what is found")
        .arg(value("public_url", "URL", "The address that clients use, if another"))
        .arg(flag("json", "Print the findings as JSON"));
    leaf(command, &format!("{name} doctor"))
}
