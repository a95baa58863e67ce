//! Which revision a request is served in, decided by the request alone, before anything of it is done.

use http::{HeaderMap, StatusCode};
use serde_json::json;

use super::fault::{Fault, UNSUPPORTED_VERSION};
use super::headers;
use super::message::Request;
use super::meta::{self, Told};
use super::revision::{Revision, Spoken};

/// How a request is to be served.
#[derive(Debug, Clone)]
pub(crate) enum Era {
    /// It carries everything itself.
    Modern(Told),
    /// In a revision with a handshake: the session's, the header's, or the one that is assumed.
    Legacy(Revision),
    /// In the session it names, if it names one; nothing else says in which revision.
    Unnamed,
    /// Not at all, and not in the words of the protocol, so that the client tries a handshake.
    Plain(&'static str),
}

const NOT_SPOKEN: &str = "This endpoint does not speak that protocol version; open with `initialize`";

/// Decides over a request. Over standard input there are no headers, and the metadata alone decides.
///
/// # Errors
/// What the revision without a handshake says of a request that names it and breaks its rules, in the order that its
/// clients expect: versions that differ, a version not spoken, missing metadata, missing headers.
pub(crate) fn decide(
    request: &Request,
    sent: Option<&HeaderMap>,
    spoken: &Spoken,
    session: Option<Revision>,
) -> Result<Era, Fault> {
    let named = request.meta().and_then(|meta| meta.get(meta::VERSION)).and_then(|version| version.as_str());
    let header = sent.map(|headers| headers::value(headers, headers::VERSION)).transpose()?.flatten();
    let is_other = |version: &str| Revision::parse(version).is_none_or(Revision::is_modern);
    let modern = named.is_some_and(is_other) || header.is_some_and(is_other);
    if modern && spoken.modern() {
        return modern_era(request, sent, spoken, (named, header)).map(Era::Modern);
    }
    if modern {
        return Ok(Era::Plain(NOT_SPOKEN));
    }
    if spoken.newest_legacy().is_none() {
        let asked = request.text("protocolVersion").or(header).or(named);
        return Err(unsupported(spoken, asked.unwrap_or(assumed(sent.is_some()).name())));
    }
    let named = header.or(named).and_then(Revision::parse);
    let revision = session.or(named).unwrap_or(assumed(sent.is_some()));
    // A handshake settles the revision itself, and so did a session, which is looked for later.
    if request.method == "initialize" || session.is_some() || spoken.contains(revision) {
        return Ok(Era::Legacy(revision));
    }
    if named.is_some() {
        return Ok(Era::Plain(NOT_SPOKEN));
    }
    // What is assumed of a client that names nothing is not spoken here.
    Ok(Era::Unnamed)
}

/// Without a header the revision before there was one is assumed, as the protocol says; without HTTP the newest.
fn assumed(over_http: bool) -> Revision {
    if over_http { Revision::V2025_03_26 } else { Revision::V2025_11_25 }
}

fn modern_era(
    request: &Request,
    sent: Option<&HeaderMap>,
    spoken: &Spoken,
    (named, header): (Option<&str>, Option<&str>),
) -> Result<Told, Fault> {
    let mismatch = |message: &str| Fault::new(super::fault::HEADER_MISMATCH, message);
    if let (Some(named), Some(header)) = (named, header)
        && named != header
    {
        return Err(mismatch("The header MCP-Protocol-Version is not the version of the body"));
    }
    let version = named.or(header).unwrap_or_default();
    if !Revision::parse(version).is_some_and(|revision| revision.is_modern() && spoken.contains(revision)) {
        return Err(unsupported(spoken, version));
    }
    let told = meta::read(request.meta())?;
    if let Some(headers) = sent {
        if header.is_none() {
            return Err(mismatch("The header MCP-Protocol-Version is missing"));
        }
        headers::method(headers, request)?;
    }
    Ok(told)
}

fn unsupported(spoken: &Spoken, requested: &str) -> Fault {
    let names = spoken.names();
    let short: String = requested.chars().take(40).collect();
    Fault::new(
        UNSUPPORTED_VERSION,
        format!("That protocol version is not spoken here; {} are", names.join(", ")),
    )
    .with_data(json!({ "supported": names, "requested": short }))
    .with_status(StatusCode::BAD_REQUEST)
}
