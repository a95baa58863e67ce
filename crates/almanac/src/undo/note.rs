//! Noting rows before they are changed.

use std::sync::{Arc, Mutex, PoisonError};

use belay_core::operation::Run;
use belay_core::{Ctx, Error};
use belay_store::{CtxStore, Tx};
use serde_json::Value;

use super::model::{Before, Change};
use super::{restore, store};
use crate::numbering;

pub(crate) use super::model::Kind;

/// What a call has noted so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Noted(Arc<Mutex<Vec<Change>>>);

impl Noted {
    fn has(&self, kind: Kind, id: i64) -> bool {
        let noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.iter().any(|change| change.id == id && change.before.kind() == kind)
    }

    fn push(&self, change: Change) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(change);
    }

    fn take(&self) -> Vec<Change> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Notes that a row is new.
pub(crate) fn new(cx: &Ctx, kind: Kind, id: i64) {
    if let Some(noted) = cx.get::<Noted>().filter(|noted| !noted.has(kind, id)) {
        noted.push(Change { id, before: Before::nothing(kind) });
    }
}

/// Notes a row as it stands, before it is changed or taken away. What a call changes twice it notes once.
pub(crate) async fn changed(cx: &Ctx, tx: &mut Tx, kind: Kind, id: i64) -> Result<(), Error> {
    if let Some(noted) = cx.get::<Noted>().filter(|noted| !noted.has(kind, id)) {
        noted.push(Change { id, before: restore::present(cx, tx, kind, id).await? });
    }
    Ok(())
}

/// Forgets what the call has noted: taking back is no write to be taken back.
pub(super) fn discard(cx: &Ctx) {
    cx.get::<Noted>().map(Noted::take);
}

/// Runs an operation, and keeps what it noted under its name, in its transaction.
pub(crate) async fn kept(operation: &'static str, cx: Ctx, input: Value, next: Run) -> Result<Value, Error> {
    let value = next(cx.clone(), input).await?;
    let noted = cx.get::<Noted>().map(Noted::take).unwrap_or_default();
    if !noted.is_empty() {
        let mut tx = cx.tx().await?;
        let id = numbering::service::next(&cx, &mut tx, "undo").await?;
        store::push(&cx, &mut tx, (id, operation), &noted).await?;
    }
    Ok(value)
}

/// Forgets every write that was kept, and what this call has noted.
pub(crate) async fn forget(cx: &Ctx, tx: &mut Tx) -> Result<(), Error> {
    cx.get::<Noted>().map(Noted::take);
    Ok(store::clear(tx, cx.tenant()).await?)
}
