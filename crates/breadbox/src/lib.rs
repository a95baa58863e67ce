//! Household finance for an assistant: whose accounts there are, what went in and out, and what for.
//!
//! The household's data is read by an assistant over the Model Context Protocol and by programs over REST, from one
//! service function each. A bank's file goes in by [`imports`].

mod accounts;
mod categories;
mod connections;
mod demo;
mod envelope;
mod imports;
mod list;
mod members;
mod overview;
pub mod statements;
mod transactions;

use std::sync::Arc;
use std::time::Duration;

use belay_core::Operation;
use belay_core::app::{App, ConfigError, Protocol, Sessions, Setup};
use belay_core::migration::Migrations;
use belay_store::Statement;

/// The tables of this application.
pub const MIGRATIONS: Migrations =
    Migrations { owner: "breadbox", list: &[belay_store::migration!(1, "0001_ledger")] };

/// How long a call may take.
const DEADLINE: Duration = Duration::from_secs(25);

/// The application.
///
/// # Errors
/// [`ConfigError`] when it is given a setting that it does not have.
pub fn app(setup: &Setup) -> Result<App, ConfigError> {
    if let Some(key) = setup.settings.keys().next() {
        return Err(ConfigError {
            key: format!("breadbox.{key}"),
            problem: "is no setting of this application".to_owned(),
        });
    }
    let mut app = App::new("breadbox", env!("CARGO_PKG_VERSION"), operations());
    app.title = "Breadbox";
    app.about = "The accounts and transactions of a household, for an assistant to read.";
    app.instructions = include_str!("instructions.md");
    app.envelope = Arc::new(envelope::Data);
    app.migrations = Some(MIGRATIONS);
    app.key_prefix = "bb";
    app.deadline = Some(DEADLINE);
    app.logs_calls = true;
    app.protocol = Protocol { sessions: Sessions::On, durable_events: true, ..Protocol::default() };
    app.prepare = Some(Arc::new(|cx| Box::pin(categories::prepare(cx))));
    app.demo = Some(Arc::new(|cx| Box::pin(demo::fill(cx))));
    Ok(app)
}

fn operations() -> Vec<Operation> {
    [
        overview::operations::all(),
        accounts::operations::all(),
        transactions::operations::all(),
        members::operations::all(),
        connections::operations::all(),
        categories::operations::all(),
        imports::operations::all(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Every statement of this application, for the test that tries them on both databases.
#[must_use]
pub fn statements_of_every_area() -> Vec<Statement> {
    [
        accounts::sql::ALL,
        categories::sql::ALL,
        connections::sql::ALL,
        imports::sql::ALL,
        members::sql::ALL,
        overview::sql::ALL,
        transactions::sql::ALL,
    ]
    .concat()
}
