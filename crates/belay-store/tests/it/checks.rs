//! The checks that every crate's tests use.

use belay_core::migration::{Migration, Migrations};
use belay_store::{call_log, check, event, session, task};
use jiff::Timestamp;

use crate::engines::{on_both_engines, on_each_engine};

mod statements {
    belay_store::statements! {
        /// Has a table that is not there.
        NOWHERE() = "select id from nowhere";
        /// Binds an integer where PostgreSQL infers text.
        GUESSED(n: Int) = "select 'n' || $1 as label";
        /// Breaks a rule of the table with its samples, which is no fault of the text.
        RULE(at: Int) = "insert into store_call_log (id, at) values ('x', $1)";
        /// Names its columns.
        NAMED(n: Int) = "select cast($1 as bigint) as first, 'x' as second";
        /// Passes over locked rows.
        LOCKING(id: Text) @skip_locked = "select id from store_call_log where id = $1";
    }
}

#[test]
fn the_store_s_own_statements_run() {
    on_each_engine(async |db| {
        db.migrate(&[], Timestamp::UNIX_EPOCH).await.unwrap();
        let areas = [call_log::sql::ALL, session::sql::ALL, event::sql::ALL, task::sql::ALL];
        for checked in check::prepare_all(&db, &areas.concat()).await {
            assert!(checked.failure.is_none(), "{}: {:?}", checked.statement, checked.failure);
        }
        let mut tx = db.read().await.unwrap();
        assert!(call_log::newest(&mut tx, 1).await.unwrap().is_empty(), "checking keeps nothing");
    });
}

#[test]
fn a_statement_that_cannot_run_is_found() {
    on_each_engine(async |db| {
        db.migrate(&[], Timestamp::UNIX_EPOCH).await.unwrap();
        let checked = check::prepare_all(&db, statements::ALL).await;
        let failed: Vec<_> =
            checked.iter().filter(|one| one.failure.is_some()).map(|one| one.statement).collect();
        let postgres = db.engine().to_string() == "PostgreSQL";
        assert_eq!(failed.len(), if postgres { 2 } else { 1 }, "{checked:?}");
        assert!(failed[0].ends_with("statements::NOWHERE"));
        assert_eq!(checked[3].columns, ["first", "second"]);
    });
}

#[test]
fn the_store_s_own_schemas_are_the_same() {
    on_both_engines(async |sqlite, postgres| {
        for db in [&sqlite, &postgres] {
            db.migrate(&[], Timestamp::UNIX_EPOCH).await.unwrap();
        }
        assert_eq!(check::same_schema(&sqlite, &postgres, &[]).await.unwrap(), Vec::<String>::new());
    });
}

#[test]
fn every_difference_between_the_schemas_is_reported() {
    const UNLIKE: &[Migration] = &[Migration {
        number: 1,
        name: "unlike",
        sqlite: "create table a (id integer not null primary key, flag integer not null, x integer) strict;
            create table b (id text not null primary key, a_id integer references a on delete cascade,
                place integer, same text, unique (a_id, place)) strict;
            create index b_a on b (a_id); create index b_where on b (place) where place > 0;",
        postgres: "create table a (id bigint primary key, flag boolean not null, x text not null);
            create table b (id text primary key, a_id bigint references a (id),
                place bigint, same text, unique (place, a_id));
            create unique index b_a on b (a_id); create index b_where on b (place) where place > 0;
            create table c (id bigint primary key);",
    }];
    on_both_engines(async |sqlite, postgres| {
        for db in [&sqlite, &postgres] {
            db.migrate(&[Migrations { owner: "x", list: UNLIKE }], Timestamp::UNIX_EPOCH).await.unwrap();
        }
        let differences = check::same_schema(&sqlite, &postgres, &["c"]).await.unwrap();
        let expected = [
            "only SQLite has column a.x: integer null",
            "only SQLite has index b_a on b (a_id)",
            "only SQLite has reference b (a_id) to a (id) on delete cascade",
            "only SQLite has unique key of b (a_id, place)",
            "only PostgreSQL has column a.x: text not null",
            "only PostgreSQL has reference b (a_id) to a (id) on delete no action",
            "only PostgreSQL has unique index b_a on b (a_id)",
            "only PostgreSQL has unique key of b (place, a_id)",
        ];
        assert_eq!(differences, expected);
    });
}
