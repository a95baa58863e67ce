//! What every successful answer carries besides its result: the time on the person's clock and their zone.

use belay_core::operation::Run;
use belay_core::{Ctx, Error};
use serde_json::{Value, json};

use crate::profile;

/// Runs an operation and puts `_meta` into its answer, so that a model need not ask for the time nor work with offsets.
pub(crate) async fn stamped(cx: Ctx, input: Value, next: Run) -> Result<Value, Error> {
    let mut value = next(cx.clone(), input).await?;
    let person = profile::service::known(&cx).await?;
    if let Some(fields) = value.as_object_mut() {
        let now = person.days().text(cx.now());
        fields.insert("_meta".to_owned(), json!({ "server_now": now, "user_tz": person.timezone }));
    }
    Ok(value)
}
