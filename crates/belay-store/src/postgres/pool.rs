//! The pool of connections.

use std::{str::FromStr as _, sync::Arc, time::Duration};

use deadpool_postgres::{Manager, ManagerConfig, Object, PoolError, RecyclingMethod, Runtime, TimeoutType};
use tokio_postgres::{Config, NoTls};

use crate::{Options, StoreError};

/// Connections to a PostgreSQL database, and how their transactions begin.
pub(crate) struct Pool {
    config: Config,
    busy_timeout: Duration,
    connections: deadpool_postgres::Pool,
    write: Beginning,
    read: Beginning,
}

/// How a transaction begins, and how long it may do nothing.
#[derive(Clone)]
pub(super) struct Beginning {
    pub(super) text: Arc<str>,
    pub(super) idle_limit: Duration,
}

impl Beginning {
    fn new(begin: &str, idle_limit: Duration) -> Self {
        let millis = idle_limit.as_millis();
        let text = format!("{begin}; set local idle_in_transaction_session_timeout = {millis}").into();
        Self { text, idle_limit }
    }
}

impl Pool {
    pub(crate) fn new(address: &str, options: &Options) -> Result<Self, StoreError> {
        let mut config = Config::from_str(address).map_err(StoreError::unavailable)?;
        if config.get_application_name().is_none() {
            config.application_name("belay");
        }
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let connections =
            deadpool_postgres::Pool::builder(Manager::from_config(config.clone(), NoTls, recycling))
                .max_size(options.connections.max(1))
                .wait_timeout(Some(options.busy_timeout))
                .create_timeout(Some(options.busy_timeout))
                .runtime(Runtime::Tokio1)
                .build()
                .map_err(StoreError::unavailable)?;
        Ok(Self {
            config,
            busy_timeout: options.busy_timeout,
            connections,
            write: Beginning::new("begin", options.idle_limit),
            read: Beginning::new("begin isolation level repeatable read read only", options.read_idle_limit),
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

    /// How to connect outside of the pool.
    pub(super) const fn config(&self) -> &Config {
        &self.config
    }

    pub(super) const fn busy_timeout(&self) -> Duration {
        self.busy_timeout
    }

    pub(super) const fn write(&self) -> &Beginning {
        &self.write
    }

    pub(super) const fn read(&self) -> &Beginning {
        &self.read
    }
}
