//! Requests to the client that wait for its answers.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use belay_core::operation::BoxFuture;
use belay_core::{Error, Kind};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::super::turn::{Asker, Outlet};
use super::super::wire::{Id, Revision};

/// How long somebody may think about a question on an open connection.
const PATIENCE: Duration = Duration::from_secs(300);

/// What waits for the answers of one client.
#[derive(Clone)]
pub(crate) struct Pending(Arc<Inner>);

struct Inner {
    revision: Revision,
    next: AtomicU64,
    waiting: Mutex<HashMap<Id, oneshot::Sender<Result<Value, Value>>>>,
}

impl Pending {
    pub(crate) fn new(revision: Revision) -> Self {
        Self(Arc::new(Inner { revision, next: AtomicU64::new(1), waiting: Mutex::default() }))
    }

    /// Hands an answer to who waits for it. False when nobody does.
    pub(crate) fn resolve(&self, id: &Id, answer: Result<Value, Value>) -> bool {
        let waiting = self.lock().remove(id);
        waiting.is_some_and(|waiting| waiting.send(answer).is_ok())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Id, oneshot::Sender<Result<Value, Value>>>> {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a question back when nobody waits for its answer any more.
struct Asked {
    pending: Pending,
    id: Id,
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.pending.lock().remove(&self.id);
    }
}

impl Asker for Pending {
    fn ask(
        &self,
        outlet: Outlet,
        method: &'static str,
        mut params: Value,
    ) -> BoxFuture<Result<Value, Error>> {
        let number = self.0.next.fetch_add(1, Ordering::Relaxed);
        let id = Id::Text(format!("belay-{number}"));
        let (sender, receiver) = oneshot::channel();
        self.lock().insert(id.clone(), sender);
        let asked = Asked { pending: self.clone(), id: id.clone() };
        adapt(&mut params, method, self.0.revision, number);
        Box::pin(async move {
            let message = json!({ "jsonrpc": "2.0", "id": id.json(), "method": method, "params": params });
            if !outlet.send(message).await {
                return Err(unanswered("The client cannot be reached with a question on this connection"));
            }
            let answer = tokio::time::timeout(PATIENCE, receiver).await;
            drop(asked);
            match answer {
                Ok(Ok(Ok(answer))) => Ok(answer),
                Ok(Ok(Err(error))) => {
                    let said = error.get("message").and_then(Value::as_str).unwrap_or("no reason was given");
                    let said: String = said.chars().take(200).collect();
                    Err(unanswered(&format!("The client did not answer the question: {said}")))
                }
                _ => Err(unanswered("The client did not answer the question in time")),
            }
        })
    }
}

fn unanswered(message: &str) -> Error {
    Error::new(Kind::Conflict, "unanswered", message)
}

/// Modes came with 2025-11-25, which also wants a name for a question that opens a page.
fn adapt(params: &mut Value, method: &str, revision: Revision, number: u64) {
    let Some(fields) = params.as_object_mut().filter(|_| method == "elicitation/create") else { return };
    if revision < Revision::V2025_11_25 {
        fields.remove("mode");
    } else if fields.get("mode").and_then(Value::as_str) == Some("url") {
        fields.insert("elicitationId".to_owned(), format!("belay-{number}").into());
    }
}
