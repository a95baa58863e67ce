//! PostgreSQL through a pool of connections.

mod bind;
mod decode;
mod fault;
mod listen;
mod pool;
mod tx;

pub(crate) use listen::Listener;
pub(crate) use pool::Pool;
pub(crate) use tx::PostgresTx;
