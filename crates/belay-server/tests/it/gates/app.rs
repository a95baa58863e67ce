//! An application with an operation for every gate.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use belay_access::audit;
use belay_core::app::{Protocol, Sessions};
use belay_core::migration::{Migration, Migrations};
use belay_core::operation::{Payload, Preview, Rate};
use belay_core::{App, Ctx, Error, Kind, Operation};
use belay_store::{CtxStore, Tx, args};
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::Semaphore;

/// What a test holds of the application.
#[derive(Debug, Clone, Default)]
pub(crate) struct Probe(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    broken: AtomicBool,
    runs: AtomicUsize,
    waits: AtomicBool,
    go: Semaphore,
}

impl Default for Inner {
    fn default() -> Self {
        let (broken, waits) = (AtomicBool::new(false), AtomicBool::new(false));
        Self { broken, runs: AtomicUsize::new(0), waits, go: Semaphore::new(0) }
    }
}

impl Probe {
    /// Makes operations fail after they have written, or not any more.
    pub(crate) fn set_broken(&self, broken: bool) {
        self.0.broken.store(broken, Ordering::SeqCst);
    }

    /// How often an operation has begun.
    pub(crate) fn runs(&self) -> usize {
        self.0.runs.load(Ordering::SeqCst)
    }

    /// Makes operations wait after they have written.
    pub(crate) fn hold(&self) {
        self.0.waits.store(true, Ordering::SeqCst);
    }

    /// Lets those that wait go on, and no other wait.
    pub(crate) fn go(&self) {
        self.0.waits.store(false, Ordering::SeqCst);
        self.0.go.add_permits(100);
    }

    async fn passed(&self) -> Result<(), Error> {
        if self.0.waits.load(Ordering::SeqCst) {
            self.0.go.acquire().await.map_err(Error::internal)?.forget();
        }
        if self.0.broken.load(Ordering::SeqCst) {
            return Err(Error::new(Kind::Conflict, "too_late", "It is too late for that."));
        }
        Ok(())
    }
}

/// A meal to note.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct NewMeal {
    /// What was eaten.
    text: String,
    /// How much.
    grams: Option<u32>,
}

/// A meal that is there.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Meal {
    /// Its number.
    meal_id: i64,
    /// What was eaten.
    text: String,
}

/// Which meal.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Which {
    /// Its number.
    meal_id: i64,
}

async fn insert(cx: &Ctx, tx: &mut Tx, text: &str) -> Result<i64, Error> {
    let row = tx.one("select coalesce(max(id), 0) + 1 as next from gated_meal", args![]).await?;
    let id: i64 = row.get("next")?;
    tx.exec("insert into gated_meal (id, tenant_id, text) values ($1, $2, $3)", args![id, cx.tenant(), text])
        .await?;
    Ok(id)
}

fn begun(cx: &Ctx) -> Probe {
    let probe = cx.get::<Probe>().cloned().unwrap_or_default();
    probe.0.runs.fetch_add(1, Ordering::SeqCst);
    probe
}

async fn log_meal(cx: Ctx, meal: NewMeal) -> Result<Meal, Error> {
    let probe = begun(&cx);
    let mut tx = cx.tx().await?;
    let id = insert(&cx, &mut tx, &meal.text).await?;
    cx.made(format!("meal:{id}"));
    cx.audit(format!("meal:{id}"), None, Some(json!({ "grams": meal.grams })));
    probe.passed().await?;
    Ok(Meal { meal_id: id, text: meal.text })
}

/// Looks before it writes, and refuses what is there already.
async fn log_new(cx: Ctx, meal: NewMeal) -> Result<Meal, Error> {
    let known = cx
        .read()
        .await?
        .opt(
            "select 1 as one from gated_meal where text = $1 and tenant_id = $2",
            args![&meal.text, cx.tenant()],
        )
        .await?;
    if known.is_some() {
        return Err(Error::new(Kind::Conflict, "already_there", "It is there already."));
    }
    log_meal(cx, meal).await
}

async fn import(cx: Ctx, meal: NewMeal) -> Result<Meal, Error> {
    let probe = begun(&cx);
    let mut tx = cx.db()?.write().await?;
    let id = insert(&cx, &mut tx, &meal.text).await?;
    audit::record_about(&cx, &mut tx, "import", (Some("meals"), Some("1 added"))).await?;
    tx.commit().await?;
    probe.passed().await?;
    Ok(Meal { meal_id: id, text: meal.text })
}

/// Fails, or waits, before it keeps anything.
async fn import_late(cx: Ctx, meal: NewMeal) -> Result<Meal, Error> {
    begun(&cx).passed().await?;
    let mut tx = cx.db()?.write().await?;
    let id = insert(&cx, &mut tx, &meal.text).await?;
    audit::record_about(&cx, &mut tx, "import_late", (None, None)).await?;
    tx.commit().await?;
    Ok(Meal { meal_id: id, text: meal.text })
}

/// Changes nothing in the database.
async fn ping_scale(cx: Ctx, (): ()) -> Result<usize, Error> {
    Ok(begun(&cx).runs())
}

async fn meals(cx: Ctx, (): ()) -> Result<Vec<String>, Error> {
    let rows = cx
        .read()
        .await?
        .all("select text from gated_meal where tenant_id = $1 order by id", args![cx.tenant()])
        .await?;
    rows.iter().map(|row| Ok(row.get("text")?)).collect()
}

async fn meal(cx: &Ctx, id: i64) -> Result<String, Error> {
    let mut tx = cx.read().await?;
    let row = tx
        .opt("select text from gated_meal where id = $1 and tenant_id = $2", args![id, cx.tenant()])
        .await?
        .ok_or_else(|| Error::new(Kind::NotFound, "meal_not_found", "There is no such meal."))?;
    Ok(row.get("text")?)
}

async fn preview(cx: Ctx, which: Which) -> Result<Preview, Error> {
    let text = meal(&cx, which.meal_id).await?;
    Ok(Preview::new(format!("This deletes the meal \"{text}\".")).fact("meals", 1))
}

async fn delete_meal(cx: Ctx, which: Which) -> Result<String, Error> {
    let probe = begun(&cx);
    let text = meal(&cx, which.meal_id).await?;
    cx.tx().await?.exec("delete from gated_meal where id = $1", args![which.meal_id]).await?;
    cx.unmade(format!("meal:{}", which.meal_id));
    cx.audit(format!("meal:{}", which.meal_id), Some(json!({ "text": text })), None);
    probe.passed().await?;
    Ok("deleted".to_owned())
}

async fn clear(cx: Ctx, (): ()) -> Result<String, Error> {
    begun(&cx);
    cx.tx().await?.exec("delete from gated_meal where tenant_id = $1", args![cx.tenant()]).await?;
    Ok("cleared".to_owned())
}

async fn break_down(_: Ctx, meal: NewMeal) -> Result<String, Error> {
    Err(Error::internal(format!("the scale is on fire ({} characters)", meal.text.len())))
}

const MIGRATIONS: Migrations = Migrations {
    owner: "gated",
    list: &[Migration {
        number: 1,
        name: "0001_meals",
        sqlite: "create table gated_meal (id integer primary key, tenant_id text not null, text text not null) strict;",
        postgres: "create table gated_meal (id bigint primary key, tenant_id text not null, text text not null);",
    }],
};

const DAY: Payload = Payload::within(Duration::from_secs(24 * 60 * 60));

fn operations() -> Vec<Operation> {
    let meal = || json!({ "text": "soup" });
    vec![
        Operation::write("log_meal", log_meal).rest(Method::POST, "/meals").example(meal()),
        Operation::write("log_once", log_meal).idempotent(DAY).rest(Method::POST, "/once").example(meal()),
        Operation::write("log_new", log_new).rest(Method::POST, "/new").example(meal()),
        Operation::write("import", import).own_transactions().rest(Method::POST, "/import").example(meal()),
        Operation::write("import_late", import_late).own_transactions().example(meal()),
        Operation::write("ping_scale", ping_scale).rest(Method::POST, "/ping").example(json!({})),
        Operation::write("weigh", ping_scale)
            .rate(Rate::per_minute(60).burst(2))
            .rest(Method::POST, "/weigh")
            .example(json!({})),
        Operation::read("meals", meals).rest(Method::GET, "/meals").example(json!({})),
        Operation::destructive("delete_meal", delete_meal)
            .confirm_ask(preview)
            .rest(Method::DELETE, "/meals/{meal_id}")
            .example(json!({ "meal_id": 1 })),
        Operation::destructive("clear", clear)
            .confirm_literal()
            .rest(Method::DELETE, "/meals")
            .rest(Method::POST, "/clear")
            .example(json!({ "confirm": true })),
        Operation::destructive("erase", clear)
            .confirm_hidden()
            .rest(Method::POST, "/erase")
            .example(json!({ "confirm": true })),
        Operation::write("break_down", break_down).rest(Method::POST, "/break").example(meal()),
    ]
}

/// The application, and what a test holds of it.
pub(crate) fn gated() -> (App, Probe) {
    let probe = Probe::default();
    (with(&probe), probe)
}

/// The application as another process has it.
pub(crate) fn with(probe: &Probe) -> App {
    let described = |operation: Operation| operation.title("T").about("For tests.");
    let mut app = App::new("gated", "1.0.0", operations().into_iter().map(described).collect());
    app.migrations = Some(MIGRATIONS);
    app.key_prefix = "gt";
    app.logs_calls = true;
    app.protocol = Protocol { sessions: Sessions::On, ..Protocol::default() };
    app.slots.insert(probe.clone());
    app
}
