//! Short lists, which come whole.

use schemars::JsonSchema;
use serde::Serialize;

/// A list that comes whole.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct All<T> {
    /// The rows.
    pub(crate) data: Vec<T>,
}
