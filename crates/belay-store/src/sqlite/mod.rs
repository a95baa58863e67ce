//! SQLite on threads of its own: one that writes, a few that read.
//!
//! A transaction is a [`lease`] of one of the threads. It waits in the queue of its kind together with its first
//! statement, so that beginning costs nothing and an unused transaction takes no thread.

mod connection;
mod copy;
mod fault;
mod lease;
mod pool;
mod run;
mod spin;
mod tx;
mod worker;

pub(crate) use connection::Target;
pub(crate) use copy::copy;
pub(crate) use fault::translate;
pub(crate) use pool::Pool;
pub(crate) use tx::SqliteTx;
