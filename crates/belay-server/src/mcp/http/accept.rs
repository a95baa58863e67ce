//! What a client sends and takes, read leniently: what is not said is not held against it.

use http::HeaderMap;
use http::header::{ACCEPT, CONTENT_TYPE};

/// What a client takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Accepts {
    /// A stream of events.
    pub(super) events: bool,
    /// One JSON document.
    pub(super) json: bool,
    /// Events rather than a document: they are named first.
    pub(super) prefers_events: bool,
}

impl Accepts {
    pub(super) fn read(headers: &HeaderMap) -> Self {
        let values: Vec<&str> =
            headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok()).collect();
        let all = values.join(",").to_ascii_lowercase();
        if all.trim().is_empty() || all.contains("*/*") {
            return Self { events: true, json: true, prefers_events: false };
        }
        let events = all.contains("text/event-stream");
        // Whoever takes neither is told in JSON what is wrong.
        let json = !events || all.contains("json") || all.contains("application/*");
        let prefers_events = events && all.trim_start().starts_with("text/event-stream");
        Self { events, json, prefers_events }
    }
}

/// Whether a body is JSON by its own account, or says nothing.
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let Some(kind) = headers.get(CONTENT_TYPE) else { return true };
    let kind = kind.to_str().unwrap_or_default().to_ascii_lowercase();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    essence.is_empty() || essence == "application/json" || essence.ends_with("+json")
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn what_a_client_takes_is_read_leniently() {
        for (accept, events, json, prefers_events) in [
            (None, true, true, false),
            (Some("*/*"), true, true, false),
            (Some("application/json"), false, true, false),
            (Some("text/event-stream"), true, false, true),
            (Some("application/json, text/event-stream"), true, true, false),
            (Some("text/event-stream, application/json"), true, true, true),
            (Some("text/html"), false, true, false),
        ] {
            let headers: HeaderMap =
                accept.map(|text| (ACCEPT, HeaderValue::from_static(text))).into_iter().collect();
            assert_eq!(Accepts::read(&headers), Accepts { events, json, prefers_events }, "{accept:?}");
        }
    }
}
