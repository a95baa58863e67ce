//! Futures that are dropped: at every point, in the middle of a long statement, in a crowd.

use std::{
    future::poll_fn,
    pin::pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    task::Poll,
    time::Duration,
};

use belay_store::{Db, StoreError, args};

use crate::{
    engines::{on_each_engine, soon},
    transactions::{ids, with_table},
};

const INSERT: &str = "insert into t (id) values ($1)";

/// Counts to far more than fits into any patience.
const ENDLESS: &str = "with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000000000)
    select count(*) as c from n";

/// Polls a future so many times; `None` when that was not enough, and the future is dropped then.
pub(crate) async fn cut_after<T>(polls: usize, future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    let mut left = polls;
    poll_fn(|cx| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        match future.as_mut().poll(cx) {
            Poll::Ready(value) => Poll::Ready(Some(value)),
            Poll::Pending if left == 0 => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}

#[derive(Default)]
struct Witness {
    committing: AtomicBool,
    acknowledged: AtomicBool,
}

async fn write_three(db: &Db, base: i64, witness: &Witness) -> Result<(), StoreError> {
    let mut tx = db.write().await?;
    tx.exec(INSERT, args![base]).await?;
    tx.all("select id from t where id = $1", args![base]).await?;
    tx.batch(INSERT, vec![args![base + 1], args![base + 2]]).await?;
    witness.committing.store(true, Ordering::SeqCst);
    tx.commit().await?;
    witness.acknowledged.store(true, Ordering::SeqCst);
    Ok(())
}

/// The ids that `write_three` writes, as far as they are there.
fn within(ids: &[i64], base: i64) -> Vec<i64> {
    ids.iter().copied().filter(|id| (base..base + 3).contains(id)).collect()
}

#[test]
fn a_transaction_dropped_at_any_point_rolls_back_frees_the_writer_and_loses_nothing_acknowledged() {
    on_each_engine(async |db| {
        with_table(&db).await;
        let (mut expected, mut undecided) = (Vec::new(), Vec::new());
        let mut finished = 0;
        // Every number of polls until the whole transaction fits, three times over: timing varies.
        for round in 0..200_usize {
            let base = i64::try_from(round * 10).unwrap();
            let witness = Witness::default();
            let outcome = cut_after(round % 25, write_three(&db, base, &witness)).await;
            if let Some(outcome) = outcome {
                outcome.unwrap();
                finished += 1;
            }
            let mut next = db.write().await.unwrap();
            soon(next.exec(INSERT, args![base + 9])).await.unwrap();
            soon(next.commit()).await.unwrap();

            let written = within(&ids(&db).await, base);
            if witness.acknowledged.load(Ordering::SeqCst) {
                assert_eq!(written, [base, base + 1, base + 2], "an acknowledged commit is kept");
                expected.extend(written);
            } else if witness.committing.load(Ordering::SeqCst) {
                undecided.push(base);
            } else {
                assert!(written.is_empty(), "what was not to be committed is gone");
            }
            expected.push(base + 9);
        }
        // A commit whose answer nobody waited for may be under way for a moment still.
        let mut kept = ids(&db).await;
        for base in undecided {
            let written = within(&kept, base);
            assert!([0, 3].contains(&written.len()), "an unacknowledged commit is all or nothing");
            kept.retain(|id| !written.contains(id));
        }
        assert_eq!(kept, expected, "nothing changes afterwards");
        assert!(finished > 0, "some rounds are long enough for the whole transaction");
    });
}

#[test]
fn a_dropped_statement_gives_the_whole_transaction_up() {
    on_each_engine(async |db| {
        with_table(&db).await;
        let mut tx = db.write().await.unwrap();
        tx.exec(INSERT, args![1]).await.unwrap();
        assert!(cut_after(1, tx.exec(ENDLESS, args![])).await.is_none());
        assert!(matches!(tx.exec(INSERT, args![2]).await, Err(StoreError::Cancelled)));
        assert!(matches!(tx.commit().await, Err(StoreError::Cancelled)));
        assert!(ids(&db).await.is_empty());
    });
}

#[test]
fn a_long_statement_is_stopped_when_its_future_is_dropped() {
    on_each_engine(async |db| {
        with_table(&db).await;
        let mut tx = db.write().await.unwrap();
        tx.exec(INSERT, args![1]).await.unwrap();
        let endless = tx.exec(ENDLESS, args![]);
        assert!(tokio::time::timeout(Duration::from_millis(100), endless).await.is_err());
        drop(tx);
        let mut next = db.write().await.unwrap();
        soon(next.exec(INSERT, args![1])).await.unwrap();
        soon(next.commit()).await.unwrap();
    });
}

#[test]
fn long_reads_are_stopped_when_nobody_waits_for_them_any_more() {
    on_each_engine(async |db| {
        let reads = futures_util::future::join_all((0..10).map(|_| db.all(ENDLESS, args![])));
        assert!(tokio::time::timeout(Duration::from_millis(100), reads).await.is_err());
        assert!(soon(db.opt("select 1 as n", args![])).await.unwrap().is_some());
    });
}

#[test]
fn a_crowd_of_writers_with_a_third_aborted_loses_no_row_and_leaves_no_stray_one() {
    on_each_engine(async |db| {
        with_table(&db).await;
        let acknowledged = Arc::new(Mutex::new(Vec::new()));
        let writers: Vec<_> = (0..200_i64)
            .map(|n| {
                let (db, acknowledged) = (db.clone(), Arc::clone(&acknowledged));
                tokio::spawn(async move {
                    let witness = Witness::default();
                    write_three(&db, n * 10, &witness).await.unwrap();
                    acknowledged.lock().unwrap().push(n * 10);
                })
            })
            .collect();
        for (n, writer) in writers.into_iter().enumerate() {
            if n % 3 == 0 {
                writer.abort();
                assert!(writer.await.map_or_else(|error| error.is_cancelled(), |()| true));
            } else {
                soon(writer).await.unwrap();
            }
        }
        let mut last = db.write().await.unwrap();
        soon(last.exec(INSERT, args![9_999])).await.unwrap();
        last.commit().await.unwrap();

        let acknowledged = acknowledged.lock().unwrap().clone();
        let kept = ids(&db).await;
        let of = |base: i64| kept.iter().filter(|id| **id >= base && **id < base + 3).count();
        assert!(acknowledged.iter().all(|base| of(*base) == 3), "acknowledged rows are kept");
        assert!((0..200).all(|n| [0, 3].contains(&of(n * 10))), "a transaction is kept whole or not at all");
        assert!((0..200).all(|n| n % 3 == 0 || of(n * 10) == 3), "the others all got through");
    });
}

#[test]
fn a_writer_that_gives_up_waiting_does_not_disturb_the_queue() {
    on_each_engine(async |db| {
        with_table(&db).await;
        let mut first = db.write().await.unwrap();
        first.exec(INSERT, args![1]).await.unwrap();
        let mut waiting = db.write().await.unwrap();
        assert!(cut_after(1, waiting.exec(INSERT, args![1])).await.is_none());
        drop(waiting);
        first.exec(INSERT, args![2]).await.unwrap();
        first.commit().await.unwrap();
        assert_eq!(ids(&db).await, [1, 2]);
    });
}
