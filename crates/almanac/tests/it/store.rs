//! The statements and tables, on both databases.

use belay_core::app::Setup;
use belay_server::open;
use belay_store::check;
use belay_testkit::{Database, both_databases};

use crate::journal::empty;

#[tokio::test]
async fn every_statement_runs_on_this_database() {
    let app = empty().await;
    let mut all = almanac::statements_of_every_area();
    all.extend(belay_access::statements());
    let failures: Vec<_> = check::prepare_all(app.db(), &all)
        .await
        .into_iter()
        .filter(|checked| checked.failure.is_some())
        .collect();
    assert!(failures.is_empty(), "{failures:#?}");
}

#[tokio::test]
async fn both_databases_have_the_same_tables() {
    let Some((sqlite, postgres)) = both_databases().await else { return };
    let app = almanac::app(&Setup::default()).unwrap();
    let open = async |database: &Database| open::database(&database.url, &[&app]).await.unwrap();
    let differences = check::same_schema(&open(&sqlite).await, &open(&postgres).await, &[]).await.unwrap();
    assert!(differences.is_empty(), "{differences:#?}");
}
