//! Reading what several tables keep alike.

use std::sync::Arc;

use belay_core::actor::Scope;
use belay_store::{Row, StoreError};
use jiff::Timestamp;

/// An instant, kept as microseconds since 1970.
pub(crate) fn instant(micros: i64) -> Result<Timestamp, StoreError> {
    Timestamp::from_microsecond(micros).map_err(|_| StoreError::Inconsistent {
        what: "an instant of access".into(),
        detail: "is out of range".into(),
    })
}

/// An instant that may be missing.
pub(crate) fn instant_if(row: &Row, column: &'static str) -> Result<Option<Timestamp>, StoreError> {
    row.get::<Option<i64>>(column)?.map(instant).transpose()
}

/// Scopes, kept as words with blanks between.
pub(crate) fn scopes(text: &str) -> Arc<[Scope]> {
    text.split_ascii_whitespace().map(Scope::from).collect()
}

/// An address as it is compared: without the blanks around it, in lower case.
#[must_use]
pub(crate) fn folded(email: &str) -> String {
    email.trim().to_lowercase()
}
