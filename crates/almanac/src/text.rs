//! Texts that people give: trimmed, and absent where nothing is left of them.

use belay_core::{Error, Issue};

/// How long names and notes may be, in characters.
pub(crate) const NAME: u32 = 120;
pub(crate) const NOTES: u32 = 2000;

/// A text without blanks around it; an empty one is none.
pub(crate) fn kept(text: Option<String>) -> Option<String> {
    let text = text?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// A name that something must have.
///
/// # Errors
/// An issue of the field where only blanks are given.
pub(crate) fn name(field: &str, text: String) -> Result<String, Error> {
    kept(Some(text)).ok_or_else(|| Error::invalid(vec![Issue::custom(field, "Required")]))
}

/// As names are compared and texts searched: case does not matter.
pub(crate) fn folded(text: &str) -> String {
    text.trim().to_lowercase()
}

/// The refusal of an update that says nothing.
pub(crate) fn nothing_to_change() -> Error {
    Error::invalid(vec![Issue::custom("", "Give at least one field to change")])
}
