//! Bringing the schema up to date: forward only, every owner with a history of its own.

mod plan;
mod postgres;
mod sqlite;

use std::{path::PathBuf, sync::Arc};

use belay_core::migration::Migrations;
use jiff::Timestamp;

use crate::{Db, StoreError, db::Inner};

/// Declares a [`Migration`](crate::Migration) by its number and its file's name in `migrations/{sqlite,postgres}/` of the crate.
///
/// `migration!(1, "0001_initial")` reads `migrations/sqlite/0001_initial.sql` and its counterpart.
#[macro_export]
macro_rules! migration {
    ($number:literal, $name:literal) => {
        $crate::Migration {
            number: $number,
            name: $name,
            sqlite: ::std::include_str!(::std::concat!(
                ::std::env!("CARGO_MANIFEST_DIR"),
                "/migrations/sqlite/",
                $name,
                ".sql"
            )),
            postgres: ::std::include_str!(::std::concat!(
                ::std::env!("CARGO_MANIFEST_DIR"),
                "/migrations/postgres/",
                $name,
                ".sql"
            )),
        }
    };
}

/// What [`Db::migrate`] did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Migrated {
    /// Owner and number of each step that was applied now, in order.
    pub applied: Vec<(&'static str, u32)>,
    /// Where the SQLite file as it was before has been copied to.
    pub snapshot: Option<PathBuf>,
}

/// The store's own history; it always comes first.
const OWN: Migrations = Migrations {
    owner: "store",
    list: &[crate::migration!(1, "0001_store"), crate::migration!(2, "0002_protocol")],
};

/// Creates the table of what has been applied; the same text for both engines.
const CREATE: &str = "create table if not exists store_migration (
    owner text not null,
    number bigint not null,
    name text not null,
    checksum text not null,
    applied_at bigint not null,
    primary key (owner, number)
)";

const APPLIED: &str = "select owner, number, checksum from store_migration order by owner, number";

const RECORD: &str = "insert into store_migration (owner, number, name, checksum, applied_at)
    values ($1, $2, $3, $4, $5)";

impl Db {
    /// Applies what is missing, all or nothing: first the store's own steps, then each history in the order given.
    ///
    /// A SQLite file that has tables already is copied first, to `FILE.before-OWNER-NUMBER.sqlite` beside it.
    /// Processes that start at once wait for each other. `now` is noted with each step.
    ///
    /// # Errors
    ///
    /// [`StoreError::Migration`] when a step fails, when one that has run was changed or is not known, or when
    /// one would come before a step that has run, and when a history is not numbered from 1 without gaps.
    pub async fn migrate(&self, histories: &[Migrations], now: Timestamp) -> Result<Migrated, StoreError> {
        let histories: Vec<Migrations> = std::iter::once(OWN).chain(histories.iter().copied()).collect();
        let at = now.as_microsecond();
        match &self.inner {
            Inner::Sqlite(pool) => {
                let target = Arc::clone(pool.target());
                tokio::task::spawn_blocking(move || sqlite::migrate(&target, &histories, at))
                    .await
                    .unwrap_or_else(|error| Err(StoreError::unavailable(error)))
            }
            Inner::Postgres(pool) => {
                let migrated = postgres::migrate(self, &histories, at).await?;
                pool.forget();
                Ok(migrated)
            }
        }
    }
}
