//! A thread that owns a connection and serves one lease after the other.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, mpsc::RecvTimeoutError},
    time::Duration,
};

use rusqlite::Connection;

use super::{
    Target,
    connection::Role,
    fault::translate,
    lease::{Lease, Reply, Request},
    run, spin,
};
use crate::StoreError;

/// How many steps of SQLite's machine pass between two looks at whether the statement is still wanted.
const STEPS_BETWEEN_LOOKS: i32 = 2_000;

pub(super) struct Worker {
    pub(super) role: Role,
    pub(super) target: Arc<Target>,
    pub(super) busy_timeout: Duration,
    pub(super) idle_limit: Duration,
    pub(super) leases: async_channel::Receiver<Lease>,
    /// Whose end to wait for before the connection is closed. SQLite folds its log into the file when the last
    /// connection is closed; of two that close at the same time neither is the last, and the log would stay.
    pub(super) closes_after: Option<async_channel::Receiver<()>>,
    /// Says by its end that the connection has been closed.
    pub(super) _alive: async_channel::Sender<()>,
}

impl Worker {
    pub(super) fn run(self) {
        let mut connection = None;
        while let Ok(lease) = self.leases.recv_blocking() {
            if !lease.state.is_open() {
                continue;
            }
            let mut usable = match connection.take().map_or_else(|| self.open(), Ok) {
                Ok(usable) => usable,
                Err(error) => {
                    if let Ok(first) = lease.requests.try_recv() {
                        first.refuse(error);
                    }
                    continue;
                }
            };
            // A panic costs its transaction and the connection, never the thread others wait for.
            let served = catch_unwind(AssertUnwindSafe(|| self.serve(&mut usable, &lease)));
            connection = if served.is_ok() { close(usable) } else { None };
            drop(lease.ticket);
        }
        if let Some(others) = self.closes_after {
            let _ = others.recv_blocking();
        }
        drop(connection);
    }

    fn open(&self) -> Result<Connection, StoreError> {
        self.target.open(self.role, self.busy_timeout)
    }

    /// Serves requests until the transaction ends one way or another; what is not committed is left open.
    fn serve(&self, connection: &mut Connection, lease: &Lease) {
        let state = Arc::clone(&lease.state);
        let watched = connection.progress_handler(STEPS_BETWEEN_LOOKS, Some(move || !state.is_open()));
        if let Err(error) = watched {
            tracing::error!(%error, "statements cannot be interrupted");
        }
        let mut begun = false;
        loop {
            let soon =
                (begun && lease.ticket.is_alone()).then(|| spin::look(|| lease.requests.try_recv().ok()));
            let request =
                match soon.flatten().map_or_else(|| lease.requests.recv_timeout(self.idle_limit), Ok) {
                    Ok(request) => request,
                    Err(RecvTimeoutError::Timeout) => return lease.state.time_out(),
                    Err(RecvTimeoutError::Disconnected) => return,
                };
            if !lease.state.is_open() {
                return;
            }
            let alone = matches!(request, Request::Alone(..));
            if !begun
                && !alone
                && let Err(error) = self.begin(connection)
            {
                lease.state.fail();
                return request.refuse(error);
            }
            begun = true;
            if !answer(connection, lease, request) {
                return;
            }
        }
    }

    fn begin(&self, connection: &Connection) -> Result<(), StoreError> {
        let text = match self.role {
            Role::Writer => "begin immediate",
            Role::Reader => "begin",
        };
        connection.execute_batch(text).map_err(|error| translate(connection, error))
    }
}

/// Runs one request and answers it. False when it was the last one.
fn answer(connection: &Connection, lease: &Lease, request: Request) -> bool {
    match request {
        Request::Exec(sql, args, reply) => give(lease, reply, run::exec(connection, sql, &args)),
        Request::Rows(sql, args, reply) => give(lease, reply, run::rows(connection, sql, &args)),
        Request::Alone(sql, args, reply) => {
            give(lease, reply, run::rows(connection, sql, &args));
            false
        }
        Request::Batch(sql, rows, reply) => {
            give(lease, reply, run::batch(connection, sql, &rows, || lease.state.is_open()))
        }
        Request::Describe(sql, reply) => give(lease, reply, run::describe(connection, sql)),
        Request::Script(sql, reply) => give(lease, reply, run::script(connection, sql)),
        Request::Commit(reply) => {
            let result = connection.execute_batch("commit").map_err(|error| translate(connection, error));
            if result.is_ok() {
                lease.state.committed();
            }
            give(lease, reply, result);
            false
        }
    }
}

fn give<T>(lease: &Lease, reply: Reply<T>, result: Result<T, StoreError>) -> bool {
    let going_on = result.is_ok();
    if !going_on {
        lease.state.fail();
    }
    // Whoever dropped the future has cancelled the transaction, which the next look at the state finds.
    let _ = reply.send(result);
    going_on
}

/// Rolls back what was left open. A connection that cannot be rolled back is given up.
fn close(mut connection: Connection) -> Option<Connection> {
    let freed = connection.progress_handler(0, None::<fn() -> bool>);
    if !connection.is_autocommit() {
        let rolled_back = connection.execute_batch("rollback");
        if let Err(error) = freed.and(rolled_back) {
            tracing::warn!(%error, "a connection that could not roll back is replaced");
        }
    }
    connection.is_autocommit().then_some(connection)
}
