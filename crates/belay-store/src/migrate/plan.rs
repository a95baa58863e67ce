//! Which steps are missing, and whether the history of the database fits the program.

use std::{collections::HashSet, fmt::Write as _};

use sha2::{Digest as _, Sha256};

use belay_core::migration::{Migration, Migrations};

use crate::{Engine, StoreError};

/// A step as the database remembers it.
pub(super) struct Applied {
    pub(super) owner: String,
    pub(super) number: i64,
    pub(super) checksum: String,
}

/// A step that is to run.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) owner: &'static str,
    pub(super) migration: Migration,
    pub(super) text: &'static str,
    pub(super) checksum: String,
}

impl Pending {
    fn new(owner: &'static str, migration: Migration, engine: Engine) -> Self {
        let text = match engine {
            Engine::Sqlite => migration.sqlite,
            Engine::Postgres => migration.postgres,
        };
        Self { owner, migration, text, checksum: checksum(text) }
    }

    /// Says which step failed, keeping what the database said.
    pub(super) fn failed(&self, error: StoreError) -> StoreError {
        let Self { owner, migration, .. } = self;
        let text = format!("migration {} of `{owner}` ({}) failed", migration.number, migration.name);
        StoreError::Migration(text, Some(error.into()))
    }
}

/// Compares the histories with what has been applied.
pub(super) fn pending(
    histories: &[Migrations],
    applied: &[Applied],
    engine: Engine,
) -> Result<Vec<Pending>, StoreError> {
    let mut owners = HashSet::new();
    let mut missing = Vec::new();
    for history in histories {
        if !owners.insert(history.owner) {
            return Err(StoreError::migration(format!("there are two histories of `{}`", history.owner)));
        }
        missing.extend(pending_of(history, applied, engine)?);
    }
    Ok(missing)
}

fn pending_of(history: &Migrations, applied: &[Applied], engine: Engine) -> Result<Vec<Pending>, StoreError> {
    let owner = history.owner;
    if !(1..).zip(history.list).all(|(place, migration)| migration.number == place) {
        return Err(StoreError::migration(format!(
            "the migrations of `{owner}` are not numbered 1, 2, 3, …"
        )));
    }
    let applied: Vec<_> = applied.iter().filter(|step| step.owner == owner).collect();
    for step in &applied {
        let known = history.list.iter().find(|migration| i64::from(migration.number) == step.number);
        let Some(known) = known else {
            return Err(StoreError::migration(format!(
                "the database has migration {} of `{owner}`, which this program does not know: a newer program has used it",
                step.number
            )));
        };
        if Pending::new(owner, *known, engine).checksum != step.checksum {
            return Err(StoreError::migration(format!(
                "migration {} of `{owner}` ({}) was changed after it had been applied",
                known.number, known.name
            )));
        }
    }
    let newest = applied.iter().map(|step| step.number).max().unwrap_or(0);
    let is_applied =
        |migration: &Migration| applied.iter().any(|step| step.number == i64::from(migration.number));
    let missing: Vec<_> = history.list.iter().filter(|migration| !is_applied(migration)).collect();
    if let Some(late) = missing.iter().find(|migration| i64::from(migration.number) < newest) {
        return Err(StoreError::migration(format!(
            "migration {} of `{owner}` ({}) would come after migration {newest}, which has run",
            late.number, late.name
        )));
    }
    Ok(missing.into_iter().map(|migration| Pending::new(owner, *migration, engine)).collect())
}

/// SHA-256 of a text in hexadecimal; line ends count as one byte however a check-out wrote them.
fn checksum(text: &str) -> String {
    let mut hash = Sha256::new();
    for piece in text.split('\r') {
        hash.update(piece.as_bytes());
    }
    hash.finalize().iter().fold(String::with_capacity(64), |mut hex, byte| {
        // Writing to a string does not fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
