//! A fresh database for a test.

use std::env;
use std::process;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};

use tempfile::TempDir;
use tokio_postgres::{Config, NoTls};

/// A database that belongs to one test.
#[derive(Debug)]
pub struct Database {
    /// Its address, as the configuration takes it.
    pub url: String,
    /// Holds the SQLite file; it goes when the test ends.
    _folder: Option<TempDir>,
}

impl Database {
    /// A database of the engine that the tests run on.
    pub async fn fresh() -> Self {
        match variable("BELAY_TEST_DATABASE").as_deref() {
            Some("postgres") => {
                let server = postgres_server().expect("BELAY_TEST_POSTGRES_URL names the server to test on");
                Self::postgres(&server).await
            }
            _ => Self::sqlite(),
        }
    }

    /// A database that is there already, such as that of another application under test.
    #[must_use]
    pub fn at(url: &str) -> Self {
        Self { url: url.to_owned(), _folder: None }
    }

    /// A SQLite file in a folder of its own.
    #[must_use]
    pub fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let url = format!("sqlite:{}", folder.path().join("test.sqlite").display());
        Self { url, _folder: Some(folder) }
    }

    /// A database of its own on a PostgreSQL server, left there for the server's end.
    pub async fn postgres(server: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("belay_test_{}_{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let config = Config::from_str(server).expect("BELAY_TEST_POSTGRES_URL is an address");
        let (client, connection) = config.connect(NoTls).await.expect("the PostgreSQL server answers");
        let connection = tokio::spawn(connection);
        client
            .batch_execute(&format!("drop database if exists {name} with (force)"))
            .await
            .expect("old databases go");
        client.batch_execute(&format!("create database {name}")).await.expect("a database can be made");
        drop(client);
        connection.await.expect("the connection ends").expect("without an error");
        let (base, query) = server
            .split_once('?')
            .map_or((server, String::new()), |(base, query)| (base, format!("?{query}")));
        let host = base.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
        Self { url: format!("{host}/{name}{query}"), _folder: None }
    }
}

/// One database of each engine, or nothing where no PostgreSQL server is given.
pub async fn both_databases() -> Option<(Database, Database)> {
    let server = postgres_server()?;
    Some((Database::sqlite(), Database::postgres(&server).await))
}

/// The PostgreSQL server to test on, where one is given.
#[must_use]
pub fn postgres_server() -> Option<String> {
    variable("BELAY_TEST_POSTGRES_URL")
}

#[expect(clippy::disallowed_methods, reason = "tests have no configuration file")]
fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}
