//! Secrets in a real database, and what happens when their keys change.

use belay_access::seal::{self, Seal};
use belay_access::vault::{self, Column, Place, Vault};
use belay_core::Clock;
use belay_core::entropy::Seeded;
use belay_store::{Db, args};

use crate::opened;

belay_store::statements! {
    /// Rows of a table for the test.
    PAGE(after: Text, most: Int) =
        "select id as row, token as sealed from vault_test where id > $1 order by id limit $2";
    /// Another text for a row.
    UPDATE(row: Text, before: Text, sealed: Text) =
        "update vault_test set token = $3 where id = $1 and token = $2";
}

const COLUMN: Column =
    Column { table: "vault_test", column: "token", before_all: "", page: PAGE, update: UPDATE };

async fn texts(db: &Db, sql: &'static str) -> Vec<(String, String)> {
    let rows = db.all(sql, args![]).await.unwrap();
    rows.iter().map(|row| (row.get("row").unwrap(), row.get("sealed").unwrap())).collect()
}

const KEYS: &str = "select cast(number as text) as row, key as sealed from access_seal_key order by number";

#[tokio::test]
async fn keys_that_lay_open_are_sealed_and_what_they_sealed_still_opens() {
    let (db, _database, clock) = opened().await;
    let (entropy, folder) = (Seeded::new(1), tempfile::tempdir().unwrap());
    let open = Seal::load(&db, None, &entropy, clock.now()).await.unwrap();
    let sealed = open.seal("the state", "anna", &entropy).unwrap();
    let before = texts(&db, KEYS).await;
    let vault = Vault::file(&folder.path().join("secret.keys")).unwrap();
    let covered = Seal::load(&db, Some(&vault), &entropy, clock.now()).await.unwrap();
    assert_eq!(covered.open(&sealed, "anna").unwrap(), "the state");
    let after = texts(&db, KEYS).await;
    assert!(Vault::is_sealed(&after[0].1) && !after[0].1.contains(&before[0].1));
    let again = Seal::load(&db, Some(&vault), &entropy, clock.now()).await.unwrap();
    assert_eq!(again.open(&sealed, "anna").unwrap(), "the state", "after a restart");
}

#[tokio::test]
async fn a_database_without_its_file_of_keys_starts_with_a_new_key_for_what_travels() {
    let (db, _database, clock) = opened().await;
    let entropy = Seeded::new(2);
    let first = Seal::load(&db, Some(&Vault::fresh(&entropy)), &entropy, clock.now()).await.unwrap();
    let sealed = first.seal("x", "y", &entropy).unwrap();
    let second = Seal::load(&db, Some(&Vault::fresh(&entropy)), &entropy, clock.now()).await.unwrap();
    assert!(second.open(&sealed, "y").is_err(), "and what was sealed before stays shut");
    let own = second.seal("x", "y", &entropy).unwrap();
    assert_eq!(second.open(&own, "y").unwrap(), "x");
}

#[tokio::test]
async fn rotation_seals_every_row_anew_and_servers_go_on_without_a_restart() {
    let (db, _database, clock) = opened().await;
    let (entropy, folder) = (Seeded::new(3), tempfile::tempdir().unwrap());
    let path = folder.path().join("secret.keys");
    let (server, operator) = (Vault::file(&path).unwrap(), Vault::file(&path).unwrap());
    let running = Seal::load(&db, Some(&server), &entropy, clock.now()).await.unwrap();
    let early = running.seal("early", "anna", &entropy).unwrap();
    let mut tx = db.write().await.unwrap();
    tx.exec("create table vault_test (id text not null primary key, token text not null)", args![])
        .await
        .unwrap();
    for n in 0..250 {
        let id = format!("row_{n:03}");
        let place = Place { table: "vault_test", column: "token", row: &id };
        let sealed = server.seal(place, &format!("token of {n}"), &entropy).unwrap();
        tx.exec("insert into vault_test (id, token) values ($1, $2)", args![&id, sealed]).await.unwrap();
    }
    tx.commit().await.unwrap();
    let rows = "select id as row, token as sealed from vault_test order by id";
    let before = texts(&db, rows).await;

    let its_seal = Seal::load(&db, Some(&operator), &entropy, clock.now()).await.unwrap();
    let anew = vault::rotate(&db, &operator, &[seal::COLUMN, COLUMN], &entropy).await.unwrap();
    its_seal.add(&db, Some(&operator), &entropy, clock.now()).await.unwrap();
    assert_eq!(anew, 251, "every row, and the key that seals");

    let after = texts(&db, rows).await;
    assert!(before.iter().zip(&after).all(|(before, after)| before != after));
    for (n, (id, sealed)) in after.iter().enumerate() {
        let place = Place { table: "vault_test", column: "token", row: id };
        assert!(server.open(place, sealed).unwrap().is(&format!("token of {n}")));
    }
    let late = its_seal.seal("late", "anna", &entropy).unwrap();
    assert!(running.open(&late, "anna").is_err() && running.is_foreign(&late));
    running.reload(&db, Some(&server)).await.unwrap();
    assert_eq!(running.open(&late, "anna").unwrap(), "late");
    assert_eq!(running.open(&early, "anna").unwrap(), "early");
    assert!(!running.is_foreign(&late) && !running.is_foreign("nonsense"));
}

#[tokio::test]
async fn a_row_that_does_not_open_stops_the_rotation_and_nothing_is_lost() {
    let (db, _database, _) = opened().await;
    let entropy = Seeded::new(4);
    let folder = tempfile::tempdir().unwrap();
    let vault = Vault::file(&folder.path().join("secret.keys")).unwrap();
    let mut tx = db.write().await.unwrap();
    tx.exec("create table vault_test (id text not null primary key, token text not null)", args![])
        .await
        .unwrap();
    // A secret copied from another row: somebody meddled with the database.
    let stolen = vault.seal(Place { table: "vault_test", column: "token", row: "a" }, "x", &entropy).unwrap();
    tx.exec("insert into vault_test (id, token) values ('b', $1)", args![&stolen]).await.unwrap();
    tx.commit().await.unwrap();
    assert!(vault::rotate(&db, &vault, &[COLUMN], &entropy).await.is_err());
    let rows = texts(&db, "select id as row, token as sealed from vault_test").await;
    assert_eq!(rows, [("b".to_owned(), stolen)]);
}
