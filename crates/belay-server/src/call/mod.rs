//! The one call path, the same for every door.
//!
//! authenticate (at the door) → policy → decode and validate → deadline, cancellation and panic guard →
//! service → validate output → audit and commit → fit the result budget → render (at the door), then one log
//! line, one metric and one call-log row.

pub(crate) mod budget;
mod guard;
pub(crate) mod meters;
mod observe;
mod record;
pub(crate) mod validate;
pub(crate) mod visit;

pub(crate) use guard::words;

use std::borrow::Cow;
use std::sync::Arc;

use base64::Engine;
use belay_access::oauth::named;
use belay_access::policy::{self, Decision};
use belay_core::app::{Observer, Task};
use belay_core::ask::Answers;
use belay_core::ctx::{Connection, Log, Progress};
use belay_core::operation::{Deadline, Effect};
use belay_core::request::{Door, Request};
use belay_core::schema::{Mode, coerce};
use belay_core::upload::Upload;
use belay_core::{Actor, Ask, Cancellation, Ctx, Error, Issue, Kind, Operation};
use belay_store::{Tx, Unit};
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use crate::served::{Entry, Served};

/// One call, as a door hands it in.
pub struct Call {
    /// The operation's name.
    pub operation: Cow<'static, str>,
    /// The input as it came.
    pub input: Value,
    /// Whether scalars may have come as text.
    pub mode: Mode,
    /// A file that came with it.
    pub upload: Option<Upload>,
    /// Who calls.
    pub actor: Actor,
    /// How it came in.
    pub request: Request,
    /// Where progress goes.
    pub progress: Option<Arc<dyn Progress>>,
    /// Ends the call early, where the door learns that its caller went away.
    pub cancelled: Option<CancellationToken>,
    /// How large the request was, in bytes; 0 where the door does not know.
    pub request_bytes: i64,
    /// Where log messages for the client go.
    pub log: Option<Arc<dyn Log>>,
    /// What the client has answered so far.
    pub answers: Answers,
    /// The connection on which the answer is waited for, where it can be let go.
    pub connection: Option<Arc<dyn Connection>>,
}

impl Call {
    /// A call without an input yet, from a door that carries JSON.
    #[must_use]
    pub fn new(operation: impl Into<Cow<'static, str>>, actor: Actor, request: Request) -> Self {
        Self {
            operation: operation.into(),
            input: Value::Null,
            mode: Mode::Json,
            upload: None,
            actor,
            request,
            progress: None,
            cancelled: None,
            request_bytes: 0,
            log: None,
            answers: Answers::default(),
            connection: None,
        }
    }
}

/// What a call came to.
#[derive(Debug)]
pub enum Outcome {
    /// It did what it says.
    Done {
        /// The answer.
        value: Value,
        /// The same as compact JSON.
        text: String,
    },
    /// It was refused, for a reason that the application or the framework declares.
    Refused(Error),
    /// It waits for the client's answers and then starts anew.
    Asks(Ask),
    /// There is no such operation for this caller.
    Unknown,
    /// Something broke. The error's message is safe to show; its cause is in the log.
    Fault(Error),
}

impl Outcome {
    /// The name in logs and metrics.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Done { .. } => "ok",
            Self::Refused(error) if error.code() == "cancelled" => "cancelled",
            Self::Refused(_) => "refused",
            Self::Asks(_) => "asked",
            Self::Unknown => "unknown",
            Self::Fault(_) => "fault",
        }
    }

    fn of(error: Error) -> Self {
        if let Some(ask) = error.asked() {
            return Self::Asks(ask.clone());
        }
        if error.kind().is_fault() { Self::Fault(error) } else { Self::Refused(error) }
    }
}

/// Runs a call from the policy check to the finished answer.
pub async fn call(served: &Arc<Served>, call: Call) -> Outcome {
    #[cfg(feature = "opentelemetry")]
    let name = served.entry(&call.operation).map_or("unknown", |entry| entry.operation.name);
    let work = recorded(served, call);
    #[cfg(feature = "opentelemetry")]
    let work = {
        use tracing::Instrument;
        // A span for a collector of traces; the log line says the same without one.
        work.instrument(tracing::info_span!("call", otel.name = name, app = served.app.name))
    };
    work.await
}

async fn recorded(served: &Arc<Served>, call: Call) -> Outcome {
    let known = served.entry(&call.operation);
    let record = record::Record::start(served, known, &call);
    let watched = served.app.observer.clone().map(|observer| (observer, observe::Watch::start(&call)));
    let ending = Ending { served: Arc::clone(served), record, watched };
    let permitted = known.filter(|entry| permits(served, &entry.operation, &call.actor, call.request.door));
    let Some(entry) = permitted else { return ending.tell(Outcome::Unknown).await };
    // Doors over HTTP have answered so before; this is for any other way in.
    if steps_up(served, &entry.operation, &call.actor, call.request.door) {
        return ending.tell(Outcome::Refused(too_little(served, &entry.operation))).await;
    }
    match run(served, entry, call).await {
        Ok(ran) if ran.tx.is_some() => {
            // From here on a caller that goes away changes nothing any more: what was done is committed, and told as done.
            let ended = tokio::spawn(ending.settle(entry.operation.name, ran)).await;
            ended.unwrap_or_else(|_| Outcome::Fault(Error::internal("a call panicked while it was settled")))
        }
        Ok(ran) => ending.settle(entry.operation.name, ran).await,
        Err(error) => ending.tell(Outcome::of(error)).await,
    }
}

/// What an operation has done before it is kept.
struct Ran {
    cx: Ctx,
    value: Value,
    tx: Option<Tx>,
}

/// What follows once an operation has run.
struct Ending {
    served: Arc<Served>,
    record: record::Record,
    watched: Option<(Observer, observe::Watch)>,
}

impl Ending {
    /// Keeps what was done: the audit row goes in with the changes, then both are committed, and the news are told.
    async fn settle(self, operation: &'static str, ran: Ran) -> Outcome {
        let Ran { cx, mut value, tx } = ran;
        if let Some(tx) = tx
            && let Err(error) = self.commit(&cx, operation, tx).await
        {
            return self.tell(Outcome::of(error)).await;
        }
        for change in cx.take_changes() {
            self.served.changes.publish(&change, cx.actor().tenant.as_deref()).await;
        }
        if self.served.app.envelope.structured() && has_null(&value) {
            prune_nulls(&mut value);
        }
        let text = budget::fit(&mut value, self.served.limits.result_bytes, cx.take_pager());
        self.tell(Outcome::Done { value, text }).await
    }

    async fn commit(&self, cx: &Ctx, operation: &'static str, mut tx: Tx) -> Result<(), Error> {
        let known = self.served.entry(operation).map(|entry| entry.operation.effect);
        if known != Some(Effect::Read) {
            belay_access::audit::record(cx, &mut tx, operation).await?;
        }
        Ok(tx.commit().await?)
    }

    async fn tell(self, outcome: Outcome) -> Outcome {
        self.record.finish(&outcome);
        if let Some((observer, watch)) = self.watched {
            watch.finish(&outcome, &observer).await;
        }
        outcome
    }
}

/// Whether a caller may know of an operation on a door. Hidden and unknown are the same.
pub(crate) fn permits(served: &Served, operation: &Operation, actor: &Actor, door: Door) -> bool {
    operation.offered_on(door) && policy::decide(actor, operation, &served.rules) != Decision::Hidden
}

/// Whether a caller may know of an operation, and needs a credential that reaches further to call it.
pub(crate) fn steps_up(served: &Served, operation: &Operation, actor: &Actor, door: Door) -> bool {
    operation.offered_on(door) && policy::decide(actor, operation, &served.rules) == Decision::StepUp
}

/// What is said of a call for which the credential reaches too little.
pub(crate) fn too_little(served: &Served, operation: &Operation) -> Error {
    let scopes = named(served.app.name, policy::needed(operation));
    let message = format!("The access token does not reach this operation; it takes the scopes {scopes}");
    Error::new(Kind::Forbidden, "insufficient_scope", message)
}

async fn run(served: &Served, entry: &Entry, call: Call) -> Result<Ran, Error> {
    let Call { mut input, mode, mut upload, actor, request, cancelled, .. } = call;
    if input.is_null() {
        input = Value::Object(Map::new());
    }
    take_upload(&entry.operation, &mut input, &mut upload)?;
    check(entry, &mut input, mode)?;
    let unit = served.db.clone().map(Unit::new);
    let cancellation = Cancellation::new();
    let own = served.app.context.as_ref().map(|make| make(&request, &actor)).unwrap_or_default();
    let mut context = Ctx::builder(served.shared.clone(), actor, request)
        .with_all(own)
        .connection(call.connection)
        .progress(call.progress)
        .log(call.log)
        .cancellation(cancellation.clone())
        .answers(call.answers, validate::holds)
        .budget(served.limits.result_bytes);
    if let Some(unit) = &unit {
        context = context.with(unit.clone());
    }
    if let Some(upload) = upload {
        context = context.with(upload);
    }
    let cx = context.build();
    let deadline = match entry.operation.deadline {
        Deadline::Inherited => served.limits.deadline,
        Deadline::Never => None,
        Deadline::After(deadline) => Some(deadline),
    };
    let work = (entry.run)(cx.clone(), input);
    let value = guard::guarded(work, deadline, cancelled.as_ref(), &cancellation).await?;
    let issues = entry.output.issues(&value);
    if !issues.is_empty() {
        return Err(breach(&issues));
    }
    let tx = unit.map(|unit| unit.finish()).transpose()?.flatten();
    Ok(Ran { cx, value, tx })
}

/// Checks the input, after repairing it where nothing is lost by that. What is right needs no repair, except that
/// a schema takes 5.0 for an integer and Rust does not.
fn check(entry: &Entry, input: &mut Value, mode: Mode) -> Result<(), Error> {
    if has_nul(input) {
        return Err(Error::invalid(vec![Issue::custom("", "A text must not hold the character U+0000")]));
    }
    if entry.input.holds(input) && !has_float(input) {
        return Ok(());
    }
    coerce(input, entry.input.schema(), mode);
    let issues = entry.input.issues(input);
    if issues.is_empty() { Ok(()) } else { Err(Error::invalid(issues)) }
}

/// PostgreSQL has no text with U+0000 in it, and no honest input has one either.
fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(has_nul),
        Value::Object(fields) => fields.iter().any(|(name, value)| name.contains('\0') || has_nul(value)),
        _ => false,
    }
}

fn has_float(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64(),
        Value::Array(items) => items.iter().any(has_float),
        Value::Object(fields) => fields.values().any(has_float),
        _ => false,
    }
}

/// Takes the file out of a JSON input, so that megabytes are neither validated nor copied.
fn take_upload(operation: &Operation, input: &mut Value, upload: &mut Option<Upload>) -> Result<(), Error> {
    let Some(field) = operation.upload else { return Ok(()) };
    let Some(content) = input.as_object_mut().and_then(|input| input.remove(field)) else { return Ok(()) };
    if content.is_null() {
        return Ok(());
    }
    let invalid = |message: &str| Error::invalid(vec![Issue::custom(field, message)]);
    let text = content.as_str().ok_or_else(|| invalid("Expected the file's bytes as base64 text"))?;
    if upload.is_some() {
        return Err(invalid("The file came twice: as an upload and in this field; send it once"));
    }
    let compact: String = text.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(&compact)
        .or_else(|_| base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(&compact))
        .map_err(|_| invalid("Expected the file's bytes as base64 text"))?;
    *upload = Some(Upload { name: None, bytes: Arc::new(bytes) });
    Ok(())
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(fields) => fields.values().any(has_null),
        _ => false,
    }
}

/// Where the schema of a result is shown, an empty field is left out rather than null.
fn prune_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(prune_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(prune_nulls),
        _ => {}
    }
}

fn breach(issues: &[Issue]) -> Error {
    let text: Vec<String> = issues.iter().map(|issue| format!("{}: {}", issue.path, issue.message)).collect();
    let message = "The tool answered something that breaks its own schema; the operator's log has the cause.";
    Error::new(Kind::Internal, "invalid_output", message)
        .with_source(format!("the result breaks its own schema: {}", text.join("; ")))
}

/// Runs an application's own task for an actor, in one transaction.
///
/// # Errors
/// What the task answers; nothing is changed then.
pub async fn within(served: &Served, task: &Task, actor: Actor) -> Result<(), Error> {
    let Some(db) = &served.db else { return Ok(()) };
    let unit = Unit::new(db.clone());
    let request = Request::new(Door::Command, crate::gate::request_id());
    let cx = Ctx::builder(served.shared.clone(), actor, request).with(unit.clone()).build();
    task(cx).await?;
    if let Some(tx) = unit.finish()? {
        tx.commit().await?;
    }
    Ok(())
}

/// A fault names the request, so that the operator finds its cause in the log.
pub(crate) fn with_reference(body: &Value, reference: &str) -> Value {
    let mut body = body.clone();
    if let Some(body) = body.as_object_mut() {
        body.insert("reference".to_owned(), reference.into());
    }
    body
}
