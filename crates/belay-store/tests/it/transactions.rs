//! What a transaction keeps, what it forgets, and when it is over.

use std::time::Duration;

use belay_store::{Db, Options, StoreError, args};

use crate::engines::{on_each_engine, on_each_engine_with, soon};

const INSERT: &str = "insert into t (id) values ($1)";

pub(crate) async fn with_table(db: &Db) {
    let mut tx = db.write().await.unwrap();
    tx.exec("create table t (id bigint primary key)", args![]).await.unwrap();
    tx.commit().await.unwrap();
}

pub(crate) async fn ids(db: &Db) -> Vec<i64> {
    let rows = db.all("select id from t order by id", args![]).await.unwrap();
    rows.iter().map(|row| row.get("id").unwrap()).collect()
}

#[test]
fn only_a_committed_transaction_is_kept() {
    on_each_engine(async |db| {
        with_table(&db).await;
        let mut kept = db.write().await.unwrap();
        assert_eq!(kept.exec(INSERT, args![1]).await.unwrap(), 1);
        kept.commit().await.unwrap();
        let mut dropped = db.write().await.unwrap();
        dropped.exec(INSERT, args![2]).await.unwrap();
        drop(dropped);
        let mut next = db.write().await.unwrap();
        soon(next.exec(INSERT, args![2])).await.unwrap();
        next.commit().await.unwrap();
        assert_eq!(ids(&db).await, [1, 2]);
    });
}

#[test]
fn an_unused_transaction_commits_nothing_and_holds_nothing() {
    on_each_engine(async |db| {
        with_table(&db).await;
        let unused = db.write().await.unwrap();
        let mut other = db.write().await.unwrap();
        soon(other.exec(INSERT, args![1])).await.unwrap();
        other.commit().await.unwrap();
        unused.commit().await.unwrap();
        assert_eq!(ids(&db).await, [1]);
    });
}

#[test]
fn a_snapshot_sees_one_state_and_changes_nothing() {
    on_each_engine(async |db| {
        with_table(&db).await;
        let mut snapshot = db.read().await.unwrap();
        assert!(snapshot.all("select id from t", args![]).await.unwrap().is_empty());
        let mut writer = db.write().await.unwrap();
        writer.exec(INSERT, args![1]).await.unwrap();
        writer.commit().await.unwrap();
        assert!(snapshot.all("select id from t", args![]).await.unwrap().is_empty());
        assert!(matches!(snapshot.exec(INSERT, args![2]).await, Err(StoreError::Statement(_))));
        assert_eq!(ids(&db).await, [1]);
    });
}

#[test]
fn a_failed_statement_ends_the_transaction() {
    on_each_engine(async |db| {
        with_table(&db).await;
        let mut tx = db.write().await.unwrap();
        tx.exec(INSERT, args![1]).await.unwrap();
        assert!(tx.exec(INSERT, args![1]).await.is_err());
        assert!(matches!(tx.exec(INSERT, args![2]).await, Err(StoreError::Poisoned)));
        assert!(matches!(tx.commit().await, Err(StoreError::Poisoned)));
        assert!(ids(&db).await.is_empty());
    });
}

#[test]
fn an_idle_transaction_is_rolled_back_and_says_so() {
    let options = Options { idle_limit: Duration::from_millis(50), ..Options::default() };
    on_each_engine_with(&options, async |db| {
        with_table(&db).await;
        let mut idle = db.write().await.unwrap();
        idle.exec(INSERT, args![1]).await.unwrap();
        let mut waiting = db.write().await.unwrap();
        soon(waiting.exec(INSERT, args![1])).await.unwrap();
        waiting.commit().await.unwrap();
        assert!(matches!(idle.exec(INSERT, args![2]).await, Err(StoreError::TimedOut)));
        assert!(matches!(idle.commit().await, Err(StoreError::TimedOut)));
        assert_eq!(ids(&db).await, [1]);
    });
}

#[test]
fn a_batch_counts_what_each_execution_changed() {
    on_each_engine(async |db| {
        with_table(&db).await;
        let mut tx = db.write().await.unwrap();
        let rows = [1, 2, 1, 3].map(|id| args![id]).to_vec();
        let counts =
            tx.batch("insert into t (id) values ($1) on conflict (id) do nothing", rows).await.unwrap();
        assert_eq!(counts, [1, 1, 0, 1]);
        tx.commit().await.unwrap();
        assert_eq!(ids(&db).await, [1, 2, 3]);
    });
}

#[test]
fn a_batch_with_a_failure_keeps_nothing() {
    on_each_engine(async |db| {
        with_table(&db).await;
        let mut tx = db.write().await.unwrap();
        let rows = (0..1_000).map(|id| args![id % 700]).collect();
        assert!(matches!(tx.batch(INSERT, rows).await, Err(StoreError::Unique { .. })));
        assert!(matches!(tx.commit().await, Err(StoreError::Poisoned)));
        assert!(ids(&db).await.is_empty());
    });
}

#[test]
fn a_statement_with_returning_counts_its_rows() {
    on_each_engine(async |db| {
        with_table(&db).await;
        let mut tx = db.write().await.unwrap();
        let sql = "insert into t (id) values ($1), ($2) returning id";
        assert_eq!(tx.exec(sql, args![1, 2]).await.unwrap(), 2);
        assert_eq!(tx.all(sql, args![3, 4]).await.unwrap().len(), 2);
        assert_eq!(tx.exec("delete from t where id > $1", args![1]).await.unwrap(), 3);
    });
}

#[test]
fn one_row_means_exactly_one() {
    on_each_engine(async |db| {
        let mut tx = db.read().await.unwrap();
        let none = "select 1 as n where 1 = 2";
        assert!(tx.opt(none, args![]).await.unwrap().is_none());
        assert!(matches!(tx.one(none, args![]).await, Err(StoreError::Inconsistent { .. })));
        let two = "select 1 as n union all select 2";
        assert!(matches!(tx.opt(two, args![]).await, Err(StoreError::Inconsistent { .. })));
    });
}

#[test]
fn sets_of_ids_are_one_parameter() {
    on_each_engine(async |db| {
        db.migrate(&[], jiff::Timestamp::UNIX_EPOCH).await.unwrap();
        let sql = "select value from json_each($1) order by value";
        let rows = db.all(sql, args![serde_json::json!(["b", "a"])]).await.unwrap();
        let values: Vec<String> = rows.iter().map(|row| row.get("value").unwrap()).collect();
        assert_eq!(values, ["a", "b"]);
    });
}

#[test]
fn a_read_by_itself_changes_nothing_and_sees_what_was_committed_before_it() {
    on_each_engine(async |db| {
        with_table(&db).await;
        db.all("insert into t (id) values (7) returning id", args![]).await.unwrap_err();
        assert_eq!(ids(&db).await, [0_i64; 0]);
        for id in 1..=20 {
            let mut tx = db.write().await.unwrap();
            tx.exec(INSERT, args![id]).await.unwrap();
            assert_eq!(ids(&db).await.len(), usize::try_from(id - 1).unwrap(), "nothing of an open one");
            tx.commit().await.unwrap();
            assert_eq!(ids(&db).await.len(), usize::try_from(id).unwrap());
        }
        db.opt("select id from t", args![]).await.unwrap_err();
        assert_eq!(ids(&db).await.len(), 20, "and one that failed is over");
    });
}
