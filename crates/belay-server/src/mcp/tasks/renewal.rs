//! Says again and again that a task's process is there, beside the work and whatever the work does: it may hold the
//! only writer of the database, or the processor.

use std::sync::Arc;

use belay_core::error::chain;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::mcp::door::Door;

/// Runs until it is dropped.
pub(super) struct Renewal(JoinHandle<()>);

impl Renewal {
    /// Starts for a task; `lost` is cancelled when the task is no more this process's to run.
    pub(super) fn start(door: &Arc<Door>, task: &str, lost: CancellationToken) -> Self {
        let (door, task) = (Arc::clone(door), task.to_owned());
        Self(tokio::spawn(async move {
            let mut ticks = interval(door.tasks.renewal);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            ticks.reset();
            loop {
                ticks.tick().await;
                match door.tasks.renew(&door.served, &task).await {
                    Ok(true) => {}
                    // Somebody cancelled it through another process, or took this one for gone.
                    Ok(false) => return lost.cancel(),
                    Err(error) => {
                        let app = door.served.app.name;
                        tracing::warn!(app, task, cause = chain(&error), "a task's lease was not renewed");
                    }
                }
            }
        }))
    }

    /// Ends it: afterwards it finds nothing out about the task any more.
    pub(super) async fn end(mut self) {
        self.0.abort();
        let _ = (&mut self.0).await;
    }
}

impl Drop for Renewal {
    fn drop(&mut self) {
        self.0.abort();
    }
}
