//! The one call path, the same for every door.
//!
//! authenticate and flood limit (at the door) → policy → the operation's own quota → decode and validate → a repetition
//! gets the first one's result → confirmation → deadline, cancellation and panic guard → service, in whose transaction the
//! idempotency key is claimed first → validate output → audit and commit → fit the result budget → render (at the door),
//! then one log line, one metric and one call-log row.

pub(crate) mod budget;
mod confirm;
mod guard;
mod input;
pub(crate) mod meters;
mod observe;
mod once;
mod part;
mod record;
mod run;
mod settle;
pub(crate) mod validate;
pub(crate) mod visit;

pub(crate) use guard::words;

use std::borrow::Cow;
use std::sync::Arc;

use belay_access::oauth::named;
use belay_access::policy::{self, Decision};
use belay_core::app::Task;
use belay_core::ask::Answers;
use belay_core::ctx::{Connection, Log, Progress};
use belay_core::request::{Door, Request};
use belay_core::schema::Mode;
use belay_core::upload::Upload;
use belay_core::{Actor, Ask, Ctx, Error, Kind, Operation};
use belay_store::Unit;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use self::settle::Ending;
use crate::served::Served;

pub use self::once::Replay;

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
    /// The idempotency key that came with it.
    pub key: Option<Arc<str>>,
    /// A confirmation that came with it, beside its input.
    pub token: Option<String>,
    /// Whether the client can be asked something in the middle of it.
    pub askable: bool,
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
            key: None,
            token: None,
            askable: false,
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
        /// Where it is the answer of the same call before, how that is told.
        replay: Option<Replay>,
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
    let (name, trace) = (
        served.entry(&call.operation).map_or("unknown", |entry| entry.operation.name),
        call.request.trace.clone(),
    );
    let work = recorded(served, call);
    #[cfg(feature = "opentelemetry")]
    let work = {
        use tracing::Instrument;
        // A span for a collector of traces; the log line says the same without one.
        let span = tracing::info_span!("call", otel.name = name, app = served.app.name);
        if let Some(trace) = &trace {
            crate::telemetry::join(&span, trace);
        }
        work.instrument(span)
    };
    work.await
}

async fn recorded(served: &Arc<Served>, call: Call) -> Outcome {
    let known = served.entry(&call.operation);
    let record = record::Record::start(served, known, &call);
    let watched = served.app.observer.clone().map(|observer| (observer, observe::Watch::start(&call)));
    let mut ending = Ending { served: Arc::clone(served), record, watched };
    let permitted = known.filter(|entry| permits(served, &entry.operation, &call.actor, call.request.door));
    let Some(entry) = permitted else { return ending.tell(Outcome::Unknown).await };
    // Doors over HTTP have answered so before; this is for any other way in.
    if steps_up(served, &entry.operation, &call.actor, call.request.door) {
        return ending.tell(Outcome::Refused(too_little(served, &entry.operation))).await;
    }
    match run::run(served, entry, call, &mut ending.record).await {
        Ok(ran) if settle::writes(entry, &ran) => {
            // From here on a caller that goes away changes nothing any more: what was done is committed, and told as done.
            let ended = tokio::spawn(ending.settle(entry.operation.name, ran)).await;
            ended.unwrap_or_else(|_| Outcome::Fault(Error::internal("a call panicked while it was settled")))
        }
        Ok(ran) => ending.settle(entry.operation.name, ran).await,
        Err(error) => ending.tell(Outcome::of(error)).await,
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
