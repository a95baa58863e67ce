//! Counters of one operation, found once instead of at every call.

use std::sync::OnceLock;

use belay_core::request::Door;
use metrics::{Counter, Histogram};

/// The meters of one operation: a set for each door, made when the door is first used.
#[derive(Default)]
pub(crate) struct Meters([OnceLock<Set>; 4]);

struct Set {
    done: Counter,
    refused: Counter,
    fault: Counter,
    cancelled: Counter,
    seconds: Histogram,
}

impl Meters {
    /// Counts a call that ended.
    pub(crate) fn count(
        &self,
        (app, operation, door): (&'static str, &'static str, Door),
        outcome: &str,
        seconds: f64,
    ) {
        let place = match door {
            Door::Mcp => 0,
            Door::Stdio => 1,
            Door::Rest => 2,
            Door::Command => 3,
        };
        let Some(set) = self.0.get(place) else { return };
        let set = set.get_or_init(|| Set::new(app, operation, door.name()));
        match outcome {
            "ok" => set.done.increment(1),
            "fault" => set.fault.increment(1),
            "cancelled" => set.cancelled.increment(1),
            _ => set.refused.increment(1),
        }
        set.seconds.record(seconds);
    }
}

impl Set {
    fn new(app: &'static str, operation: &'static str, door: &'static str) -> Self {
        let counter = |outcome: &'static str| metrics::counter!("belay_calls_total", "app" => app, "operation" => operation, "door" => door, "outcome" => outcome);
        Self {
            done: counter("ok"),
            refused: counter("refused"),
            fault: counter("fault"),
            cancelled: counter("cancelled"),
            seconds: metrics::histogram!("belay_call_seconds", "app" => app, "operation" => operation, "door" => door),
        }
    }
}
