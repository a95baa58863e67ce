//! An application under test.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use belay_access::keys::{self, NewKey, Owner};
use belay_access::secret::Secret;
use belay_access::tenants;
use belay_access::vault::Vault;
use belay_core::app::Tenancy;
use belay_core::ctx::Shared;
use belay_core::entropy::Seeded;
use belay_core::operation::Rate;
use belay_core::{Access, Actor, App, Clock};
use belay_server::config::AppConfig;
use belay_server::serve::{Doors, Front, router};
use belay_server::{Served, open};
use belay_store::Db;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::client::Client;
use crate::clock::FakeClock;
use crate::database::Database;
use crate::message::LEGACY;
use crate::stdio::Stdio;

/// How many applications this process has started.
static STARTED: AtomicU64 = AtomicU64::new(0);

/// An application that is served in this process, with four callers: its owner, a reader of the same data, a
/// stranger from another tenant, and nobody.
pub struct TestApp {
    /// The application.
    pub served: Arc<Served>,
    /// Its clock.
    pub clock: FakeClock,
    /// All its doors over HTTP.
    pub router: Doors,
    /// Stops it.
    pub stop: CancellationToken,
    owner: Option<String>,
    reader: Option<String>,
    stranger: Option<String>,
    database: Option<Database>,
}

impl TestApp {
    /// Starts an application on a fresh database, if it has one, with the default settings.
    pub async fn start(app: App) -> Self {
        Self::start_with(app, AppConfig::default()).await
    }

    /// Starts an application under settings.
    pub async fn start_with(app: App, config: AppConfig) -> Self {
        let database = if app.migrations.is_some() { Some(Database::fresh().await) } else { None };
        Self::start_on(app, config, database).await
    }

    /// Starts an application on a database of the test's choice.
    pub async fn start_on(app: App, config: AppConfig, database: Option<Database>) -> Self {
        let mut app = Self::begin(app, config, database, FakeClock::default()).await;
        if app.served.db.is_some() && app.served.app.tenancy != Tenancy::One {
            let (person, owner) = app.staff("owner").await;
            app.reader = Some(app.token(&person, Access::Read, None).await);
            (app.owner, app.stranger) = (Some(owner), Some(app.staff("stranger").await.1));
        } else if let Some(db) = app.served.db.clone() {
            let operator = open::local_operator(&app.served).await.expect("there is a tenant");
            let own = operator.tenant.as_deref().unwrap_or_default().to_owned();
            let other = app.tenant(&db, "another").await;
            app.owner = Some(app.key(&own, Access::Full).await);
            app.reader = Some(app.key(&own, Access::Read).await);
            app.stranger = Some(app.key(&other, Access::Full).await);
        }
        app
    }

    async fn begin(app: App, mut config: AppConfig, database: Option<Database>, clock: FakeClock) -> Self {
        let db = match &database {
            Some(database) => Some(open::database(&database.url, &[&app]).await.expect("the database opens")),
            None => None,
        };
        // The clock stands still, so a test that makes many calls would run into the limit for good.
        config.rate.get_or_insert(Rate::UNLIMITED);
        let slots = open::slots(&app, db.as_ref());
        // A restarted application must not give out the identifiers of the one before it.
        let seed = 7 + STARTED.fetch_add(1, Ordering::Relaxed);
        let shared = Shared::new(Arc::new(clock.clone()), Arc::new(Seeded::new(seed)), slots);
        let served =
            Arc::new(open::served(app, db.clone(), shared, &config).expect("the application is sound"));
        // One ring for all: applications on one database, and one that starts again, open each other's secrets.
        let keys = format!("1:{}=", "A".repeat(43));
        served.keep_secrets_with(Arc::new(Vault::text(&Secret::new(keys)).expect("keys")));
        open::prepare(&served).await.expect("the application prepares its data");
        let stop = CancellationToken::new();
        let router = router(&[Arc::clone(&served)], &Front::local("http://127.0.0.1:8080"), &stop);
        Self { served, clock, router, stop, owner: None, reader: None, stranger: None, database }
    }

    /// Ends the application as a server that stops does, and starts it anew on the same database, with the same keys.
    ///
    /// # Panics
    /// When it has no database, or does not start again.
    pub async fn restart(self, app: App, config: AppConfig) -> Self {
        let (owner, reader, stranger) = (self.owner.clone(), self.reader.clone(), self.stranger.clone());
        self.stop.cancel();
        open::close(&[Arc::clone(&self.served)]).await;
        let clock = self.clock.clone();
        let mut again = Self::begin(app, config, self.database, clock).await;
        (again.owner, again.reader, again.stranger) = (owner, reader, stranger);
        again
    }

    async fn tenant(&self, db: &Db, name: &str) -> String {
        let mut tx = db.write().await.expect("the database is writable");
        let elsewhere = format!("{}-elsewhere", self.served.app.name);
        let entropy = &*self.served.shared.entropy;
        let id = tenants::first(&mut tx, &elsewhere, name, self.clock.now(), entropy)
            .await
            .expect("a tenant can be made");
        tx.commit().await.expect("the database is writable");
        id
    }

    /// A new key for a tenant.
    pub async fn key(&self, tenant: &str, access: Access) -> String {
        let app = &self.served.app;
        let new = NewKey::new(app, Owner::Tenant(tenant), access.name(), access);
        let mut tx = self.db().write().await.expect("the database is writable");
        let entropy = &*self.served.shared.entropy;
        let (_, secret) =
            keys::create(&mut tx, new, self.clock.now(), entropy).await.expect("a key can be made");
        tx.commit().await.expect("the database is writable");
        secret
    }

    /// The database.
    #[must_use]
    pub fn db(&self) -> &Db {
        self.served.db.as_ref().expect("the application has a database")
    }

    /// The database's address.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.database.as_ref().expect("the application has a database").url
    }

    /// A client that may do everything with the first tenant's data.
    #[must_use]
    pub fn owner(&self) -> Client {
        Client::new(self, self.owner.clone())
    }

    /// A client that may read the first tenant's data.
    #[must_use]
    pub fn reader(&self) -> Client {
        Client::new(self, self.reader.clone())
    }

    /// A client that may do everything, with another tenant's data.
    #[must_use]
    pub fn stranger(&self) -> Client {
        Client::new(self, self.stranger.clone())
    }

    /// The credentials of the owner, the reader and the stranger.
    pub(crate) fn secrets(&self) -> (String, String, String) {
        let secret = |kept: &Option<String>| kept.clone().expect("the application has a database");
        (secret(&self.owner), secret(&self.reader), secret(&self.stranger))
    }

    /// A client without a credential.
    #[must_use]
    pub fn nobody(&self) -> Client {
        Client::new(self, None)
    }

    /// A client with a credential of the test's choice.
    #[must_use]
    pub fn with_key(&self, secret: &str) -> Client {
        Client::new(self, Some(secret.to_owned()))
    }

    /// The operator of the machine.
    pub async fn operator(&self) -> Actor {
        open::local_operator(&self.served).await.expect("there is a tenant")
    }

    /// A client over standard input and output, after a handshake in the newest revision that has one.
    pub async fn stdio(&self) -> Stdio {
        let mut stdio = self.silent_stdio().await;
        stdio.greet(LEGACY, json!({})).await;
        stdio
    }

    /// A client over standard input and output that has said nothing yet.
    pub async fn silent_stdio(&self) -> Stdio {
        Stdio::silent(Arc::clone(&self.served), self.operator().await)
    }
}
