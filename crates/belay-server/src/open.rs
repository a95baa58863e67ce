//! From settings to applications that are ready to be called.

use std::sync::Arc;

use belay_access::tenants;
use belay_core::app::{App, ConfigError};
use belay_core::clock::SystemClock;
use belay_core::ctx::Shared;
use belay_core::migration::Migrations;
use belay_core::{Actor, Clock, Error};
use belay_store::{Db, Options, StoreError};

use crate::config::{AppConfig, Config};
use crate::entropy::SystemEntropy;
use crate::served::{Faulty, Served};

/// What goes wrong before the first call.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// An application's own settings make no sense.
    #[error("a setting is wrong: {0}")]
    Setting(#[from] ConfigError),
    /// An application's declarations have faults.
    #[error(transparent)]
    Faulty(#[from] Faulty),
    /// The database could not be opened or brought up to date.
    #[error("the database could not be opened")]
    Store(#[from] StoreError),
    /// A file that a setting names could not be read.
    #[error("{key}: {path} could not be read")]
    File {
        /// The setting.
        key: String,
        /// The file.
        path: String,
        /// Why not.
        source: std::io::Error,
    },
}

/// Opens a database and brings every application's tables up to date, whichever of them is served.
///
/// # Errors
/// [`StoreError`] when it cannot be opened, or was written by a newer version.
pub async fn database(url: &str, apps: &[&App]) -> Result<Db, StoreError> {
    let db = Db::open(url, Options::default()).await?;
    let own = apps.iter().filter_map(|app| app.migrations);
    let histories: Vec<Migrations> = [belay_access::MIGRATIONS].into_iter().chain(own).collect();
    db.migrate(&histories, SystemClock.now()).await?;
    Ok(db)
}

/// What every application shares: the machine's clock and randomness.
#[must_use]
pub fn shared(app: &App) -> Shared {
    Shared { clock: Arc::new(SystemClock), entropy: Arc::new(SystemEntropy), slots: Arc::new(app.slots.clone()) }
}

/// Makes an application ready under the operator's settings.
///
/// # Errors
/// [`OpenError`] when its declarations have faults or its instructions cannot be read.
pub fn served(app: App, db: Option<Db>, shared: Shared, config: &AppConfig) -> Result<Served, OpenError> {
    let name = app.name;
    let mut served = Served::new(app, shared, db)?;
    served.rules = config.rules.clone();
    if let Some(bytes) = config.result_bytes {
        served.limits.result_bytes = bytes;
    }
    if let Some(path) = &config.instructions_file {
        served.instructions = std::fs::read_to_string(path).map_err(|source| OpenError::File {
            key: format!("{name}.instructions_file"),
            path: path.display().to_string(),
            source,
        })?;
    }
    Ok(served)
}

/// The operator of the machine, acting for an application's first tenant, which is made if there is none.
///
/// # Errors
/// A fault when the database fails.
pub async fn local_operator(served: &Served) -> Result<Actor, Error> {
    let Some(db) = &served.db else { return Ok(Actor::local(None)) };
    let mut tx = db.write().await?;
    let (now, entropy) = (served.shared.clock.now(), &*served.shared.entropy);
    let tenant = tenants::first(&mut tx, served.app.name, served.app.title, now, entropy).await?;
    tx.commit().await?;
    Ok(Actor::local(Some(tenant.into())))
}

/// The applications of a program under its settings, over one database.
///
/// # Errors
/// [`OpenError`] for the first thing that goes wrong.
pub async fn all(apps: Vec<App>, only: Option<&str>, config: &Config) -> Result<Vec<Arc<Served>>, OpenError> {
    let stored: Vec<&App> = apps.iter().filter(|app| app.migrations.is_some()).collect();
    let db = if stored.is_empty() { None } else { Some(database(&config.database, &stored).await?) };
    let wanted = apps.into_iter().filter(|app| only.is_none_or(|only| app.name == only));
    wanted
        .map(|app| {
            let db = db.clone().filter(|_| app.migrations.is_some());
            let (shared, settings) = (shared(&app), config.app(app.name));
            Ok(Arc::new(served(app, db, shared, &settings)?))
        })
        .collect()
}
