//! Two processes that try a step of one task at once.

use belay_store::{
    Db, StoreError, Tx,
    task::{self, COMPLETED, Task},
};
use futures_util::future::{BoxFuture, join};

use crate::{
    engines::{on_each_engine_twice, soon},
    sessions::second,
    tasks::{ending, find, waiting, with, working},
};

type Step = for<'t> fn(&'t mut Tx) -> BoxFuture<'t, Result<bool, StoreError>>;

const ASK: Step = |tx| Box::pin(task::ask(tx, "a", "[]", second(2)));
const ANSWER_Q: Step =
    |tx| Box::pin(async { task::answer(tx, &waiting("a"), r#"{"q":1}"#, Some("[]"), second(2)).await });
const ANSWER_R: Step =
    |tx| Box::pin(async { task::answer(tx, &waiting("a"), r#"{"r":1}"#, Some("[]"), second(2)).await });
const RESUME: Step = |tx| Box::pin(task::resume(tx, "a", "two", second(20), second(2)));
const CLAIM_TWO: Step = |tx| Box::pin(task::claim(tx, "a", "two", second(30), second(20)));
const CLAIM_THREE: Step = |tx| Box::pin(task::claim(tx, "a", "three", second(30), second(20)));
const RENEW: Step = |tx| Box::pin(task::renew(tx, "a", "one", second(30)));
const FINISH: Step = |tx| Box::pin(task::finish(tx, "a", ending(COMPLETED), second(2)));
const CANCEL: Step = |tx| Box::pin(task::cancel(tx, "a", second(2)));

/// A task and two steps from there of which the first rules the second out.
type Rivals = (Task, Step, Step);

/// Rivals of which either rules the other out.
fn equal_rivals() -> Vec<Rivals> {
    vec![
        (working("a"), FINISH, CANCEL),
        (working("a"), FINISH, FINISH),
        (working("a"), ASK, ASK),
        (working("a"), CLAIM_TWO, CLAIM_THREE),
        (waiting("a"), ANSWER_Q, ANSWER_R),
        (Task { requests: None, ..waiting("a") }, RESUME, RESUME),
    ]
}

fn all_rivals() -> Vec<Rivals> {
    let mut all = equal_rivals();
    all.extend([
        (working("a"), CANCEL, FINISH),
        (working("a"), FINISH, ASK),
        (working("a"), CANCEL, RENEW),
        (working("a"), RENEW, CLAIM_TWO),
        (working("a"), CLAIM_TWO, RENEW),
        (waiting("a"), CANCEL, ANSWER_Q),
    ]);
    all
}

/// Puts the task back to where it starts.
async fn start(db: &Db, from: &Task) {
    db.migrate(&[], second(0)).await.unwrap();
    let mut tx = db.write().await.unwrap();
    tx.exec("delete from store_task", Vec::new()).await.unwrap();
    tx.commit().await.unwrap();
    with(db, std::slice::from_ref(from)).await.commit().await.unwrap();
}

async fn take(db: &Db, step: Step) -> bool {
    let mut tx = db.write().await.unwrap();
    let taken = step(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    taken
}

#[test]
fn a_step_that_waits_for_its_rival_is_not_taken_after_it() {
    on_each_engine_twice(async |one, other| {
        for (n, (from, first, second)) in all_rivals().into_iter().enumerate() {
            start(&one, &from).await;
            let mut winner = one.write().await.unwrap();
            assert!(first(&mut winner).await.unwrap(), "pair {n}");
            let (commit, late) = soon(join(winner.commit(), take(&other, second))).await;
            commit.unwrap();
            assert!(!late, "pair {n}");
        }
    });
}

#[test]
fn a_step_that_waits_for_its_rival_is_taken_when_the_rival_gives_up() {
    on_each_engine_twice(async |one, other| {
        for (n, (from, first, second)) in all_rivals().into_iter().enumerate() {
            start(&one, &from).await;
            let mut quitter = one.write().await.unwrap();
            assert!(first(&mut quitter).await.unwrap(), "pair {n}");
            let (late, ()) = soon(join(take(&other, second), async { drop(quitter) })).await;
            assert!(late, "pair {n}");
        }
    });
}

#[test]
fn of_many_that_try_at_once_one_takes_the_step() {
    on_each_engine_twice(async |one, other| {
        for (n, (from, first, second)) in equal_rivals().into_iter().enumerate() {
            start(&one, &from).await;
            let crowd = (0..6).map(|i| {
                let (db, step) = if i % 2 == 0 { (one.clone(), first) } else { (other.clone(), second) };
                tokio::spawn(async move { take(&db, step).await })
            });
            let taken = soon(futures_util::future::try_join_all(crowd)).await.unwrap();
            let winners = taken.iter().filter(|taken| **taken).count();
            assert_eq!(winners, 1, "pair {n}");
        }
    });
}

#[test]
fn answers_that_come_in_at_once_are_both_kept_when_the_loser_reads_again() {
    on_each_engine_twice(async |one, other| {
        start(&one, &waiting("a")).await;
        let (q, r) = soon(join(take(&one, ANSWER_Q), take(&other, ANSWER_R))).await;
        assert!(q ^ r, "one has overtaken the other");
        let missing = if q { "r" } else { "q" };
        let mut tx = other.write().await.unwrap();
        let task = find(&mut tx, "a").await;
        let both = task.answers.replace('}', &format!(r#","{missing}":1}}"#));
        assert!(task::answer(&mut tx, &task, &both, None, second(3)).await.unwrap());
        let kept = find(&mut tx, "a").await.answers;
        assert!(kept.contains(r#""q":1"#) && kept.contains(r#""r":1"#), "{kept}");
    });
}
