//! One request on its way through: who sent it, in which revision, and the ways back to the client.

use std::sync::Arc;
use std::time::Duration;

use belay_core::operation::BoxFuture;
use belay_core::request::{Client, Door as Way, Request as Facts};
use belay_core::{Error, Level};
use http::HeaderMap;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::wire::Revision;
use crate::gate::Caller;

/// How many messages may wait for a client that reads slowly.
const WAITING: usize = 256;

/// What goes to a client before its answer.
#[derive(Debug)]
pub(crate) enum Item {
    /// A message.
    Message(Value),
    /// The client is let go and comes back after so many milliseconds.
    Release(u64),
}

/// The way for what comes before the answer. Without one, there is nobody to tell.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outlet(Option<mpsc::Sender<Item>>);

impl Outlet {
    /// A way, and its other end.
    pub(crate) fn new() -> (Self, mpsc::Receiver<Item>) {
        let (sender, receiver) = mpsc::channel(WAITING);
        (Self(Some(sender)), receiver)
    }

    pub(crate) fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Sends what may get lost: a client too slow to read it does without.
    pub(crate) fn offer(&self, message: Value) {
        if let Some(sender) = &self.0 {
            let _ = sender.try_send(Item::Message(message));
        }
    }

    /// Lets the client go for now.
    pub(crate) fn release(&self, come_back_after: Duration) {
        if let Some(sender) = &self.0 {
            let millis = u64::try_from(come_back_after.as_millis()).unwrap_or(u64::MAX);
            let _ = sender.try_send(Item::Release(millis));
        }
    }

    /// Sends what must arrive. False when nobody is there any more.
    pub(crate) async fn send(&self, message: Value) -> bool {
        match &self.0 {
            Some(sender) => sender.send(Item::Message(message)).await.is_ok(),
            None => false,
        }
    }
}

/// Asks a client that keeps a connection, in the revisions with a handshake.
pub(crate) trait Asker: Send + Sync {
    /// Sends a request to the client and waits for its answer.
    fn ask(&self, outlet: Outlet, method: &'static str, params: Value) -> BoxFuture<Result<Value, Error>>;
}

/// What a session, or a process on standard input, remembers of its client.
pub(crate) trait Remembered: Send + Sync {
    /// Sets the least level of log messages.
    fn set_level(&self, level: Level);
    /// Starts or ends telling of a resource. False when there are too many.
    fn subscribe(&self, uri: &str, on: bool) -> bool;
}

/// A request on its way.
#[derive(Clone)]
pub(crate) struct Turn {
    pub(crate) caller: Caller,
    pub(crate) way: Way,
    pub(crate) revision: Revision,
    /// What the client says of itself.
    pub(crate) told: Option<Arc<Client>>,
    /// The least level of log messages that the client wants.
    pub(crate) log_level: Option<Level>,
    /// The headers, where they must repeat what the body says.
    pub(crate) sent: Option<Arc<HeaderMap>>,
    pub(crate) outlet: Outlet,
    pub(crate) asker: Option<Arc<dyn Asker>>,
    pub(crate) remembered: Option<Arc<dyn Remembered>>,
    pub(crate) connection: Option<Arc<dyn belay_core::ctx::Connection>>,
    pub(crate) cancelled: CancellationToken,
}

impl Turn {
    /// A request of which nothing is known but who sent it, which way, and in which revision.
    pub(crate) fn new(caller: Caller, way: Way, revision: Revision) -> Self {
        Self {
            caller,
            way,
            revision,
            told: None,
            log_level: None,
            sent: None,
            outlet: Outlet::default(),
            asker: None,
            remembered: None,
            connection: None,
            cancelled: CancellationToken::new(),
        }
    }

    /// The facts that operations see.
    pub(crate) fn facts(&self) -> Facts {
        let mut facts = Facts::new(self.way, self.caller.request_id.clone());
        let named = self.told.as_ref().filter(|client| !client.name.is_empty());
        facts.client = named
            .map(|client| crate::gate::short_name(&format!("{} {}", client.name, client.version)))
            .or_else(|| self.caller.client.clone());
        facts.protocol = Some(self.revision.name().into());
        facts.told = self.told.clone();
        facts.headers = Arc::clone(&self.caller.headers);
        facts
    }

    /// Whom something that outlives the request belongs to.
    pub(crate) fn principal(&self) -> String {
        self.caller.actor.principal()
    }

    pub(crate) fn declares(&self, capability: &Value) -> bool {
        self.told.as_ref().is_some_and(|client| belay_core::ask::covers(&client.capabilities, capability))
    }
}
