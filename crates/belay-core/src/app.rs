//! An application: a name and the operations under it, as plain data.

use std::sync::Arc;

use crate::Operation;
use crate::ctx::Slots;
use crate::envelope::Envelope;
use crate::migration::Migrations;

/// An application that the server can serve on every door.
pub struct App {
    /// The name in URLs, commands and tables: lower-case letters, at most 16.
    pub name: &'static str,
    /// The name people read.
    pub title: &'static str,
    /// The version, which `--version` and `serverInfo` show.
    pub version: &'static str,
    /// One sentence on what it is for.
    pub about: &'static str,
    /// What a model is told on connecting, unless the operator overrides it.
    pub instructions: &'static str,
    /// What it can do.
    pub operations: Vec<Operation>,
    /// How results and errors look.
    pub envelope: Arc<dyn Envelope>,
    /// Its tables.
    pub migrations: Migrations,
    /// What its keys begin with, without the underscore.
    pub key_prefix: &'static str,
    /// Its own values, which every call can reach.
    pub slots: Slots,
}

impl App {
    /// The operation of a name.
    #[must_use]
    pub fn operation(&self, name: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.name == name)
    }
}

/// What an application is built from: its settings, by name.
#[derive(Debug, Default, Clone)]
pub struct Setup {
    /// The application's own section of the configuration.
    pub settings: std::collections::BTreeMap<String, String>,
}

/// An application that cannot be built from its settings.
#[derive(Debug, thiserror::Error)]
#[error("{key}: {problem}")]
pub struct ConfigError {
    /// The setting, with the section it stands in.
    pub key: String,
    /// What is wrong with it and what would be right.
    pub problem: String,
}
