//! An application made ready to be called: its declarations, schemas, store and limits.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use belay_access::policy::{self, Decision, Rules};
use belay_access::seal::{Seal, Unsealable};
use belay_access::vault::Vault;
use belay_core::ctx::Shared;
use belay_core::operation::{Rate, Run};
use belay_core::{Actor, App, Operation, registry};
use belay_store::Db;
use tokio_util::task::TaskTracker;

use crate::call::meters::Meters;
use crate::call::validate::Check;
use crate::call_log::CallLog;
use crate::changes::Changes;
use crate::gates::Gates;
use crate::mcp::Ledger;

/// One operation with its compiled schemas.
pub(crate) struct Entry {
    pub(crate) operation: Operation,
    /// The function with its layers.
    pub(crate) run: Run,
    pub(crate) input: Check,
    pub(crate) output: Check,
    pub(crate) meters: Meters,
}

/// What bounds a call.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The largest result, in bytes of JSON.
    pub result_bytes: usize,
    /// How long a call may take, where its operation does not say.
    pub deadline: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { result_bytes: 100_000, deadline: None }
    }
}

/// An application that is ready to be called.
pub struct Served {
    /// The application.
    pub app: App,
    /// What all its calls share.
    pub shared: Shared,
    /// Its database, if it has one.
    pub db: Option<Db>,
    /// What the operator switched off.
    pub rules: Rules,
    /// What bounds a call.
    pub limits: Limits,
    /// What a model is told on connecting.
    pub instructions: String,
    /// News of what changed, to whoever asked to be told.
    pub changes: Changes,
    pub(crate) call_log: Option<CallLog>,
    /// What was sent in sessions, where that is durable.
    pub(crate) ledger: Option<Ledger>,
    /// Work that goes on beside its connection; a server that stops waits for it.
    pub(crate) work: TaskTracker,
    pub(crate) gates: Gates,
    seal: OnceLock<Seal>,
    vault: OnceLock<Arc<Vault>>,
    /// Counts calls of operations that do not exist.
    pub(crate) unknown: Meters,
    templates: Vec<Check>,
    prompts: Vec<Check>,
    entries: Vec<Entry>,
    by_name: HashMap<&'static str, usize>,
}

/// An application that must not be served: every fault of its declarations.
#[derive(Debug, thiserror::Error)]
#[error("the application `{app}` has faults:\n  {}", faults.join("\n  "))]
pub struct Faulty {
    /// The application's name.
    pub app: &'static str,
    /// What is wrong, a sentence each.
    pub faults: Vec<String>,
}

impl Served {
    /// Makes an application ready.
    ///
    /// # Errors
    /// [`Faulty`] with every fault of its declarations.
    pub fn new(app: App, shared: Shared, db: Option<Db>) -> Result<Self, Faulty> {
        let faults = registry::faults(&app);
        if !faults.is_empty() {
            return Err(Faulty { app: app.name, faults });
        }
        let entry = |operation: &Operation| Entry {
            operation: operation.clone(),
            run: operation.runner(),
            input: Check::new(operation.input.strict.clone()),
            output: Check::new(operation.output.strict.clone()),
            meters: Meters::default(),
        };
        let entries: Vec<Entry> = app.operations.iter().map(entry).collect();
        let by_name =
            app.operations.iter().enumerate().map(|(index, operation)| (operation.name, index)).collect();
        let templates = app.templates.iter().map(|one| Check::new(one.variables.strict.clone())).collect();
        let prompts = app.prompts.iter().map(|one| Check::new(one.arguments.strict.clone())).collect();
        let limits = Limits { deadline: app.deadline, ..Limits::default() };
        let call_log = db.clone().filter(|_| app.logs_calls).map(|db| CallLog::start(db, shared.clone()));
        let durable = db.clone().filter(|_| app.protocol.durable_events);
        let ledger = durable.map(|db| Ledger::start(db, Arc::clone(&shared.clock)));
        let instructions = app.instructions.to_owned();
        let changes = Changes::new(app.name, db.as_ref());
        let gates = Gates::new(&app.operations, db.clone(), &shared.clock);
        Ok(Self {
            gates,
            app,
            shared,
            db,
            rules: Rules::default(),
            limits,
            instructions,
            changes,
            seal: OnceLock::new(),
            vault: OnceLock::new(),
            call_log,
            ledger,
            work: TaskTracker::new(),
            unknown: Meters::default(),
            templates,
            prompts,
            entries,
            by_name,
        })
    }

    /// Sets how often one caller may call.
    pub fn set_rate(&mut self, rate: Rate) {
        self.gates.set_rate(rate);
    }

    pub(crate) fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.get(*self.by_name.get(name)?)
    }

    /// The checks of the templates' variables, in the order of the templates.
    pub(crate) fn template_checks(&self) -> &[Check] {
        &self.templates
    }

    /// The checks of the prompts' arguments, in the order of the prompts.
    pub(crate) fn prompt_checks(&self) -> &[Check] {
        &self.prompts
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }

    /// Takes the keys that seal what travels through clients; without them, keys of this process alone are used.
    pub fn seal_with(&self, seal: Seal) {
        let _ = self.seal.set(seal);
    }

    /// Takes the keys of the secrets in the database.
    pub fn keep_secrets_with(&self, vault: Arc<Vault>) {
        let _ = self.vault.set(vault);
    }

    /// The keys of the secrets in the database, where the server was given any.
    #[must_use]
    pub fn vault(&self) -> Option<&Arc<Vault>> {
        self.vault.get()
    }

    /// Opens what was sealed for something, here or by another process that may have a newer key.
    pub(crate) async fn unseal(&self, sealed: &str, belongs_to: &str) -> Result<String, Unsealable> {
        let seal = self.seal();
        if let Some(db) = self.db.as_ref().filter(|_| seal.is_foreign(sealed))
            && let Err(error) = seal.reload(db, self.vault().map(|vault| &**vault)).await
        {
            tracing::warn!(cause = belay_core::error::chain(&error), "keys could not be read anew");
        }
        seal.open(sealed, belongs_to)
    }

    pub(crate) fn seal(&self) -> &Seal {
        self.seal.get_or_init(|| Seal::fresh(&*self.shared.entropy))
    }

    /// Whether anybody can call an operation under the operator's rules.
    pub(crate) fn shows(&self, operation: &Operation) -> bool {
        policy::decide(&Actor::local(None), operation, &self.rules) == Decision::Allow
    }

    /// Whether callers need a credential: every application with a database asks for one.
    #[must_use]
    pub fn is_locked(&self) -> bool {
        self.db.is_some()
    }

    /// Waits until the work that goes on beside its connections has ended.
    pub async fn finish(&self) {
        self.work.close();
        self.work.wait().await;
    }

    /// Writes out what is still waiting to be written.
    pub async fn flush(&self) {
        if let Some(log) = &self.call_log {
            log.flush().await;
        }
        if let Some(ledger) = &self.ledger {
            ledger.flush().await;
        }
    }
}

/// A reference that several doors hold.
pub type ServedApp = Arc<Served>;
