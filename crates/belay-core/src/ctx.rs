//! What an operation is given besides its input.

use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;

use crate::page::Pager;
use crate::request::Request;
use crate::{Actor, Clock, Entity, Entropy, Id};

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

/// The context of one call: who, for which tenant, when, and the means to act. Cheap to clone, passed first.
#[derive(Clone)]
pub struct Ctx(Arc<Inner>);

struct Inner {
    shared: Shared,
    actor: Actor,
    request: Request,
    call: Slots,
    progress: Option<Arc<dyn Progress>>,
    pager: Mutex<Option<Pager>>,
    budget: usize,
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
            pager: Mutex::new(None),
            budget: usize::MAX,
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
