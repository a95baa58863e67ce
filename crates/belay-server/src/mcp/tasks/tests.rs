//! Leases, and how many tasks are kept.

use std::sync::Arc;
use std::time::Duration;

use belay_core::migration::{Migration, Migrations};
use belay_core::operation::TaskSupport;
use belay_core::request::Door as Way;
use belay_core::{Actor, App, Clock, Ctx, Error, Operation};
use belay_store::task::{self, Task};
use belay_store::{CtxStore, Db, Options, args};
use belay_testkit::Database;
use http::HeaderMap;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::keep::Keep;
use super::running::Running;
use super::{Made, facts, start};
use crate::gate::Caller;
use crate::mcp::door::Door;
use crate::mcp::turn::Turn;
use crate::mcp::wire::Revision;
use crate::{Served, open};

const TABLES: &str = "create table papers_page (text text not null);";
const MIGRATIONS: Migrations = Migrations {
    owner: "papers",
    list: &[Migration { number: 1, name: "0001_page", sqlite: TABLES, postgres: TABLES }],
};

/// Says when the writer is held, and lets it be given back.
#[derive(Clone)]
struct Steps {
    holds: Arc<Semaphore>,
    goes_on: Arc<Semaphore>,
}

async fn write(cx: Ctx, (): ()) -> Result<String, Error> {
    let steps = cx.get::<Steps>().unwrap().clone();
    let mut tx = cx.tx().await?;
    tx.exec("insert into papers_page (text) values ($1)", args!["one"]).await?;
    steps.holds.add_permits(1);
    steps.goes_on.acquire().await.unwrap().forget();
    tx.exec("insert into papers_page (text) values ($1)", args!["two"]).await?;
    Ok("written".to_owned())
}

/// A clock that tells when it is asked.
struct Asked(Arc<Semaphore>);

impl Clock for Asked {
    fn now(&self) -> Timestamp {
        self.0.add_permits(1);
        at(1_000)
    }
}

fn app(steps: &Steps) -> App {
    let write =
        Operation::write("write", write).title("Write").about("Writes twice.").task(TaskSupport::Optional);
    let mut app = App::new("papers", "1.0.0", vec![write]);
    app.migrations = Some(MIGRATIONS);
    app.slots.insert(steps.clone());
    app
}

fn turn() -> Turn {
    let caller = Caller {
        address: None,
        actor: Actor::local(None),
        request_id: "req_1".into(),
        request_bytes: 0,
        client: None,
        headers: Arc::new(HeaderMap::new()),
    };
    Turn::new(caller, Way::Mcp, Revision::V2026_07_28)
}

#[tokio::test]
async fn a_task_that_holds_the_only_writer_is_not_held_up_by_the_renewal_of_its_lease() {
    let steps = Steps { holds: Arc::new(Semaphore::new(0)), goes_on: Arc::new(Semaphore::new(0)) };
    let (app, database) = (app(&steps), Database::sqlite());
    let db = open::database(&database.url, &[&app]).await.unwrap();
    let mut shared = open::shared(&app, Some(&db));
    let asked = Arc::new(Semaphore::new(0));
    shared.clock = Arc::new(Asked(Arc::clone(&asked)));
    let served = Arc::new(Served::new(app, shared, Some(db)).unwrap());
    let mut door = Door::new(Arc::clone(&served), CancellationToken::new());
    Arc::get_mut(&mut door).unwrap().tasks.renewal = Duration::from_millis(5);
    let turn = turn();
    let mut news = served.changes.listen(None);
    let made = Made {
        operation: "write",
        input: "{}".to_owned(),
        answers: "{}".to_owned(),
        facts: facts::of(&turn, None, None),
    };
    let made = door.tasks.create(&served, &turn.caller.actor, made).await.unwrap();
    start(&door, &turn, made.clone());
    steps.holds.acquire().await.unwrap().forget();
    // The next to ask for the time is a renewal, which then waits for the writer. One that asked just before waits already,
    // and nobody asks again.
    asked.forget_permits(asked.available_permits());
    let _ = tokio::time::timeout(Duration::from_secs(1), asked.acquire()).await;
    steps.goes_on.add_permits(1);
    news.next().await.unwrap();
    let ended = door.tasks.find(&served, &turn.caller.actor, &made.id).await.unwrap().unwrap();
    assert_eq!(ended.status, task::COMPLETED, "{:?}", ended.outcome);
    assert_eq!((ended.input.as_str(), ended.facts.as_str()), ("{}", "{}"));
    let mut tx = served.db.as_ref().unwrap().read().await.unwrap();
    assert_eq!(tx.all("select text from papers_page", args![]).await.unwrap().len(), 2);
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn task(id: &str, status: &str, updated_at: Timestamp) -> Task {
    Task {
        id: id.to_owned(),
        app: "papers".to_owned(),
        principal: "ada".to_owned(),
        tenant: None,
        operation: "write".to_owned(),
        input: "{}".to_owned(),
        status: status.to_owned(),
        message: None,
        requests: None,
        answers: "{}".to_owned(),
        outcome: None,
        created_at: at(1),
        updated_at,
        expires_at: None,
        runner: Some("run".to_owned()),
        leased_until: Some(at(10)),
        facts: "{}".to_owned(),
    }
}

async fn database() -> Db {
    let db = Db::open("sqlite::memory:", Options::default()).await.unwrap();
    db.migrate(&[], at(0)).await.unwrap();
    db
}

#[tokio::test]
async fn of_more_than_a_thousand_tasks_of_a_caller_those_that_ended_first_go() {
    let db = database().await;
    let mut tx = db.write().await.unwrap();
    for n in 0..1_000 {
        task::insert(&mut tx, &task(&format!("t{n}"), task::COMPLETED, at(n + 1))).await.unwrap();
    }
    tx.commit().await.unwrap();
    let keep = Keep::new("papers", Some(db.clone()));
    for (id, gone) in [("new", "t0"), ("newer", "t1")] {
        assert!(keep.insert(&task(id, task::WORKING, at(5_000)), 100).await.unwrap());
        let mut tx = db.read().await.unwrap();
        assert_eq!(task::count(&mut tx, "papers", "ada").await.unwrap(), 1_000);
        assert_eq!(task::find(&mut tx, "papers", "ada", None, gone).await.unwrap(), None);
    }
}

#[tokio::test]
async fn a_task_that_runs_here_is_not_lost_however_late_its_lease_is_renewed() {
    let db = database().await;
    let mut tx = db.write().await.unwrap();
    for id in ["runs", "lost"] {
        task::insert(&mut tx, &task(id, task::WORKING, at(1))).await.unwrap();
    }
    tx.commit().await.unwrap();
    let running = Arc::new(Running::default());
    let _run = running.enter("runs");
    let now = at(20);
    let until = now.saturating_add(SignedDuration::from_secs(30)).unwrap();
    let ended = Keep::new("papers", Some(db)).sweep(("sweeper", until), "{}", &running, now).await.unwrap();
    assert_eq!(ended.iter().map(|task| task.id.as_str()).collect::<Vec<_>>(), ["lost"]);
}
