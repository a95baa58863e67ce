//! The work as operations: one application without a database, which needs no key, and one with.

use std::error::Error;
use std::sync::Arc;

use belay_access::keys::{self, NewKey, Owner};
use belay_core::operation::Rate;
use belay_core::{Access, App, Ctx, Kind, Operation};
use belay_server::serve::{Front, router, serve};
use belay_server::{Served, open};
use belay_store::{CtxStore, Db, args};
use http::Method;
use tokio_util::sync::CancellationToken;

use crate::sql;
use crate::work::{self, Echo, Item, NewNote, Note, Noted, Which};

type Failure = belay_core::Error;

pub(super) async fn run(database: &str) -> Result<(), Box<dyn Error>> {
    let echo = App::new(
        "echo",
        "1.0.0",
        vec![
            Operation::read("echo", echo)
                .title("Echo")
                .about("Answers what it is given.")
                .rest(Method::POST, "/echo"),
        ],
    );
    let mut bench = App::new(
        "bench",
        "1.0.0",
        vec![
            Operation::read("get_item", get_item)
                .title("Get an item")
                .about("One item.")
                .rest(Method::GET, "/items/{id}"),
            Operation::write("add_note", add_note)
                .title("Add a note")
                .about("Adds a note.")
                .rest(Method::POST, "/notes"),
        ],
    );
    bench.operations.push(
        Operation::write("add_unaudited", add_committed)
            .title("Add a note")
            .about("Adds a note and leaves no trace of who did.")
            .own_transactions()
            .rest(Method::POST, "/unaudited"),
    );
    bench.migrations = Some(super::TABLES);
    let db = super::database(database).await?;
    let open = open_app(&db)?;
    let mut without = Served::new(echo, open::shared(&App::new("echo", "1.0.0", Vec::new()), None), None)?;
    without.set_rate(Rate::UNLIMITED);
    let shared = open::shared(&bench, Some(&db));
    let mut with = Served::new(bench, shared, Some(db.clone()))?;
    with.set_rate(Rate::UNLIMITED);
    let key = key(&with, &db).await?;
    let (listener, url) = super::listen().await?;
    let stop = CancellationToken::new();
    let router = router(&[Arc::new(without), Arc::new(with), Arc::new(open)], &Front::local(&url), &stop);
    super::announce(&url, &key)?;
    Ok(serve(listener, router, stop).await?)
}

/// The same work on the same database for anybody: nothing is checked and nothing written down.
fn open_app(db: &Db) -> Result<Served, Box<dyn Error>> {
    let operations = vec![
        Operation::read("get_item", get_item)
            .title("Get an item")
            .about("One item.")
            .rest(Method::GET, "/items/{id}"),
        Operation::write("add_note", add_committed)
            .title("Add a note")
            .about("Adds a note.")
            .rest(Method::POST, "/notes"),
    ];
    let app = App::new("open", "1.0.0", operations);
    let shared = open::shared(&app, Some(db));
    let mut served = Served::new(app, shared, None)?;
    served.set_rate(Rate::UNLIMITED);
    Ok(served)
}

async fn key(served: &Served, db: &Db) -> Result<String, Box<dyn Error>> {
    let operator = open::local_operator(served).await?;
    let tenant = operator.tenant.as_deref().unwrap_or_default();
    let new = NewKey::new(&served.app, Owner::Tenant(tenant), "bench", Access::Full);
    let mut tx = db.write().await?;
    let (_, secret) = keys::create(&mut tx, new, served.shared.clock.now(), &*served.shared.entropy).await?;
    tx.commit().await?;
    Ok(secret)
}

async fn echo(_: Ctx, input: Echo) -> Result<Echo, Failure> {
    Ok(input)
}

async fn get_item(cx: Ctx, which: Which) -> Result<Item, Failure> {
    let item = work::item(cx.db()?, &which.id).await?;
    item.ok_or_else(|| Failure::new(Kind::NotFound, "not_found", "There is no such item"))
}

async fn add_note(cx: Ctx, note: NewNote) -> Result<Noted, Failure> {
    let id = cx.new_id::<Note>();
    cx.tx().await?.exec(sql::ADD_NOTE, args![&id, note.text, cx.now()]).await?;
    Ok(Noted::new(&id))
}

/// The same, committed by itself.
async fn add_committed(cx: Ctx, note: NewNote) -> Result<Noted, Failure> {
    let id = cx.new_id::<Note>();
    let mut tx = cx.db()?.write().await?;
    tx.exec(sql::ADD_NOTE, args![&id, note.text, cx.now()]).await?;
    tx.commit().await?;
    Ok(Noted::new(&id))
}
