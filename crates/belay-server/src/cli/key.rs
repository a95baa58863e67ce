//! `key`: the life of API keys.

use std::process::ExitCode;

use belay_access::keys::{self, NewKey, Owner};
use belay_core::Access;
use clap::ArgMatches;

use super::{CliError, Session, say};
use crate::open;
use crate::served::Served;

pub(super) async fn run(
    session: Session,
    sole: Option<&str>,
    matches: &ArgMatches,
) -> Result<ExitCode, CliError> {
    let Some((verb, matches)) = matches.subcommand() else {
        return Err(CliError::usage("try `key --help`".to_owned()));
    };
    let named = matches.try_get_one::<String>("app").ok().flatten().map(String::as_str);
    let app = sole.or(named).unwrap_or_default().to_owned();
    let opened = open::all(session.apps, Some(&app), &session.config).await?;
    let Some(served) = opened.first().filter(|served| served.db.is_some()) else {
        return Err(CliError::usage(format!("there is no application `{app}` with keys")));
    };
    let outcome = match verb {
        "create" => create(served, matches).await,
        "list" => list(served).await,
        _ => revoke(served, matches).await,
    };
    open::close(&opened).await;
    outcome
}

async fn create(served: &Served, matches: &ArgMatches) -> Result<ExitCode, CliError> {
    let access = if matches.get_flag("read_only") { Access::Read } else { Access::Full };
    let name = matches.get_one::<String>("name").map_or("unnamed", String::as_str);
    let secret = new_key(served, name, access).await?;
    say(&secret)?;
    eprintln!(
        "This key opens {} ({}). It is shown this once and cannot be read again.",
        served.app.title,
        access.name()
    );
    Ok(ExitCode::SUCCESS)
}

/// Makes a key for an application's first tenant.
pub(super) async fn new_key(served: &Served, name: &str, access: Access) -> Result<String, CliError> {
    let operator = open::local_operator(served).await?;
    let Some(db) = &served.db else { return Err(CliError::usage("the application has no keys".to_owned())) };
    let Some(tenant) = operator.tenant.as_deref() else {
        let problem = format!(
            "{} keeps people apart and has no keys without a person; `token create` makes a token",
            served.app.title
        );
        return Err(CliError::usage(problem));
    };
    let new = NewKey::new(&served.app, Owner::Tenant(tenant), name, access);
    let mut tx = db.write().await?;
    let (_, secret) = keys::create(&mut tx, new, served.shared.clock.now(), &*served.shared.entropy).await?;
    tx.commit().await?;
    Ok(secret)
}

async fn list(served: &Served) -> Result<ExitCode, CliError> {
    let Some(db) = &served.db else { return Ok(ExitCode::SUCCESS) };
    let all = keys::list(db, served.app.name).await?;
    if all.is_empty() {
        eprintln!("There are no keys yet; `key create` makes one.");
        return Ok(ExitCode::SUCCESS);
    }
    say(&format!("{:<25} {:<13} {:<12} {:<22} {:<22} NAME", "ID", "BEGINS", "ACCESS", "LAST USED", "STATE"))?;
    for key in all {
        let used = key.last_used_at.map_or_else(|| "never".to_owned(), |at| format!("{at:.0}"));
        let state = key.revoked_at.map_or_else(|| "active".to_owned(), |at| format!("revoked {at:.0}"));
        say(&format!(
            "{:<25} {:<13} {:<12} {used:<22} {state:<22} {}",
            key.id,
            key.prefix,
            key.access.name(),
            key.name
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

async fn revoke(served: &Served, matches: &ArgMatches) -> Result<ExitCode, CliError> {
    let Some(db) = &served.db else { return Ok(ExitCode::SUCCESS) };
    let key = matches.get_one::<String>("key").map(String::as_str).unwrap_or_default();
    let mut tx = db.write().await?;
    let ended = keys::revoke(&mut tx, served.app.name, key, served.shared.clock.now()).await?;
    tx.commit().await?;
    if !ended {
        return Err(CliError::usage(
            "no active key has that identifier or beginning; `key list` shows them".to_owned(),
        ));
    }
    say("revoked")?;
    Ok(ExitCode::SUCCESS)
}
