//! Templates of a conversation, with arguments.

use std::future::Future;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::completion::{self, Complete, Completing};
use crate::content::{Block, Role};
use crate::described::{Described, described};
use crate::operation::{BoxFuture, Input};
use crate::schema::{Schemas, Side};
use crate::{Ctx, Error};

/// What somebody says in a conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// Who says it.
    pub role: Role,
    /// What is said, in pieces; the protocol sends each as a message of its own.
    pub content: Vec<Block>,
}

impl Message {
    /// Something the person says: a text, or one piece of content.
    #[must_use]
    pub fn user(content: impl Into<Block>) -> Self {
        Self { role: Role::User, content: vec![content.into()] }
    }

    /// Something the model says.
    #[must_use]
    pub fn assistant(content: impl Into<Block>) -> Self {
        Self { role: Role::Assistant, content: vec![content.into()] }
    }

    /// Adds a piece said by the same one.
    #[must_use]
    pub fn and(mut self, content: impl Into<Block>) -> Self {
        self.content.push(content.into());
        self
    }
}

/// One message of the protocol: a role and one piece of content.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Spoken {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub content: Block,
}

/// Messages with one piece of content each, as the protocol has them.
#[must_use]
pub fn spoken(messages: Vec<Message>) -> Vec<Spoken> {
    let each = |message: Message| {
        let role = message.role;
        message.content.into_iter().map(move |content| Spoken { role, content })
    };
    messages.into_iter().flat_map(each).collect()
}

/// The function behind a prompt.
pub type Write = Arc<dyn Fn(Ctx, Value) -> BoxFuture<Result<Vec<Message>, Error>> + Send + Sync>;

/// A template of a conversation.
#[derive(Clone)]
pub struct Prompt {
    /// Its name and words.
    pub described: Described,
    /// The schemas of its arguments.
    pub arguments: Schemas,
    /// The function.
    pub write: Write,
    /// Suggests values for an argument.
    pub complete: Option<Complete>,
    /// What is wrong with the declaration.
    pub faults: Vec<String>,
}

described!(Prompt);

impl Prompt {
    /// A prompt under a name. The function gets the arguments, already checked, and writes the messages.
    pub fn new<A, E, F, Fut>(name: &'static str, function: F) -> Self
    where
        A: Input,
        E: Into<Error>,
        F: Fn(Ctx, A) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Vec<Message>, E>> + Send + 'static,
    {
        let arguments = Schemas::of::<A>(Side::Input);
        let mut faults: Vec<String> =
            arguments.faults.iter().map(|fault| format!("arguments {fault}")).collect();
        let portable = arguments.portable.value();
        let properties = portable.get("properties").and_then(Value::as_object);
        for (name, schema) in properties.into_iter().flatten() {
            if matches!(schema.get("type").and_then(Value::as_str), Some("object" | "array")) {
                faults.push(format!("argument `{name}` is no single value; clients send arguments as texts"));
            }
        }
        let nothing = crate::operation::takes_nothing::<A>(&arguments);
        let write: Write = Arc::new(move |cx, values| {
            let values = if nothing { Value::Null } else { values };
            let future = crate::operation::decode::<A>(values).map(|arguments| function(cx, arguments));
            Box::pin(async move { future?.await.map_err(Into::into) })
        });
        let described = Described { name, ..Described::default() };
        Self { described, arguments, write, complete: None, faults }
    }

    /// Suggests values for an argument while it is typed.
    #[must_use]
    pub fn complete<E, F, Fut>(mut self, function: F) -> Self
    where
        E: Into<Error>,
        F: Fn(Ctx, Completing) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Vec<String>, E>> + Send + 'static,
    {
        self.complete = Some(completion::erase(function));
        self
    }
}
