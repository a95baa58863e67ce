//! What follows once an operation has run: it is kept, told and recorded.

use std::sync::Arc;

use belay_access::{audit, idempotency};
use belay_core::Error;
use belay_core::app::Observer;
use belay_core::ctx::Effects;
use belay_core::error::chain;
use belay_core::operation::Effect;
use belay_store::Tx;
use serde_json::Value;

use super::observe::Watch;
use super::once::Once;
use super::record::Record;
use super::run::Ran;
use super::{Outcome, budget};
use crate::served::{Entry, Served};

/// What a call still has to come to.
pub(super) struct Ending {
    pub(super) served: Arc<Served>,
    pub(super) record: Record,
    pub(super) watched: Option<(Observer, Watch)>,
}

impl Ending {
    /// Keeps what was done: the audit row and the result under its key go in with the changes, then all are committed, and
    /// the news are told.
    pub(super) async fn settle(self, operation: &'static str, mut ran: Ran) -> Outcome {
        if let Err(error) = self.keep(operation, &mut ran).await {
            return self.tell(Outcome::of(error)).await;
        }
        let Ran { cx, mut value, once, replayed, .. } = ran;
        if replayed {
            self.note_repetition(&cx, operation).await;
            self.served.app.envelope.again(&mut value, cx.now());
        } else {
            for change in cx.take_changes() {
                self.served.changes.publish(&change, cx.actor().tenant.as_deref()).await;
            }
        }
        if self.served.app.envelope.structured() && has_null(&value) {
            prune_nulls(&mut value);
        }
        let text = budget::fit(&mut value, self.served.limits.result_bytes, cx.take_pager());
        let replay = once.filter(|_| replayed).map(|once| once.replay());
        self.tell(Outcome::Done { value, text, replay }).await
    }

    async fn keep(&self, operation: &'static str, ran: &mut Ran) -> Result<(), Error> {
        if ran.replayed {
            return Ok(());
        }
        let Some(entry) = self.served.entry(operation) else { return Ok(()) };
        if entry.operation.own_transactions {
            return self.keep_leased(ran).await;
        }
        let Some(unit) = ran.unit.take() else { return Ok(()) };
        let changes = entry.operation.effect != Effect::Read;
        let mut tx = unit.finish()?;
        if tx.is_none() && changes {
            tx = match self.late(ran).await? {
                Some(tx) => Some(tx),
                None => return Ok(()),
            };
        }
        let Some(mut tx) = tx else { return Ok(()) };
        if changes {
            let mut effects = ran.cx.take_effects();
            self.remember(&mut tx, ran, &effects).await?;
            let row = (audit::Ending::Ok, effects.audited.take());
            audit::record(&ran.cx, &mut tx, operation, row).await?;
        }
        tx.commit().await?;
        if changes {
            self.served.gates.tidy(&self.served);
        }
        Ok(())
    }

    /// The transaction of an operation that wanted none: its call is claimed and audited all the same. None where the same
    /// call was done meanwhile, whose result is then this one's.
    async fn late(&self, ran: &mut Ran) -> Result<Option<Tx>, Error> {
        let Some(db) = &self.served.db else { return Ok(None) };
        if let Some(before) = ran.once.as_ref().map(Once::overtaken).transpose()?.flatten() {
            (ran.value, ran.replayed) = (before, true);
            return Ok(None);
        }
        let mut tx = db.write().await?;
        if let Some(once) = &ran.once {
            let found = idempotency::claim(&mut tx, &once.claim, ran.cx.now()).await?;
            if let Some(before) = once.found(found)? {
                (ran.value, ran.replayed) = (before, true);
                return Ok(None);
            }
        }
        Ok(Some(tx))
    }

    /// Writes down what the call came to, what it made, and which earlier calls its changes make forgotten.
    async fn remember(&self, tx: &mut Tx, ran: &Ran, effects: &Effects) -> Result<(), Error> {
        let claim = ran.once.as_ref().map(|once| &once.claim);
        let place = (ran.cx.tenant(), self.served.app.name);
        idempotency::unmade(tx, place, &effects.unmade, claim).await?;
        if let Some(once) = &ran.once {
            let result = once.sealed(&ran.value, &ran.cx)?;
            idempotency::made(tx, &once.claim, &effects.made).await?;
            match &ran.held {
                Some(held) => idempotency::finish(tx, &held.lease, &result).await?,
                None => idempotency::keep(tx, &once.claim, &result).await?,
            }
        }
        Ok(())
    }

    /// Keeps the result of an operation that committed its changes itself. They are done, so nothing that goes wrong from
    /// here on may look like a failure.
    async fn keep_leased(&self, ran: &mut Ran) -> Result<(), Error> {
        if let Some(tx) = ran.unit.take().map(|unit| unit.finish()).transpose()?.flatten() {
            tx.commit().await?;
        }
        let effects = ran.cx.take_effects();
        if ran.once.is_none() && effects.unmade.is_empty() {
            return Ok(());
        }
        let kept = async {
            let Some(db) = &self.served.db else { return Ok(()) };
            let mut tx = db.write().await?;
            self.remember(&mut tx, ran, &effects).await?;
            tx.commit().await?;
            Ok::<(), Error>(())
        };
        match kept.await {
            Ok(()) => {
                if let Some(held) = ran.held.take() {
                    held.finished();
                }
            }
            Err(error) => {
                tracing::warn!(cause = chain(&error), "the result of a call was not kept under its key");
            }
        }
        self.served.gates.tidy(&self.served);
        Ok(())
    }

    async fn note_repetition(&self, cx: &belay_core::Ctx, operation: &str) {
        let Some(db) = &self.served.db else { return };
        let noted = async {
            let mut tx = db.write().await?;
            audit::record(cx, &mut tx, operation, (audit::Ending::Replayed, None)).await?;
            tx.commit().await
        };
        if let Err(error) = noted.await {
            tracing::warn!(cause = chain(&error), "a repetition is missing in the audit trail");
        }
    }

    pub(super) async fn tell(self, outcome: Outcome) -> Outcome {
        self.record.finish(&outcome);
        if let Some((observer, watch)) = self.watched {
            watch.finish(&outcome, &observer).await;
        }
        outcome
    }
}

/// Whether settling a call writes to the database.
pub(super) fn writes(entry: &Entry, ran: &Ran) -> bool {
    ran.unit.is_some() && entry.operation.effect != Effect::Read
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
