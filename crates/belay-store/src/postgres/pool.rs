//! The pool of connections.

use std::{str::FromStr as _, sync::Arc, time::Duration};

use deadpool_postgres::{Manager, ManagerConfig, Object, PoolError, RecyclingMethod, Runtime, TimeoutType};
use tokio_postgres::{Config, NoTls};

use crate::{Options, StoreError};

/// Connections to a PostgreSQL database, and how their transactions begin.
pub(crate) struct Pool {
    connections: deadpool_postgres::Pool,
    idle_limit: Duration,
    begin_write: Arc<str>,
    begin_read: Arc<str>,
}

impl Pool {
    pub(crate) fn new(address: &str, options: &Options) -> Result<Self, StoreError> {
        let mut config = Config::from_str(address).map_err(StoreError::unavailable)?;
        if config.get_application_name().is_none() {
            config.application_name("belay");
        }
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let connections = deadpool_postgres::Pool::builder(Manager::from_config(config, NoTls, recycling))
            .max_size(options.connections.max(1))
            .wait_timeout(Some(options.busy_timeout))
            .create_timeout(Some(options.busy_timeout))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(StoreError::unavailable)?;
        let begin = |how: &str, limit: Duration| {
            format!("begin{how}; set local idle_in_transaction_session_timeout = {}", limit.as_millis())
                .into()
        };
        Ok(Self {
            connections,
            idle_limit: options.idle_limit,
            begin_write: begin("", options.idle_limit),
            begin_read: begin(" isolation level repeatable read read only", options.read_idle_limit),
        })
    }

    pub(crate) async fn get(&self) -> Result<Object, StoreError> {
        self.connections.get().await.map_err(|error| match error {
            PoolError::Timeout(TimeoutType::Wait) => StoreError::Busy { source: error.into() },
            other => StoreError::unavailable(other),
        })
    }

    /// Closes idle connections, whose prepared statements are about the schema as it was.
    pub(crate) fn forget(&self) {
        self.connections.retain(|_, _| false);
    }

    pub(crate) fn close(&self) {
        self.connections.close();
    }

    pub(super) const fn idle_limit(&self) -> Duration {
        self.idle_limit
    }

    pub(super) fn begin_write(&self) -> Arc<str> {
        Arc::clone(&self.begin_write)
    }

    pub(super) fn begin_read(&self) -> Arc<str> {
        Arc::clone(&self.begin_read)
    }
}
