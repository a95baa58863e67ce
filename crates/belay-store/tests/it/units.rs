//! The one write transaction of a call.

use std::sync::Arc;

use belay_core::{
    Actor, Ctx, Error, Kind,
    clock::StoppedClock,
    ctx::{Shared, Slots},
    entropy::Seeded,
    request::{Door, Request},
};
use belay_store::{CtxStore as _, Db, Tx, Unit, args};

use crate::{
    engines::{on_each_engine, soon},
    transactions::{ids, with_table},
};

const INSERT: &str = "insert into t (id) values ($1)";

fn call(db: &Db, unit: &Unit) -> Ctx {
    let mut slots = Slots::default();
    slots.insert(db.clone());
    let clock = Arc::new(StoppedClock(jiff::Timestamp::UNIX_EPOCH));
    let shared = Shared::new(clock, Arc::new(Seeded::new(1)), Arc::new(slots));
    Ctx::builder(shared, Actor::anonymous(), Request::new(Door::Mcp, "r")).with(unit.clone()).build()
}

async fn add(cx: &Ctx, id: i64) -> Result<(), Error> {
    let mut tx = cx.tx().await?;
    store(&mut tx, id).await
}

async fn store(tx: &mut Tx, id: i64) -> Result<(), Error> {
    tx.exec(INSERT, args![id]).await?;
    Ok(())
}

#[test]
fn guards_share_one_transaction_and_the_call_path_commits_it() {
    on_each_engine(async |db| {
        with_table(&db).await;
        let unit = Unit::new(db.clone());
        let cx = call(&db, &unit);
        add(&cx, 1).await.unwrap();
        add(&cx, 2).await.unwrap();
        assert!(ids(&db).await.is_empty(), "nothing is kept before the call path says so");
        let mut tx = unit.finish().unwrap().unwrap();
        store(&mut tx, 3).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(ids(&db).await, [1, 2, 3]);
        assert_eq!(add(&cx, 4).await.unwrap_err().code(), "transaction_finished");
    });
}

#[test]
fn a_second_guard_is_an_error_and_no_deadlock() {
    on_each_engine(async |db| {
        with_table(&db).await;
        let unit = Unit::new(db.clone());
        let cx = call(&db, &unit);
        let held = cx.tx().await.unwrap();
        assert_eq!(soon(cx.tx()).await.unwrap_err().code(), "transaction_held");
        assert_eq!(unit.finish().unwrap_err().code(), "transaction_held");
        drop(held);
        add(&cx, 1).await.unwrap();
        assert!(unit.finish().unwrap().is_some());
    });
}

#[test]
fn a_unit_that_is_dropped_rolls_back() {
    on_each_engine(async |db| {
        with_table(&db).await;
        let unit = Unit::new(db.clone());
        let cx = call(&db, &unit);
        add(&cx, 1).await.unwrap();
        drop((cx, unit));
        let mut next = db.write().await.unwrap();
        soon(next.exec(INSERT, args![1])).await.unwrap();
        next.commit().await.unwrap();
    });
}

#[test]
fn a_call_that_writes_nothing_has_no_transaction_to_finish() {
    on_each_engine(async |db| {
        with_table(&db).await;
        let unit = Unit::new(db.clone());
        let cx = call(&db, &unit);
        assert!(cx.read().await.unwrap().all("select id from t", args![]).await.unwrap().is_empty());
        assert!(unit.finish().unwrap().is_none());
    });
}

fn claiming(db: &Db) -> Unit {
    Unit::new(db.clone()).opening(|tx| {
        Box::pin(async move {
            let claim = "insert into t (id) values (0) on conflict (id) do nothing";
            match tx.exec(claim, args![]).await? {
                1 => Ok(()),
                _ => Err(Error::new(Kind::Conflict, "replayed", "Done before.")),
            }
        })
    })
}

#[test]
fn what_opens_the_transaction_runs_first_and_may_refuse() {
    on_each_engine(async |db| {
        with_table(&db).await;
        let unit = claiming(&db);
        let first = call(&db, &unit);
        add(&first, 1).await.unwrap();
        unit.finish().unwrap().unwrap().commit().await.unwrap();

        let twin = claiming(&db);
        let second = call(&db, &twin);
        assert_eq!(add(&second, 2).await.unwrap_err().code(), "replayed");
        assert!(twin.finish().unwrap().is_none());
        assert_eq!(ids(&db).await, [0, 1]);
    });
}

#[test]
fn a_context_without_a_database_says_so() {
    let clock = Arc::new(StoppedClock(jiff::Timestamp::UNIX_EPOCH));
    let shared = Shared::new(clock, Arc::new(Seeded::new(1)), Arc::default());
    let cx = Ctx::builder(shared, Actor::anonymous(), Request::new(Door::Mcp, "r")).build();
    assert_eq!(cx.db().unwrap_err().kind(), Kind::Internal);
}
