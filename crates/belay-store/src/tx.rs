//! Transactions.

use std::fmt;

use crate::{Arg, Row, Sql, StoreError, postgres::PostgresTx, row::RowSet, sqlite::SqliteTx};

/// The target under which the text of each statement is logged, at the level `trace`.
pub const STATEMENTS: &str = "belay_store::statements";

/// A transaction. Only an acknowledged [`Tx::commit`] keeps anything; dropped, it rolls back.
///
/// Dropping the future of a statement gives the whole transaction up: the statement is stopped, and every later
/// use says [`StoreError::Cancelled`]. A failed statement does the same with [`StoreError::Poisoned`]. A
/// transaction left idle for too long is rolled back and says [`StoreError::TimedOut`]: nobody waits for the
/// network while holding one.
pub struct Tx {
    inner: Inner,
}

enum Inner {
    Sqlite(SqliteTx),
    Postgres(Box<PostgresTx>),
}

impl From<SqliteTx> for Tx {
    fn from(tx: SqliteTx) -> Self {
        Self { inner: Inner::Sqlite(tx) }
    }
}

impl From<PostgresTx> for Tx {
    fn from(tx: PostgresTx) -> Self {
        Self { inner: Inner::Postgres(Box::new(tx)) }
    }
}

impl Tx {
    /// Runs a statement and gives the number of rows it changed.
    ///
    /// # Errors
    ///
    /// Any [`StoreError`]; the transaction is over then.
    pub async fn exec(&mut self, sql: impl Into<Sql>, args: Vec<Arg>) -> Result<u64, StoreError> {
        let sql = told(sql.into())?;
        match &mut self.inner {
            Inner::Sqlite(tx) => tx.exec(sql, args).await,
            Inner::Postgres(tx) => tx.exec(sql, args).await,
        }
    }

    /// Runs a statement and gives its rows.
    ///
    /// # Errors
    ///
    /// As [`Tx::exec`].
    pub async fn all(&mut self, sql: impl Into<Sql>, args: Vec<Arg>) -> Result<Vec<Row>, StoreError> {
        self.rows(sql.into(), args).await.map(RowSet::into_rows)
    }

    /// Runs a statement that gives one row or none.
    ///
    /// # Errors
    ///
    /// As [`Tx::exec`], and [`StoreError::Inconsistent`] when there are more rows.
    pub async fn opt(&mut self, sql: impl Into<Sql>, args: Vec<Arg>) -> Result<Option<Row>, StoreError> {
        self.all(sql, args).await.and_then(one_at_most)
    }

    /// Runs a statement that gives exactly one row.
    ///
    /// # Errors
    ///
    /// As [`Tx::exec`], and [`StoreError::Inconsistent`] when there are none or more.
    pub async fn one(&mut self, sql: impl Into<Sql>, args: Vec<Arg>) -> Result<Row, StoreError> {
        self.opt(sql, args).await?.ok_or_else(|| miscounted("one row", 0))
    }

    /// Runs a statement once for each list of values and gives the number of rows each execution changed.
    ///
    /// All executions make one trip: this is how to write many rows.
    ///
    /// # Errors
    ///
    /// As [`Tx::exec`].
    pub async fn batch(&mut self, sql: impl Into<Sql>, rows: Vec<Vec<Arg>>) -> Result<Vec<u64>, StoreError> {
        let sql = told(sql.into())?;
        match &mut self.inner {
            Inner::Sqlite(tx) => tx.batch(sql, rows).await,
            Inner::Postgres(tx) => tx.batch(sql, rows).await,
        }
    }

    /// Keeps what the transaction did. When the answer is lost, so may be the commit: both are possible.
    ///
    /// # Errors
    ///
    /// Any [`StoreError`]; nothing is kept then.
    pub async fn commit(self) -> Result<(), StoreError> {
        match self.inner {
            Inner::Sqlite(tx) => tx.commit().await,
            Inner::Postgres(tx) => tx.commit().await,
        }
    }

    /// Reads by one statement and is over.
    pub(crate) async fn alone(self, sql: Sql, args: Vec<Arg>) -> Result<Vec<Row>, StoreError> {
        let sql = told(sql)?;
        let rows = match self.inner {
            Inner::Sqlite(tx) => tx.alone(sql, args).await,
            Inner::Postgres(mut tx) => tx.rows(sql, args).await,
        };
        rows.map(RowSet::into_rows)
    }

    pub(crate) async fn rows(&mut self, sql: Sql, args: Vec<Arg>) -> Result<RowSet, StoreError> {
        let sql = told(sql)?;
        match &mut self.inner {
            Inner::Sqlite(tx) => tx.rows(sql, args).await,
            Inner::Postgres(tx) => tx.rows(sql, args).await,
        }
    }

    /// Prepares a statement and names the columns of its result.
    pub(crate) async fn describe(&mut self, sql: Sql) -> Result<Vec<String>, StoreError> {
        let sql = told(sql)?;
        match &mut self.inner {
            Inner::Sqlite(tx) => tx.describe(sql).await,
            Inner::Postgres(tx) => tx.describe(sql).await,
        }
    }

    /// Runs several statements without values.
    pub(crate) async fn script(&mut self, sql: impl Into<Sql>) -> Result<(), StoreError> {
        match &mut self.inner {
            Inner::Sqlite(tx) => tx.script(sql.into()).await,
            Inner::Postgres(tx) => tx.script(sql.into()).await,
        }
    }
}

/// A text that was put together rightly. Whoever asks for it reads it in the log; values stand nowhere in it.
fn told(sql: Sql) -> Result<Sql, StoreError> {
    let sql = sql.checked()?;
    tracing::trace!(target: STATEMENTS, text = sql.text(), "statement");
    Ok(sql)
}

/// The row of a result that has one or none.
pub(crate) fn one_at_most(mut rows: Vec<Row>) -> Result<Option<Row>, StoreError> {
    match rows.len() {
        0 | 1 => Ok(rows.pop()),
        count => Err(miscounted("one row at most", count)),
    }
}

fn miscounted(expected: &str, count: usize) -> StoreError {
    StoreError::Inconsistent {
        what: "a result".to_owned(),
        detail: format!("has {count} rows, not {expected}"),
    }
}

impl fmt::Debug for Tx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tx").finish_non_exhaustive()
    }
}
