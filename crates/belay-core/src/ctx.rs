//! What an operation is given besides its input.

mod effects;
mod parts;

use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

pub use effects::{Audited, Effects};
use jiff::Timestamp;
pub use parts::{Parts, WithParts};
use serde_json::Value;

use crate::ask::{self, Answers, Ask, Holds};
use crate::cancellation::Cancellation;
use crate::change::{Change, Level};
use crate::page::Pager;
use crate::request::Request;
use crate::{Actor, Clock, Entity, Entropy, Error, Id};

/// Typed values, one of each type. Belay's crates and applications put what they need beside the context,
/// so that this crate need not know it.
#[derive(Default, Clone)]
pub struct Slots(Vec<(TypeId, Arc<dyn Any + Send + Sync>)>);

impl Slots {
    /// Puts a value, in place of an earlier one of its type.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        let slot: (TypeId, Arc<dyn Any + Send + Sync>) = (TypeId::of::<T>(), Arc::new(value));
        self.0.retain(|(id, _)| *id != slot.0);
        self.0.push(slot);
    }

    /// The value of a type.
    #[must_use]
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        // A handful of values at the most: looking at each costs less than hashing.
        let (_, value) = self.0.iter().find(|(id, _)| *id == TypeId::of::<T>())?;
        value.downcast_ref()
    }
}

/// Takes the news of a long operation to whoever waits for it.
pub trait Progress: Send + Sync {
    /// `done` of `total` units are finished; `total` may be unknown.
    fn report(&self, done: u64, total: Option<u64>, message: &str);
}

/// The connection on which the answer is waited for.
pub trait Connection: Send + Sync {
    /// Ends it, so that the client comes back for the answer after a while.
    fn release(&self, come_back_after: Duration);
}

/// Takes log messages to the client.
pub trait Log: Send + Sync {
    /// The least level that the client wants to hear of.
    fn least(&self) -> Level;
    /// Sends a message on.
    fn log(&self, level: Level, logger: &str, data: Value);
}

/// The context of one call: who, for which tenant, when, and the means to act. Cheap to clone, passed first.
#[derive(Clone)]
pub struct Ctx(Arc<Inner>);

struct Inner {
    shared: Shared,
    actor: Actor,
    request: Request,
    call: Slots,
    progress: Option<Arc<dyn Progress>>,
    log: Option<Arc<dyn Log>>,
    connection: Option<Arc<dyn Connection>>,
    pager: Mutex<Option<Pager>>,
    budget: usize,
    cancellation: Cancellation,
    answers: Answers,
    holds: Holds,
    changes: Mutex<Vec<Change>>,
    effects: Mutex<Effects>,
}

/// What all calls of one application share.
#[derive(Clone)]
pub struct Shared {
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// Gives random bytes.
    pub entropy: Arc<dyn Entropy>,
    /// The application's own values: its database, its settings.
    pub slots: Arc<Slots>,
    /// Runs work that takes the processor for long, in a way that does not hold other calls up.
    pub long_work: fn(&mut dyn FnMut()),
}

impl Shared {
    /// For tests and small tools: long work simply runs.
    pub fn new(clock: Arc<dyn Clock>, entropy: Arc<dyn Entropy>, slots: Arc<Slots>) -> Self {
        Self { clock, entropy, slots, long_work: |work| work() }
    }
}

/// Makes a [`Ctx`]; for the call path and for tests.
pub struct Builder {
    inner: Inner,
}

impl Builder {
    /// Adds a value that belongs to this call only.
    #[must_use]
    pub fn with<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.inner.call.insert(value);
        self
    }

    /// Sends progress there.
    #[must_use]
    pub fn progress(mut self, progress: Option<Arc<dyn Progress>>) -> Self {
        self.inner.progress = progress;
        self
    }

    /// Sends log messages there.
    #[must_use]
    pub fn log(mut self, log: Option<Arc<dyn Log>>) -> Self {
        self.inner.log = log;
        self
    }

    /// Gives it the connection on which its answer is waited for.
    #[must_use]
    pub fn connection(mut self, connection: Option<Arc<dyn Connection>>) -> Self {
        self.inner.connection = connection;
        self
    }

    /// Gives it the sign by which its work is told to end.
    #[must_use]
    pub fn cancellation(mut self, cancellation: Cancellation) -> Self {
        self.inner.cancellation = cancellation;
        self
    }

    /// Gives it what the client has answered so far, and what tells whether an answer is acceptable.
    #[must_use]
    pub fn answers(mut self, answers: Answers, holds: Holds) -> Self {
        self.inner.answers = answers;
        self.inner.holds = holds;
        self
    }

    /// Adds values that belong to this call only.
    #[must_use]
    pub fn with_all(mut self, slots: Slots) -> Self {
        for slot in slots.0 {
            self.inner.call.0.retain(|(id, _)| *id != slot.0);
            self.inner.call.0.push(slot);
        }
        self
    }

    /// Bounds the result to so many bytes of JSON.
    #[must_use]
    pub fn budget(mut self, bytes: usize) -> Self {
        self.inner.budget = bytes;
        self
    }

    /// The finished context.
    #[must_use]
    pub fn build(self) -> Ctx {
        Ctx(Arc::new(self.inner))
    }
}

impl Ctx {
    /// Starts a context for one call.
    #[must_use]
    pub fn builder(shared: Shared, actor: Actor, request: Request) -> Builder {
        let inner = Inner {
            shared,
            actor,
            request,
            call: Slots::default(),
            progress: None,
            log: None,
            connection: None,
            pager: Mutex::new(None),
            budget: usize::MAX,
            cancellation: Cancellation::new(),
            answers: Answers::default(),
            holds: |_, _| true,
            changes: Mutex::default(),
            effects: Mutex::default(),
        };
        Builder { inner }
    }

    /// Who calls.
    #[must_use]
    pub fn actor(&self) -> &Actor {
        &self.0.actor
    }

    /// Whose data the call may touch. Empty for applications without tenants.
    #[must_use]
    pub fn tenant(&self) -> &str {
        self.0.actor.tenant.as_deref().unwrap_or_default()
    }

    /// How the call came in.
    #[must_use]
    pub fn request(&self) -> &Request {
        &self.0.request
    }

    /// The present instant.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.0.shared.clock.now()
    }

    /// The source of random bytes.
    #[must_use]
    pub fn entropy(&self) -> &dyn Entropy {
        &*self.0.shared.entropy
    }

    /// A new identifier.
    #[must_use]
    pub fn new_id<T: Entity>(&self) -> Id<T> {
        Id::new(self.now(), self.entropy())
    }

    /// A value of the call, else of the application.
    #[must_use]
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.0.call.get().or_else(|| self.0.shared.slots.get())
    }

    /// Runs work that takes the processor for more than a few milliseconds, such as reading a large file.
    /// The call waits for it; other calls go on.
    pub fn long_work<T>(&self, work: impl FnOnce() -> T) -> T {
        let mut work = Some(work);
        let mut result = None;
        (self.0.shared.long_work)(&mut || result = work.take().map(|work| work()));
        #[expect(
            clippy::expect_used,
            reason = "a runner that does not run its work is a fault of the server"
        )]
        result.expect("long work was run")
    }

    /// Tells whoever waits how far a long operation has come.
    pub fn report_progress(&self, done: u64, total: Option<u64>, message: &str) {
        if let Some(progress) = &self.0.progress {
            progress.report(done, total, message);
        }
    }

    /// Whether anybody waits to be told how far the call has come.
    #[must_use]
    pub fn wants_progress(&self) -> bool {
        self.0.progress.is_some()
    }

    /// Tells the client something, where it asked to be told of such a level. For people who look into what a server
    /// does; nothing secret, and nothing that the result should say.
    pub fn log(&self, level: Level, logger: &str, data: impl Into<Value>) {
        if let Some(log) = self.0.log.as_ref().filter(|log| level >= log.least()) {
            log.log(level, logger, data.into());
        }
    }

    /// Lets the client go for now, where it can come back for the answer: in a session whose events are kept. For work
    /// of minutes, over which proxies cut connections. The call goes on. False where the client has to wait.
    pub fn release_connection(&self, come_back_after: Duration) -> bool {
        self.0.connection.as_ref().map(|connection| connection.release(come_back_after)).is_some()
    }

    /// The sign by which the call's work is told to end. The call itself is dropped then; this is for work that goes
    /// on by itself.
    #[must_use]
    pub fn cancellation(&self) -> &Cancellation {
        &self.0.cancellation
    }

    /// The address that is read, where a resource is; empty otherwise.
    #[must_use]
    pub fn uri(&self) -> &str {
        self.0.request.uri.as_deref().unwrap_or_default()
    }

    /// Whether the client offers a capability, given as the protocol writes it, such as `{"sampling": {}}`.
    #[must_use]
    pub fn client_offers(&self, capability: &Value) -> bool {
        self.0.request.told.as_ref().is_some_and(|client| ask::covers(&client.capabilities, capability))
    }

    /// Makes sure that the client offers capabilities.
    ///
    /// # Errors
    /// [`Error::missing_capability`] with those it does not.
    pub fn require(&self, capabilities: &Value) -> Result<(), Error> {
        let declared = self.0.request.told.as_ref().map_or(Value::Null, |client| client.capabilities.clone());
        let missing = ask::missing(&declared, capabilities);
        if missing.as_object().is_some_and(|missing| !missing.is_empty()) {
            return Err(Error::missing_capability(&missing));
        }
        Ok(())
    }

    /// Asks the client, and gives the answers once all are there. Until then it returns an error that must be passed
    /// on with `?`: the call ends, its transaction rolls back, and the operation runs again from the top with the
    /// answers. So ask before anything that must not happen twice.
    ///
    /// # Errors
    /// [`Error::ask`] while an answer is missing or not acceptable, [`Error::missing_capability`] where the client
    /// cannot be asked.
    pub fn ask(&self, ask: Ask) -> Result<Answers, Error> {
        let asked = self.0.answers.to(ask, self.0.holds);
        if let Some(open) = asked.as_ref().err().and_then(Error::asked) {
            for question in open.questions.values() {
                self.require(&question.needs())?;
            }
        }
        asked
    }

    /// What has been answered so far, and what an earlier run kept.
    #[must_use]
    pub fn answers(&self) -> &Answers {
        &self.0.answers
    }

    /// Notes that something has changed. Once the call has succeeded, clients of the caller's tenant that asked to be
    /// told are told, and all of them where the caller has no tenant.
    pub fn changed(&self, change: Change) {
        let mut changes = self.0.changes.lock().unwrap_or_else(PoisonError::into_inner);
        if !changes.contains(&change) {
            changes.push(change);
        }
    }

    /// Takes what [`changed`](Self::changed) noted, for the call path.
    #[must_use]
    pub fn take_changes(&self) -> Vec<Change> {
        std::mem::take(&mut *self.0.changes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// How many bytes of JSON the result may have.
    #[must_use]
    pub fn budget(&self) -> usize {
        self.0.budget
    }

    /// Leaves the means to end the answered list early, should it be over the budget.
    pub(crate) fn set_pager(&self, pager: Pager) {
        *self.0.pager.lock().unwrap_or_else(PoisonError::into_inner) = Some(pager);
    }

    /// Takes what [`Page`](crate::Page) left for the call path.
    #[must_use]
    pub fn take_pager(&self) -> Option<Pager> {
        self.0.pager.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
