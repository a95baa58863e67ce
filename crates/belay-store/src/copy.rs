//! Whole copies of the database, while others use it.

use std::path::{Path, PathBuf};

use crate::{Db, db::Inner, sqlite};

/// Why a database was not copied.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CopyError {
    /// The engine copies its databases with a tool of its own.
    #[error("a PostgreSQL database is copied with pg_dump, not from here")]
    Elsewhere,
    /// A file is where the copy was to go.
    #[error("{} is there already, and nothing is written over", .path.display())]
    Exists {
        /// Where.
        path: PathBuf,
    },
    /// The copy could not be made or does not read back.
    #[error("the database could not be copied to {}", .path.display())]
    Failed {
        /// Where to.
        path: PathBuf,
        /// Why not.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl Db {
    /// Copies the database as it was last committed to a file that is not there yet, readable by its owner only, while
    /// calls go on. The copy is compact, is checked, and appears under its name when it is whole.
    ///
    /// # Errors
    ///
    /// [`CopyError`]; whatever was written is removed then.
    pub async fn copy_to(&self, path: &Path) -> Result<(), CopyError> {
        let Inner::Sqlite(pool) = &self.inner else { return Err(CopyError::Elsewhere) };
        let (target, path) = (std::sync::Arc::clone(pool.target()), path.to_owned());
        if path.exists() {
            return Err(CopyError::Exists { path });
        }
        let to = path.clone();
        let copied = tokio::task::spawn_blocking(move || sqlite::copy(&target, &to)).await;
        match copied {
            Ok(Ok(())) => Ok(()),
            Ok(Err(source)) => Err(CopyError::Failed { path, source }),
            Err(source) => Err(CopyError::Failed { path, source: source.into() }),
        }
    }
}
