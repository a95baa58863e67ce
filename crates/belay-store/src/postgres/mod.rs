//! PostgreSQL through a pool of connections.

mod bind;
mod decode;
mod fault;
mod pool;
mod tx;

pub(crate) use pool::Pool;
pub(crate) use tx::PostgresTx;
