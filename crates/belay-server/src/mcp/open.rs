//! How many streams each caller holds open.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many streams one caller may hold open.
const MOST_EACH: usize = 32;
/// How many all callers may where they are not told apart.
const MOST_SHARED: usize = 512;

/// The streams that are open.
#[derive(Clone)]
pub(crate) struct Open {
    counts: Arc<Mutex<HashMap<String, usize>>>,
    most: usize,
}

/// A stream that is open, until it is dropped.
pub(crate) struct Opened {
    counts: Arc<Mutex<HashMap<String, usize>>>,
    principal: String,
}

impl Open {
    /// For an application whose callers are told apart, or not.
    pub(crate) fn new(told_apart: bool) -> Self {
        Self { counts: Arc::default(), most: if told_apart { MOST_EACH } else { MOST_SHARED } }
    }

    /// Notes one more stream of a caller; nothing when there are too many.
    pub(crate) fn enter(&self, principal: String) -> Option<Opened> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(principal.clone()).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Opened { counts: Arc::clone(&self.counts), principal })
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.principal) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.principal);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caller_holds_so_many_and_a_closed_one_makes_room() {
        let open = Open::new(true);
        let mut held: Vec<_> = (0..MOST_EACH).map(|_| open.enter("a".into()).unwrap()).collect();
        assert!(open.enter("a".into()).is_none());
        assert!(open.enter("b".into()).is_some(), "another is not held up");
        held.pop();
        assert!(open.enter("a".into()).is_some());
        held.clear();
        assert!(open.counts.lock().unwrap().is_empty(), "nothing is kept of who left");
    }
}
