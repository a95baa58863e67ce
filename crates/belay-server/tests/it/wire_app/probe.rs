//! Lets a test watch an operation and hold it up, without looking at a clock.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::timeout;

/// How long a test waits for what must happen.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a test and an operation tell each other. Clones are one probe.
#[derive(Clone)]
pub(crate) struct Probe(Arc<Signs>);

struct Signs {
    started: Semaphore,
    go: Semaphore,
    dropped: Semaphore,
    finished: Semaphore,
}

impl Default for Probe {
    fn default() -> Self {
        let sign = || Semaphore::new(0);
        Self(Arc::new(Signs { started: sign(), go: sign(), dropped: sign(), finished: sign() }))
    }
}

impl Probe {
    /// Runs in the operation: says that it started and waits to be let on.
    pub(crate) async fn hold(&self) {
        let mut running = Running { probe: self.clone(), finished: false };
        self.0.started.add_permits(1);
        self.0.go.acquire().await.unwrap().forget();
        running.finished = true;
    }

    /// Runs in the test: lets one operation on.
    pub(crate) fn go(&self) {
        self.0.go.add_permits(1);
    }

    /// Waits until an operation holds.
    pub(crate) async fn started(&self) {
        wait(&self.0.started).await;
    }

    /// Waits until an operation was dropped while it held.
    pub(crate) async fn dropped(&self) {
        wait(&self.0.dropped).await;
    }

    /// Waits until an operation went on.
    pub(crate) async fn finished(&self) {
        wait(&self.0.finished).await;
    }

    /// Whether an operation was dropped and nobody has waited for that.
    pub(crate) fn was_dropped(&self) -> bool {
        self.0.dropped.available_permits() > 0
    }
}

async fn wait(sign: &Semaphore) {
    timeout(PATIENCE, sign.acquire()).await.expect("it happens in time").unwrap().forget();
}

struct Running {
    probe: Probe,
    finished: bool,
}

impl Drop for Running {
    fn drop(&mut self) {
        let signs = &self.probe.0;
        if self.finished { &signs.finished } else { &signs.dropped }.add_permits(1);
    }
}
