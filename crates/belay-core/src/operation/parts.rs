//! The facts of which a declaration is made.

use std::sync::Arc;
use std::time::Duration;

use http::{Method, StatusCode};
use serde_json::{Map, Value};

use super::{BoxFuture, Run};
use crate::{Ctx, Error};

/// What an operation does to the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: it only reads.
    Read,
    /// It adds or changes.
    Write,
    /// It removes or overwrites what cannot be brought back.
    Destructive,
}

/// How long an operation may take.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Deadline {
    /// As long as the server's default says.
    #[default]
    Inherited,
    /// As long as it takes, whatever the default.
    Never,
    /// So long, guards and middleware included.
    After(Duration),
}

/// Whether a call may go on after its request was answered, as a task that the client asks about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TaskSupport {
    /// It never does.
    #[default]
    No,
    /// It does where the client can follow a task, and is waited for elsewhere.
    Optional,
    /// It always does where the protocol has tasks: in revision 2026-07-28 a client that does not declare the extension
    /// is refused. Where there are none it is waited for: in the revisions with a handshake, over REST and on the
    /// command line.
    Required,
}

/// Something that runs around an operation: it gets the call, the input and what to run, and answers in its place.
pub type Layer = Arc<dyn Fn(Ctx, Value, Run) -> BoxFuture<Result<Value, Error>> + Send + Sync>;

/// Something that must hold before an operation runs.
pub type Check = Arc<dyn Fn(Ctx) -> BoxFuture<Result<(), Error>> + Send + Sync>;

/// An argument that clients repeat in an HTTP header, so that gateways can route without reading the body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mirrored {
    /// The names that lead to the argument from the input's root.
    pub path: Vec<String>,
    /// What follows `Mcp-Param-` in the header's name.
    pub header: String,
}

/// A REST route to an operation.
#[derive(Debug, Clone)]
pub struct Route {
    /// The method.
    pub method: Method,
    /// The path below `/{app}/api/v1`, with parameters as `{name}`.
    pub path: &'static str,
    /// Input fields that this route sets itself.
    pub fixed: Map<String, Value>,
    /// How it says that it is done.
    pub success: Success,
}

/// How a REST route says that it is done. Another answer of the same operation on another door is not touched by it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Success {
    /// 200 with the result.
    #[default]
    Ok,
    /// 201 with the result: it made something.
    Created,
    /// 204 without a body: there is nothing to say.
    NoContent,
}

impl Success {
    /// The status.
    #[must_use]
    pub fn status(self) -> StatusCode {
        match self {
            Self::Ok => StatusCode::OK,
            Self::Created => StatusCode::CREATED,
            Self::NoContent => StatusCode::NO_CONTENT,
        }
    }
}

/// A shaped command for an operation, beside the `call` that every operation has.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// The word after the application's name.
    pub word: &'static str,
    /// The name of a positional argument whose file becomes the call's upload.
    pub file: Option<&'static str>,
    /// A line to try, without the program's name.
    pub example: &'static str,
}
