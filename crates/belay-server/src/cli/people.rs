//! `user`: the people who may sign in.

use std::io::{BufRead, IsTerminal};
use std::process::ExitCode;

use belay_access::people::{self, NewPerson, Person, PersonRefusal};
use belay_access::{identity, passwords, setup, tenants};
use belay_core::Error;
use belay_core::app::Tenancy;
use belay_store::Db;
use clap::ArgMatches;

use super::{CliError, Session, say};
use crate::entropy::SystemEntropy;
use crate::open;
use crate::served::Served;

pub(super) async fn run(session: Session, matches: &ArgMatches) -> Result<ExitCode, CliError> {
    let Some((verb, matches)) = matches.subcommand() else {
        return Err(CliError::usage("try `user --help`".to_owned()));
    };
    let opened = open::all(session.apps, None, &session.config).await?;
    let locked: Vec<&Served> =
        opened.iter().map(AsRef::as_ref).filter(|served: &&Served| served.is_locked()).collect();
    let outcome = match locked.first().and_then(|served| served.db.as_ref()) {
        Some(db) => with(db, &locked, verb, matches).await,
        None => Err(CliError::usage("there is no application with people".to_owned())),
    };
    open::close(&opened).await;
    outcome.map(|()| ExitCode::SUCCESS)
}

async fn with(db: &Db, locked: &[&Served], verb: &str, matches: &ArgMatches) -> Result<(), CliError> {
    match verb {
        "create" => create(db, locked, matches).await,
        "list" => list(db).await,
        "setup-link" => link(db, locked).await,
        _ => change(db, locked, verb, matches).await,
    }
}

/// A password from standard input, so that it stands neither in the shell's history nor in the list of processes.
fn password() -> Result<String, CliError> {
    if std::io::stdin().is_terminal() {
        eprintln!("Type the password (12 characters or more) and press Enter. It is shown as you type.");
    }
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).map_err(CliError::Output)?;
    Ok(passwords::hash(line.trim_end_matches(['\n', '\r']), &SystemEntropy)?)
}

async fn create(db: &Db, locked: &[&Served], matches: &ArgMatches) -> Result<(), CliError> {
    let email = matches.get_one::<String>("email").map(String::as_str).unwrap_or_default();
    let digest = if matches.get_flag("password") { Some(password()?) } else { None };
    let now = now(locked);
    let new = NewPerson {
        email: Some(email),
        name: matches.get_one::<String>("name").map(String::as_str).unwrap_or_default(),
        admin: matches.get_flag("admin"),
        password: digest.as_deref(),
        subject: None,
    };
    let first = !people::is_anybody(db).await?;
    let mut tx = db.write().await?;
    let person = people::create(&mut tx, new, now, &SystemEntropy).await?;
    for served in locked.iter().filter(|served| served.app.tenancy == Tenancy::One) {
        if first || new.admin {
            identity::own(&mut tx, &served.app, &person, now, &SystemEntropy).await?;
        } else {
            tenants::enter(&mut tx, &served.app, &person, now, &SystemEntropy).await?;
        }
    }
    tx.commit().await?;
    say(&person)?;
    if new.password.is_none() {
        eprintln!(
            "{email} has no password: they sign in through another provider, or use a token (`token create`)."
        );
    }
    Ok(())
}

async fn list(db: &Db) -> Result<(), CliError> {
    let all = people::list(db).await?;
    if all.is_empty() {
        eprintln!("There is nobody yet; `user create` or the set-up link makes the first.");
        return Ok(());
    }
    say(&format!("{:<25} {:<32} {:<7} {:<22} STATE", "ID", "E-MAIL", "ADMIN", "SINCE"))?;
    for person in all {
        let state = person.disabled_at.map_or_else(|| "active".to_owned(), |at| format!("disabled {at:.0}"));
        let (email, admin) = (person.email.unwrap_or_default(), if person.admin { "yes" } else { "no" });
        say(&format!("{:<25} {email:<32} {admin:<7} {:<22.0} {state}", person.id, person.created_at))?;
    }
    Ok(())
}

async fn link(db: &Db, locked: &[&Served]) -> Result<(), CliError> {
    match setup::offer(db, now(locked), &SystemEntropy).await? {
        Some(secret) => say(&format!("/setup?key={secret}")),
        None => {
            Err(CliError::usage("the server is set up already; `user list` shows who there is".to_owned()))
        }
    }
}

async fn change(db: &Db, locked: &[&Served], verb: &str, matches: &ArgMatches) -> Result<(), CliError> {
    let email = matches.get_one::<String>("email").map(String::as_str).unwrap_or_default();
    let Person { id, .. } = named(db, email).await?;
    let digest = if verb == "password" { Some(password()?) } else { None };
    let mut tx = db.write().await?;
    match (verb, digest) {
        ("disable", _) => {
            people::disable(&mut tx, &id, now(locked)).await?;
        }
        ("enable", _) => {
            people::enable(&mut tx, &id).await?;
        }
        (_, Some(digest)) => people::set_password(&mut tx, &id, &digest).await?,
        (_, None) => people::end_all(&mut tx, &id, now(locked)).await?,
    }
    tx.commit().await?;
    say("done")
}

/// The person of an address.
pub(super) async fn named(db: &Db, email: &str) -> Result<Person, Error> {
    people::by_email(db, email).await?.ok_or_else(|| PersonRefusal::Unknown.into())
}

fn now(locked: &[&Served]) -> jiff::Timestamp {
    locked.first().map_or(jiff::Timestamp::UNIX_EPOCH, |served| served.shared.clock.now())
}
