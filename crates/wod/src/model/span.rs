//! Places in the source text.

use serde::{Deserialize, Serialize};

/// Bytes of the source text, the end not included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// Behind the last byte.
    pub end: usize,
}

impl Span {
    /// What the text has there; nothing where it is no place of this text.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }
}

/// What a piece of the text became.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpanKind {
    /// A part's heading.
    Heading,
    /// A name above a format.
    Title,
    /// A format.
    Format,
    /// A level's label or lines.
    Level,
    /// A movement with its numbers.
    Movement,
    /// A pause.
    Rest,
    /// A minute's label.
    Slot,
    /// Loads by sex.
    Division,
    /// Loads, tempo or effort for movements above.
    Spec,
    /// A footnote.
    Footnote,
    /// A link.
    Link,
    /// A cap.
    Cap,
    /// Goal, stimulus or score.
    Remark,
    /// Then, or, and.
    Connective,
    /// Prose.
    Note,
    /// Decoration.
    Ignored,
    /// Nothing could be made of it.
    Unparsed,
}

/// A piece of the text and what it became.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Where.
    #[serde(flatten)]
    pub span: Span,
    /// What.
    pub kind: SpanKind,
}
