//! The events of a session's streams.

use belay_store::{
    Db, StoreError, Tx,
    event::{self, Event},
    session,
};
use futures_util::future::join;
use jiff::Timestamp;

use crate::{
    engines::{on_each_engine, on_each_engine_twice, soon},
    sessions::{second, session},
};

/// The event of a stream of session `a` with a number, sent at the second `at`.
fn event(stream: &str, number: i64, at: i64) -> Event {
    Event {
        session: "a".to_owned(),
        stream: stream.to_owned(),
        number,
        at: second(at),
        data: (number > 0).then(|| format!(r#"{{"id":{number}}}"#)),
        last: false,
    }
}

/// A transaction in which the sessions `a` and `b` exist.
async fn with_sessions(db: &Db) -> Tx {
    db.migrate(&[], Timestamp::UNIX_EPOCH).await.unwrap();
    let mut tx = db.write().await.unwrap();
    for id in ["a", "b"] {
        session::insert(&mut tx, &session(id, 1)).await.unwrap();
    }
    tx
}

/// Keeps an event in a transaction of its own.
async fn insert_alone(db: &Db, event: Event) -> Result<u64, StoreError> {
    let mut tx = db.write().await?;
    let kept = event::insert(&mut tx, vec![event]).await?;
    tx.commit().await?;
    Ok(kept)
}

async fn numbers(tx: &mut Tx, stream: &str) -> Vec<i64> {
    let events = event::after(tx, "a", stream, i64::MIN, 100).await.unwrap();
    events.iter().map(|event| event.number).collect()
}

#[test]
fn a_stream_is_resumed_in_order_after_the_last_event_seen() {
    on_each_engine(async |db| {
        let mut tx = with_sessions(&db).await;
        let end = Event { last: true, ..event("s", 12, 3) };
        let sent = vec![event("s", 0, 1), event("s", 9, 2), event("s", 10, 2), end.clone()];
        let others = [event("t", 10, 1), Event { session: "b".to_owned(), ..event("s", 11, 1) }];
        let shuffled = sent.iter().rev().chain(&others).cloned().collect();
        assert_eq!(event::insert(&mut tx, shuffled).await.unwrap(), 6);

        assert_eq!(event::after(&mut tx, "a", "s", -1, 100).await.unwrap(), sent);
        assert_eq!(event::after(&mut tx, "a", "s", 9, 100).await.unwrap(), [event("s", 10, 2), end]);
        assert_eq!(event::after(&mut tx, "a", "s", 0, 1).await.unwrap(), [event("s", 9, 2)]);
        assert!(event::after(&mut tx, "a", "s", 12, 100).await.unwrap().is_empty());
    });
}

#[test]
fn a_stream_tells_its_newest_number_and_whether_it_has_ended() {
    on_each_engine(async |db| {
        let mut tx = with_sessions(&db).await;
        assert_eq!(event::newest_number(&mut tx, "a", "s").await.unwrap(), None);
        event::insert(&mut tx, vec![event("s", 9, 1), event("s", 10, 1)]).await.unwrap();
        assert_eq!(event::newest_number(&mut tx, "a", "s").await.unwrap(), Some(10));
        assert!(!event::has_ended(&mut tx, "a", "s").await.unwrap());

        let ends = [Event { last: true, ..event("s", 11, 1) }];
        event::insert(&mut tx, ends.to_vec()).await.unwrap();
        assert!(event::has_ended(&mut tx, "a", "s").await.unwrap());
        assert!(!event::has_ended(&mut tx, "a", "t").await.unwrap());
        assert!(!event::has_ended(&mut tx, "b", "s").await.unwrap());
    });
}

#[test]
fn an_event_of_a_session_that_has_gone_is_left_out_and_the_others_are_kept() {
    on_each_engine(async |db| {
        let mut tx = with_sessions(&db).await;
        session::delete(&mut tx, "b").await.unwrap();
        let late = Event { session: "b".to_owned(), ..event("s", 1, 1) };
        assert_eq!(event::insert(&mut tx, vec![event("s", 1, 1), late]).await.unwrap(), 1);
        assert_eq!(event::newest_number(&mut tx, "b", "s").await.unwrap(), None);
        assert_eq!(event::newest_number(&mut tx, "a", "s").await.unwrap(), Some(1));
    });
}

#[test]
fn an_event_of_a_session_that_goes_meanwhile_is_left_out_at_the_second_attempt_at_the_latest() {
    on_each_engine_twice(async |one, other| {
        with_sessions(&one).await.commit().await.unwrap();
        let mut deleting = one.write().await.unwrap();
        session::delete(&mut deleting, "a").await.unwrap();
        let (attempt, commit) = soon(join(insert_alone(&other, event("s", 1, 1)), deleting.commit())).await;
        commit.unwrap();
        assert!(matches!(attempt, Ok(0) | Err(StoreError::ForeignKey { .. })), "{attempt:?}");
        assert_eq!(insert_alone(&other, event("s", 1, 1)).await.unwrap(), 0);
    });
}

#[test]
fn a_number_of_a_stream_is_taken_once() {
    on_each_engine(async |db| {
        let mut tx = with_sessions(&db).await;
        event::insert(&mut tx, vec![event("s", 1, 1)]).await.unwrap();
        let error = event::insert(&mut tx, vec![event("s", 1, 2)]).await.unwrap_err();
        assert!(matches!(error, StoreError::Unique { .. }), "{error:?}");
    });
}

#[test]
fn trimming_keeps_the_newest_by_instant_then_stream_then_number() {
    on_each_engine(async |db| {
        let mut tx = with_sessions(&db).await;
        // Upper case comes before lower case by bytes, not in most languages' order.
        let all = [event("t", 1, 1), event("Z", 9, 2), event("s", 9, 2), event("s", 10, 2), event("t", 2, 3)];
        event::insert(&mut tx, all.to_vec()).await.unwrap();
        let foreign = Event { session: "b".to_owned(), ..event("s", 1, 0) };
        event::insert(&mut tx, vec![foreign]).await.unwrap();

        assert_eq!(event::trim(&mut tx, "a", 5).await.unwrap(), 0);
        assert_eq!(event::trim(&mut tx, "a", 3).await.unwrap(), 2);
        assert_eq!(numbers(&mut tx, "s").await, [9, 10]);
        assert_eq!(numbers(&mut tx, "t").await, [2]);
        assert_eq!(event::trim(&mut tx, "a", 2).await.unwrap(), 1);
        assert_eq!(numbers(&mut tx, "s").await, [10]);
        assert_eq!(event::trim(&mut tx, "a", 0).await.unwrap(), 2);
        assert_eq!(event::newest_number(&mut tx, "b", "s").await.unwrap(), Some(1));
    });
}

#[test]
fn events_before_an_instant_go_whatever_their_session() {
    on_each_engine(async |db| {
        let mut tx = with_sessions(&db).await;
        let foreign = Event { session: "b".to_owned(), ..event("s", 1, 1) };
        event::insert(&mut tx, vec![event("s", 1, 1), event("s", 2, 2), foreign]).await.unwrap();
        assert_eq!(event::delete_before(&mut tx, second(2)).await.unwrap(), 2);
        assert_eq!(numbers(&mut tx, "s").await, [2]);
    });
}
