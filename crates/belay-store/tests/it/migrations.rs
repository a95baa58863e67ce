//! Histories of migrations.

use belay_core::migration::{Migration, Migrations};
use belay_store::{Db, Migrated, Options, StoreError, args};
use jiff::Timestamp;

use crate::engines::{on_each_engine, runtime, soon};

const NOW: Timestamp = Timestamp::UNIX_EPOCH;

const fn same(number: u32, name: &'static str, sql: &'static str) -> Migration {
    Migration { number, name, sqlite: sql, postgres: sql }
}

const ONE: Migration = same(1, "one", "create table a (id bigint primary key);");
const TWO: Migration = same(2, "two", "alter table a add column name text; insert into a (id) values (2);");
const TWO_CHANGED: Migration = same(2, "two", "alter table a add column title text;");
const TWO_BROKEN: Migration =
    same(2, "two", "insert into a (id) values (9); insert into nowhere values (1);");

const APP_1: Migrations = Migrations { owner: "app", list: &[ONE] };
const APP_2: Migrations = Migrations { owner: "app", list: &[ONE, TWO] };
const APP_CHANGED: Migrations = Migrations { owner: "app", list: &[ONE, TWO_CHANGED] };
const APP_BROKEN: Migrations = Migrations { owner: "app", list: &[ONE, TWO_BROKEN] };
const APP_GAP: Migrations = Migrations { owner: "app", list: &[TWO] };
const LATER: Migrations = Migrations {
    owner: "later",
    list: &[same(1, "uses", "create table b (a_id bigint references a (id));")],
};

async fn refusal(db: &Db, history: Migrations) -> String {
    match db.migrate(&[history], NOW).await {
        Err(error @ StoreError::Migration(..)) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn histories_are_applied_in_the_order_given_and_once() {
    on_each_engine(async |db| {
        let first = db.migrate(&[APP_2, LATER], NOW).await.unwrap();
        assert_eq!(first.applied, [("store", 1), ("store", 2), ("app", 1), ("app", 2), ("later", 1)]);
        assert_eq!(first.snapshot, None, "there was nothing to copy");
        assert_eq!(db.migrate(&[APP_2, LATER], NOW).await.unwrap(), Migrated::default());
        assert_eq!(
            db.migrate(&[LATER], NOW).await.unwrap(),
            Migrated::default(),
            "an app may be served alone"
        );
        let row = db.opt("select count(*) as n from store_migration", args![]).await.unwrap().unwrap();
        assert_eq!(row.get::<i64>("n").unwrap(), 5);
    });
}

#[test]
fn a_history_goes_on_where_it_stopped() {
    on_each_engine(async |db| {
        db.migrate(&[APP_1], NOW).await.unwrap();
        assert_eq!(db.all("select * from a", args![]).await.unwrap().len(), 0);
        assert_eq!(db.migrate(&[APP_2], NOW).await.unwrap().applied, [("app", 2)]);
        let rows = db.all("select * from a", args![]).await.unwrap();
        assert_eq!(rows[0].get::<Option<String>>("name").unwrap(), None, "connections see the new column");
    });
}

#[test]
fn a_changed_an_unknown_and_a_missing_step_are_refused() {
    on_each_engine(async |db| {
        assert!(refusal(&db, APP_GAP).await.contains("not numbered"));
        db.migrate(&[APP_2], NOW).await.unwrap();
        assert!(refusal(&db, APP_CHANGED).await.contains("was changed"));
        assert!(refusal(&db, APP_1).await.contains("a newer program has used it"));
        assert!(refusal(&db, Migrations { owner: "store", list: &[] }).await.contains("two histories"));
    });
}

#[test]
fn a_failed_step_leaves_everything_as_it_was() {
    on_each_engine(async |db| {
        db.migrate(&[APP_1], NOW).await.unwrap();
        assert!(refusal(&db, APP_BROKEN).await.contains("migration 2 of `app` (two) failed"));
        assert!(db.all("select id from a", args![]).await.unwrap().is_empty());
        assert_eq!(db.migrate(&[APP_2], NOW).await.unwrap().applied, [("app", 2)]);
    });
}

#[test]
fn processes_that_start_at_once_apply_each_step_once() {
    on_each_engine(async |db| {
        let starters = (0..4).map(|_| db.migrate(&[APP_2, LATER], NOW));
        let migrated = soon(futures_util::future::try_join_all(starters)).await.unwrap();
        let applied: usize = migrated.iter().map(|one| one.applied.len()).sum();
        assert_eq!(applied, 5);
    });
}

#[test]
fn a_file_with_data_is_copied_before_it_is_changed() {
    runtime().block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("db.sqlite");
        let db = Db::open(&format!("sqlite:{}", path.display()), Options::default()).await.unwrap();
        db.migrate(&[APP_1], NOW).await.unwrap();
        let mut tx = db.write().await.unwrap();
        tx.exec("insert into a (id) values (1)", args![]).await.unwrap();
        tx.commit().await.unwrap();

        let snapshot = db.migrate(&[APP_2], NOW).await.unwrap().snapshot.unwrap();
        assert_eq!(snapshot, folder.path().join("db.sqlite.before-app-2.sqlite"));
        #[cfg(unix)]
        {
            let mode = std::os::unix::fs::PermissionsExt::mode(&snapshot.metadata().unwrap().permissions());
            assert_eq!(mode & 0o777, 0o600);
        }
        let old = Db::open(&format!("sqlite:{}", snapshot.display()), Options::default()).await.unwrap();
        let rows = old.all("select * from a", args![]).await.unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].columns().collect::<Vec<_>>(), ["id"]);
    });
}

#[test]
fn a_table_can_be_rebuilt_without_losing_what_refers_to_it() {
    const REBUILD: &str = "create table c2 (id integer primary key, name text);
        insert into c2 (id) select id from c; drop table c; alter table c2 rename to c;";
    const TABLES: &str = "create table c (id integer primary key);
        create table d (id integer primary key, c_id integer not null references c (id) on delete cascade);
        insert into c (id) values (1); insert into d (id, c_id) values (1, 1);";
    const BROKEN: &str = "insert into d (id, c_id) values (2, 99);";
    const HISTORY: &[Migration] =
        &[same(1, "t", TABLES), same(2, "rebuild", REBUILD), same(3, "bad", BROKEN)];
    const GOOD: &[Migration] = &[same(1, "t", TABLES), same(2, "rebuild", REBUILD)];
    runtime().block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("db").display());
        let db = Db::open(&url, Options::default()).await.unwrap();
        assert!(refusal(&db, Migrations { owner: "x", list: HISTORY }).await.contains("`d`"));
        db.migrate(&[Migrations { owner: "x", list: GOOD }], NOW).await.unwrap();
        assert_eq!(db.all("select id from d", args![]).await.unwrap().len(), 1);
    });
}
