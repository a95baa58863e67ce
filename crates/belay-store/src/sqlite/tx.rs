//! A transaction on SQLite, as its owner sees it.

use std::sync::{Arc, mpsc};

use tokio::sync::oneshot;

use super::{
    Pool,
    connection::Role,
    lease::{CancelOnDrop, Reply, Request, State},
    spin,
};
use crate::{Arg, Sql, StoreError, row::RowSet};

pub(crate) struct SqliteTx {
    pool: Arc<Pool>,
    role: Role,
    /// The way to the thread, from the first statement on.
    requests: Option<mpsc::Sender<Request>>,
    state: Arc<State>,
}

impl SqliteTx {
    pub(crate) fn write(pool: Arc<Pool>) -> Self {
        Self { pool, role: Role::Writer, requests: None, state: State::new() }
    }

    pub(crate) fn read(pool: Arc<Pool>) -> Self {
        Self { pool, role: Role::Reader, requests: None, state: State::new() }
    }

    pub(crate) async fn exec(&mut self, sql: Sql, args: Vec<Arg>) -> Result<u64, StoreError> {
        self.ask(|reply| Request::Exec(sql, args, reply)).await
    }

    pub(crate) async fn rows(&mut self, sql: Sql, args: Vec<Arg>) -> Result<RowSet, StoreError> {
        self.ask(|reply| Request::Rows(sql, args, reply)).await
    }

    /// Reads by one statement that is the whole transaction.
    pub(crate) async fn alone(mut self, sql: Sql, args: Vec<Arg>) -> Result<RowSet, StoreError> {
        self.ask(|reply| Request::Alone(sql, args, reply)).await
    }

    pub(crate) async fn batch(&mut self, sql: Sql, rows: Vec<Vec<Arg>>) -> Result<Vec<u64>, StoreError> {
        self.ask(|reply| Request::Batch(sql, rows, reply)).await
    }

    pub(crate) async fn describe(&mut self, sql: Sql) -> Result<Vec<String>, StoreError> {
        self.ask(|reply| Request::Describe(sql, reply)).await
    }

    pub(crate) async fn script(&mut self, sql: Sql) -> Result<(), StoreError> {
        self.ask(|reply| Request::Script(sql, reply)).await
    }

    pub(crate) async fn commit(mut self) -> Result<(), StoreError> {
        if self.requests.is_none() {
            return self.state.check();
        }
        self.ask(Request::Commit).await
    }

    async fn ask<T>(&mut self, request: impl FnOnce(Reply<T>) -> Request) -> Result<T, StoreError> {
        self.state.check()?;
        let (reply, mut answer) = oneshot::channel();
        self.send(request(reply))?;
        let mut guard = CancelOnDrop { state: &self.state, answered: false };
        let soon = self.pool.is_quiet().then(|| spin::look(|| answer.try_recv().ok()));
        let answer = match soon.flatten() {
            Some(answer) => Ok(answer),
            None => answer.await,
        };
        guard.answered = true;
        answer.unwrap_or_else(|_| Err(self.why_silent()))
    }

    fn send(&mut self, request: Request) -> Result<(), StoreError> {
        if let Some(requests) = &self.requests {
            return requests.send(request).map_err(|_| self.why_silent());
        }
        self.requests = Some(self.pool.submit(self.role, Arc::clone(&self.state), request)?);
        Ok(())
    }

    /// Why the thread is no longer there.
    fn why_silent(&self) -> StoreError {
        self.state.check().err().unwrap_or_else(|| StoreError::unavailable("the database thread has ended"))
    }
}

impl Drop for SqliteTx {
    fn drop(&mut self) {
        self.state.cancel();
    }
}
