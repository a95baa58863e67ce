//! An application with an operation for everything that can happen.

use std::time::Duration;

use belay_core::cursor::Cursor;
use belay_core::migration::{Migration, Migrations};
use belay_core::request::Door;
use belay_core::{App, Ctx, Error, Kind, Operation, Page};
use belay_store::{CtxStore, args};
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A note to keep.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Note {
    /// The text, at most ten characters.
    #[schemars(length(max = 10))]
    text: String,
    /// What goes wrong afterwards: refuse, panic or nothing.
    then: Option<String>,
}

/// How many to list.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct HowMany {
    /// How many rows there are.
    rows: u32,
    /// Go on from here.
    cursor: Option<String>,
}

/// A row.
#[derive(Debug, Serialize, JsonSchema)]
struct Row {
    /// Its number.
    number: u32,
    /// Something long.
    filler: String,
    /// Nothing.
    nothing: Option<String>,
}

impl From<u32> for Row {
    fn from(number: u32) -> Self {
        Self { number, filler: "x".repeat(1000), nothing: None }
    }
}

/// A result that breaks its own schema.
#[derive(Debug, JsonSchema)]
struct Broken {
    /// A number, it says.
    #[expect(dead_code, reason = "only its schema is read")]
    number: u32,
}

impl Serialize for Broken {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        json!({ "number": "hunter2" }).serialize(serializer)
    }
}

async fn keep(cx: Ctx, note: Note) -> Result<String, Error> {
    let mut tx = cx.tx().await?;
    tx.exec("insert into demo_note (tenant_id, text) values ($1, $2)", args![cx.tenant(), &note.text])
        .await?;
    match note.then.as_deref() {
        Some("refuse") => {
            Err(Error::new(Kind::Conflict, "too_late", "It is too late for that; come back tomorrow."))
        }
        Some("panic") => panic!("hunter2"),
        _ => Ok(note.text),
    }
}

async fn notes(cx: Ctx, (): ()) -> Result<Vec<String>, Error> {
    let mut tx = cx.read().await?;
    let rows =
        tx.all("select text from demo_note where tenant_id = $1 order by text", args![cx.tenant()]).await?;
    rows.iter().map(|row| Ok(row.get("text")?)).collect()
}

async fn list(cx: Ctx, asked: HowMany) -> Result<Page<Row>, Error> {
    let query = asked.rows.to_string();
    let start = match &asked.cursor {
        Some(cursor) => Cursor::decode(cursor, &query)?.key[0].as_u64().unwrap() + 1,
        None => 0,
    };
    let rows: Vec<u32> = (u32::try_from(start).unwrap()..asked.rows).take(501).collect();
    Ok(Page::new(&cx, query, 500, rows, |row| Cursor { key: vec![(*row).into()] }))
}

async fn boom(_: Ctx, (): ()) -> Result<String, Error> {
    panic!("hunter2");
}

async fn broken(_: Ctx, (): ()) -> Result<Broken, Error> {
    Ok(Broken { number: 1 })
}

async fn wait(cx: Ctx, (): ()) -> Result<String, Error> {
    let mut tx = cx.tx().await?;
    tx.exec("insert into demo_note (tenant_id, text) values ($1, 'waiting')", args![cx.tenant()]).await?;
    std::future::pending().await
}

async fn fail(_: Ctx, (): ()) -> Result<String, Error> {
    Err(Error::internal("select secret from vault"))
}

const MIGRATIONS: Migrations = Migrations {
    owner: "demo",
    list: &[Migration {
        number: 1,
        name: "0001_notes",
        sqlite: "create table demo_note (tenant_id text not null, text text not null) strict;",
        postgres: "create table demo_note (tenant_id text not null, text text not null);",
    }],
};

/// The application, with a database.
pub(crate) fn app() -> App {
    let operation = |operation: Operation| operation.title("T").about("For tests.");
    let mut app = App::new(
        "demo",
        "9.9.9",
        vec![
            operation(Operation::write("keep", keep))
                .rest(Method::POST, "/notes")
                .example(json!({ "text": "hello" })),
            operation(Operation::read("notes", notes)).rest(Method::GET, "/notes").example(json!({})),
            operation(Operation::read("list", list)).rest(Method::GET, "/rows").example(json!({ "rows": 1 })),
            operation(Operation::read("boom", boom)).rest(Method::GET, "/boom").example(json!({})),
            operation(Operation::read("broken", broken)).rest(Method::GET, "/broken").example(json!({})),
            operation(Operation::read("fail", fail)).rest(Method::GET, "/fail").example(json!({})),
            operation(Operation::write("wait", wait))
                .rest(Method::POST, "/wait")
                .deadline(Duration::from_millis(50))
                .example(json!({})),
            operation(Operation::read("rest_only", notes))
                .not_on(Door::Mcp)
                .rest(Method::GET, "/rest-only")
                .example(json!({})),
        ],
    );
    app.title = "Demo";
    app.instructions = "The built-in text.";
    app.migrations = Some(MIGRATIONS);
    app.key_prefix = "dm";
    app.logs_calls = true;
    app
}
