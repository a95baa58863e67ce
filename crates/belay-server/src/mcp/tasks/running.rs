//! Which tasks this process runs, and the sign by which each is told that its caller wants it no more.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

#[derive(Default)]
pub(super) struct Running(Mutex<Runs>);

#[derive(Default)]
struct Runs {
    /// The latest run of each task, by its number: a task that was resumed at once has a new one while the old one ends.
    by_task: HashMap<String, (u64, CancellationToken)>,
    next: u64,
}

impl Running {
    /// Notes that a task runs, in place of an earlier run of it, until the answer is dropped.
    pub(super) fn enter(self: &Arc<Self>, task: &str) -> Run {
        let mut runs = self.lock();
        let (number, unwanted) = (runs.next, CancellationToken::new());
        runs.next = number.wrapping_add(1);
        runs.by_task.insert(task.to_owned(), (number, unwanted.clone()));
        Run { running: Arc::clone(self), task: task.to_owned(), number, unwanted }
    }

    /// Tells a task that it is wanted no more. False when it does not run here.
    pub(super) fn signal(&self, task: &str) -> bool {
        self.lock().by_task.get(task).map(|(_, unwanted)| unwanted.cancel()).is_some()
    }

    pub(super) fn holds(&self, task: &str) -> bool {
        self.lock().by_task.contains_key(task)
    }

    fn lock(&self) -> MutexGuard<'_, Runs> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One run of a task. Dropping it removes what it entered, and nothing that a later run did.
pub(super) struct Run {
    running: Arc<Running>,
    task: String,
    number: u64,
    unwanted: CancellationToken,
}

impl Run {
    pub(super) fn unwanted(&self) -> &CancellationToken {
        &self.unwanted
    }

    /// Ends it, and says whether its caller gave it up before. Whoever does so from now on finds that it does not run.
    pub(super) fn leave(self) -> bool {
        let unwanted = self.unwanted.clone();
        drop(self);
        unwanted.is_cancelled()
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let mut runs = self.running.lock();
        if runs.by_task.get(&self.task).is_some_and(|(number, _)| *number == self.number) {
            runs.by_task.remove(&self.task);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_ends_late_leaves_the_one_after_it_reachable() {
        let running = Arc::new(Running::default());
        let old = running.enter("t");
        let new = running.enter("t");
        assert!(!old.leave());
        assert!(running.holds("t") && running.signal("t"));
        assert!(new.leave());
        assert!(!running.holds("t") && !running.signal("t"));
    }
}
