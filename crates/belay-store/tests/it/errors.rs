//! Broken rules and refused statements say the same on both engines.

use std::error::Error as _;

use belay_core::{Error, Kind};
use belay_store::{Db, Options, StoreError, args};

use crate::engines::{on_each_engine, runtime};

const TABLES: [&str; 4] = [
    "create table parent (id bigint primary key, email text, name text,
        constraint parent_email unique (email))",
    "create table child (id bigint primary key, parent_id bigint not null references parent (id),
        place bigint, name text, check (place >= 0), constraint child_place unique (parent_id, place))",
    "create unique index parent_folded on parent (lower(name))",
    "create unique index child_name on child (name, place)",
];

async fn with_tables(db: &Db) {
    let mut tx = db.write().await.unwrap();
    for sql in TABLES {
        tx.exec(sql, args![]).await.unwrap();
    }
    tx.exec("insert into parent (id, email, name) values (1, 'a@x', 'n')", args![]).await.unwrap();
    tx.exec("insert into child (id, parent_id, place, name) values (1, 1, 1, 'n')", args![]).await.unwrap();
    tx.commit().await.unwrap();
}

async fn refusal(db: &Db, sql: &'static str) -> StoreError {
    db.write().await.unwrap().exec(sql, args![]).await.unwrap_err()
}

#[test]
fn a_broken_key_names_its_table_and_columns() {
    on_each_engine(async |db| {
        with_tables(&db).await;
        let cases = [
            ("insert into parent (id) values (1)", "parent", vec!["id"]),
            ("insert into parent (id, email) values (2, 'a@x')", "parent", vec!["email"]),
            (
                "insert into child (id, parent_id, place) values (2, 1, 1)",
                "child",
                vec!["parent_id", "place"],
            ),
            (
                "insert into child (id, parent_id, place, name) values (2, 1, null, 'n'), (3, 1, 2, 'n'), (4, 1, 2, 'm')",
                "child",
                vec!["parent_id", "place"],
            ),
            ("insert into parent (id, name) values (2, 'N')", "parent", vec!["parent_folded"]),
        ];
        for (sql, expected_table, expected) in cases {
            match refusal(&db, sql).await {
                StoreError::Unique { table, columns, .. } => {
                    assert_eq!(table, expected_table, "{sql}");
                    assert_eq!(columns, expected, "{sql}");
                }
                other => panic!("{sql}: {other:?}"),
            }
        }
    });
}

#[test]
fn a_broken_reference_and_a_broken_rule_are_told_apart() {
    on_each_engine(async |db| {
        with_tables(&db).await;
        let orphan = refusal(&db, "insert into child (id, parent_id) values (2, 7)").await;
        assert!(matches!(orphan, StoreError::ForeignKey { .. }), "{orphan:?}");
        let needed = refusal(&db, "delete from parent where id = 1").await;
        assert!(matches!(needed, StoreError::ForeignKey { .. }), "{needed:?}");
        let missing = refusal(&db, "insert into child (id, parent_id) values (2, null)").await;
        assert!(matches!(missing, StoreError::Check { .. }), "{missing:?}");
        let negative = refusal(&db, "insert into child (id, parent_id, place) values (2, 1, -1)").await;
        assert!(matches!(negative, StoreError::Check { .. }), "{negative:?}");
    });
}

#[test]
fn a_refused_statement_keeps_its_text_out_of_the_message() {
    on_each_engine(async |db| {
        let error = refusal(&db, "select x from nowhere_at_all where x = 'secret'").await;
        assert!(matches!(error, StoreError::Statement(_)), "{error:?}");
        assert!(!error.to_string().contains("nowhere_at_all"));
        let fault = error.source().expect("the cause is kept").to_string();
        assert!(fault.contains("nowhere_at_all") && !fault.contains("secret"), "{fault}");
        assert!(format!("{error:?}").contains("secret"), "the operator sees the statement");
    });
}

#[test]
fn a_caller_learns_that_it_is_not_the_callers_fault() {
    on_each_engine(async |db| {
        with_tables(&db).await;
        let error = Error::from(refusal(&db, "insert into parent (id) values (1)").await);
        assert_eq!((error.kind(), error.code()), (Kind::Internal, "internal"));
        assert!(!error.message().contains("parent"));
        assert_eq!(Error::from(StoreError::TimedOut).code(), "database_busy");
    });
}

#[test]
fn a_database_that_cannot_be_reached_is_unavailable() {
    runtime().block_on(async {
        for url in ["postgres://u@127.0.0.1:1/x", "sqlite:/dev/null/no/file", "mysql://x", "postgres://:"] {
            let error = Db::open(url, Options::default()).await.unwrap_err();
            assert!(matches!(error, StoreError::Unavailable { .. }), "{url}: {error:?}");
            assert_eq!(Error::from(error).code(), "database_unavailable");
        }
    });
}

#[test]
fn a_key_that_another_process_holds_is_waited_for_and_then_busy() {
    runtime().block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("db").display());
        let options = Options { busy_timeout: std::time::Duration::from_millis(20), ..Options::default() };
        let (one, other) =
            (Db::open(&url, options.clone()).await.unwrap(), Db::open(&url, options).await.unwrap());
        let mut holder = one.write().await.unwrap();
        holder.exec("create table t (id integer)", args![]).await.unwrap();
        let error =
            other.write().await.unwrap().exec("create table u (id integer)", args![]).await.unwrap_err();
        assert!(matches!(error, StoreError::Busy { .. }), "{error:?}");
        assert_eq!(Error::from(error).code(), "database_busy");
    });
}
