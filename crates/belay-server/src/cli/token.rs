//! `token`: personal access tokens. `client`: programs that act for a tenant by themselves.

use std::process::ExitCode;

use belay_access::keys::{self, NewKey, Owner};
use belay_access::oauth::{self, NewProgram};
use belay_access::tenants;
use belay_core::Access;
use belay_core::app::Tenancy;
use clap::ArgMatches;
use jiff::SignedDuration;

use super::{CliError, Session, people, say};
use crate::open;
use crate::served::Served;

pub(super) async fn run(
    session: Session,
    sole: Option<&str>,
    (noun, matches): (&str, &ArgMatches),
) -> Result<ExitCode, CliError> {
    let Some((verb, matches)) = matches.subcommand() else {
        return Err(CliError::usage(format!("try `{noun} --help`")));
    };
    let named = matches.try_get_one::<String>("app").ok().flatten().map(String::as_str);
    let app = sole.or(named).unwrap_or_default().to_owned();
    let opened = open::all(session.apps, Some(&app), &session.config).await?;
    let Some(served) = opened.first().filter(|served| served.db.is_some()) else {
        return Err(CliError::usage(format!("there is no application `{app}` with people")));
    };
    let outcome = match (noun, verb) {
        ("token", "create") => create(served, matches).await,
        ("token", "list") => list(served).await,
        ("token", _) => revoke(served, matches).await,
        (_, "create") => create_program(served, matches).await,
        (_, "list") => list_programs(served).await,
        _ => remove_program(served, matches).await,
    };
    open::close(&opened).await;
    outcome.map(|()| ExitCode::SUCCESS)
}

fn text<'a>(matches: &'a ArgMatches, name: &str) -> &'a str {
    matches.try_get_one::<String>(name).ok().flatten().map(String::as_str).unwrap_or_default()
}

/// The scopes that are asked for, where the application has them all.
fn scopes<'a>(served: &Served, matches: &'a ArgMatches) -> Result<Vec<&'a str>, CliError> {
    let asked: Vec<&str> =
        text(matches, "scopes").split(',').map(str::trim).filter(|scope| !scope.is_empty()).collect();
    let known = served.app.scopes();
    match asked.iter().find(|scope| !known.contains(scope)) {
        Some(unknown) => {
            Err(CliError::usage(format!("there is no scope `{unknown}`; there are {}", known.join(", "))))
        }
        None => Ok(asked),
    }
}

async fn create(served: &Served, matches: &ArgMatches) -> Result<(), CliError> {
    let Some(db) = &served.db else { return Ok(()) };
    let person = people::named(db, text(matches, "user")).await?;
    let access = if matches.get_flag("read_only") { Access::Read } else { Access::Full };
    let now = served.shared.clock.now();
    let days = match text(matches, "days") {
        "" => None,
        days => Some(
            days.parse::<i64>().map_err(|_| CliError::usage("--days expects a whole number".to_owned()))?,
        ),
    };
    let scopes = scopes(served, matches)?;
    let name = Some(text(matches, "name")).filter(|name| !name.is_empty()).unwrap_or("unnamed");
    let new = NewKey {
        scopes: Some(scopes.as_slice()).filter(|scopes| !scopes.is_empty()),
        expires_at: days
            .and_then(|days| now.checked_add(SignedDuration::from_hours(days.clamp(1, 36_500) * 24)).ok()),
        ..NewKey::new(&served.app, Owner::Person(&person.id), name, access)
    };
    let mut tx = db.write().await?;
    let (_, secret) = keys::create(&mut tx, new, now, &*served.shared.entropy).await?;
    tx.commit().await?;
    say(&secret)?;
    eprintln!("This token acts as {} in {}. It is shown this once.", text(matches, "user"), served.app.title);
    Ok(())
}

async fn list(served: &Served) -> Result<(), CliError> {
    let Some(db) = &served.db else { return Ok(()) };
    let all: Vec<_> =
        keys::list(db, served.app.name).await?.into_iter().filter(|key| key.person.is_some()).collect();
    if all.is_empty() {
        eprintln!("There are no tokens yet; `token create` makes one.");
        return Ok(());
    }
    say(&format!("{:<25} {:<25} {:<13} {:<12} {:<22} NAME", "ID", "PERSON", "BEGINS", "ACCESS", "STATE"))?;
    for key in all {
        let state = key.revoked_at.map_or_else(|| "active".to_owned(), |at| format!("revoked {at:.0}"));
        let (person, access) = (key.person.unwrap_or_default(), key.access.name());
        say(&format!(
            "{:<25} {person:<25} {:<13} {access:<12} {state:<22} {}",
            key.id, key.prefix, key.name
        ))?;
    }
    Ok(())
}

async fn revoke(served: &Served, matches: &ArgMatches) -> Result<(), CliError> {
    let Some(db) = &served.db else { return Ok(()) };
    let mut tx = db.write().await?;
    let ended =
        keys::revoke(&mut tx, served.app.name, text(matches, "token"), served.shared.clock.now()).await?;
    tx.commit().await?;
    if !ended {
        let problem = "no active token has that identifier or beginning; `token list` shows them";
        return Err(CliError::usage(problem.to_owned()));
    }
    say("revoked")
}

async fn create_program(served: &Served, matches: &ArgMatches) -> Result<(), CliError> {
    let Some(db) = &served.db else { return Ok(()) };
    let org = text(matches, "org");
    let (now, entropy) = (served.shared.clock.now(), &*served.shared.entropy);
    let mut tx = db.write().await?;
    let tenant = match served.app.tenancy {
        Tenancy::One => tenants::first(&mut tx, served.app.name, served.app.title, now, entropy).await?,
        _ if tenants::list(db, served.app.name).await?.iter().any(|tenant| tenant.id == org) => {
            org.to_owned()
        }
        _ => return Err(CliError::usage("name the organization it acts for with --org".to_owned())),
    };
    let scopes = scopes(served, matches)?;
    let scopes = if scopes.is_empty() { vec!["read"] } else { scopes };
    let name = Some(text(matches, "name")).filter(|name| !name.is_empty()).unwrap_or("unnamed");
    let new = NewProgram { app: served.app.name, tenant: &tenant, name, scopes: &scopes };
    let (id, secret) = oauth::create_program(&mut tx, new, now, entropy).await?;
    tx.commit().await?;
    say(&format!("client_id: {id}\nclient_secret: {secret}"))?;
    eprintln!("It gets tokens with the grant client_credentials. The secret is shown this once.");
    Ok(())
}

async fn list_programs(served: &Served) -> Result<(), CliError> {
    let Some(db) = &served.db else { return Ok(()) };
    say(&format!("{:<25} {:<24} NAME", "ID", "SCOPES"))?;
    for (id, name, scopes) in oauth::list_programs(db, served.app.name).await? {
        say(&format!("{id:<25} {scopes:<24} {name}"))?;
    }
    Ok(())
}

async fn remove_program(served: &Served, matches: &ArgMatches) -> Result<(), CliError> {
    let Some(db) = &served.db else { return Ok(()) };
    let mut tx = db.write().await?;
    let removed = oauth::remove_program(&mut tx, served.app.name, text(matches, "client")).await?;
    tx.commit().await?;
    if removed {
        say("removed")
    } else {
        Err(CliError::usage("there is no such program; `client list` shows them".to_owned()))
    }
}
