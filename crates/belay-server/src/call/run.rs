//! From a permitted call to what its operation answers, not yet kept.

use std::sync::Arc;
use std::time::Duration;

use belay_access::audit::Called;
use belay_access::idempotency::Leased;
use belay_core::ask::Answers;
use belay_core::ctx::{Builder, WithParts};
use belay_core::operation::Deadline;
use belay_core::request::Request;
use belay_core::{Actor, Cancellation, Ctx, Error, Issue, Kind};
use belay_store::Unit;
use serde_json::Value;

use super::input::Read;
use super::once::{Held, Once};
use super::part::Own;
use super::record::Record;
use super::{Call, confirm, guard, input, once, validate};
use crate::served::{Entry, Served};

/// What a call came to before it is kept.
pub(super) struct Ran {
    pub(super) cx: Ctx,
    pub(super) value: Value,
    pub(super) unit: Option<Unit>,
    pub(super) once: Option<Once>,
    pub(super) held: Option<Held>,
    /// Whether the value is that of the same call before.
    pub(super) replayed: bool,
}

/// What a run begins with.
struct Start {
    read: Read,
    once: Option<Once>,
    answers: Answers,
    leased: Leased,
    cancellation: Cancellation,
}

pub(super) async fn run(
    served: &Arc<Served>,
    entry: &Entry,
    mut call: Call,
    record: &mut Record,
) -> Result<Ran, Error> {
    served.gates.admit_call(&entry.operation, &call.actor)?;
    let read = input::read(served, entry, &mut call, record)?;
    let once = once::of(served, entry, &call, &read)?;
    let (answers, brought) = confirm::split(&entry.operation.confirm, std::mem::take(&mut call.answers));
    let (cancelled, askable) = (call.cancelled.take(), call.askable);
    let (leased, cancellation) = (Leased::default(), Cancellation::new());
    let mut start = Start { read, once, answers, leased, cancellation };
    let mut ran = prepared(served, entry, call, &mut start);
    // A repetition changes nothing, so nothing about it has to be confirmed again.
    if let (Some(once), Some(db)) = (&ran.once, &served.db)
        && let Some(before) = once.look(db, ran.cx.now()).await?
    {
        return Ok(ran.again(before));
    }
    let Start { read, leased, cancellation, .. } = start;
    let passed = confirm::gate(served, entry, (&ran.cx, &read), (brought, askable)).await?;
    if let Some(once) = ran.once.as_ref().filter(|_| entry.operation.own_transactions) {
        match Held::take(served, once, &ran.cx, &leased).await? {
            Ok(held) => ran.held = Some(held),
            Err(before) => return Ok(ran.again(before)),
        }
    }
    let work = (entry.run)(ran.cx.clone(), read.value);
    match guard::guarded(work, deadline(served, entry), cancelled.as_ref(), &cancellation).await {
        Ok(value) => ran.value = value,
        Err(error) => match before(served, &ran, &error).await? {
            Some(before) => return Ok(ran.again(before)),
            None => return Err(passed.failed(served, error).await),
        },
    }
    let issues = entry.output.issues(&ran.value);
    if issues.is_empty() { Ok(ran) } else { Err(breach(&issues)) }
}

/// The context of a run, and its transaction, which claims the call's key when it is opened.
fn prepared(served: &Arc<Served>, entry: &Entry, call: Call, start: &mut Start) -> Ran {
    let (once, own) = (start.once.take(), entry.operation.own_transactions);
    let now = served.shared.clock.now();
    let unit = served.db.clone().map(Unit::new).map(|unit| match &once {
        Some(once) if !own => once.opens(unit, now),
        _ => unit,
    });
    let called = Called { app: served.app.name, arguments: Arc::clone(&start.read.arguments) };
    let mut context = context(served, call.actor, call.request, &start.read)
        .with(called)
        .with(WithParts(Arc::new(Own(Arc::clone(served)))))
        .connection(call.connection)
        .progress(call.progress)
        .log(call.log)
        .cancellation(start.cancellation.clone())
        .answers(std::mem::take(&mut start.answers), validate::holds);
    if let Some(unit) = &unit {
        context = context.with(unit.clone());
    }
    if own {
        context = context.with(start.leased.clone());
    }
    Ran { cx: context.build(), value: Value::Null, unit, once, held: None, replayed: false }
}

/// What every context of a call has, whatever it is for.
pub(super) fn context(served: &Served, actor: Actor, request: Request, read: &Read) -> Builder {
    let slots = served.app.context.as_ref().map(|make| make(&request, &actor)).unwrap_or_default();
    let mut context = Ctx::builder(served.shared.clone(), actor, request)
        .with_all(slots)
        .budget(served.limits.result_bytes);
    if let Some(vault) = served.vault() {
        context = context.with(Arc::clone(vault));
    }
    if let Some(upload) = &read.upload {
        context = context.with(upload.clone());
    }
    context
}

impl Ran {
    fn again(mut self, before: Value) -> Self {
        (self.value, self.replayed, self.held) = (before, true, None);
        self
    }
}

/// What the same call came to that ran beside a failed one, where there was one: it may be why this one failed.
async fn before(served: &Served, ran: &Ran, error: &Error) -> Result<Option<Value>, Error> {
    let (Some(once), Some(db)) = (&ran.once, &served.db) else { return Ok(None) };
    if let Some(value) = once.overtaken()? {
        return Ok(Some(value));
    }
    // What merely waits, or what nobody waits for, has not been overtaken; and a fault is told as what it is.
    if error.asked().is_some() || error.code() == "cancelled" || error.kind().is_fault() || ran.held.is_some()
    {
        return Ok(None);
    }
    once.look(db, served.shared.clock.now()).await
}

/// How long a call of an operation may take.
pub(super) fn deadline(served: &Served, entry: &Entry) -> Option<Duration> {
    match entry.operation.deadline {
        Deadline::Inherited => served.limits.deadline,
        Deadline::Never => None,
        Deadline::After(deadline) => Some(deadline),
    }
}

fn breach(issues: &[Issue]) -> Error {
    let text: Vec<String> = issues.iter().map(|issue| format!("{}: {}", issue.path, issue.message)).collect();
    let message = "The tool answered something that breaks its own schema; the operator's log has the cause.";
    Error::new(Kind::Internal, "invalid_output", message)
        .with_source(format!("the result breaks its own schema: {}", text.join("; ")))
}
