//! From settings to applications that are ready to be called.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use belay_access::identity::{Asking, Identity, Shown};
use belay_access::people::{self, PersonRefusal};
use belay_access::seal::Seal;
use belay_access::tenants;
use belay_access::vault::{Vault, VaultError};
use belay_core::app::{App, ConfigError, Tenancy};
use belay_core::clock::SystemClock;
use belay_core::ctx::{Shared, Slots};
use belay_core::migration::Migrations;
use belay_core::{Actor, Clock, Error};
use belay_store::{Db, Options, StoreError};
use tokio::runtime::{Handle, RuntimeFlavor};

use crate::call;
use crate::config::{AppConfig, Config, data_folder};
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
    /// An application could not bring its data to what it expects.
    #[error("the application's data could not be prepared")]
    Prepare(#[from] Error),
    /// The keys of the secrets in the database cannot be read.
    #[error(transparent)]
    Vault(#[from] VaultError),
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

/// What all calls of an application share: the machine's clock and randomness, its values and its database.
#[must_use]
pub fn shared(app: &App, db: Option<&Db>) -> Shared {
    let mut shared = Shared::new(Arc::new(SystemClock), Arc::new(SystemEntropy), slots(app, db));
    shared.long_work = in_place;
    shared
}

/// Runs work on this thread after its other calls were handed to another, where the runtime has another.
fn in_place(work: &mut dyn FnMut()) {
    match Handle::try_current().map(|handle| handle.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(work),
        _ => work(),
    }
}

/// An application's own values, with its database among them.
#[must_use]
pub fn slots(app: &App, db: Option<&Db>) -> Arc<Slots> {
    let mut slots = app.slots.clone();
    if let Some(db) = db {
        slots.insert(db.clone());
    }
    Arc::new(slots)
}

/// Makes an application ready under the operator's settings.
///
/// # Errors
/// [`OpenError`] when its declarations have faults or its instructions cannot be read.
pub fn served(mut app: App, db: Option<Db>, shared: Shared, config: &AppConfig) -> Result<Served, OpenError> {
    let name = app.name;
    if let Some(unknown) = config.rules.disabled.iter().find(|name| app.operation(name).is_none()) {
        let problem = format!("there is no operation `{unknown}` to disable");
        return Err(ConfigError { key: format!("{name}.disabled_operations"), problem }.into());
    }
    if let Some(sessions) = config.sessions {
        app.protocol.sessions = sessions;
    }
    if let Some(revisions) = &config.revisions {
        app.protocol.revisions.clone_from(revisions);
    }
    let mut served = Served::new(app, shared, db)?;
    served.rules = config.rules.clone();
    if let Some(bytes) = config.result_bytes {
        served.limits.result_bytes = bytes;
    }
    if let Some(rate) = config.rate {
        served.set_rate(rate);
    }
    if let Some(days) = config.audit_days {
        served.gates.audit_days = days;
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

/// The operator of the machine, acting for the tenant of an application with one, which is made if there is none.
///
/// # Errors
/// A fault when the database fails.
pub async fn local_operator(served: &Served) -> Result<Actor, Error> {
    let Some(db) = served.db.as_ref().filter(|_| served.app.tenancy == Tenancy::One) else {
        return Ok(Actor::local(None));
    };
    let mut tx = db.write().await?;
    let (now, entropy) = (served.shared.clock.now(), &*served.shared.entropy);
    let tenant = tenants::first(&mut tx, served.app.name, served.app.title, now, entropy).await?;
    tx.commit().await?;
    Ok(Actor::local(Some(tenant.into())))
}

/// Whoever holds a key or a token, in a tenant of theirs.
///
/// # Errors
/// What [`belay_access::identity::Identity::authenticate`] says.
pub async fn holder(served: &Served, (secret, tenant): (&str, Option<&str>)) -> Result<Actor, Error> {
    let Some(db) = &served.db else { return Ok(Actor::local(None)) };
    let (now, entropy) = (served.shared.clock.now(), &*served.shared.entropy);
    let asking = Asking { db, app: &served.app, tenant, now, entropy };
    let identity = Identity::default();
    Ok(identity.authenticate(asking, Shown::Secret(secret)).await?.actor)
}

/// A person, as the operator of the machine lets them act, in a tenant of theirs.
///
/// # Errors
/// [`PersonRefusal::Unknown`] where there is no such person, and what [`tenants::seat`] says.
pub async fn local_person(served: &Served, (email, tenant): (&str, Option<&str>)) -> Result<Actor, Error> {
    let Some(db) = &served.db else { return Ok(Actor::local(None)) };
    let (now, entropy) = (served.shared.clock.now(), &*served.shared.entropy);
    let person = people::by_email(db, email).await?.filter(|person| person.disabled_at.is_none());
    let person = person.ok_or(PersonRefusal::Unknown)?;
    let seat = tenants::seat(db, &served.app, (&person.id, tenant), now, entropy).await?;
    Ok(Actor {
        person: Some(person.id.into()),
        access: seat.role.access,
        role: Some(seat.role),
        admin: person.admin,
        ..Actor::local(Some(seat.tenant))
    })
}

/// The keys of the secrets in the database: from the settings, else from a file beside a SQLite database or in the user's
/// data folder.
///
/// # Errors
/// [`VaultError`] when they cannot be read.
pub fn vault(config: &Config) -> Result<Vault, VaultError> {
    if let Some(keys) = &config.secret_keys {
        return Vault::text(keys);
    }
    if let Some(path) = &config.secret_keys_file {
        return Vault::file(path);
    }
    match config.database.strip_prefix("sqlite:") {
        // What is gone with the process needs no key that outlives it.
        Some(path) if path.contains(":memory:") => Ok(Vault::fresh(&SystemEntropy)),
        Some(path) => Vault::file(Path::new(&format!("{path}.keys"))),
        None => Vault::file(&data_folder().join("secret.keys")),
    }
}

/// The applications of a program under its settings, over one database.
///
/// # Errors
/// [`OpenError`] for the first thing that goes wrong.
pub async fn all(apps: Vec<App>, only: Option<&str>, config: &Config) -> Result<Vec<Arc<Served>>, OpenError> {
    let stored: Vec<&App> = apps.iter().filter(|app| app.migrations.is_some()).collect();
    let db = if stored.is_empty() { None } else { Some(database(&config.database, &stored).await?) };
    let vault = Arc::new(vault(config)?);
    let mut opened = Vec::new();
    for app in apps.into_iter().filter(|app| only.is_none_or(|only| app.name == only)) {
        let db = db.clone().filter(|_| app.migrations.is_some());
        let (shared, settings) = (shared(&app, db.as_ref()), config.app(app.name));
        let ready = Arc::new(served(app, db, shared, &settings)?);
        ready.keep_secrets_with(Arc::clone(&vault));
        prepare(&ready).await?;
        opened.push(ready);
    }
    Ok(opened)
}

/// Gives an application's first tenant what every tenant begins with.
///
/// # Errors
/// What the application answers.
pub async fn prepare(served: &Served) -> Result<(), Error> {
    if let Some(db) = &served.db {
        let (now, entropy) = (served.shared.clock.now(), &*served.shared.entropy);
        let vault = served.vault().map(|vault| &**vault);
        served.seal_with(Seal::load(db, vault, entropy, now).await?);
    }
    let Some(task) = &served.app.prepare else { return Ok(()) };
    call::within(served, task, local_operator(served).await?).await
}

/// How long the database may take to finish what it is doing.
const CLOSING: Duration = Duration::from_secs(5);

/// Ends what [`all`] opened: writes out what waits, then closes the database, which leaves one whole file.
pub async fn close(opened: &[Arc<Served>]) {
    for served in opened {
        served.flush().await;
    }
    // All applications share one database.
    if let Some(db) = opened.iter().find_map(|served| served.db.clone()) {
        // A call that does not end must not keep the program: what it did not commit is rolled back.
        if tokio::time::timeout(CLOSING, db.close()).await.is_err() {
            tracing::warn!("the database was still in use when the program ended");
        }
    }
}
