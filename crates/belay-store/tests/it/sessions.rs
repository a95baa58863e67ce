//! The sessions of the protocol.

use belay_store::{
    Db, StoreError,
    event::{self, Event},
    session::{self, Session},
};
use jiff::Timestamp;

use crate::engines::on_each_engine;

pub(crate) fn second(n: i64) -> Timestamp {
    Timestamp::from_second(n).unwrap()
}

/// A session of Ada's that was opened and last used at second `n`.
pub(crate) fn session(id: &str, n: i64) -> Session {
    Session {
        id: id.to_owned(),
        app: "breadbox".to_owned(),
        principal: "ada".to_owned(),
        tenant: (n % 2 == 0).then(|| "home".to_owned()),
        protocol: "2025-06-18".to_owned(),
        client: r#"{"clientInfo":{"name":"nul \u0000"}}"#.to_owned(),
        state: "{}".to_owned(),
        created_at: second(n),
        used_at: second(n),
    }
}

/// Sessions, each with one event.
async fn with(db: &Db, sessions: &[Session]) {
    db.migrate(&[], Timestamp::UNIX_EPOCH).await.unwrap();
    let mut tx = db.write().await.unwrap();
    for one in sessions {
        session::insert(&mut tx, one).await.unwrap();
        let event = Event {
            session: one.id.clone(),
            stream: "s".to_owned(),
            number: 1,
            at: one.used_at,
            data: None,
            last: false,
        };
        assert_eq!(event::insert(&mut tx, vec![event]).await.unwrap(), 1);
    }
    tx.commit().await.unwrap();
}

/// The ids of the sessions that are left; each must have its event, and no event may be left without.
async fn left(db: &Db) -> Vec<String> {
    let read = async |sql: &'static str| -> Vec<String> {
        let rows = db.all(sql, Vec::new()).await.unwrap();
        rows.iter().map(|row| row.get("id").unwrap()).collect()
    };
    let ids = read("select id from store_session order by id").await;
    assert_eq!(read("select session as id from store_event order by session").await, ids);
    ids
}

#[test]
fn a_session_comes_back_as_it_was_kept_and_only_to_its_own_application() {
    on_each_engine(async |db| {
        let sessions = [session("a", 1), session("b", 2)];
        with(&db, &sessions).await;
        let mut tx = db.read().await.unwrap();
        for one in &sessions {
            assert_eq!(session::find(&mut tx, "breadbox", &one.id).await.unwrap().as_ref(), Some(one));
        }
        assert_eq!(session::find(&mut tx, "almanac", "a").await.unwrap(), None);
        assert_eq!(session::find(&mut tx, "breadbox", "c").await.unwrap(), None);
    });
}

#[test]
fn an_id_is_taken_once_among_all_applications() {
    on_each_engine(async |db| {
        with(&db, &[session("a", 1)]).await;
        let twin = Session { app: "almanac".to_owned(), ..session("a", 1) };
        let error = session::insert(&mut db.write().await.unwrap(), &twin).await.unwrap_err();
        assert!(matches!(error, StoreError::Unique { .. }), "{error:?}");
    });
}

#[test]
fn use_moves_forward_only_and_what_the_client_sets_is_kept() {
    on_each_engine(async |db| {
        with(&db, &[session("a", 5), session("b", 5)]).await;
        let mut tx = db.write().await.unwrap();
        assert!(session::touch(&mut tx, "a", second(9)).await.unwrap());
        assert!(session::touch(&mut tx, "a", second(7)).await.unwrap());
        assert!(session::update_state(&mut tx, "a", r#"{"level":"debug"}"#).await.unwrap());
        let expected =
            Session { used_at: second(9), state: r#"{"level":"debug"}"#.to_owned(), ..session("a", 5) };
        assert_eq!(session::find(&mut tx, "breadbox", "a").await.unwrap(), Some(expected));
        assert_eq!(session::find(&mut tx, "breadbox", "b").await.unwrap(), Some(session("b", 5)));
    });
}

#[test]
fn a_session_that_has_gone_can_be_neither_touched_nor_changed_nor_deleted() {
    on_each_engine(async |db| {
        with(&db, &[session("a", 1)]).await;
        let mut tx = db.write().await.unwrap();
        assert!(session::delete(&mut tx, "a").await.unwrap());
        assert!(!session::delete(&mut tx, "a").await.unwrap());
        assert!(!session::touch(&mut tx, "a", second(2)).await.unwrap());
        assert!(!session::update_state(&mut tx, "a", "{}").await.unwrap());
    });
}

#[test]
fn a_deleted_session_takes_its_events_along() {
    on_each_engine(async |db| {
        with(&db, &[session("a", 1), session("b", 1)]).await;
        let mut tx = db.write().await.unwrap();
        assert!(session::delete(&mut tx, "a").await.unwrap());
        tx.commit().await.unwrap();
        assert_eq!(left(&db).await, ["b"]);
    });
}

#[test]
fn sessions_unused_since_an_instant_go_with_their_events() {
    on_each_engine(async |db| {
        with(&db, &[session("a", 1), session("b", 2), session("c", 3), session("d", 1)]).await;
        let mut tx = db.write().await.unwrap();
        session::touch(&mut tx, "d", second(3)).await.unwrap();
        assert_eq!(session::delete_unused_since(&mut tx, second(3)).await.unwrap(), 2);
        tx.commit().await.unwrap();
        assert_eq!(left(&db).await, ["c", "d"]);
    });
}

#[test]
fn a_principal_keeps_the_sessions_used_last_and_others_keep_theirs() {
    on_each_engine(async |db| {
        let strangers = Session { principal: "bob".to_owned(), ..session("x", 1) };
        let elsewhere = Session { app: "almanac".to_owned(), ..session("y", 1) };
        let own = [session("a", 1), session("b", 2), session("c", 2), session("d", 2)];
        with(&db, &[&own[..], &[strangers, elsewhere]].concat()).await;
        let mut tx = db.write().await.unwrap();
        session::touch(&mut tx, "a", second(9)).await.unwrap();
        let mut gone = session::delete_beyond(&mut tx, "breadbox", "ada", 2).await.unwrap();
        gone.sort();
        assert_eq!(gone, ["b", "c"]);
        assert!(session::delete_beyond(&mut tx, "breadbox", "ada", 2).await.unwrap().is_empty());
        tx.commit().await.unwrap();
        assert_eq!(left(&db).await, ["a", "d", "x", "y"]);
    });
}
