//! The queues of leases and the threads that serve them.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use super::{
    Target,
    connection::Role,
    lease::{Lease, Request, State, Ticket},
    worker::Worker,
};
use crate::{Options, StoreError};

/// The threads of one role and the leases that wait for them.
struct Crew {
    role: Role,
    idle_limit: Duration,
    leases: async_channel::Sender<Lease>,
    waiting: async_channel::Receiver<Lease>,
    outstanding: Arc<AtomicUsize>,
    started: AtomicUsize,
    most: usize,
    alive: Mutex<Option<async_channel::Sender<()>>>,
    ended: async_channel::Receiver<()>,
}

impl Crew {
    fn new(role: Role, most: usize, idle_limit: Duration) -> Self {
        let (leases, waiting) = async_channel::unbounded();
        let (outstanding, started) = (Arc::default(), AtomicUsize::new(0));
        let (alive, ended) = async_channel::bounded(1);
        let alive = Mutex::new(Some(alive));
        Self { role, idle_limit, leases, waiting, outstanding, started, most, alive, ended }
    }

    /// Refuses new leases, and lets the threads end when those that wait are over.
    fn close(&self) {
        self.leases.close();
        drop(self.alive.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    /// Waits until the threads have closed their connections.
    async fn ended(&self) {
        // Nothing is ever sent: the error says that the last thread is gone.
        let _ = self.ended.recv().await;
    }
}

/// A SQLite database and its threads. The threads end when it is dropped and their leases are over.
pub(crate) struct Pool {
    target: Arc<Target>,
    busy_timeout: Duration,
    writer: Crew,
    readers: Crew,
}

impl Pool {
    pub(crate) fn new(target: Target, options: &Options) -> Self {
        Self {
            target: Arc::new(target),
            busy_timeout: options.busy_timeout,
            writer: Crew::new(Role::Writer, 1, options.idle_limit),
            readers: Crew::new(Role::Reader, options.readers.max(1), options.read_idle_limit),
        }
    }

    /// Whether one transaction at the most is under way.
    pub(super) fn is_quiet(&self) -> bool {
        let under_way = |crew: &Crew| crew.outstanding.load(Ordering::Acquire);
        under_way(&self.writer) + under_way(&self.readers) <= 1
    }

    pub(crate) const fn target(&self) -> &Arc<Target> {
        &self.target
    }

    /// Queues a transaction with its first request.
    pub(super) fn submit(
        &self,
        role: Role,
        state: Arc<State>,
        first: Request,
    ) -> Result<mpsc::Sender<Request>, StoreError> {
        let crew = match role {
            Role::Writer => &self.writer,
            Role::Reader => &self.readers,
        };
        let gone = || StoreError::unavailable("the database has been closed");
        let (requests, receiver) = mpsc::channel();
        requests.send(first).map_err(|_| gone())?;
        let (ticket, outstanding) = Ticket::take(&crew.outstanding);
        if outstanding > crew.started.load(Ordering::Acquire) {
            self.start(crew)?;
        }
        crew.leases.try_send(Lease { requests: receiver, state, ticket }).map_err(|_| gone())?;
        Ok(requests)
    }

    /// Starts one more thread, unless there are enough.
    fn start(&self, crew: &Crew) -> Result<(), StoreError> {
        let alive = crew.alive.lock().unwrap_or_else(PoisonError::into_inner);
        let started = crew.started.load(Ordering::Acquire);
        let Some(alive) = alive.as_ref().filter(|_| started < crew.most) else { return Ok(()) };
        let worker = Worker {
            role: crew.role,
            target: Arc::clone(&self.target),
            busy_timeout: self.busy_timeout,
            idle_limit: crew.idle_limit,
            leases: crew.waiting.clone(),
            closes_after: (crew.role == Role::Writer).then(|| self.readers.ended.clone()),
            _alive: alive.clone(),
        };
        let name = match crew.role {
            Role::Writer => "store-writer",
            Role::Reader => "store-reader",
        };
        thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || worker.run())
            .map_err(StoreError::unavailable)?;
        crew.started.fetch_add(1, Ordering::AcqRel);
        Ok(())
    }

    /// Refuses new transactions and waits until the threads have closed their connections.
    pub(crate) async fn close(&self) {
        self.writer.close();
        self.readers.close();
        self.readers.ended().await;
        self.writer.ended().await;
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // Not left to the threads: the process may end before they do.
        self.target.remove_temporary();
        self.writer.close();
        self.readers.close();
    }
}
