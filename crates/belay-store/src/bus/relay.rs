//! The task that brings notices from the database to the subscribers of this process.

use std::{sync::Arc, time::Duration};

use tokio::{sync::broadcast, task::AbortHandle, time::sleep};

use super::{Received, payload};
use crate::{
    StoreError,
    postgres::{Listener, Pool},
};

/// The channel of the database that carries the notices of all applications.
pub(super) const CHANNEL: &str = "belay";

/// How long to wait before connecting again; it doubles with every failure.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// The running task. It ends when this is dropped.
pub(super) struct Relay(AbortHandle);

impl Relay {
    /// Starts the task on the current runtime.
    pub(super) fn start(pool: Arc<Pool>, subscribers: broadcast::Sender<Received>) -> Self {
        Self(tokio::spawn(run(pool, subscribers)).abort_handle())
    }

    pub(super) fn is_over(&self) -> bool {
        self.0.is_finished()
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn run(pool: Arc<Pool>, subscribers: broadcast::Sender<Received>) {
    let mut pause = FIRST_PAUSE;
    loop {
        let error = match Listener::connect(&pool, CHANNEL).await {
            Ok(listener) => {
                pause = FIRST_PAUSE;
                deliver(listener, &subscribers).await
            }
            Err(error) => error,
        };
        tracing::warn!(?error, "notices from other processes are not heard until the database answers again");
        sleep(pause).await;
        pause = pause.saturating_mul(2).min(LONGEST_PAUSE);
    }
}

/// Delivers what the listener hears until its connection is lost, and says why it was.
async fn deliver(mut listener: Listener, subscribers: &broadcast::Sender<Received>) -> StoreError {
    // Sending fails only when nobody has subscribed, which is no trouble.
    let _ = subscribers.send(Received::Missed(0));
    loop {
        match listener.next().await.map(|payload| payload::decode(&payload)) {
            Ok(Some(notice)) => drop(subscribers.send(Received::Notice(notice))),
            Ok(None) => tracing::warn!(channel = CHANNEL, "somebody else uses the channel of the notices"),
            Err(error) => return error,
        }
    }
}
