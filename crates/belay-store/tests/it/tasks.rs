//! Tasks, and the steps they take.

use belay_store::{
    Db, StoreError, Tx,
    task::{self, CANCELLED, COMPLETED, Ending, FAILED, INPUT_REQUIRED, Task, WORKING},
};
use jiff::Timestamp;

use crate::{engines::on_each_engine, sessions::second};

/// A task of Ada's that `one` runs until second 10.
pub(crate) fn working(id: &str) -> Task {
    Task {
        id: id.to_owned(),
        app: "almanac".to_owned(),
        principal: "ada".to_owned(),
        tenant: None,
        operation: "import_history".to_owned(),
        input: r#"{"file":"a.csv"}"#.to_owned(),
        status: WORKING.to_owned(),
        message: None,
        requests: None,
        answers: "{}".to_owned(),
        outcome: None,
        created_at: second(1),
        updated_at: second(1),
        expires_at: None,
        runner: Some("one".to_owned()),
        leased_until: Some(second(10)),
        facts: "{}".to_owned(),
    }
}

/// The same task once it waits for an answer.
pub(crate) fn waiting(id: &str) -> Task {
    Task {
        status: INPUT_REQUIRED.to_owned(),
        requests: Some(r#"["q"]"#.to_owned()),
        runner: None,
        leased_until: None,
        ..working(id)
    }
}

pub(crate) fn ending(status: &str) -> Ending {
    let (outcome, message) = (Some("[1]".to_owned()), Some("There it is.".to_owned()));
    Ending { status: status.to_owned(), outcome, message }
}

pub(crate) async fn with(db: &Db, tasks: &[Task]) -> Tx {
    db.migrate(&[], Timestamp::UNIX_EPOCH).await.unwrap();
    let mut tx = db.write().await.unwrap();
    for task in tasks {
        task::insert(&mut tx, task).await.unwrap();
    }
    tx
}

pub(crate) async fn find(tx: &mut Tx, id: &str) -> Task {
    task::find(tx, "almanac", "ada", None, id).await.unwrap().unwrap()
}

#[test]
fn a_task_is_found_by_its_own_principal_in_its_own_tenant_only() {
    on_each_engine(async |db| {
        let full = Task {
            tenant: Some("gym".to_owned()),
            message: Some("Half way.".to_owned()),
            outcome: Some("{}".to_owned()),
            expires_at: Some(second(99)),
            ..waiting("full")
        };
        let mut tx = with(&db, &[working("bare"), full.clone()]).await;
        assert_eq!(find(&mut tx, "bare").await, working("bare"));
        let gym = Some("gym");
        assert_eq!(task::find(&mut tx, "almanac", "ada", gym, "full").await.unwrap(), Some(full));
        for (app, principal, tenant, id) in [
            ("almanac", "ada", None, "full"),
            ("almanac", "ada", Some("box"), "full"),
            ("almanac", "ada", gym, "bare"),
            ("almanac", "bob", None, "bare"),
            ("taikan", "ada", None, "bare"),
            ("almanac", "ada", None, "nobody"),
        ] {
            assert_eq!(task::find(&mut tx, app, principal, tenant, id).await.unwrap(), None);
        }
    });
}

#[test]
fn a_status_that_is_none_is_refused() {
    on_each_engine(async |db| {
        let mut tx = with(&db, &[]).await;
        let odd = Task { status: "resting".to_owned(), ..working("a") };
        assert!(matches!(task::insert(&mut tx, &odd).await, Err(StoreError::Check { .. })));
    });
}

#[test]
fn a_task_asks_is_answered_goes_on_and_ends() {
    on_each_engine(async |db| {
        let facts = r#"{"client":"c"}"#.to_owned();
        let mut tx = with(&db, &[Task { facts: facts.clone(), ..working("a") }, working("other")]).await;
        assert!(task::ask(&mut tx, "a", r#"["q"]"#, second(2)).await.unwrap());
        let asked = find(&mut tx, "a").await;
        assert_eq!(asked, Task { updated_at: second(2), facts: facts.clone(), ..waiting("a") });

        assert!(task::answer(&mut tx, &asked, r#"{"q":1}"#, None, second(3)).await.unwrap());
        assert!(task::resume(&mut tx, "a", "two", second(20), second(4)).await.unwrap());
        let resumed = Task {
            answers: r#"{"q":1}"#.to_owned(),
            facts,
            runner: Some("two".to_owned()),
            leased_until: Some(second(20)),
            updated_at: second(4),
            ..working("a")
        };
        assert_eq!(find(&mut tx, "a").await, resumed);

        assert!(task::finish(&mut tx, "a", ending(COMPLETED), second(5)).await.unwrap());
        let ended = Task {
            status: COMPLETED.to_owned(),
            outcome: Some("[1]".to_owned()),
            message: Some("There it is.".to_owned()),
            input: "{}".to_owned(),
            answers: "{}".to_owned(),
            facts: "{}".to_owned(),
            runner: None,
            leased_until: None,
            updated_at: second(5),
            ..resumed
        };
        assert_eq!(find(&mut tx, "a").await, ended);
        assert_eq!(find(&mut tx, "other").await, working("other"), "no other task is touched");
    });
}

#[test]
fn a_task_with_open_questions_does_not_go_on() {
    on_each_engine(async |db| {
        let mut tx = with(&db, &[waiting("a")]).await;
        assert!(!task::resume(&mut tx, "a", "one", second(20), second(2)).await.unwrap());
        let some = Some(r#"["r"]"#);
        assert!(task::answer(&mut tx, &waiting("a"), "{}", some, second(3)).await.unwrap());
        assert!(!task::resume(&mut tx, "a", "one", second(20), second(4)).await.unwrap());
    });
}

/// Tries every step on a task and gives the names of those that were taken, each on a task of its own.
async fn steps_taken(db: &Db, from: &Task) -> Vec<&'static str> {
    let mut taken = Vec::new();
    for step in ["ask", "answer", "resume", "claim", "renew", "finish", "cancel"] {
        let mut tx = with(db, std::slice::from_ref(from)).await;
        let (id, later) = (from.id.as_str(), second(99));
        let was_taken = match step {
            "ask" => task::ask(&mut tx, id, "[]", later).await,
            "answer" => task::answer(&mut tx, from, "{}", None, later).await,
            "resume" => task::resume(&mut tx, id, "two", later, later).await,
            "claim" => task::claim(&mut tx, id, "two", later, second(10)).await,
            "renew" => task::renew(&mut tx, id, "one", later).await,
            "finish" => task::finish(&mut tx, id, ending(FAILED), later).await,
            _ => task::cancel(&mut tx, id, later).await,
        };
        if was_taken.unwrap() {
            taken.push(step);
        } else {
            assert_eq!(find(&mut tx, id).await, *from, "{step} was not taken and changes nothing");
        }
    }
    taken
}

#[test]
fn each_status_allows_its_own_steps_and_no_others() {
    on_each_engine(async |db| {
        assert_eq!(steps_taken(&db, &working("a")).await, ["ask", "renew", "finish", "cancel"]);
        let lapsed = Task { leased_until: Some(second(9)), ..working("a") };
        assert_eq!(steps_taken(&db, &lapsed).await, ["ask", "claim", "renew", "finish", "cancel"]);
        assert_eq!(steps_taken(&db, &waiting("a")).await, ["answer", "finish", "cancel"]);
        let answered = Task { requests: None, ..waiting("a") };
        assert_eq!(steps_taken(&db, &answered).await, ["answer", "resume", "finish", "cancel"]);
        for status in [COMPLETED, FAILED, CANCELLED] {
            let ended = Task { status: status.to_owned(), ..lapsed.clone() };
            assert!(steps_taken(&db, &ended).await.is_empty(), "{status}");
        }
    });
}

#[test]
fn a_status_that_is_no_end_does_not_finish_a_task() {
    on_each_engine(async |db| {
        let mut tx = with(&db, &[working("a")]).await;
        for status in [WORKING, INPUT_REQUIRED, "done"] {
            let error = task::finish(&mut tx, "a", ending(status), second(2)).await.unwrap_err();
            assert!(matches!(error, StoreError::Statement(_)), "{error:?}");
        }
        assert_eq!(find(&mut tx, "a").await, working("a"));
    });
}

#[test]
fn a_cancelled_task_asks_nothing_any_more_and_keeps_nothing_of_its_call() {
    on_each_engine(async |db| {
        let (answers, facts) = (r#"{"q":1}"#.to_owned(), r#"{"client":"c"}"#.to_owned());
        let mut tx = with(&db, &[Task { answers, facts, ..waiting("a") }]).await;
        assert!(task::cancel(&mut tx, "a", second(2)).await.unwrap());
        let cancelled = Task {
            status: CANCELLED.to_owned(),
            input: "{}".to_owned(),
            requests: None,
            updated_at: second(2),
            ..waiting("a")
        };
        assert_eq!(find(&mut tx, "a").await, cancelled);
    });
}

#[test]
fn a_runner_renews_its_own_lease_only() {
    on_each_engine(async |db| {
        let mut tx = with(&db, &[working("a")]).await;
        assert!(!task::renew(&mut tx, "a", "two", second(20)).await.unwrap());
        assert!(task::renew(&mut tx, "a", "one", second(20)).await.unwrap());
        assert_eq!(find(&mut tx, "a").await, Task { leased_until: Some(second(20)), ..working("a") });
        assert!(task::claim(&mut tx, "a", "two", second(40), second(30)).await.unwrap());
        assert!(!task::renew(&mut tx, "a", "one", second(50)).await.unwrap(), "it is in other hands");
    });
}

#[test]
fn an_applications_tasks_whose_runner_went_silent_are_found_longest_ago_first() {
    on_each_engine(async |db| {
        let until = |id, end| Task { leased_until: end, ..working(id) };
        let tasks = [
            until("late", Some(second(8))),
            until("early", Some(second(7))),
            until("Early", Some(second(7))),
            until("now", Some(second(9))),
            until("unleased", None),
            Task { status: FAILED.to_owned(), ..until("ended", Some(second(1))) },
            Task { app: "taikan".to_owned(), ..until("elsewhere", Some(second(1))) },
        ];
        let mut tx = with(&db, &tasks).await;
        let found = task::abandoned(&mut tx, "almanac", second(9), 10).await.unwrap();
        assert_eq!(found, [tasks[2].clone(), tasks[1].clone(), tasks[0].clone()]);
        assert_eq!(task::abandoned(&mut tx, "almanac", second(9), 1).await.unwrap(), [tasks[2].clone()]);
        task::claim(&mut tx, "Early", "two", second(20), second(9)).await.unwrap();
        assert_eq!(task::abandoned(&mut tx, "almanac", second(9), 1).await.unwrap(), [tasks[1].clone()]);
    });
}

#[test]
fn of_the_tasks_of_a_principal_those_that_ended_last_stay_and_live_ones_always() {
    on_each_engine(async |db| {
        let ended = |id, at| Task {
            status: COMPLETED.to_owned(),
            updated_at: second(at),
            runner: None,
            leased_until: None,
            ..working(id)
        };
        let foreign = Task { principal: "bob".to_owned(), ..ended("f", 1) };
        let elsewhere = Task { app: "taikan".to_owned(), ..ended("e", 1) };
        let tasks = [
            working("w"),
            waiting("i"),
            ended("old", 2),
            ended("A", 3),
            ended("a", 3),
            ended("new", 4),
            foreign,
            elsewhere,
        ];
        let mut tx = with(&db, &tasks).await;
        assert_eq!(task::count(&mut tx, "almanac", "ada").await.unwrap(), 6);
        assert_eq!(task::delete_ended_beyond(&mut tx, "almanac", "ada", 2).await.unwrap(), 2);
        for stays in ["w", "i", "a", "new"] {
            find(&mut tx, stays).await;
        }
        assert_eq!(task::delete_ended_beyond(&mut tx, "almanac", "ada", 0).await.unwrap(), 2);
        assert_eq!(task::count(&mut tx, "almanac", "ada").await.unwrap(), 2);
        assert_eq!(task::count(&mut tx, "almanac", "bob").await.unwrap(), 1);
        assert_eq!(task::count(&mut tx, "taikan", "ada").await.unwrap(), 1);
    });
}

#[test]
fn expired_tasks_go_and_live_ones_are_counted() {
    on_each_engine(async |db| {
        let expiring = |id, at| Task { expires_at: Some(second(at)), ..working(id) };
        let foreign = Task { principal: "bob".to_owned(), ..working("f") };
        let elsewhere = Task { app: "taikan".to_owned(), ..working("e") };
        let ended = Task { status: CANCELLED.to_owned(), ..working("c") };
        let tasks =
            [expiring("x", 5), expiring("y", 6), working("w"), waiting("i"), foreign, elsewhere, ended];
        let mut tx = with(&db, &tasks).await;
        assert_eq!(task::count_live(&mut tx, "almanac", "ada").await.unwrap(), 4);
        assert_eq!(task::delete_expired(&mut tx, second(5)).await.unwrap(), 1);
        assert_eq!(task::count_live(&mut tx, "almanac", "ada").await.unwrap(), 3);
        assert_eq!(task::count_live(&mut tx, "almanac", "nobody").await.unwrap(), 0);
    });
}
