//! Keys on a real database.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod vaults;

use belay_access::keys::{self, NewKey, Owner};
use belay_access::{MIGRATIONS, statements, tenants};
use belay_core::entropy::Seeded;
use belay_core::{Access, App, Clock, Kind};
use belay_store::{Db, Options, args, check};
use belay_testkit::{Database, FakeClock};

async fn opened() -> (Db, Database, FakeClock) {
    let (database, clock) = (Database::fresh().await, FakeClock::default());
    let db = Db::open(&database.url, Options::default()).await.unwrap();
    db.migrate(&[MIGRATIONS], clock.now()).await.unwrap();
    (db, database, clock)
}

async fn create(db: &Db, clock: &FakeClock, app: &'static str, access: Access) -> String {
    let entropy = Seeded::new(1);
    let mut tx = db.write().await.unwrap();
    let tenant = tenants::first(&mut tx, app, "Home", clock.now(), &entropy).await.unwrap();
    let app: App = App { key_prefix: "bb", ..App::new(app, "1", Vec::new()) };
    let new = NewKey::new(&app, Owner::Tenant(&tenant), "a key", access);
    let (_, secret) = keys::create(&mut tx, new, clock.now(), &entropy).await.unwrap();
    tx.commit().await.unwrap();
    secret
}

#[tokio::test]
async fn a_key_opens_its_own_application_with_its_own_access() {
    let (db, _database, clock) = opened().await;
    let secret = create(&db, &clock, "one", Access::Read).await;
    assert!(secret.starts_with("bb_") && secret.len() == 35, "{secret}");
    let verified = keys::verify(&db, &App::new("one", "1", Vec::new()), &secret, clock.now()).await.unwrap();
    assert_eq!(verified.actor.access, Access::Read);
    let error = keys::verify(&db, &App::new("two", "1", Vec::new()), &secret, clock.now()).await.unwrap_err();
    assert_eq!((error.kind(), error.code()), (Kind::Unauthenticated, "invalid_api_key"));
}

#[tokio::test]
async fn the_secret_is_nowhere_in_the_database() {
    let (db, _database, clock) = opened().await;
    let secret = create(&db, &clock, "one", Access::Full).await;
    let rows = db.all("select id, prefix, digest, name from access_key", args![]).await.unwrap();
    for column in ["id", "prefix", "digest", "name"] {
        let text: String = rows.first().unwrap().get(column).unwrap();
        assert!(!text.contains(secret.get(12..).unwrap()), "{column}");
    }
}

#[tokio::test]
async fn two_processes_that_start_at_once_make_one_tenant() {
    let (db, _database, clock) = opened().await;
    let make = |seed| {
        let (db, now) = (db.clone(), clock.now());
        async move {
            let mut tx = db.write().await.unwrap();
            let id = tenants::first(&mut tx, "one", "Home", now, &Seeded::new(seed)).await.unwrap();
            tx.commit().await.unwrap();
            id
        }
    };
    let made = tokio::join!(make(1), make(2), make(3), make(4));
    assert!(made.0 == made.1 && made.1 == made.2 && made.2 == made.3, "{made:?}");
    assert_eq!(tenants::list(&db, "one").await.unwrap().len(), 1);
}

#[tokio::test]
async fn every_statement_runs_on_this_database() {
    let (db, _database, _) = opened().await;
    let failures: Vec<_> = check::prepare_all(&db, &statements())
        .await
        .into_iter()
        .filter(|checked| checked.failure.is_some())
        .collect();
    assert!(failures.is_empty(), "{failures:#?}");
}
