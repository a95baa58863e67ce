//! One thing an application can do: an async function and all that the outside needs to know of it.

mod files;
mod gates;
mod parts;

use std::any::TypeId;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use http::Method;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

pub use files::Saves;
pub use gates::{Confirm, INJECTED, Payload, Preview, Previewing, Rate};
pub use parts::{Check, Command, Deadline, Effect, Layer, Mirrored, Route, Success, TaskSupport};

use crate::content::{Icon, Meta};
use crate::request::Door;
use crate::schema::{Schemas, Side};
use crate::{Access, Ctx, Error, Issue};

/// What an operation takes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an operation's input",
    label = "derive Deserialize and JsonSchema for it"
)]
pub trait Input: DeserializeOwned + JsonSchema + Send + 'static {}
impl<T: DeserializeOwned + JsonSchema + Send + 'static> Input for T {}

/// What an operation answers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an operation's output",
    label = "derive Serialize and JsonSchema for it"
)]
pub trait Output: Serialize + JsonSchema + Send + 'static {}
impl<T: Serialize + JsonSchema + Send + 'static> Output for T {}

/// A future on the heap.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The function behind an operation, after its types are erased: validated JSON in, JSON out.
pub type Run = Arc<dyn Fn(Ctx, Value) -> BoxFuture<Result<Value, Error>> + Send + Sync>;

/// One thing an application can do. Built by [`read`](Self::read), [`write`](Self::write) or
/// [`destructive`](Self::destructive) and the methods that follow; served on every door.
///
/// Mistakes in a declaration do not panic: they are kept in [`faults`](Self::faults), and the server
/// refuses to start and prints them all.
#[derive(Clone)]
pub struct Operation {
    /// The one name, everywhere.
    pub name: &'static str,
    /// The name people read.
    pub title: &'static str,
    /// What it is for, when not to use it. Written for a model.
    pub about: &'static str,
    /// What it does to the world.
    pub effect: Effect,
    /// Whether doing it twice is the same as doing it once.
    pub idempotent: bool,
    /// For how long the same arguments count as the same call, where they do.
    pub payload: Option<Payload>,
    /// How it is confirmed before it runs.
    pub confirm: Confirm,
    /// How often one caller may call it, beside what the server allows for all calls.
    pub rate: Option<Rate>,
    /// The type of its input.
    pub takes: TypeId,
    /// The input fields that the gates put there.
    pub injected: Vec<&'static str>,
    /// The schemas of its input.
    pub input: Schemas,
    /// The schemas of its output.
    pub output: Schemas,
    /// The function.
    pub run: Run,
    /// Its REST routes.
    pub routes: Vec<Route>,
    /// Its shaped command.
    pub command: Option<Command>,
    /// The doors it is not offered on.
    pub closed_doors: Vec<Door>,
    /// Whether it is for those alone who manage the whole server.
    pub administration: bool,
    /// The roles it is for; empty for all.
    pub roles: Vec<&'static str>,
    /// The permissions of the application's own that it takes.
    pub permissions: Vec<&'static str>,
    /// The scopes that it takes besides the one for reading or for writing.
    pub scopes: Vec<&'static str>,
    /// How long it may take.
    pub deadline: Deadline,
    /// What runs around the function, the first one outermost.
    pub layers: Vec<Layer>,
    /// Pictures for lists.
    pub icons: Vec<Icon>,
    /// Facts for clients, handed on as they are.
    pub meta: Meta,
    /// Whether it reaches beyond this server, to a world that others change.
    pub open_world: bool,
    /// Whether its calls may become tasks.
    pub task: TaskSupport,
    /// What must hold before a call becomes a task.
    pub first: Option<Check>,
    /// The arguments that clients repeat in headers.
    pub mirrored: Vec<Mirrored>,
    /// Whether it opens transactions itself instead of using the call's own.
    pub own_transactions: bool,
    /// The input field that holds a file as base64 where the door carries only JSON.
    pub upload: Option<&'static str>,
    /// Whether it reads its file as it comes.
    pub streams: bool,
    /// What its command writes to files.
    pub saves: Option<Saves>,
    /// Example inputs; each is checked against the schema.
    pub examples: Vec<Value>,
    /// What is wrong with the declaration.
    pub faults: Vec<String>,
}

impl Operation {
    /// An operation that only reads.
    #[must_use]
    pub fn read<I, O, E, F, Fut>(name: &'static str, function: F) -> Self
    where
        I: Input,
        O: Output,
        E: Into<Error>,
        F: Fn(Ctx, I) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<O, E>> + Send + 'static,
    {
        Self::new(name, Effect::Read, function)
    }

    /// An operation that adds or changes.
    #[must_use]
    pub fn write<I, O, E, F, Fut>(name: &'static str, function: F) -> Self
    where
        I: Input,
        O: Output,
        E: Into<Error>,
        F: Fn(Ctx, I) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<O, E>> + Send + 'static,
    {
        Self::new(name, Effect::Write, function)
    }

    /// An operation that removes or overwrites.
    #[must_use]
    pub fn destructive<I, O, E, F, Fut>(name: &'static str, function: F) -> Self
    where
        I: Input,
        O: Output,
        E: Into<Error>,
        F: Fn(Ctx, I) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<O, E>> + Send + 'static,
    {
        Self::new(name, Effect::Destructive, function)
    }

    fn new<I, O, E, F, Fut>(name: &'static str, effect: Effect, function: F) -> Self
    where
        I: Input,
        O: Output,
        E: Into<Error>,
        F: Fn(Ctx, I) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<O, E>> + Send + 'static,
    {
        let input = Schemas::of::<I>(Side::Input);
        let output = Schemas::of::<O>(Side::Output);
        let mut faults: Vec<String> = Vec::new();
        faults.extend(input.faults.iter().map(|fault| format!("input {fault}")));
        faults.extend(output.faults.iter().map(|fault| format!("output {fault}")));
        let mirrored = crate::mirror::mirrored(&input.portable.value(), &mut faults);
        Self {
            name,
            title: "",
            about: "",
            effect,
            idempotent: effect == Effect::Read,
            payload: None,
            confirm: Confirm::No,
            rate: None,
            takes: TypeId::of::<I>(),
            injected: Vec::new(),
            run: erase(function, takes_nothing::<I>(&input), output.wrapped),
            input,
            output,
            routes: Vec::new(),
            command: None,
            closed_doors: Vec::new(),
            administration: false,
            roles: Vec::new(),
            permissions: Vec::new(),
            scopes: Vec::new(),
            deadline: Deadline::Inherited,
            layers: Vec::new(),
            icons: Vec::new(),
            meta: Meta::new(),
            open_world: false,
            task: TaskSupport::No,
            first: None,
            mirrored,
            own_transactions: false,
            upload: None,
            streams: false,
            saves: None,
            examples: Vec::new(),
            faults,
        }
    }

    /// The name people read.
    #[must_use]
    pub fn title(mut self, title: &'static str) -> Self {
        self.title = title;
        self
    }

    /// What it is for and when not to use it, for a model.
    #[must_use]
    pub fn about(mut self, about: &'static str) -> Self {
        self.about = about;
        self
    }

    /// Doing it twice is the same as doing it once, by what it does itself. Clients are told; nothing is kept for it.
    #[must_use]
    pub fn repeatable(mut self) -> Self {
        self.idempotent = true;
        self
    }

    /// Serves it at a REST route. May be repeated.
    #[must_use]
    pub fn rest(self, method: Method, path: &'static str) -> Self {
        self.rest_with(method, path, Map::new())
    }

    /// Serves it at a REST route that sets some input fields itself.
    #[must_use]
    pub fn rest_with(mut self, method: Method, path: &'static str, fixed: Map<String, Value>) -> Self {
        self.faults.extend(crate::registry::route_faults(path, &fixed, &self.input.portable.value()));
        self.routes.push(Route { method, path, fixed, success: Success::default() });
        self
    }

    /// Lets the route that was given last say in another way that it is done.
    #[must_use]
    pub fn success(mut self, success: Success) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.success = success;
        }
        self
    }

    /// Gives it a shaped command.
    #[must_use]
    pub fn command(mut self, command: Command) -> Self {
        self.command = Some(command);
        self
    }

    /// Does not offer it on a door.
    #[must_use]
    pub fn not_on(mut self, door: Door) -> Self {
        self.closed_doors.push(door);
        self
    }

    /// Is there for those alone who manage the whole server, and with a limited credential only for one that has the scope
    /// `admin`: an assistant that logs meals for an administrator is none. For anybody else it does not exist.
    #[must_use]
    pub fn administration(mut self) -> Self {
        self.administration = true;
        self.scope("admin")
    }

    /// Is there for people of these roles only. For anybody else it does not exist.
    #[must_use]
    pub fn roles(mut self, roles: &[&'static str]) -> Self {
        self.roles.extend_from_slice(roles);
        self
    }

    /// Is there only for people whose role has a permission. May be repeated: all are needed.
    #[must_use]
    pub fn permission(mut self, permission: &'static str) -> Self {
        self.permissions.push(permission);
        self
    }

    /// Takes a scope besides the one for reading or for writing. A client without it is told to ask its person.
    #[must_use]
    pub fn scope(mut self, scope: &'static str) -> Self {
        self.scopes.push(scope);
        self
    }

    /// How long it may take.
    #[must_use]
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Deadline::After(deadline);
        self
    }

    /// It may take as long as it takes, whatever the server's default.
    #[must_use]
    pub fn no_deadline(mut self) -> Self {
        self.deadline = Deadline::Never;
        self
    }

    /// Lets a call through only when a check allows it. The operation stays in every list; a caller who is refused
    /// reads the refusal. What callers must not even know of is the business of roles and scopes.
    #[must_use]
    pub fn guard<E, F, Fut>(self, check: F) -> Self
    where
        E: Into<Error>,
        F: Fn(Ctx) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<(), E>> + Send + 'static,
    {
        self.layer(move |cx, input, next| {
            let allowed = check(cx.clone());
            async move {
                allowed.await.map_err(Into::into)?;
                next(cx, input).await
            }
        })
    }

    /// As [`guard`](Self::guard), and where a call becomes a task, before it does: for what must be asked of the client
    /// while its request is still open.
    #[must_use]
    pub fn first<E, F, Fut>(mut self, check: F) -> Self
    where
        E: Into<Error>,
        F: Fn(Ctx) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<(), E>> + Send + 'static,
    {
        let check: Check = Arc::new(move |cx| {
            let checked = check(cx);
            Box::pin(async move { checked.await.map_err(Into::into) })
        });
        self.first = Some(Arc::clone(&check));
        self.guard(move |cx| check(cx))
    }

    /// Runs something around it. Layers run in the order they are added, within the deadline.
    #[must_use]
    pub fn layer<F, Fut>(mut self, around: F) -> Self
    where
        F: Fn(Ctx, Value, Run) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Value, Error>> + Send + 'static,
    {
        self.layers.push(Arc::new(move |cx, input, next| Box::pin(around(cx, input, next))));
        self
    }

    /// A picture for lists. May be repeated.
    #[must_use]
    pub fn icon(mut self, icon: Icon) -> Self {
        self.icons.push(icon);
        self
    }

    /// A fact for clients, handed on as it is.
    #[must_use]
    pub fn meta(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.meta.insert(key.to_owned(), value.into());
        self
    }

    /// It reaches beyond this server, to a world that others change.
    #[must_use]
    pub fn open_world(mut self) -> Self {
        self.open_world = true;
        self
    }

    /// Its calls may, or always do, go on as tasks after their requests were answered.
    #[must_use]
    pub fn task(mut self, support: TaskSupport) -> Self {
        self.task = support;
        self
    }

    /// Shows clients a schema of the declaration's own instead of the portable one. For what must be listed word for
    /// word; most clients will not understand more than the portable schema says.
    #[must_use]
    pub fn raw_schema(mut self, schema: &Value) -> Self {
        self.faults.retain(|fault| !fault.starts_with("input "));
        self.mirrored = crate::mirror::mirrored(schema, &mut self.faults);
        self.input = Schemas::raw(schema);
        self.inject_again();
        self
    }

    /// The function with its layers around it.
    #[must_use]
    pub fn runner(&self) -> Run {
        self.layers.iter().rev().fold(Arc::clone(&self.run), |inner, layer| {
            let layer = Arc::clone(layer);
            Arc::new(move |cx, input| layer(cx, input, Arc::clone(&inner)))
        })
    }

    /// It opens its transactions itself: for imports and synchronisation.
    #[must_use]
    pub fn own_transactions(mut self) -> Self {
        self.own_transactions = true;
        self
    }

    /// An example input, shown in the documentation and checked by a test.
    #[must_use]
    pub fn example(mut self, example: Value) -> Self {
        self.examples.push(example);
        self
    }

    /// How much a credential must be able to do to call it.
    #[must_use]
    pub fn needs(&self) -> Access {
        if self.effect == Effect::Read { Access::Read } else { Access::Full }
    }

    /// Whether it is offered on a door.
    #[must_use]
    pub fn offered_on(&self, door: Door) -> bool {
        !self.closed_doors.contains(&door)
    }
}

/// Whether a type takes nothing at all, so that it is read from null.
pub(crate) fn takes_nothing<I: Input>(input: &Schemas) -> bool {
    let strict = input.strict.value();
    let empty = strict.get("properties").and_then(Value::as_object).is_some_and(Map::is_empty);
    empty && serde_json::from_value::<I>(Value::Null).is_ok()
}

/// Reads a checked value into its type.
pub(crate) fn decode<I: Input>(value: Value) -> Result<I, Error> {
    serde_path_to_error::deserialize(value).map_err(undecodable)
}

fn erase<I, O, E, F, Fut>(function: F, unit: bool, wrapped: bool) -> Run
where
    I: Input,
    O: Output,
    E: Into<Error>,
    F: Fn(Ctx, I) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<O, E>> + Send + 'static,
{
    Arc::new(move |cx, input| {
        let input = if unit { Value::Null } else { input };
        let future = decode::<I>(input).map(|input| function(cx, input));
        Box::pin(async move {
            let output = future?.await.map_err(Into::into)?;
            let value = serde_json::to_value(output).map_err(Error::internal)?;
            Ok(if wrapped { Value::Object(Map::from_iter([("result".to_owned(), value)])) } else { value })
        })
    })
}

/// serde's own messages quote the rejected value, so the caller gets the path and the log gets the rest.
fn undecodable(error: serde_path_to_error::Error<serde_json::Error>) -> Error {
    let path = error.path().to_string();
    let path = if path == "." { String::new() } else { path };
    Error::invalid(vec![Issue::custom(path, "The value does not have the expected form")])
        .with_source(error.into_inner())
}

impl std::fmt::Debug for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Operation")
            .field("name", &self.name)
            .field("effect", &self.effect)
            .finish_non_exhaustive()
    }
}
