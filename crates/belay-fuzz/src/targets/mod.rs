//! What is fuzzed: one file for each target.

mod cursor;
mod schema;
mod sealed_state;
mod uri_template;
mod wire;
mod wod;

use crate::target::Target;

/// All targets, in the order in which `all` takes them.
pub const ALL: &[&dyn Target] = &[
    &wire::JsonRpc,
    &wire::Headers,
    &uri_template::UriTemplates,
    &cursor::Cursors,
    &sealed_state::SealedState,
    &schema::Coercion,
    &wod::Days,
    &wod::AnyText,
];

/// An input in two parts: its first line and the rest, or two halves where it has one line only.
fn halves(input: &[u8]) -> (&[u8], &[u8]) {
    match input.iter().position(|byte| *byte == b'\n') {
        Some(end) => (input.get(..end).unwrap_or_default(), input.get(end + 1..).unwrap_or_default()),
        None => input.split_at_checked(input.len() / 2).unwrap_or_default(),
    }
}
