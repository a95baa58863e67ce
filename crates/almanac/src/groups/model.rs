//! A group of muscles.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A group of muscles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Group {
    /// Its id.
    pub(crate) id: i64,
    /// Its name.
    pub(crate) name: String,
    /// Its place in lists.
    pub(crate) display_order: i64,
}
