//! An application: a name and the operations under it, as plain data.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::actor::{READ, Role, WRITE};
use crate::content::{Icon, Meta};
use crate::ctx::Slots;
use crate::envelope::Envelope;
use crate::migration::Migrations;
use crate::operation::BoxFuture;
use crate::request::Request;
use crate::{Access, Actor, Cache, Ctx, Error, Module, Operation, Prompt, Resource, ResourceTemplate};

/// Work that an application wants done on its own data, in one transaction that is committed afterwards.
pub type Task = Arc<dyn Fn(Ctx) -> BoxFuture<Result<(), Error>> + Send + Sync>;

/// How a call of a tool ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// It did what it says.
    Ok,
    /// The caller was refused: bad arguments, nothing there, not allowed. Often a misleading description.
    Refused,
    /// Something broke.
    Error,
}

/// A call of a tool that has ended.
#[derive(Debug, Clone)]
pub struct Observed {
    /// The name the client asked for, whether or not there is such a tool.
    pub name: String,
    /// How it ended.
    pub ended: Ended,
    /// How long it took.
    pub took: Duration,
    /// What is known of the request.
    pub request: Request,
}

/// Is told of calls that have ended.
pub type Observer = Arc<dyn Fn(Observed) -> BoxFuture<()> + Send + Sync>;
/// Makes values for a call from its request and its caller.
pub type Context = Arc<dyn Fn(&Request, &Actor) -> Slots + Send + Sync>;

/// Whether clients of the revisions with a handshake may keep a session.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sessions {
    /// There are none: each request stands alone.
    #[default]
    Off,
    /// A client that opens with a handshake gets one; one that does not is served all the same.
    On,
    /// A client must have one.
    Required,
}

/// Whose data an application keeps apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tenancy {
    /// One tenant, made at the first start: a household. Whoever is let in belongs to it.
    #[default]
    One,
    /// Every person has their own.
    PerPerson,
    /// Organizations with their people; a person may belong to several and names one in this parameter of the address.
    Organizations {
        /// The parameter's name.
        parameter: &'static str,
    },
}

/// The roles of an application that names none of its own.
pub const ROLES: &[Role] =
    &[Role::new("owner", Access::Full), Role::new("member", Access::Full), Role::new("reader", Access::Read)];

/// How an application speaks the Model Context Protocol.
#[derive(Debug, Clone)]
pub struct Protocol {
    /// The revisions it speaks.
    pub revisions: Vec<&'static str>,
    /// Whether clients may keep a session.
    pub sessions: Sessions,
    /// Whether sessions and what was sent in them outlive the process. Needs a database.
    pub durable_events: bool,
    /// Whether operations send log messages to clients.
    pub logging: bool,
    /// Whether clients are told when tools, prompts or resources change.
    pub changes: bool,
    /// Whether the list of tools leaves out what costs a model more than it tells it: upper bounds, which only catch slips
    /// and are checked in any case, and hints that say what the protocol takes for granted. For applications with many
    /// tools.
    pub terse: bool,
    /// How many entries a page of a list has; 0 puts everything on one page.
    pub page_size: usize,
    /// How long clients may keep lists; five minutes unless said. Where the application asks for a credential, lists
    /// depend on the caller and are always for the caller alone.
    pub lists: Cache,
    /// How long clients may keep what the server says of itself.
    pub discovery: Cache,
    /// Extensions of the protocol that the application supports besides tasks, each by its identifier with its
    /// settings. Clients of the revision without a handshake are told.
    pub extensions: Meta,
    /// Pictures of the application.
    pub icons: Vec<Icon>,
    /// Where people read about it.
    pub website: Option<&'static str>,
}

/// Every revision of the protocol that there is, the newest first.
pub const REVISIONS: &[&str] = &["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/// The revisions that open with a handshake.
pub const LEGACY_REVISIONS: &[&str] = &["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// Five minutes: long enough to spare requests, short enough to see a new version of the server soon.
const LISTS: Cache = Cache::public(300_000);

impl Default for Protocol {
    fn default() -> Self {
        Self {
            revisions: REVISIONS.to_vec(),
            sessions: Sessions::Off,
            durable_events: false,
            logging: false,
            changes: false,
            terse: false,
            page_size: 100,
            lists: LISTS,
            discovery: LISTS,
            extensions: Meta::new(),
            icons: Vec::new(),
            website: None,
        }
    }
}

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
    /// What it lets be read at fixed addresses.
    pub resources: Vec<Resource>,
    /// What it lets be read at addresses with variables.
    pub templates: Vec<ResourceTemplate>,
    /// Its prompts.
    pub prompts: Vec<Prompt>,
    /// How the Model Context Protocol is spoken.
    pub protocol: Protocol,
    /// Names that operations had before, with what to say about each, such as the new name.
    pub renamed: Vec<(&'static str, &'static str)>,
    /// Is told of every call of a tool, once.
    pub observer: Option<Observer>,
    /// Puts values beside each call, made from its request.
    pub context: Option<Context>,
    /// How results and errors look.
    pub envelope: Arc<dyn Envelope>,
    /// Its tables. Empty for an application without a database, which then needs no credentials either.
    pub migrations: Option<Migrations>,
    /// Whose data it keeps apart.
    pub tenancy: Tenancy,
    /// What people can be in a tenant. The first is that of whoever makes one.
    pub roles: &'static [Role],
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
            resources: Vec::new(),
            templates: Vec::new(),
            prompts: Vec::new(),
            protocol: Protocol::default(),
            renamed: Vec::new(),
            observer: None,
            context: None,
            envelope: Arc::new(crate::envelope::Plain),
            migrations: None,
            tenancy: Tenancy::default(),
            roles: ROLES,
            key_prefix: "key",
            deadline: None,
            logs_calls: false,
            slots: Slots::default(),
            prepare: None,
            demo: None,
        }
    }

    /// Adds a part to it.
    #[must_use]
    pub fn with(mut self, module: Module) -> Self {
        self.operations.extend(module.operations);
        self.resources.extend(module.resources);
        self.templates.extend(module.templates);
        self.prompts.extend(module.prompts);
        self
    }

    /// Is told of every call of a tool, once, after it ended. The call waits for it: it must be fast and must not fail.
    #[must_use]
    pub fn observe<F, Fut>(mut self, observer: F) -> Self
    where
        F: Fn(Observed) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        self.observer = Some(Arc::new(move |observed| Box::pin(observer(observed))));
        self
    }

    /// Puts values beside each call, made from its request and its caller: a project that a header names, say.
    /// Operations find them with [`Ctx::get`].
    #[must_use]
    pub fn context(mut self, make: impl Fn(&Request, &Actor) -> Slots + Send + Sync + 'static) -> Self {
        self.context = Some(Arc::new(make));
        self
    }

    /// The role of a name.
    #[must_use]
    pub fn role(&self, name: &str) -> Option<Role> {
        self.roles.iter().find(|role| role.name == name).copied()
    }

    /// Every scope there is, without the application's name: the two that all have, then its own.
    #[must_use]
    pub fn scopes(&self) -> Vec<&'static str> {
        let mut scopes = vec![READ, WRITE];
        for scope in self.operations.iter().flat_map(|operation| &operation.scopes) {
            if !scopes.contains(scope) {
                scopes.push(scope);
            }
        }
        scopes
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
