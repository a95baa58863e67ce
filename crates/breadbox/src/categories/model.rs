//! What transactions are sorted under: two levels of codes.

use belay_core::Entity;

/// A category.
#[derive(Debug, Clone)]
pub(crate) struct Category {
    pub(crate) slug: String,
    pub(crate) parent_slug: Option<String>,
}

impl Entity for Category {
    const PREFIX: &'static str = "cat";
}

/// A category that every household begins with.
pub(crate) struct Seed {
    pub(crate) slug: &'static str,
    pub(crate) display_name: &'static str,
    pub(crate) color: &'static str,
    pub(crate) icon: &'static str,
    /// What follows the slug and an underscore in the slugs of its children.
    pub(crate) children: &'static [&'static str],
}

/// A code as banks' data providers spell it: the slug in capitals.
pub(crate) fn code(slug: &str) -> String {
    slug.to_uppercase()
}

/// The display name of a child, from the end of its slug: `gas_and_electricity` is "Gas and electricity".
pub(crate) fn child_name(suffix: &str) -> String {
    let words = suffix.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
