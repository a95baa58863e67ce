//! The database and its settings.

use std::{fmt, sync::Arc, time::Duration};

use crate::{Arg, Row, Sql, StoreError, Tx, postgres, sqlite, tx::one_at_most};

/// Which engine runs. For reports; nothing outside this crate may branch on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// SQLite, in this process.
    Sqlite,
    /// A PostgreSQL server.
    Postgres,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        })
    }
}

/// Settings of a database. The defaults fit a household and a studio alike.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many threads read at once (SQLite); 4 unless set. They start when they are first needed.
    pub readers: usize,
    /// How many connections there are at most (PostgreSQL); 10 unless set.
    pub connections: usize,
    /// How long a write transaction may do nothing before it is rolled back; 3 seconds unless set.
    pub idle_limit: Duration,
    /// How long a snapshot may do nothing before it is given up; 30 seconds unless set.
    pub read_idle_limit: Duration,
    /// How long to wait for other processes, for a free connection and for the server; 5 seconds unless set.
    pub busy_timeout: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            readers: 4,
            connections: 10,
            idle_limit: Duration::from_secs(3),
            read_idle_limit: Duration::from_secs(30),
            busy_timeout: Duration::from_secs(5),
        }
    }
}

#[derive(Clone)]
pub(crate) enum Inner {
    Sqlite(Arc<sqlite::Pool>),
    Postgres(Arc<postgres::Pool>),
}

/// A database. Cheap to clone; all clones share its threads or connections.
#[derive(Clone)]
pub struct Db {
    pub(crate) inner: Inner,
}

impl Db {
    /// Opens a database and makes sure that it answers.
    ///
    /// `sqlite:PATH` opens a file and creates it, readable by its owner only, with its folder where it is
    /// missing; `sqlite::memory:` opens a private temporary file that is removed with the last clone;
    /// `postgres://…` connects to a server.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] when the address is not understood or the database does not answer.
    pub async fn open(url: &str, options: Options) -> Result<Self, StoreError> {
        let db = if let Some(address) = url.strip_prefix("sqlite:") {
            let target = sqlite::Target::parse(address);
            target.create()?;
            Self { inner: Inner::Sqlite(Arc::new(sqlite::Pool::new(target, &options))) }
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Self { inner: Inner::Postgres(Arc::new(postgres::Pool::new(url, &options)?)) }
        } else {
            return Err(StoreError::unavailable("a database address starts with `sqlite:` or `postgres://`"));
        };
        db.write().await?.one("select 1 as answer", Vec::new()).await?;
        Ok(db)
    }

    /// Which engine runs. For reports only: statements are one text for both.
    #[must_use]
    pub const fn engine(&self) -> Engine {
        match self.inner {
            Inner::Sqlite(_) => Engine::Sqlite,
            Inner::Postgres(_) => Engine::Postgres,
        }
    }

    /// Makes a transaction that may change things. It begins with its first statement.
    ///
    /// SQLite runs one at a time: the first statement waits for its turn.
    ///
    /// # Errors
    ///
    /// [`StoreError::Busy`] when no connection comes free, [`StoreError::Unavailable`] when there is none.
    pub async fn write(&self) -> Result<Tx, StoreError> {
        Ok(match &self.inner {
            Inner::Sqlite(pool) => sqlite::SqliteTx::write(Arc::clone(pool)).into(),
            Inner::Postgres(pool) => postgres::PostgresTx::write(pool).await?.into(),
        })
    }

    /// Makes a snapshot: a transaction that sees one state of the database and cannot change it.
    ///
    /// # Errors
    ///
    /// As [`Db::write`].
    pub async fn read(&self) -> Result<Tx, StoreError> {
        Ok(match &self.inner {
            Inner::Sqlite(pool) => sqlite::SqliteTx::read(Arc::clone(pool)).into(),
            Inner::Postgres(pool) => postgres::PostgresTx::read(pool).await?.into(),
        })
    }

    /// Reads the only row of a statement from a snapshot of its own, or none.
    ///
    /// # Errors
    ///
    /// As [`Db::read`] and [`Tx::opt`].
    pub async fn opt(&self, sql: impl Into<Sql>, args: Vec<Arg>) -> Result<Option<Row>, StoreError> {
        self.all(sql, args).await.and_then(one_at_most)
    }

    /// Reads the rows of a statement from a snapshot of its own.
    ///
    /// # Errors
    ///
    /// As [`Db::read`] and [`Tx::all`].
    pub async fn all(&self, sql: impl Into<Sql>, args: Vec<Arg>) -> Result<Vec<Row>, StoreError> {
        self.read().await?.alone(sql.into(), args).await
    }

    /// Asks the database for a sign of life.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] or [`StoreError::Busy`] when it gives none.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.opt("select 1 as one", Vec::new()).await.map(drop)
    }

    /// Refuses new transactions and waits until those that run are over and the file is closed.
    pub async fn close(self) {
        match self.inner {
            Inner::Sqlite(pool) => pool.close().await,
            Inner::Postgres(pool) => pool.close(),
        }
    }
}

impl fmt::Debug for Db {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Db({})", self.engine())
    }
}
