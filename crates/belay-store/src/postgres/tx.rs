//! A transaction on PostgreSQL.

use std::{pin::pin, sync::Arc, time::Duration};

use deadpool_postgres::Object;
use futures_util::{StreamExt as _, TryStreamExt as _, future::join, stream};
use tokio::{
    runtime::Handle,
    time::{Instant, timeout},
};
use tokio_postgres::{Error, NoTls, Statement};

use super::{Pool, decode::AnyCell, fault::translate, pool::Beginning};
use crate::{Arg, Sql, StoreError, row::RowSet};

/// How many executions of a batch are under way at once.
const PIPELINE: usize = 128;

/// How long a statement that nobody waits for may take to end by itself before the server is asked to stop it.
const PATIENCE: Duration = Duration::from_millis(10);

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Idle,
    /// A statement was sent and its end has not been seen.
    Running,
    Failed,
    TimedOut,
}

pub(crate) struct PostgresTx {
    connection: Option<Object>,
    /// What begins the transaction; sent together with the first statement.
    begin: Option<Arc<str>>,
    state: State,
    idle_limit: Duration,
    idle_since: Instant,
}

impl PostgresTx {
    pub(crate) async fn write(pool: &Pool) -> Result<Self, StoreError> {
        Ok(Self::new(pool.get().await?, pool.write()))
    }

    pub(crate) async fn read(pool: &Pool) -> Result<Self, StoreError> {
        Ok(Self::new(pool.get().await?, pool.read()))
    }

    fn new(connection: Object, beginning: &Beginning) -> Self {
        Self {
            connection: Some(connection),
            begin: Some(Arc::clone(&beginning.text)),
            state: State::Idle,
            idle_limit: beginning.idle_limit,
            idle_since: Instant::now(),
        }
    }

    pub(crate) async fn exec(&mut self, sql: Sql, args: Vec<Arg>) -> Result<u64, StoreError> {
        let text = sql.into_postgres();
        let (connection, begin) = self.start()?;
        let result = async {
            let statement = connection.prepare_cached(&text).await?;
            let (begun, count) =
                join(begin_with(connection, begin), connection.execute_raw(&statement, args)).await;
            begun.and(count)
        }
        .await;
        self.settle(result.map_err(Trouble::Driver), &text)
    }

    pub(crate) async fn rows(&mut self, sql: Sql, args: Vec<Arg>) -> Result<RowSet, StoreError> {
        let text = sql.into_postgres();
        let (connection, begin) = self.start()?;
        let result = async {
            let statement = connection.prepare_cached(&text).await?;
            let (begun, rows) =
                join(begin_with(connection, begin), collect(connection, &statement, args)).await;
            begun?;
            rows
        }
        .await;
        self.settle(result, &text)
    }

    pub(crate) async fn batch(&mut self, sql: Sql, rows: Vec<Vec<Arg>>) -> Result<Vec<u64>, StoreError> {
        let text = sql.into_postgres();
        let (connection, begin) = self.start()?;
        let result = async {
            let statement = connection.prepare_cached(&text).await?;
            begin_with(connection, begin).await?;
            let executions = rows.into_iter().map(|args| connection.execute_raw(&statement, args));
            stream::iter(executions).buffered(PIPELINE).try_collect().await
        }
        .await;
        self.settle(result.map_err(Trouble::Driver), &text)
    }

    pub(crate) async fn describe(&mut self, sql: Sql) -> Result<Vec<String>, StoreError> {
        let text = sql.into_postgres();
        let (connection, begin) = self.start()?;
        let result = async {
            begin_with(connection, begin).await?;
            let statement = connection.prepare_cached(&text).await?;
            Ok(statement.columns().iter().map(|column| column.name().to_owned()).collect())
        }
        .await;
        self.settle(result.map_err(Trouble::Driver), &text)
    }

    pub(crate) async fn script(&mut self, sql: Sql) -> Result<(), StoreError> {
        let text = sql.into_postgres();
        let (connection, begin) = self.start()?;
        let result = async {
            begin_with(connection, begin).await?;
            connection.batch_execute(&text).await
        }
        .await;
        self.settle(result.map_err(Trouble::Driver), &text)
    }

    pub(crate) async fn commit(mut self) -> Result<(), StoreError> {
        if self.begin.is_some() {
            return Ok(());
        }
        let (connection, _) = self.start()?;
        let result = connection.batch_execute("commit").await;
        self.settle(result.map_err(Trouble::Driver), "commit")?;
        // The connection is clean again and may go back as it is.
        drop(self.connection.take());
        Ok(())
    }

    /// Marks a statement as running, unless the transaction is over.
    fn start(&mut self) -> Result<(&Object, Option<Arc<str>>), StoreError> {
        match self.state {
            State::Idle => {}
            State::Running => return Err(StoreError::Cancelled),
            State::Failed => return Err(StoreError::Poisoned),
            State::TimedOut => return Err(StoreError::TimedOut),
        }
        self.state = State::Running;
        let connection =
            self.connection.as_ref().ok_or_else(|| StoreError::fault("the transaction is over"))?;
        Ok((connection, self.begin.take()))
    }

    /// Takes note of how the running statement ended.
    fn settle<T>(&mut self, result: Result<T, Trouble>, text: &str) -> Result<T, StoreError> {
        let idle_for = self.idle_since.elapsed();
        self.idle_since = Instant::now();
        let error = match result {
            Ok(value) => {
                self.state = State::Idle;
                return Ok(value);
            }
            Err(Trouble::Store(error)) => error,
            Err(Trouble::Driver(error)) => translate(error),
        };
        // The server ends the session of an idle transaction, and the driver may only see a closed connection.
        let ended_idle = matches!(error, StoreError::Unavailable { .. }) && idle_for >= self.idle_limit;
        if ended_idle || matches!(error, StoreError::TimedOut) {
            self.state = State::TimedOut;
            return Err(StoreError::TimedOut);
        }
        self.state = State::Failed;
        Err(error.with_sql(text))
    }
}

enum Trouble {
    Driver(Error),
    Store(StoreError),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::Driver(error)
    }
}

async fn begin_with(connection: &Object, begin: Option<Arc<str>>) -> Result<(), Error> {
    match begin {
        Some(text) => connection.batch_execute(&text).await,
        None => Ok(()),
    }
}

async fn collect(connection: &Object, statement: &Statement, args: Vec<Arg>) -> Result<RowSet, Trouble> {
    let mut set = RowSet::new(statement.columns().iter().map(tokio_postgres::Column::name));
    let width = statement.columns().len();
    let mut rows = pin!(connection.query_raw(statement, args).await?);
    while let Some(row) = rows.try_next().await? {
        for at in 0..width {
            set.push(row.try_get::<_, AnyCell<'_>>(at)?.0).map_err(Trouble::Store)?;
        }
    }
    Ok(set)
}

impl Drop for PostgresTx {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        if self.begin.is_some() && self.state == State::Idle {
            return;
        }
        let running = self.state == State::Running;
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(release(connection, running))),
            // Nothing can be sent any more: closing the connection rolls back.
            Err(_) => drop(Object::take(connection)),
        }
    }
}

/// Rolls back and gives the connection back, or closes it.
async fn release(connection: Object, running: bool) {
    if !rolled_back(&connection, running).await {
        drop(Object::take(connection));
    }
}

/// Rolls back, stopping what still runs, and says whether the connection can serve somebody else.
async fn rolled_back(connection: &Object, running: bool) -> bool {
    let mut rollback = pin!(connection.batch_execute("rollback"));
    if !running {
        return rollback.await.is_ok();
    }
    let mut patience = PATIENCE;
    if let Ok(outcome) = timeout(patience, &mut rollback).await {
        return outcome.is_ok();
    }
    // Asked again until it works: a request that comes before its statement is ignored by the server.
    while connection.cancel_token().cancel_query(NoTls).await.is_ok() {
        if timeout(patience, &mut rollback).await.is_ok() {
            break;
        }
        patience = patience.saturating_mul(2);
    }
    // A request to stop may still be under way: it must not hit whoever gets the connection next.
    false
}
