//! Migrating a SQLite file, on a connection of its own.
//!
//! Foreign keys are off meanwhile, so that a table can be rebuilt without deleting what refers to it; they are
//! checked as a whole before the commit.

use std::{ffi::OsString, path::PathBuf, time::Duration};

use belay_core::migration::{Migration, Migrations};
use rusqlite::{Connection, OpenFlags, params};

use super::{
    APPLIED, CREATE, Migrated, RECORD,
    plan::{self, Applied, Pending},
};
use crate::{
    Engine, StoreError,
    sqlite::{self, Target, translate},
};

/// How long a second process that starts at once waits for the first.
const PATIENCE: Duration = Duration::from_secs(120);

/// Says how many tables there are besides the store's own note of what was applied.
const TABLES: &str = "select count(*) from sqlite_schema where type = 'table' and name <> 'store_migration'";

pub(super) fn migrate(target: &Target, histories: &[Migrations], at: i64) -> Result<Migrated, StoreError> {
    let connection = open(target)?;
    connection
        .execute_batch("pragma foreign_keys = off; begin immediate")
        .map_err(StoreError::unavailable)?;
    let fault = |error| translate(&connection, error);
    let tables: i64 = connection.query_row(TABLES, [], |row| row.get(0)).map_err(fault)?;
    connection.execute_batch(CREATE).map_err(fault)?;
    let applied = applied(&connection).map_err(fault)?;
    let pending = plan::pending(histories, &applied, Engine::Sqlite)?;
    let Some(first) = pending.first() else { return Ok(Migrated::default()) };
    let snapshot = if tables > 0 && !target.is_temporary() { Some(copy(target, first)?) } else { None };
    for step in &pending {
        apply(&connection, step, at).map_err(|error| step.failed(translate(&connection, error)))?;
    }
    check_references(&connection)?;
    connection.execute_batch("commit").map_err(fault)?;
    let applied = pending.iter().map(|step| (step.owner, step.migration.number)).collect();
    Ok(Migrated { applied, snapshot })
}

fn open(target: &Target) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(target.path(), flags).map_err(StoreError::unavailable)?;
    connection.busy_timeout(PATIENCE).map_err(StoreError::unavailable)?;
    Ok(connection)
}

fn applied(connection: &Connection) -> rusqlite::Result<Vec<Applied>> {
    connection
        .prepare(APPLIED)?
        .query_map([], |row| Ok(Applied { owner: row.get(0)?, number: row.get(1)?, checksum: row.get(2)? }))?
        .collect()
}

fn apply(connection: &Connection, step: &Pending, at: i64) -> rusqlite::Result<()> {
    connection.execute_batch(step.text)?;
    let Migration { number, name, .. } = step.migration;
    connection.execute(RECORD, params![step.owner, number, name, step.checksum, at]).map(drop)
}

/// Copies the file as it was last committed; this process holds the right to write, so nothing newer can come.
fn copy(target: &Target, first: &Pending) -> Result<PathBuf, StoreError> {
    let mut name = OsString::from(target.path());
    name.push(format!(".before-{}-{}.sqlite", first.owner, first.migration.number));
    let whole = PathBuf::from(name);
    sqlite::copy(target, &whole).map_err(|error| {
        StoreError::Migration("the database could not be copied before migrating".to_owned(), Some(error))
    })?;
    Ok(whole)
}

fn check_references(connection: &Connection) -> Result<(), StoreError> {
    let broken = connection
        .prepare("pragma foreign_key_check")
        .and_then(|mut statement| statement.query([])?.next()?.map(|row| row.get::<_, String>(0)).transpose())
        .map_err(|error| translate(connection, error))?;
    match broken {
        None => Ok(()),
        Some(table) => Err(StoreError::migration(format!(
            "the migrations leave rows in `{table}` that refer to rows that are not there"
        ))),
    }
}
