//! A schema at rest.

use std::sync::Arc;

use serde_json::Value;

/// A schema as an application keeps it: as compact JSON text. An application has hundreds of schemas, of which most
/// are looked at once or never, and a tree takes ten times the memory of its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept(Arc<str>);

impl Kept {
    /// Keeps a schema.
    #[must_use]
    pub fn new(schema: &Value) -> Self {
        Self(schema.to_string().into())
    }

    /// The schema, to look into.
    #[must_use]
    pub fn value(&self) -> Value {
        // What was written from a value can be read.
        serde_json::from_str(&self.0).unwrap_or_default()
    }

    /// The schema as compact JSON.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Keeps what a function makes of the schema.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut Value)) {
        let mut value = self.value();
        change(&mut value);
        *self = Self::new(&value);
    }
}
