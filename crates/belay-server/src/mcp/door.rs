//! One application as the protocol shows it: what it lists, what it says of itself, what it keeps.

use std::sync::{Arc, OnceLock};

use belay_core::Cache;
use belay_core::operation::TaskSupport;
use belay_core::resource::Scope;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use super::lists::Lists;
use super::open::Open;
use super::tasks::Tasks;
use super::wire::meta::TASKS;
use super::wire::revision::Spoken;
use super::wire::{Revision, meta};
use crate::served::Served;

/// An application behind the protocol.
pub(crate) struct Door {
    pub(crate) served: Arc<Served>,
    pub(crate) spoken: Spoken,
    /// One for each revision, in their order, made when somebody first speaks it.
    lists: [OnceLock<Lists>; Revision::ALL.len()],
    server: Value,
    pub(crate) tasks: Tasks,
    /// The streams for news that are open.
    pub(crate) open: Open,
    /// Ends what has no end of its own.
    pub(crate) stop: CancellationToken,
}

impl Door {
    pub(crate) fn new(served: Arc<Served>, stop: CancellationToken) -> Arc<Self> {
        let lists = [const { OnceLock::new() }; Revision::ALL.len()];
        let spoken = Spoken::new(&served.app.protocol.revisions);
        let server = server(&served);
        let tasks = Tasks::new(&served, &stop);
        let open = Open::new(served.is_locked());
        Arc::new(Self { open, served, spoken, lists, server, tasks, stop })
    }

    pub(crate) fn lists(&self, revision: Revision) -> &Lists {
        match self.lists.get(revision as usize) {
            Some(lists) => lists.get_or_init(|| Lists::of(&self.served.app, revision)),
            None => unreachable_lists(),
        }
    }

    /// What the server says of itself, as a revision says it.
    pub(crate) fn server(&self, revision: Revision) -> Value {
        let mut server = self.server.clone();
        if let Some(fields) = server.as_object_mut() {
            if revision < Revision::V2025_11_25 {
                for name in ["icons", "description", "websiteUrl"] {
                    fields.remove(name);
                }
            }
            if revision < Revision::V2025_06_18 {
                fields.remove("title");
            }
        }
        server
    }

    pub(crate) fn has_resources(&self) -> bool {
        !(self.served.app.resources.is_empty() && self.served.app.templates.is_empty())
    }

    pub(crate) fn completes(&self) -> bool {
        let app = &self.served.app;
        app.prompts.iter().any(|prompt| prompt.complete.is_some())
            || app.templates.iter().any(|template| template.complete.is_some())
    }

    pub(crate) fn has_tasks(&self) -> bool {
        self.served.app.operations.iter().any(|operation| operation.task != TaskSupport::No)
    }

    /// What the server can do, as a revision says it. `stateful` says whether it remembers this client.
    pub(crate) fn capabilities(&self, revision: Revision, stateful: bool) -> Value {
        let app = &self.served.app;
        let tells = app.protocol.changes && (stateful || revision.is_modern());
        let mut all = Map::new();
        let listed = || if tells { json!({ "listChanged": true }) } else { json!({}) };
        if !app.operations.is_empty() {
            all.insert("tools".to_owned(), listed());
        }
        if !app.prompts.is_empty() {
            all.insert("prompts".to_owned(), listed());
        }
        if self.has_resources() {
            let resources = if tells { json!({ "subscribe": true, "listChanged": true }) } else { json!({}) };
            all.insert("resources".to_owned(), resources);
        }
        if self.completes() && revision >= Revision::V2025_03_26 {
            all.insert("completions".to_owned(), json!({}));
        }
        if app.protocol.logging {
            all.insert("logging".to_owned(), json!({}));
        }
        let mut extensions = app.protocol.extensions.clone();
        if self.has_tasks() {
            extensions.insert(TASKS.to_owned(), json!({}));
        }
        if revision.is_modern() && !extensions.is_empty() {
            all.insert("extensions".to_owned(), Value::Object(extensions));
        }
        Value::Object(all)
    }

    /// Gives a result the envelope of its revision: its type, and which server it comes from.
    pub(crate) fn enveloped(&self, mut result: Map<String, Value>, revision: Revision) -> Value {
        if revision.is_modern() {
            result.entry("resultType").or_insert_with(|| "complete".into());
            let meta = result.entry("_meta").or_insert_with(|| json!({}));
            if let Some(meta) = meta.as_object_mut() {
                meta.insert(meta::SERVER.to_owned(), self.server.clone());
            }
        }
        Value::Object(result)
    }

    /// Adds how long a result may be kept, in the revision that says so.
    pub(crate) fn cached(&self, result: &mut Map<String, Value>, revision: Revision, cache: Cache) {
        if revision.is_modern() {
            // A list that depends on who asks must not be handed to another.
            let public = cache.scope == Scope::Public && !self.served.is_locked();
            result.insert("ttlMs".to_owned(), cache.ttl_ms.into());
            result.insert("cacheScope".to_owned(), if public { "public" } else { "private" }.into());
        }
    }
}

fn server(served: &Served) -> Value {
    let app = &served.app;
    let mut server = Map::new();
    server.insert("name".to_owned(), app.name.into());
    server.insert("title".to_owned(), app.title.into());
    server.insert("version".to_owned(), app.version.into());
    if !app.about.is_empty() {
        server.insert("description".to_owned(), app.about.into());
    }
    if let Some(website) = app.protocol.website {
        server.insert("websiteUrl".to_owned(), website.into());
    }
    if !app.protocol.icons.is_empty() {
        server.insert("icons".to_owned(), json!(app.protocol.icons));
    }
    Value::Object(server)
}

/// Lists without anything in them, for a revision that cannot be.
fn unreachable_lists() -> &'static Lists {
    static NONE: Lists = Lists::none();
    &NONE
}
