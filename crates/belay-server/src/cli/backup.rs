//! `backup`: a copy of the database, also while a server uses it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use belay_core::Clock;
use belay_core::clock::SystemClock;
use belay_store::{Db, Options};
use clap::ArgMatches;

use super::{CliError, Session, say};
use crate::backups::{BackupError, name};

pub(super) async fn run(session: Session, matches: &ArgMatches) -> Result<ExitCode, CliError> {
    let Session { config, .. } = session;
    // Opening would make an empty one.
    if let Some(path) = config.database.strip_prefix("sqlite:")
        && !Path::new(path.strip_prefix("//").unwrap_or(path)).is_file()
    {
        return Err(CliError::usage(format!("there is no database at {path}; name it with --database")));
    }
    // As it is: a copy of an older version stays one.
    let db = Db::open(&config.database, Options::default()).await?;
    let now = SystemClock.now();
    let made: Result<PathBuf, BackupError> = match (matches.get_one::<String>("file"), &config.backups) {
        (Some(file), _) => {
            let path = PathBuf::from(file);
            let path = if path.is_dir() { path.join(name(now)) } else { path };
            db.copy_to(&path).await.map_err(Into::into).map(|()| path)
        }
        (None, Some(backups)) => backups.take(&db, now).await,
        (None, None) => {
            let path = PathBuf::from(name(now));
            db.copy_to(&path).await.map_err(Into::into).map(|()| path)
        }
    };
    db.close().await;
    say(&made?.display().to_string())?;
    eprintln!("The keys of the secrets in it lie beside the database: keep a copy of them in another place.");
    Ok(ExitCode::SUCCESS)
}
