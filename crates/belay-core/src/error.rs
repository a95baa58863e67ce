//! Errors for three readers: a program (the code), a person or model (the sentence), a log (the chain).

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::error::Error as StdError;
use std::fmt;

use http::StatusCode;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::ask::Ask;

/// The code of the protocol for a client that lacks a capability.
pub const MISSING_CAPABILITY: i32 = -32021;
/// The code of JSON-RPC for a fault of the server (JSON-RPC 2.0, section 5.1).
const INTERNAL_ERROR: i32 = -32603;

/// What sort of trouble an error is. Nine values, and one table from each to every wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The input does not make sense; changing it helps.
    Invalid,
    /// No credential, or one that is not accepted.
    Unauthenticated,
    /// A known caller without the authority.
    Forbidden,
    /// The thing named does not exist for this caller.
    NotFound,
    /// The thing is in a state that does not allow this.
    Conflict,
    /// Too many calls; waiting helps.
    TooMany,
    /// Something this server needs is not reachable; waiting helps.
    Unavailable,
    /// The call took longer than it may.
    Timeout,
    /// A fault of this server.
    Internal,
}

impl Kind {
    /// The HTTP status a REST route answers with.
    #[must_use]
    pub fn status(self) -> StatusCode {
        match self {
            Self::Invalid => StatusCode::BAD_REQUEST,
            Self::Unauthenticated => StatusCode::UNAUTHORIZED,
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Conflict => StatusCode::CONFLICT,
            Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::Timeout => StatusCode::GATEWAY_TIMEOUT,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The exit code of a command that ends with this, after the BSD `sysexits.h` ranges.
    #[must_use]
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Invalid => 65,
            Self::NotFound => 66,
            Self::Unauthenticated | Self::Forbidden => 77,
            Self::Conflict => 73,
            Self::TooMany | Self::Unavailable | Self::Timeout => 75,
            Self::Internal => 70,
        }
    }

    /// Whether this is the server's trouble (logged as an error) rather than the caller's (a warning).
    #[must_use]
    pub fn is_fault(self) -> bool {
        matches!(self, Self::Unavailable | Self::Internal)
    }
}

/// The sort of one input issue. The names are those of a widely used TypeScript validator, which models know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum IssueCode {
    /// A value of another type, or none where one is required.
    InvalidType,
    /// Below a minimum value, length or count.
    TooSmall,
    /// Above a maximum value, length or count.
    TooBig,
    /// A text that does not have the required form.
    InvalidString,
    /// Not one of the listed values.
    InvalidEnumValue,
    /// A field the input does not have.
    UnrecognizedKeys,
    /// Any other rule.
    Custom,
}

/// One thing wrong with an input: where, which rule, and a sentence. Never the rejected value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Issue {
    /// Path from the input's root, such as `items[0].kcal`; empty for the root itself.
    pub path: String,
    /// Which rule was broken.
    pub code: IssueCode,
    /// A sentence with what was expected.
    pub message: String,
}

impl Issue {
    /// An issue of a rule that the schema does not express.
    #[must_use]
    pub fn custom(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), code: IssueCode::Custom, message: message.into() }
    }
}

/// A declared refusal of an application: each area's error enum implements this, and `?` does the rest.
pub trait Refusal: StdError + Send + Sync + 'static {
    /// What sort of trouble it is.
    fn kind(&self) -> Kind;
    /// A stable `snake_case` code; it has a page in `docs/errors`.
    fn code(&self) -> &'static str;
    /// The sentence the caller reads. By default the error's own text.
    fn message(&self) -> String {
        self.to_string()
    }
    /// A way out, where the message does not hold it already.
    fn hint(&self) -> Option<String> {
        None
    }
    /// The input issues behind it.
    fn issues(&self) -> Vec<Issue> {
        Vec::new()
    }
}

/// What an operation answers instead of a result.
///
/// The caller reads [`code`](Self::code), [`message`](Self::message), [`hint`](Self::hint),
/// [`issues`](Self::issues) and [`details`](Self::details); the operator's log also gets the
/// [`source`](StdError::source) chain. A fault's message says nothing of its cause.
pub struct Error(Box<Inner>);

struct Inner {
    kind: Kind,
    code: Cow<'static, str>,
    message: String,
    hint: Option<String>,
    issues: Vec<Issue>,
    details: Map<String, Value>,
    source: Option<Box<dyn StdError + Send + Sync>>,
    protocol: Option<(i32, Option<Value>)>,
    ask: Option<Ask>,
}

impl Error {
    /// An error with a stable code and a sentence for the caller.
    #[must_use]
    pub fn new(kind: Kind, code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            kind,
            code: code.into(),
            message: message.into(),
            hint: None,
            issues: Vec::new(),
            details: Map::new(),
            source: None,
            protocol: None,
            ask: None,
        }))
    }

    /// An error that goes to the client program as a protocol error with a code of its own, instead of to the model:
    /// for what no other arguments would mend. Own codes lie outside -32768 to -32000, which JSON-RPC and the protocol
    /// keep for themselves. Of those, -32603 to -32600 and -32022 to -32020 mean to a client what the protocol says they
    /// do; with any other the error becomes a fault, -32603, and the log names the code.
    #[must_use]
    pub fn protocol(kind: Kind, code: i32, message: impl Into<String>) -> Self {
        if is_misused(code) {
            let mut fault = Self::new(Kind::Internal, "protocol_error", message);
            fault.0.protocol = Some((INTERNAL_ERROR, None));
            return fault
                .with_source(format!("the code {code} is kept for the protocol and has no such use"));
        }
        let mut error = Self::new(kind, "protocol_error", message);
        error.0.protocol = Some((code, None));
        error
    }

    /// The caller must show a credential first: protocol error -31001.
    #[must_use]
    pub fn unauthorized(message: impl Into<String>) -> Self {
        Self::protocol(Kind::Unauthenticated, -31001, message)
    }

    /// The caller is known and may not: protocol error -31003.
    #[must_use]
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::protocol(Kind::Forbidden, -31003, message)
    }

    /// The client lacks capabilities that the call cannot do without (protocol error -32021).
    #[must_use]
    pub fn missing_capability(required: &Value) -> Self {
        let names: Vec<&str> =
            required.as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
        let message = format!("The client must offer {} for this call", names.join(", "));
        let mut error = Self::new(Kind::Conflict, "missing_capability", message);
        error.0.protocol =
            Some((MISSING_CAPABILITY, Some(serde_json::json!({ "requiredCapabilities": required }))));
        error
    }

    /// The questions that must be answered before the call can go on. Where they cannot be put it is a refusal, which
    /// says how the call has to be made for that.
    #[must_use]
    pub fn ask(ask: Ask) -> Self {
        let needs: BTreeSet<String> =
            ask.questions.values().flat_map(|question| names(&question.needs())).collect();
        let needs: Vec<String> = needs.into_iter().collect();
        let capability = if needs.is_empty() { "what it asks for".to_owned() } else { needs.join(" and ") };
        let hint = format!(
            "Call it over the Model Context Protocol with a client that declares the capability {capability}: in revision \
             2026-07-28, or before it in a session or over stdio, accepting text/event-stream"
        );
        let mut error =
            Self::new(Kind::Conflict, "input_required", "The call needs an answer before it can go on");
        error.0.ask = Some(ask);
        error.with_hint(hint)
    }

    /// Adds data to an error that has a [`protocol_code`](Self::protocol_code). No other error has a place for it, and
    /// stays as it is: facts beside a refusal are added by [`with_detail`](Self::with_detail).
    #[must_use]
    pub fn with_data(mut self, data: impl Into<Value>) -> Self {
        if let Some((_, place)) = &mut self.0.protocol {
            *place = Some(data.into());
        }
        self
    }

    /// A fault: the caller learns only that it happened; `source` goes to the log.
    #[must_use]
    pub fn internal(source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self::new(
            Kind::Internal,
            "internal",
            "Something went wrong on this server; the operator's log has the cause.",
        )
        .with_source(source)
    }

    /// An input that breaks the listed rules.
    #[must_use]
    pub fn invalid(issues: Vec<Issue>) -> Self {
        let text = issues.iter().map(sentence).collect::<Vec<_>>().join("; ");
        let mut error = Self::new(Kind::Invalid, "invalid_input", text);
        error.0.issues = issues;
        error
    }

    /// Adds a way out.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Adds a fact for programs beside the message.
    #[must_use]
    pub fn with_detail(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.details.insert(name.to_owned(), value.into());
        self
    }

    /// Adds the cause, for the log only.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    /// What sort of trouble it is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.0.code
    }

    /// The sentence for the caller.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The way out, where there is one beside the message.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// The input issues, all of them.
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        &self.0.issues
    }

    /// The code and data of a protocol error, where it is one.
    #[must_use]
    pub fn protocol_code(&self) -> Option<(i32, Option<&Value>)> {
        self.0.protocol.as_ref().map(|(code, data)| (*code, data.as_ref()))
    }

    /// What must be answered first, where the call only waits for that.
    #[must_use]
    pub fn asked(&self) -> Option<&Ask> {
        self.0.ask.as_ref()
    }

    /// Facts for programs.
    #[must_use]
    pub fn details(&self) -> &Map<String, Value> {
        &self.0.details
    }
}

/// The names of capabilities, without their parts.
fn names(capabilities: &Value) -> Vec<String> {
    capabilities.as_object().into_iter().flatten().map(|(name, _)| format!("`{name}`")).collect()
}

/// Whether a code lies in the range that JSON-RPC and the protocol keep for themselves without being one that an
/// application may answer with (JSON-RPC 2.0, section 5.1; MCP 2026-07-28). Among them are -32002 and -32042, which
/// older revisions had and the newest has not.
fn is_misused(code: i32) -> bool {
    (-32768..=-32000).contains(&code) && !matches!(code, -32603..=-32600 | -32022..=-32020)
}

/// An issue as one clause: `path: message`, or the message alone at the root.
fn sentence(issue: &Issue) -> String {
    if issue.path.is_empty() { issue.message.clone() } else { format!("{}: {}", issue.path, issue.message) }
}

impl<E: Refusal> From<E> for Error {
    fn from(refusal: E) -> Self {
        let mut error = Self::new(refusal.kind(), refusal.code(), refusal.message());
        error.0.hint = refusal.hint();
        error.0.issues = refusal.issues();
        error.with_source(refusal)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.0.kind)
            .field("code", &self.0.code)
            .field("message", &self.0.message)
            .field("issues", &self.0.issues)
            .field("source", &self.0.source)
            .finish_non_exhaustive()
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as &(dyn StdError + 'static))
    }
}

/// The causes of an error as one line for the log, outermost first.
#[must_use]
pub fn chain(error: &(dyn StdError + 'static)) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let line = cause.to_string();
        if !text.ends_with(&line) {
            text.push_str(": ");
            text.push_str(&line);
        }
        next = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_input_names_every_issue_in_one_sentence() {
        let error =
            Error::invalid(vec![Issue::custom("a[0].b", "Required"), Issue::custom("", "Expected object")]);
        assert_eq!(error.message(), "a[0].b: Required; Expected object");
        assert_eq!(error.kind().status(), 400);
        assert_eq!(error.issues().len(), 2);
    }

    #[test]
    fn a_code_that_the_protocol_keeps_for_itself_becomes_a_fault_that_the_log_explains() {
        for code in [-32768, -32700, -32604, -32599, -32099, -32042, -32023, -32019, -32002, -32000] {
            let error = Error::protocol(Kind::NotFound, code, "Nothing there");
            assert_eq!(error.protocol_code(), Some((-32603, None)), "{code}");
            assert!(
                error.kind().is_fault() && chain(&error).contains(&code.to_string()),
                "{}",
                chain(&error)
            );
            assert_eq!(error.message(), "Nothing there");
        }
        for code in [-32769, -32603, -32600, -32022, -32020, -31999, -31001, 7] {
            let error = Error::protocol(Kind::NotFound, code, "Nothing there");
            assert_eq!((error.kind(), error.protocol_code()), (Kind::NotFound, Some((code, None))));
        }
    }

    #[test]
    fn a_question_that_cannot_be_put_names_the_way_out() {
        let ask = Ask::new()
            .question("who", crate::ask::Question::sample("Who?", 9))
            .question("where", crate::ask::Question::Roots);
        let error = Error::ask(ask);
        let hint = error.hint().unwrap();
        for part in ["`roots` and `sampling`", "session", "stdio", "text/event-stream", "2026-07-28"] {
            assert!(hint.contains(part), "{part} in {hint}");
        }
    }

    #[test]
    fn data_stands_beside_a_protocol_code_only() {
        let data = serde_json::json!({ "a": 1 });
        let error = Error::forbidden("No").with_data(data.clone());
        assert_eq!(error.protocol_code(), Some((-31003, Some(&data))));
        let refusal = Error::new(Kind::Conflict, "too_late", "Too late").with_data(data);
        assert!(refusal.protocol_code().is_none() && refusal.details().is_empty());
    }

    #[test]
    fn a_fault_says_nothing_of_its_cause_and_keeps_it_for_the_log() {
        let error = Error::internal("select secret from t");
        assert!(!error.to_string().contains("secret"));
        assert!(chain(&error).contains("select secret from t"));
    }
}
