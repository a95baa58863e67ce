//! Runs what is no operation: the reading of a resource, the writing of a prompt, a suggestion.
//!
//! The same guards stand around it as around an operation: authority, deadline, cancellation, panics, and a
//! transaction of which nothing is kept.

use std::future::Future;
use std::sync::Arc;
use std::time::Instant;

use belay_access::policy::{self, Decision};
use belay_core::ask::Answers;
use belay_core::ctx::{Log, Progress};
use belay_core::error::chain;
use belay_core::request::Request;
use belay_core::{Actor, Cancellation, Ctx, Error};
use belay_store::Unit;
use tokio_util::sync::CancellationToken;

use super::{guard, validate};
use crate::mcp::Turn;
use crate::served::Served;

/// Who wants what, and how.
pub(crate) struct Visit {
    /// The protocol's method, for the log.
    pub(crate) method: &'static str,
    /// The declaration's name, for the log.
    pub(crate) name: &'static str,
    pub(crate) actor: Actor,
    pub(crate) request: Request,
    pub(crate) cancelled: Option<CancellationToken>,
    pub(crate) progress: Option<Arc<dyn Progress>>,
    pub(crate) log: Option<Arc<dyn Log>>,
    pub(crate) answers: Answers,
}

impl Visit {
    /// A visit of a request, which tells nobody of its progress and was answered nothing yet.
    pub(crate) fn new(method: &'static str, name: &'static str, turn: &Turn) -> Self {
        Self {
            method,
            name,
            actor: turn.caller.actor.clone(),
            request: turn.facts(),
            cancelled: Some(turn.cancelled.clone()),
            progress: None,
            log: None,
            answers: Answers::default(),
        }
    }
}

/// Whether a caller may read what an application lets be read.
pub(crate) fn may_read(served: &Served, actor: &Actor) -> bool {
    policy::may_read(actor, &served.rules) == Decision::Allow
}

/// Runs it to its end.
///
/// # Errors
/// What it answers, or that its time was up, or that it broke.
pub(crate) async fn visit<T, F, Fut>(served: &Served, visit: Visit, work: F) -> Result<T, Error>
where
    F: FnOnce(Ctx) -> Fut,
    Fut: Future<Output = Result<T, Error>>,
{
    let started = Instant::now();
    let (method, name, id) = (visit.method, visit.name, visit.request.id.clone());
    let cancellation = Cancellation::new();
    let own = served.app.context.as_ref().map(|make| make(&visit.request, &visit.actor)).unwrap_or_default();
    let mut context = Ctx::builder(served.shared.clone(), visit.actor, visit.request)
        .with_all(own)
        .progress(visit.progress)
        .log(visit.log)
        .cancellation(cancellation.clone())
        .answers(visit.answers, validate::holds)
        .budget(served.limits.result_bytes);
    if let Some(db) = &served.db {
        context = context.with(Unit::new(db.clone()));
    }
    let work = work(context.build());
    let ended = guard::guarded(work, served.limits.deadline, visit.cancelled.as_ref(), &cancellation).await;
    let duration_us = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    let app = served.app.name;
    match &ended {
        Ok(_) => tracing::info!(app, method, name, duration_us, request = %id, "read"),
        Err(error) if error.asked().is_some() => {
            tracing::info!(app, method, name, duration_us, request = %id, "waits for an answer");
        }
        Err(error) if error.kind().is_fault() => {
            tracing::error!(app, method, name, code = error.code(), cause = chain(error), request = %id, "failed");
        }
        Err(error) => {
            tracing::warn!(app, method, name, code = error.code(), cause = chain(error), request = %id, "refused");
        }
    }
    ended
}
