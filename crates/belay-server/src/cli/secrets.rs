//! `secrets`: the keys of the secrets in the database.

use std::process::ExitCode;

use belay_access::seal::{self, Seal};
use belay_access::vault::{self, Column, Columns};
use belay_core::{App, Clock, clock::SystemClock};
use clap::ArgMatches;

use super::{CliError, Session, say};
use crate::entropy::SystemEntropy;
use crate::open::{self, OpenError};

pub(super) async fn run(session: Session, matches: &ArgMatches) -> Result<ExitCode, CliError> {
    let Some(("rotate", _)) = matches.subcommand() else {
        return Err(CliError::usage("try `secrets --help`".to_owned()));
    };
    let Session { config, apps, .. } = session;
    let stored: Vec<&App> = apps.iter().filter(|app| app.migrations.is_some()).collect();
    let keys = open::vault(&config).map_err(OpenError::from)?;
    let db = open::database(&config.database, &stored).await?;
    let (entropy, now) = (&SystemEntropy, SystemClock.now());
    let own = stored.iter().filter_map(|app| app.slots.get::<Columns>()).flat_map(|columns| &columns.0);
    let columns: Vec<Column> = [seal::COLUMN].into_iter().chain(own.copied()).collect();
    let seal = Seal::load(&db, Some(&keys), entropy, now).await?;
    let rows = vault::rotate(&db, &keys, &columns, entropy).await?;
    // What was sealed for clients with the older key still opens; other servers find the new one when they meet it.
    seal.add(&db, Some(&keys), entropy, now).await?;
    db.close().await;
    say(&format!("{rows} secrets are sealed with the newest key"))?;
    eprintln!(
        "Servers need no restart. Older keys stay, for backups: remove them from the file when no backup needs them."
    );
    Ok(ExitCode::SUCCESS)
}
