//! Data that a client may read but not change, under an address.

use std::future::Future;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::completion::{self, Complete, Completing};
use crate::content::{Annotations, Embedded};
use crate::described::{Described, described};
use crate::operation::{BoxFuture, Input};
use crate::schema::{Schemas, Side};
use crate::template::UriTemplate;
use crate::{Ctx, Error};

/// Who may keep a copy of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Anyone: it is the same for every caller.
    Public,
    /// The caller who got it.
    Private,
}

/// How long a client may keep a result, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cache {
    /// How long, in milliseconds; 0 says that it is stale at once.
    pub ttl_ms: u64,
    /// For whom.
    pub scope: Scope,
}

impl Cache {
    /// Stale at once, for the caller alone: what holds for data that depends on who asks.
    pub const NONE: Self = Self { ttl_ms: 0, scope: Scope::Private };

    /// For everyone, so many milliseconds.
    #[must_use]
    pub const fn public(ttl_ms: u64) -> Self {
        Self { ttl_ms, scope: Scope::Public }
    }

    /// For the caller alone, so many milliseconds.
    #[must_use]
    pub const fn private(ttl_ms: u64) -> Self {
        Self { ttl_ms, scope: Scope::Private }
    }
}

/// The content of a resource.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// A text.
    Text(String),
    /// Bytes.
    Blob(Vec<u8>),
    /// Several contents, each under its own address.
    Several(Vec<Embedded>),
}

impl From<String> for Body {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Body {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Vec<u8>> for Body {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Blob(bytes)
    }
}

impl From<Value> for Body {
    fn from(value: Value) -> Self {
        Self::Text(value.to_string())
    }
}

impl Body {
    /// The contents as the protocol names them, for an address and a type.
    #[must_use]
    pub fn contents(self, uri: &str, mime_type: &str) -> Vec<Embedded> {
        let of =
            |text, blob| Embedded { uri: uri.to_owned(), mime_type: Some(mime_type.to_owned()), text, blob };
        match self {
            Self::Text(text) => vec![of(Some(text), None)],
            Self::Blob(bytes) => vec![of(None, Some(STANDARD.encode(bytes)))],
            Self::Several(contents) => contents,
        }
    }
}

/// The function behind a resource.
pub type Read = Arc<dyn Fn(Ctx) -> BoxFuture<Result<Body, Error>> + Send + Sync>;
/// The function behind a template: the variables' values in, nothing out where there is nothing.
pub type Find = Arc<dyn Fn(Ctx, Value) -> BoxFuture<Result<Option<Body>, Error>> + Send + Sync>;

/// One thing at a fixed address.
#[derive(Clone)]
pub struct Resource {
    /// Its name and words.
    pub described: Described,
    /// Its address.
    pub uri: &'static str,
    /// Its type; `text/plain` unless said.
    pub mime_type: &'static str,
    /// Its size in bytes, where it is known beforehand.
    pub size: Option<u64>,
    /// Hints.
    pub annotations: Option<Annotations>,
    /// How long a client may keep it.
    pub cache: Cache,
    /// The function.
    pub read: Read,
}

described!(Resource);

impl Resource {
    /// A resource at an address, under a name.
    pub fn new<B, E, F, Fut>(uri: &'static str, name: &'static str, function: F) -> Self
    where
        B: Into<Body>,
        E: Into<Error>,
        F: Fn(Ctx) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<B, E>> + Send + 'static,
    {
        let read: Read = Arc::new(move |cx| {
            let future = function(cx);
            Box::pin(async move { future.await.map(Into::into).map_err(Into::into) })
        });
        Self {
            described: Described { name, ..Described::default() },
            uri,
            mime_type: "text/plain",
            size: None,
            annotations: None,
            cache: Cache::NONE,
            read,
        }
    }

    /// Its type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: &'static str) -> Self {
        self.mime_type = mime_type;
        self
    }

    /// Its size in bytes.
    #[must_use]
    pub fn size(mut self, bytes: u64) -> Self {
        self.size = Some(bytes);
        self
    }

    /// Hints on whom it is for.
    #[must_use]
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.annotations = Some(annotations);
        self
    }

    /// How long a client may keep it, and for whom.
    #[must_use]
    pub fn cache(mut self, cache: Cache) -> Self {
        self.cache = cache;
        self
    }
}

/// A family of things, told apart by the variables in their address.
#[derive(Clone)]
pub struct ResourceTemplate {
    /// Its name and words.
    pub described: Described,
    /// The addresses, where they could be read.
    pub uri: Option<UriTemplate>,
    /// Their type; `text/plain` unless said.
    pub mime_type: &'static str,
    /// Hints.
    pub annotations: Option<Annotations>,
    /// How long a client may keep one.
    pub cache: Cache,
    /// The schemas of the variables.
    pub variables: Schemas,
    /// The function.
    pub find: Find,
    /// Suggests values for a variable.
    pub complete: Option<Complete>,
    /// What is wrong with the declaration.
    pub faults: Vec<String>,
}

described!(ResourceTemplate);

impl ResourceTemplate {
    /// The resources whose addresses match a template. The function gets the variables' values, already checked, and
    /// answers `None` where an address is well-formed and nothing is there; [`Ctx::uri`] has the whole address.
    pub fn new<V, B, E, F, Fut>(uri: &'static str, name: &'static str, function: F) -> Self
    where
        V: Input,
        B: Into<Body>,
        E: Into<Error>,
        F: Fn(Ctx, V) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Option<B>, E>> + Send + 'static,
    {
        let variables = Schemas::of::<V>(Side::Input);
        let mut faults: Vec<String> =
            variables.faults.iter().map(|fault| format!("variables {fault}")).collect();
        let template = UriTemplate::parse(uri);
        match &template {
            Ok(template) => {
                for name in template.variables() {
                    if variables.portable.value().pointer(&format!("/properties/{name}")).is_none() {
                        faults.push(format!("`{name}` of {uri} is no field of the variables"));
                    }
                }
            }
            Err(error) => faults.push(error.to_string()),
        }
        let find: Find = Arc::new(move |cx, values| {
            let values = crate::operation::decode::<V>(values);
            let future = values.map(|values| function(cx, values));
            Box::pin(async move {
                let found = future?.await.map_err(Into::into)?;
                Ok(found.map(Into::into))
            })
        });
        Self {
            described: Described { name, ..Described::default() },
            uri: template.ok(),
            mime_type: "text/plain",
            annotations: None,
            cache: Cache::NONE,
            variables,
            find,
            complete: None,
            faults,
        }
    }

    /// Their type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: &'static str) -> Self {
        self.mime_type = mime_type;
        self
    }

    /// Hints on whom they are for.
    #[must_use]
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.annotations = Some(annotations);
        self
    }

    /// How long a client may keep one, and for whom.
    #[must_use]
    pub fn cache(mut self, cache: Cache) -> Self {
        self.cache = cache;
        self
    }

    /// Suggests values for a variable while it is typed.
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
