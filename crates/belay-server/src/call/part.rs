//! Operations that run as parts of a call: the gates that stand before any call stand before them too.

use std::sync::Arc;

use belay_core::ctx::{Ctx, Parts};
use belay_core::operation::{BoxFuture, Confirm};
use belay_core::schema::Mode;
use belay_core::{Error, Kind};
use serde_json::Value;

use super::{input, permits, steps_up, too_little};
use crate::served::Served;

/// The operations of an application.
pub(super) struct Own(pub(super) Arc<Served>);

impl Parts for Own {
    fn run(&self, cx: Ctx, operation: &'static str, input: Value) -> BoxFuture<Result<Value, Error>> {
        let served = Arc::clone(&self.0);
        Box::pin(async move { part(&served, cx, operation, input).await })
    }
}

async fn part(served: &Served, cx: Ctx, name: &'static str, mut value: Value) -> Result<Value, Error> {
    let (actor, door) = (cx.actor(), cx.request().door);
    let known = served.entry(name).filter(|entry| permits(served, &entry.operation, actor, door));
    let Some(entry) = known else {
        let message = format!("There is no operation `{name}` for this caller");
        return Err(Error::new(Kind::NotFound, "unknown_operation", message));
    };
    let operation = &entry.operation;
    if steps_up(served, operation, actor, door) {
        return Err(too_little(served, operation));
    }
    if operation.own_transactions || operation.upload.is_some() || !matches!(operation.confirm, Confirm::No) {
        return Err(Error::internal(format!("`{name}` cannot be a part of another operation")));
    }
    served.gates.admit_call(operation, actor)?;
    input::check(entry, &mut value, Mode::Json)?;
    input::strip(operation, &mut value, None);
    (operation.run)(cx, value).await
}
