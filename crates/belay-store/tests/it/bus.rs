//! Notices between processes.

use belay_store::{
    Db, StoreError, args,
    bus::{Bus, MOST_BYTES, Notice, Notices, Received},
};

use crate::{
    cancellation::cut_after,
    engines::{on_each_engine, on_postgres_twice, runtime, soon},
};

fn notice(body: impl Into<String>) -> Notice {
    Notice { topic: "session".to_owned(), body: body.into() }
}

fn heard(body: impl Into<String>) -> Option<Received> {
    Some(Received::Notice(notice(body)))
}

/// A subscription that hears everything published from now on.
async fn subscribed(bus: &Bus, db: &Db) -> Notices {
    let mut notices = bus.subscribe();
    if db.engine().to_string() == "PostgreSQL" {
        assert_eq!(soon(notices.next()).await, Some(Received::Missed(0)), "the connection stands");
    }
    notices
}

/// How many connections listen to the database.
async fn listeners(db: &Db) -> i64 {
    let sql = "select count(*) as n from pg_stat_activity
        where datname = current_database() and query = 'listen belay'";
    db.opt(sql, args![]).await.unwrap().unwrap().get("n").unwrap()
}

/// Ends every connection that listens and says how many there were.
async fn kill_listeners(db: &Db) -> i64 {
    let sql = "select count(pg_terminate_backend(pid)) as n from pg_stat_activity
        where datname = current_database() and query = 'listen belay'";
    db.opt(sql, args![]).await.unwrap().unwrap().get("n").unwrap()
}

#[test]
fn each_subscriber_gets_each_notice_once_and_in_order() {
    on_each_engine(async |db| {
        let bus = Bus::open(&db);
        let mut first = subscribed(&bus, &db).await;
        let mut second = bus.clone().subscribe();
        for body in ["a", "b", "a"] {
            bus.publish(notice(body)).await.unwrap();
        }
        for notices in [&mut first, &mut second] {
            for body in ["a", "b", "a"] {
                assert_eq!(soon(notices.next()).await, heard(body));
            }
        }
        bus.publish(notice("end")).await.unwrap();
        assert_eq!(soon(first.next()).await, heard("end"), "nothing came twice");
    });
}

#[test]
fn a_bus_needs_no_database() {
    runtime().block_on(async {
        let bus = Bus::local();
        bus.publish(notice("nobody listens")).await.unwrap();
        let mut notices = bus.subscribe();
        bus.publish(notice("a")).await.unwrap();
        assert_eq!(soon(notices.next()).await, heard("a"));
    });
}

#[test]
fn processes_on_one_database_hear_each_other_and_themselves() {
    on_postgres_twice(async |one, other| {
        let (here, there) = (Bus::open(&one), Bus::open(&other));
        let mut at_one = subscribed(&here, &one).await;
        let mut at_other = subscribed(&there, &other).await;
        here.publish(notice("from here")).await.unwrap();
        there.publish(notice("from there")).await.unwrap();
        for notices in [&mut at_one, &mut at_other] {
            assert_eq!(soon(notices.next()).await, heard("from here"));
            assert_eq!(soon(notices.next()).await, heard("from there"));
        }
    });
}

#[test]
fn one_connection_listens_for_all_subscribers_and_only_once_there_are_any() {
    on_postgres_twice(async |db, _| {
        let bus = Bus::open(&db);
        bus.publish(notice("a")).await.unwrap();
        assert_eq!(listeners(&db).await, 0);
        let first = subscribed(&bus, &db).await;
        let more = [bus.subscribe(), bus.clone().subscribe()];
        assert_eq!(listeners(&db).await, 1);
        drop((first, more));
        assert_eq!(listeners(&db).await, 1, "the next subscriber finds it ready");
    });
}

#[test]
fn a_lost_connection_is_replaced_and_subscribers_learn_that_they_may_have_missed_something() {
    on_postgres_twice(async |db, other| {
        let bus = Bus::open(&db);
        let mut notices = subscribed(&bus, &db).await;
        for round in ["first", "second"] {
            assert_eq!(kill_listeners(&other).await, 1);
            assert_eq!(soon(notices.next()).await, Some(Received::Missed(0)));
            Bus::open(&other).publish(notice(round)).await.unwrap();
            assert_eq!(soon(notices.next()).await, heard(round));
        }
    });
}

#[test]
fn the_last_bus_takes_its_connection_and_its_subscriptions_along() {
    on_each_engine(async |db| {
        let bus = Bus::open(&db);
        let twin = bus.clone();
        let mut notices = subscribed(&bus, &db).await;
        drop(bus);
        twin.publish(notice("a")).await.unwrap();
        assert_eq!(soon(notices.next()).await, heard("a"));
        drop(twin);
        assert_eq!(soon(notices.next()).await, None);
        if db.engine().to_string() == "PostgreSQL" {
            soon(async { while listeners(&db).await > 0 {} }).await;
        }
    });
}

#[test]
fn a_notice_as_large_as_allowed_arrives_and_a_larger_one_is_refused_on_every_engine() {
    on_each_engine(async |db| {
        let bus = Bus::open(&db);
        let mut notices = subscribed(&bus, &db).await;
        let room = MOST_BYTES - r#"{"topic":"session","body":""}"#.len();
        let error = bus.publish(notice("x".repeat(room + 1))).await.unwrap_err();
        assert!(matches!(error, StoreError::TooLarge { bytes, .. } if bytes == MOST_BYTES + 1), "{error:?}");
        bus.publish(notice("x".repeat(room))).await.unwrap();
        assert_eq!(soon(notices.next()).await, heard("x".repeat(room)));
    });
}

#[test]
fn a_subscriber_that_falls_behind_learns_how_many_it_missed() {
    runtime().block_on(async {
        let bus = Bus::local();
        let mut notices = bus.subscribe();
        for n in 0..3_000 {
            bus.publish(notice(n.to_string())).await.unwrap();
        }
        let Some(Received::Missed(missed)) = soon(notices.next()).await else { panic!("it missed some") };
        assert!(missed > 0);
        for n in missed..3_000 {
            assert_eq!(soon(notices.next()).await, heard(n.to_string()));
        }
    });
}

#[test]
fn what_others_send_on_the_channel_is_passed_over() {
    on_postgres_twice(async |db, other| {
        let bus = Bus::open(&db);
        let mut notices = subscribed(&bus, &db).await;
        let mut tx = other.write().await.unwrap();
        tx.exec("select pg_notify('belay', 'lunch?')", args![]).await.unwrap();
        tx.commit().await.unwrap();
        bus.publish(notice("a")).await.unwrap();
        assert_eq!(soon(notices.next()).await, heard("a"));
    });
}

#[test]
fn futures_dropped_at_any_point_lose_and_disturb_nothing() {
    on_each_engine(async |db| {
        let bus = Bus::open(&db);
        let mut notices = subscribed(&bus, &db).await;
        for round in 0..60_usize {
            // Abandoned, it may have been sent or not.
            let _ = cut_after(round % 6, bus.publish(notice("maybe"))).await;
            let certain = round.to_string();
            soon(bus.publish(notice(&certain))).await.unwrap();
            loop {
                let Some(received) = cut_after(1 + round % 3, notices.next()).await else {
                    tokio::task::yield_now().await;
                    continue;
                };
                if received == heard(&certain) {
                    break;
                }
                assert_eq!(received, heard("maybe"));
            }
            assert!(soon(db.opt("select 1 as one", args![])).await.unwrap().is_some());
        }
    });
}
