//! The readers of what anybody may send, for a fuzzer: each takes bytes, checks what must hold for all of them, and
//! answers with a number that tells kinds of input apart.
#![expect(clippy::panic, reason = "a broken promise must stop the fuzzer")]

use std::hash::{DefaultHasher, Hash, Hasher};

use belay_core::operation::Mirrored;
use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;

use super::wire::message::{self, Broken};
use super::wire::revision::Spoken;
use super::wire::{Body, Era, Id, Message, Request, Revision, era, headers, meta};

/// Reads a body or a line as messages. Whatever comes in, what goes out is a message of the protocol.
///
/// # Panics
/// When a message that was read is not the one that was sent, or an error answers with an identifier that is none.
#[must_use]
pub fn json_rpc(input: &[u8]) -> u64 {
    match message::read(input) {
        Err(broken) => answerable(&broken),
        Ok(Body::One(message)) => sound(&message, input),
        Ok(Body::Batch(items)) => {
            // The first few tell batches apart well enough.
            let each = items.iter().take(3).map(|item| match item {
                Ok(message) => kind(message),
                Err(broken) => answerable(broken),
            });
            hash((2, each.collect::<Vec<u64>>()))
        }
    }
}

fn answerable(broken: &Broken) -> u64 {
    let answer = broken.answer();
    assert!(answer.get("id").is_none_or(|id| Id::read(id).is_some()), "{answer}");
    assert!(serde_json::from_str::<Value>(&answer.to_string()).is_ok_and(|again| again == answer));
    hash((0, broken.fault.code, broken.id.is_some()))
}

fn sound(message: &Message, input: &[u8]) -> u64 {
    let sent = input.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input);
    let Ok(sent) = serde_json::from_slice::<Value>(sent) else { panic!("it was read and is no JSON") };
    if let Message::Request(request) = message {
        assert_eq!(Some(&request.id.json()), sent.get("id"));
        assert_eq!(Some(request.method.as_str()), sent.get("method").and_then(Value::as_str));
        decided(request, None);
    }
    hash((1, kind(message)))
}

fn kind(message: &Message) -> u64 {
    match message {
        Message::Request(request) => hash((
            0,
            matches!(request.id, Id::Text(_)),
            request.params.len().min(4),
            request.meta().is_some(),
        )),
        Message::Notification { params, .. } => hash((1, params.len().min(4))),
        Message::Response { answer, .. } => hash((2, answer.is_ok())),
    }
}

/// Decides over a request with headers: lines of `name: value`, a blank line, and the body.
///
/// # Panics
/// When a request is served in the revision without a handshake whose headers do not say what its body says.
#[must_use]
pub fn headers(input: &[u8]) -> u64 {
    let text = String::from_utf8_lossy(input);
    let (head, body) = text.split_once("\n\n").unwrap_or((&text, "{}"));
    let mut sent = HeaderMap::new();
    for (name, value) in head.lines().filter_map(|line| line.split_once(':')) {
        let value = HeaderValue::from_bytes(value.trim().as_bytes());
        if let (Ok(name), Ok(value)) = (name.trim().parse::<HeaderName>(), value) {
            sent.append(name, value);
        }
    }
    let decoded =
        sent.values().filter_map(|value| value.to_str().ok()).map(|value| headers::decode(value).is_some());
    let decoded = decoded.filter(|decoded| *decoded).count().min(4);
    let there = [headers::VERSION, headers::METHOD, headers::NAME, "mcp-param-region", "mcp-param-count"]
        .map(|name| sent.get(name).map(|value| value.len().min(3)));
    let Ok(Body::One(Message::Request(request))) = message::read(body.as_bytes()) else {
        return hash((9, sent.len().min(4), there, decoded));
    };
    let marked = [
        Mirrored { path: vec!["region".to_owned()], header: "Region".to_owned() },
        Mirrored { path: vec!["deep".to_owned(), "count".to_owned()], header: "Count".to_owned() },
    ];
    let arguments = request.params.get("arguments").and_then(Value::as_object);
    let checked = headers::arguments(&sent, &marked, arguments).is_ok();
    let named = headers::name(&sent, &request).is_ok();
    let argument = arguments.map(|arguments| arguments.len().min(3));
    hash((
        decided(&request, Some(&sent)),
        checked,
        named,
        decoded,
        there,
        argument,
        kind(&Message::Request(request)),
    ))
}

fn decided(request: &Request, sent: Option<&HeaderMap>) -> u64 {
    let spoken = Spoken::new(belay_core::app::REVISIONS);
    let legacy = Spoken::new(belay_core::app::LEGACY_REVISIONS);
    let all = [(&spoken, None), (&legacy, None), (&spoken, Some(Revision::V2025_06_18))];
    let kinds = all.map(|(spoken, session)| match era::decide(request, sent, spoken, session) {
        Ok(Era::Modern(told)) => {
            let version = request.meta().and_then(|meta| meta.get(meta::VERSION)).and_then(Value::as_str);
            assert_eq!(version, Some(Revision::V2026_07_28.name()));
            if let Some(sent) = sent {
                assert_eq!(headers::value(sent, headers::VERSION).ok().flatten(), version);
                assert!(headers::method(sent, request).is_ok());
            }
            assert!(told.client.capabilities.is_object());
            10
        }
        Ok(Era::Legacy(revision)) => revision as i32,
        Ok(Era::Plain(_)) => 20,
        Ok(Era::Unnamed) => 21,
        Err(fault) => fault.code,
    });
    hash(kinds)
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
