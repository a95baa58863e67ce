//! What remains of a call: one log line, one metric and, where the application wants it, one call-log row.

use std::sync::Arc;
use std::time::Instant;

use belay_core::error::chain;
use belay_core::request::Door;

use super::{Call, Outcome};
use crate::call_log::Entry;
use crate::served::Served;

pub(crate) struct Record {
    served: Arc<Served>,
    started: Instant,
    entry: Entry,
    door: Door,
}

impl Record {
    pub(crate) fn start(served: &Arc<Served>, call: &Call) -> Self {
        let known = served.entry(&call.operation).map_or("unknown", |entry| entry.operation.name);
        let entry = Entry {
            at: served.shared.clock.now(),
            app: served.app.name,
            operation: known,
            door: call.request.door.name(),
            principal: call.actor.id.clone(),
            client: call.request.client.clone(),
            outcome: "",
            code: None,
            duration_us: 0,
            request_bytes: call.request_bytes,
            response_bytes: 0,
            request_id: call.request.id.clone(),
        };
        Self { served: Arc::clone(served), started: Instant::now(), entry, door: call.request.door }
    }

    pub(crate) fn finish(&mut self, outcome: &Outcome) {
        let elapsed = self.started.elapsed();
        let entry = &mut self.entry;
        entry.outcome = outcome.name();
        entry.duration_us = i64::try_from(elapsed.as_micros()).unwrap_or(i64::MAX);
        match outcome {
            Outcome::Done { text, .. } => {
                entry.response_bytes = i64::try_from(text.len()).unwrap_or(i64::MAX);
                log_line(entry, None);
            }
            Outcome::Refused(error) | Outcome::Fault(error) => {
                entry.code = Some(error.code().to_owned());
                log_line(entry, Some(error));
            }
            Outcome::Unknown => log_line(entry, None),
        }
        let labels = (entry.app, entry.operation, self.door);
        let meters = self.served.entry(entry.operation).map_or(&self.served.unknown, |known| &known.meters);
        meters.count(labels, entry.outcome, elapsed.as_secs_f64());
        if let Some(log) = &self.served.call_log {
            log.push(entry.clone());
        }
    }
}

/// Refusals are warnings and faults are errors; only the log sees the causes.
fn log_line(entry: &Entry, error: Option<&belay_core::Error>) {
    macro_rules! line {
        ($level:ident, $($rest:tt)*) => {
            tracing::$level!(
                app = entry.app,
                operation = entry.operation,
                door = entry.door,
                principal = &*entry.principal,
                outcome = entry.outcome,
                duration_us = entry.duration_us,
                request = %entry.request_id,
                $($rest)*
            )
        };
    }
    match error {
        None if entry.outcome == "ok" => line!(info, "call"),
        None => line!(warn, "call of an unknown operation"),
        Some(error) if error.kind().is_fault() => {
            line!(error, code = error.code(), cause = chain(error), "call failed");
        }
        Some(error) => line!(warn, code = error.code(), "call refused"),
    }
}
