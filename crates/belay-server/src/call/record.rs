//! What remains of a call: one log line, one metric and, where the application wants it, one call-log row.

use std::sync::Arc;
use std::time::Instant;

use belay_core::error::chain;
use belay_core::request::{Door, Trace};

use super::{Call, Outcome};
use crate::call_log::Entry;
use crate::served::{Entry as Known, Served};

pub(crate) struct Record {
    served: Arc<Served>,
    known: Option<&'static str>,
    started: Instant,
    entry: Entry,
    door: Door,
    tenant: Option<Arc<str>>,
    trace: Option<Trace>,
    /// The digest of the arguments, once they were read.
    pub(super) arguments: Option<Arc<str>>,
}

impl Record {
    pub(crate) fn start(served: &Arc<Served>, known: Option<&Known>, call: &Call) -> Self {
        let entry = Entry {
            at: served.shared.clock.now(),
            app: served.app.name,
            operation: known.map_or("unknown", |known| known.operation.name),
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
        let known = known.map(|known| known.operation.name);
        Self {
            served: Arc::clone(served),
            known,
            started: Instant::now(),
            entry,
            door: call.request.door,
            tenant: call.actor.tenant.clone(),
            trace: call.request.trace.clone(),
            arguments: None,
        }
    }

    pub(crate) fn finish(mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Done { text, .. } => {
                self.entry.response_bytes = i64::try_from(text.len()).unwrap_or(i64::MAX);
                self.end(outcome.name(), None);
            }
            Outcome::Refused(error) | Outcome::Fault(error) => {
                self.entry.code = Some(error.code().to_owned());
                self.end(outcome.name(), Some(error));
            }
            Outcome::Unknown | Outcome::Asks(_) => self.end(outcome.name(), None),
        }
    }

    fn end(&mut self, outcome: &'static str, error: Option<&belay_core::Error>) {
        let elapsed = self.started.elapsed();
        let entry = &mut self.entry;
        entry.outcome = outcome;
        entry.duration_us = i64::try_from(elapsed.as_micros()).unwrap_or(i64::MAX);
        let beside = Beside {
            tenant: self.tenant.as_deref(),
            trace: self.trace.as_ref().map(|trace| &*trace.id),
            arguments: self.arguments.as_deref(),
        };
        log_line(entry, &beside, error);
        let labels = (entry.app, entry.operation, self.door);
        let known = self.known.and_then(|name| self.served.entry(name));
        let meters = known.map_or(&self.served.unknown, |known| &known.meters);
        meters.count(labels, outcome, elapsed.as_secs_f64());
        if let Some(log) = &self.served.call_log {
            log.push(entry.clone());
        }
    }
}

/// A caller that goes away drops the call where it stands; that it happened is told all the same.
impl Drop for Record {
    fn drop(&mut self) {
        if self.entry.outcome.is_empty() {
            self.end("cancelled", None);
        }
    }
}

/// What the log line says besides what the call log keeps.
struct Beside<'a> {
    tenant: Option<&'a str>,
    trace: Option<&'a str>,
    arguments: Option<&'a str>,
}

/// Refusals are warnings and faults are errors; only the log sees the causes. Of the arguments it says the digest alone.
fn log_line(entry: &Entry, beside: &Beside<'_>, error: Option<&belay_core::Error>) {
    macro_rules! line {
        ($level:ident, $($rest:tt)*) => {
            tracing::$level!(
                app = entry.app,
                operation = entry.operation,
                door = entry.door,
                client = entry.client.as_deref(),
                principal = &*entry.principal,
                tenant = beside.tenant,
                arguments = beside.arguments,
                outcome = entry.outcome,
                duration_us = entry.duration_us,
                request = %entry.request_id,
                trace = beside.trace,
                $($rest)*
            )
        };
    }
    match error {
        None if entry.outcome == "ok" => line!(info, "call"),
        None if entry.outcome == "asked" => line!(info, "the call waits for an answer"),
        None if entry.outcome == "cancelled" => line!(warn, "the caller went away"),
        None => line!(warn, "call of an unknown operation"),
        Some(error) if error.kind().is_fault() => {
            line!(error, code = error.code(), cause = chain(error), "call failed");
        }
        Some(error) => line!(warn, code = error.code(), "call refused"),
    }
}
