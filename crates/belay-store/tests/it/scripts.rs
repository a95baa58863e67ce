//! Random transactions against a model of the table.

use std::collections::BTreeMap;

use belay_store::{Db, StoreError, Tx, args};
use proptest::{
    collection::vec,
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, TestRunner},
};

use crate::{
    cancellation::cut_after,
    engines::{on_each_engine, soon},
};

#[derive(Clone, Debug)]
enum Step {
    Insert(i64, i64),
    Upsert(i64, i64),
    Update(i64, i64),
    Delete(i64),
    Batch(Vec<i64>),
    Look,
}

#[derive(Clone, Debug)]
enum End {
    Commit,
    Drop,
    /// The last statement is given up after so many polls.
    Cut(usize),
}

type Model = BTreeMap<i64, i64>;

fn step() -> impl Strategy<Value = Step> {
    let (id, n) = (0..8_i64, 0..100_i64);
    prop_oneof![
        (id.clone(), n.clone()).prop_map(|(id, n)| Step::Insert(id, n)),
        (id.clone(), n.clone()).prop_map(|(id, n)| Step::Upsert(id, n)),
        (id.clone(), n).prop_map(|(id, n)| Step::Update(id, n)),
        id.clone().prop_map(Step::Delete),
        vec(id, 0..5).prop_map(Step::Batch),
        Just(Step::Look),
    ]
}

fn end() -> impl Strategy<Value = End> {
    prop_oneof![3 => Just(End::Commit), 1 => Just(End::Drop), 1 => (0..3_usize).prop_map(End::Cut)]
}

/// Does a step to the table and to the model; an error ends the transaction.
async fn run(tx: &mut Tx, model: &mut Model, step: &Step) -> Result<(), StoreError> {
    match step {
        Step::Insert(id, n) => {
            tx.exec("insert into m (id, n) values ($1, $2)", args![*id, *n]).await?;
            assert_eq!(model.insert(*id, *n), None, "the key was free");
        }
        Step::Upsert(id, n) => {
            let sql = "insert into m (id, n) values ($1, $2) on conflict (id) do update set n = excluded.n";
            assert_eq!(tx.exec(sql, args![*id, *n]).await?, 1);
            model.insert(*id, *n);
        }
        Step::Update(id, n) => {
            let count = tx.exec("update m set n = $2 where id = $1", args![*id, *n]).await?;
            assert_eq!(count, u64::from(model.contains_key(id)));
            model.entry(*id).and_modify(|old| *old = *n);
        }
        Step::Delete(id) => {
            let count = tx.exec("delete from m where id = $1", args![*id]).await?;
            assert_eq!(count, u64::from(model.remove(id).is_some()));
        }
        Step::Batch(ids) => {
            let sql = "insert into m (id, n) values ($1, 0) on conflict (id) do nothing";
            let counts = tx.batch(sql, ids.iter().map(|id| args![*id]).collect()).await?;
            for (id, count) in ids.iter().zip(counts) {
                assert_eq!(count, u64::from(!model.contains_key(id)));
                model.entry(*id).or_insert(0);
            }
        }
        Step::Look => assert_eq!(look(tx).await?, *model),
    }
    Ok(())
}

async fn look(tx: &mut Tx) -> Result<Model, StoreError> {
    let rows = tx.all("select id, n from m", args![]).await?;
    rows.iter().map(|row| Ok((row.get("id")?, row.get("n")?))).collect()
}

async fn transaction(db: &Db, kept: &Model, steps: &[Step], end: &End) -> Option<Model> {
    let mut model = kept.clone();
    let mut tx = db.write().await.unwrap();
    for step in steps {
        match soon(run(&mut tx, &mut model, step)).await {
            Ok(()) => {}
            Err(StoreError::Unique { table, columns, .. }) => {
                assert!(matches!(step, Step::Insert(id, _) if model.contains_key(id)));
                assert_eq!((table.as_str(), columns), ("m", vec!["id".to_owned()]));
                assert!(matches!(tx.commit().await, Err(StoreError::Poisoned)));
                return None;
            }
            Err(other) => panic!("{other:?}"),
        }
    }
    match end {
        End::Commit => tx.commit().await.map(|()| model).ok(),
        End::Drop => None,
        End::Cut(polls) => {
            cut_after(*polls, tx.exec("update m set n = n + 1", args![])).await;
            None
        }
    }
}

#[test]
fn random_transactions_do_what_a_model_does() {
    on_each_engine(async |db| {
        let mut tx = db.write().await.unwrap();
        tx.exec("create table m (id bigint primary key, n bigint not null)", args![]).await.unwrap();
        tx.commit().await.unwrap();
        let mut runner = TestRunner::new(Config::default());
        let script = vec((vec(step(), 0..8), end()), 120).new_tree(&mut runner).unwrap().current();
        let mut kept = Model::new();
        for (steps, end) in script {
            if let Some(committed) = transaction(&db, &kept, &steps, &end).await {
                kept = committed;
            }
            let mut snapshot = db.read().await.unwrap();
            assert_eq!(look(&mut snapshot).await.unwrap(), kept, "after {steps:?}, {end:?}");
        }
    });
}
