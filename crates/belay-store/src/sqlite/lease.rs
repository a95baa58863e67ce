//! A transaction as its thread sees it: the requests to come, and whether anybody still wants them.

use std::sync::{
    Arc,
    atomic::{AtomicU8, AtomicUsize, Ordering},
    mpsc,
};

use tokio::sync::oneshot;

use crate::{Arg, Sql, StoreError, row::RowSet};

pub(super) type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// What a transaction asks of its thread.
pub(super) enum Request {
    Exec(Sql, Vec<Arg>, Reply<u64>),
    Rows(Sql, Vec<Arg>, Reply<RowSet>),
    /// Reads by one statement that is the whole transaction: SQLite gives it a snapshot without being asked to begin.
    Alone(Sql, Vec<Arg>, Reply<RowSet>),
    Batch(Sql, Vec<Vec<Arg>>, Reply<Vec<u64>>),
    /// Prepares only, and names the columns of the result.
    Describe(Sql, Reply<Vec<String>>),
    Script(Sql, Reply<()>),
    Commit(Reply<()>),
}

impl Request {
    /// Answers with an error instead of running.
    pub(super) fn refuse(self, error: StoreError) {
        // Nobody listens any more when the future was dropped: then nobody needs the answer.
        match self {
            Self::Exec(_, _, reply) => drop(reply.send(Err(error))),
            Self::Rows(_, _, reply) | Self::Alone(_, _, reply) => drop(reply.send(Err(error))),
            Self::Batch(_, _, reply) => drop(reply.send(Err(error))),
            Self::Describe(_, reply) => drop(reply.send(Err(error))),
            Self::Script(_, reply) | Self::Commit(reply) => drop(reply.send(Err(error))),
        }
    }
}

/// How far a transaction has come. Once it has ended it stays what it is.
#[derive(Debug)]
pub(super) struct State(AtomicU8);

const OPEN: u8 = 0;
const CANCELLED: u8 = 1;
const TIMED_OUT: u8 = 2;
const FAILED: u8 = 3;
const COMMITTED: u8 = 4;

impl State {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self(AtomicU8::new(OPEN)))
    }

    fn end(&self, how: u8) {
        // Losing the race to another end is fine: the first one is the reason.
        let _ = self.0.compare_exchange(OPEN, how, Ordering::AcqRel, Ordering::Acquire);
    }

    pub(super) fn cancel(&self) {
        self.end(CANCELLED);
    }

    pub(super) fn time_out(&self) {
        self.end(TIMED_OUT);
    }

    pub(super) fn fail(&self) {
        self.end(FAILED);
    }

    pub(super) fn committed(&self) {
        self.end(COMMITTED);
    }

    pub(super) fn is_open(&self) -> bool {
        self.0.load(Ordering::Acquire) == OPEN
    }

    /// An error that says why the transaction is over, unless it is open.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        match self.0.load(Ordering::Acquire) {
            OPEN => Ok(()),
            CANCELLED => Err(StoreError::Cancelled),
            TIMED_OUT => Err(StoreError::TimedOut),
            FAILED => Err(StoreError::Poisoned),
            _ => Err(StoreError::fault("the transaction has been committed")),
        }
    }
}

/// Cancels the transaction unless the answer it waits for has come.
pub(super) struct CancelOnDrop<'a> {
    pub(super) state: &'a State,
    pub(super) answered: bool,
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        if !self.answered {
            self.state.cancel();
        }
    }
}

/// Counts a lease that waits or is served, until it is dropped.
pub(super) struct Ticket(Arc<AtomicUsize>);

impl Ticket {
    /// Takes a ticket; also gives how many there are with it.
    pub(super) fn take(count: &Arc<AtomicUsize>) -> (Self, usize) {
        let others = count.fetch_add(1, Ordering::AcqRel);
        (Self(Arc::clone(count)), others.saturating_add(1))
    }
}

impl Ticket {
    /// Whether no other lease of its kind waits or is served.
    pub(super) fn is_alone(&self) -> bool {
        self.0.load(Ordering::Acquire) <= 1
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The right to one thread until the transaction commits or its sender is gone.
pub(super) struct Lease {
    pub(super) requests: mpsc::Receiver<Request>,
    pub(super) state: Arc<State>,
    pub(super) ticket: Ticket,
}
