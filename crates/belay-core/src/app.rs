//! An application: a name and the operations under it, as plain data.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::ctx::Slots;
use crate::envelope::Envelope;
use crate::migration::Migrations;
use crate::operation::BoxFuture;
use crate::{Ctx, Error, Operation};

/// Work that an application wants done on its own data, in one transaction that is committed afterwards.
pub type Task = Arc<dyn Fn(Ctx) -> BoxFuture<Result<(), Error>> + Send + Sync>;

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
    /// Its tables. Empty for an application without a database, which then needs no credentials either.
    pub migrations: Option<Migrations>,
    /// What its keys begin with, without the underscore.
    pub key_prefix: &'static str,
    /// How long a call may take, unless its operation says otherwise.
    pub deadline: Option<Duration>,
    /// Whether every call is kept in the call log.
    pub logs_calls: bool,
    /// Its own values, which every call can reach.
    pub slots: Slots,
    /// Gives a tenant what every tenant begins with. Runs at each start, so it must find out what is there.
    pub prepare: Option<Task>,
    /// Fills a fresh database for a demonstration.
    pub demo: Option<Task>,
}

impl App {
    /// An application with a name, a version and what it can do; the other fields have sensible values.
    #[must_use]
    pub fn new(name: &'static str, version: &'static str, operations: Vec<Operation>) -> Self {
        Self {
            name,
            title: name,
            version,
            about: "",
            instructions: "",
            operations,
            envelope: Arc::new(crate::envelope::Plain),
            migrations: None,
            key_prefix: "key",
            deadline: None,
            logs_calls: false,
            slots: Slots::default(),
            prepare: None,
            demo: None,
        }
    }

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
    pub settings: BTreeMap<String, String>,
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
