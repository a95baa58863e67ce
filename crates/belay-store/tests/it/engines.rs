//! Runs a test on SQLite and, where a server is given, on PostgreSQL too.

use std::{
    panic::{AssertUnwindSafe, resume_unwind},
    process,
    str::FromStr as _,
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use belay_store::{Db, Options};
use futures_util::FutureExt as _;
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::{Config, NoTls};

/// Runs the test with the settings of a server.
pub(crate) fn on_each_engine(test: impl AsyncFn(Db)) {
    on_each_engine_with(&Options::default(), test);
}

/// Runs the test on a fresh database of each engine.
pub(crate) fn on_each_engine_with(options: &Options, test: impl AsyncFn(Db)) {
    let open = async |address: String| test(Db::open(&address, options.clone()).await.unwrap()).await;
    on_sqlite(open);
    on_postgres(open);
}

/// Runs the test on a fresh database of each engine, opened twice as two processes would.
pub(crate) fn on_each_engine_twice(test: impl AsyncFn(Db, Db)) {
    on_sqlite(async |address| twice(&address, &test).await);
    on_postgres_twice(&test);
}

/// Runs the test on a fresh PostgreSQL database, opened twice as two processes would.
pub(crate) fn on_postgres_twice(test: impl AsyncFn(Db, Db)) {
    on_postgres(async |address| twice(&address, &test).await);
}

/// Runs a test that needs both engines at once.
pub(crate) fn on_both_engines(test: impl AsyncFn(Db, Db)) {
    on_postgres(async |address| {
        let folder = tempfile::tempdir().unwrap();
        let sqlite = Db::open(&file_in(&folder), Options::default()).await.unwrap();
        let postgres = Db::open(&address, Options::default()).await.unwrap();
        test(sqlite, postgres).await;
    });
}

fn on_sqlite(test: impl AsyncFn(String)) {
    runtime().block_on(async {
        eprintln!("on SQLite");
        let folder = tempfile::tempdir().unwrap();
        test(file_in(&folder)).await;
    });
}

fn on_postgres(test: impl AsyncFn(String)) {
    let Some(server) = postgres_server_or_skip() else { return };
    runtime().block_on(async {
        eprintln!("on PostgreSQL");
        let name = create_database(&server).await;
        let outcome = AssertUnwindSafe(test(address(&server, &name))).catch_unwind().await;
        run(&server, &format!("drop database {name} with (force)")).await;
        outcome.unwrap_or_else(|panic| resume_unwind(panic));
    });
}

async fn twice(address: &str, test: impl AsyncFn(Db, Db)) {
    let one = Db::open(address, Options::default()).await.unwrap();
    let other = Db::open(address, Options::default()).await.unwrap();
    test(one, other).await;
}

pub(crate) fn runtime() -> Runtime {
    Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

/// Fails instead of hanging: nothing here takes long unless it is stuck.
pub(crate) async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(20), future).await.expect("nothing waits for long")
}

fn file_in(folder: &tempfile::TempDir) -> String {
    format!("sqlite:{}", folder.path().join("test.sqlite").display())
}

/// The server to test on. Without `BELAY_TEST_POSTGRES_URL` the PostgreSQL half of a test does not run.
#[expect(clippy::disallowed_methods, reason = "tests have no configuration file")]
fn postgres_server_or_skip() -> Option<String> {
    let server = std::env::var("BELAY_TEST_POSTGRES_URL").ok();
    if server.is_none() {
        eprintln!("skipped on PostgreSQL: BELAY_TEST_POSTGRES_URL is not set");
    }
    server
}

async fn create_database(server: &str) -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("belay_store_{}_{}", process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    run(server, &format!("drop database if exists {name} with (force)")).await;
    run(server, &format!("create database {name}")).await;
    name
}

/// The server's address with another database.
fn address(server: &str, database: &str) -> String {
    let (rest, query) = server.split_once('?').map_or((server, String::new()), |(r, q)| (r, format!("?{q}")));
    let host = rest.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
    format!("{host}/{database}{query}")
}

async fn run(server: &str, sql: &str) {
    let (client, connection) = Config::from_str(server).unwrap().connect(NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    client.batch_execute(sql).await.unwrap();
    drop(client);
    connection.await.unwrap().unwrap();
}
