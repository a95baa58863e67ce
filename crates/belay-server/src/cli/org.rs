//! `org`: organizations and who belongs to them. For an application with one tenant it is that one.

use std::process::ExitCode;

use belay_access::tenants::{self, TenantRefusal};
use belay_core::Error;
use belay_core::app::Tenancy;
use belay_store::Db;
use clap::ArgMatches;

use super::{CliError, Session, people, say};
use crate::open;
use crate::served::Served;

pub(super) async fn run(
    session: Session,
    sole: Option<&str>,
    matches: &ArgMatches,
) -> Result<ExitCode, CliError> {
    let Some((verb, matches)) = matches.subcommand() else {
        return Err(CliError::usage("try `org --help`".to_owned()));
    };
    let named = matches.try_get_one::<String>("app").ok().flatten().map(String::as_str);
    let app = sole.or(named).unwrap_or_default().to_owned();
    let opened = open::all(session.apps, Some(&app), &session.config).await?;
    let Some(served) = opened.first().filter(|served| served.db.is_some()) else {
        return Err(CliError::usage(format!("there is no application `{app}` with people")));
    };
    let outcome = with(served, verb, matches).await;
    open::close(&opened).await;
    outcome.map(|()| ExitCode::SUCCESS)
}

fn text<'a>(matches: &'a ArgMatches, name: &str) -> &'a str {
    matches.try_get_one::<String>(name).ok().flatten().map(String::as_str).unwrap_or_default()
}

async fn with(served: &Served, verb: &str, matches: &ArgMatches) -> Result<(), CliError> {
    let Some(db) = &served.db else { return Ok(()) };
    match verb {
        "create" => create(served, db, matches).await,
        "list" => list(served, db).await,
        "members" => {
            let tenant = tenant(served, db, matches).await?;
            say(&format!("{:<25} {:<32} {:<12} NAME", "ID", "E-MAIL", "ROLE"))?;
            for one in tenants::members(db, &tenant).await? {
                let email = one.email.unwrap_or_default();
                say(&format!("{:<25} {email:<32} {:<12} {}", one.person, one.role, one.name))?;
            }
            Ok(())
        }
        "add" => {
            let tenant = tenant(served, db, matches).await?;
            let person = people::named(db, text(matches, "user")).await?;
            let role = Some(text(matches, "role")).filter(|role| !role.is_empty());
            let role = role.or_else(|| served.app.roles.get(1).map(|role| role.name)).unwrap_or("member");
            let mut tx = db.write().await?;
            tenants::join(&mut tx, &served.app, (&tenant, &person.id), role, served.shared.clock.now())
                .await?;
            tx.commit().await?;
            say(role)
        }
        _ => {
            let tenant = tenant(served, db, matches).await?;
            let person = people::named(db, text(matches, "user")).await?;
            let mut tx = db.write().await?;
            let left = tenants::leave(&mut tx, (&tenant, &person.id), served.shared.clock.now()).await?;
            tx.commit().await?;
            if left { say("removed") } else { Err(CliError::usage("they did not belong to it".to_owned())) }
        }
    }
}

async fn create(served: &Served, db: &Db, matches: &ArgMatches) -> Result<(), CliError> {
    if !matches!(served.app.tenancy, Tenancy::Organizations { .. }) {
        return Err(CliError::usage(format!("{} keeps no organizations apart", served.app.title)));
    }
    let mut tx = db.write().await?;
    let (now, entropy) = (served.shared.clock.now(), &*served.shared.entropy);
    let id = tenants::create(&mut tx, (served.app.name, text(matches, "name")), now, entropy).await?;
    tx.commit().await?;
    say(&id)
}

async fn list(served: &Served, db: &Db) -> Result<(), CliError> {
    say(&format!("{:<25} NAME", "ID"))?;
    for tenant in tenants::list(db, served.app.name).await? {
        say(&format!("{:<25} {}", tenant.id, tenant.name))?;
    }
    Ok(())
}

/// The tenant that is meant: the named one, or the only one there is.
async fn tenant(served: &Served, db: &Db, matches: &ArgMatches) -> Result<String, CliError> {
    let (named, all) = (text(matches, "org"), tenants::list(db, served.app.name).await?);
    let found = match all.as_slice() {
        [only] if named.is_empty() => Some(only),
        all => all.iter().find(|tenant| tenant.id == named),
    };
    Ok(found.map(|tenant| tenant.id.clone()).ok_or_else(|| Error::from(TenantRefusal::Unknown))?)
}
