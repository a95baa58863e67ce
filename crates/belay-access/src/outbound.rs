//! Requests that this server sends itself: for the documents, keys and verdicts of others. The server brings the
//! client; this crate says what may be asked of whom.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use jiff::Timestamp;

use crate::secret::Secret;

/// How far a request may reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// To addresses of the public internet only, over TLS, and no further than the first answer. For addresses that a
    /// stranger names.
    Public,
    /// To whatever the operator's settings name.
    Configured,
}

/// A request to another server.
#[derive(Debug, Clone)]
pub struct Ask {
    /// `GET` or, with a form, `POST`.
    pub form: Option<Vec<(String, String)>>,
    /// The absolute address.
    pub url: String,
    /// The name and secret of HTTP's basic authentication, or a bearer token with an empty name.
    pub credential: Option<(String, Secret)>,
    /// How far it may reach.
    pub reach: Reach,
}

impl Ask {
    /// Asks for a document at an address that the operator's settings name.
    #[must_use]
    pub fn get(url: impl Into<String>) -> Self {
        Self { form: None, url: url.into(), credential: None, reach: Reach::Configured }
    }

    /// Sends a form to an address that the operator's settings name.
    #[must_use]
    pub fn post(url: impl Into<String>, form: &[(&str, &str)]) -> Self {
        let form = form.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Self { form: Some(form), ..Self::get(url) }
    }

    /// The same request with a credential.
    #[must_use]
    pub fn with(mut self, name: &str, secret: &Secret) -> Self {
        self.credential = Some((name.to_owned(), secret.clone()));
        self
    }
}

/// What came back.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The body, at most 64 KiB.
    pub body: Vec<u8>,
    /// The media type, in lower case, without its parameters.
    pub media_type: String,
    /// For how long it may be kept, where the answer says.
    pub max_age: Option<Duration>,
}

impl Answer {
    /// The body as JSON, of a successful answer.
    ///
    /// # Errors
    /// [`Unreachable`] for any other status, and for what is no JSON.
    pub fn json(&self) -> Result<serde_json::Value, Unreachable> {
        if self.status != 200 {
            return Err(Unreachable::new(format!("the answer has the status {}", self.status)));
        }
        serde_json::from_slice(&self.body)
            .map_err(|error| Unreachable::new(format!("the answer is no JSON: {error}")))
    }

    /// Until when it may be kept: as it says, but no less and no longer than two bounds.
    #[must_use]
    pub fn fresh_until(&self, now: Timestamp, (least, most): (Duration, Duration)) -> Timestamp {
        let kept = self.max_age.unwrap_or(least).clamp(least, most);
        now.saturating_add(kept).unwrap_or(Timestamp::MAX)
    }
}

/// A request that came to nothing. Its text is for the operator's log: it may name addresses.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unreachable(String);

impl Unreachable {
    /// A request that failed, and why.
    #[must_use]
    pub fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

/// A future on the heap.
pub type Reply<'a> = Pin<Box<dyn Future<Output = Result<Answer, Unreachable>> + Send + 'a>>;

/// Sends requests.
pub trait Outbound: Send + Sync + 'static {
    /// Sends one and reads its answer.
    fn send(&self, ask: Ask) -> Reply<'_>;
}

/// Sends nothing: for servers that need no other.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nowhere;

impl Outbound for Nowhere {
    fn send(&self, _: Ask) -> Reply<'_> {
        Box::pin(std::future::ready(Err(Unreachable::new("this server sends no requests"))))
    }
}
