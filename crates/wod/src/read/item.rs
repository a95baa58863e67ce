//! What a line is made of, in order.

use super::facts::Facts;
use super::phrase::Phrase;
use crate::model::{NoteKind, Reference, SectionKind, SpanKind};

/// One thing that a line says.
#[derive(Debug, Clone)]
pub(crate) enum What {
    Heading {
        title: String,
        letter: Option<char>,
        kind: Option<SectionKind>,
    },
    /// A name that may be a title.
    Title {
        text: String,
        quoted: bool,
    },
    Facts(Box<Facts>),
    Phrases(Vec<Phrase>),
    Slots(Vec<usize>),
    /// `1.` before a line.
    Numbered(usize),
    /// `A1)` before a line.
    Superset(char),
    Level {
        code: String,
        label: String,
    },
    /// A level said in passing, which the lines below do not belong to.
    Aside {
        code: String,
        label: String,
        phrases: Vec<Phrase>,
    },
    /// The head of a table with a column for each level: code and label.
    Columns(Vec<(String, String)>),
    /// A row of it, by column.
    Row(Vec<Vec<Phrase>>),
    /// Weights and heights for one sex.
    Division {
        male: bool,
        phrases: Vec<Phrase>,
        list: Vec<f64>,
    },
    /// `Set 1-2: 70%`
    SetSpec {
        from: u32,
        to: u32,
        phrase: Box<Phrase>,
    },
    Footnote {
        text: String,
        phrases: Vec<Phrase>,
        step: Option<f64>,
        each_round: bool,
    },
    Link(String),
    Remark {
        kind: NoteKind,
        text: String,
    },
    Then,
    Or,
    PickOne,
    /// `...` below a list: it goes on.
    GoesOn,
    /// A movement that is missing, and what is done instead.
    Substitute {
        missing: Vec<String>,
        phrases: Vec<Phrase>,
    },
    Vest {
        phrase: Box<Phrase>,
    },
    /// `(percentages of your training max)`
    PercentOf(Reference),
    /// `Complete as 4 sets of`
    Restated,
    RestWord,
    /// What follows begins anew: another day.
    Break,
    Prose(String),
    Ignored,
    Unparsed(String),
}

/// A thing with its place.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) what: What,
    pub(crate) kind: SpanKind,
    /// The byte of the normal text where it begins; it reaches to the next one's.
    pub(crate) start: usize,
}

impl Read {
    /// Whether the line is nothing but a sentence.
    pub(crate) fn is_prose(&self) -> bool {
        self.items.iter().all(|item| matches!(item.what, What::Prose(_)) && item.kind == SpanKind::Note)
    }
}

/// A line with its things.
#[derive(Debug, Clone)]
pub(crate) struct Read {
    pub(crate) items: Vec<Item>,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) blank_before: bool,
    pub(crate) bullet: bool,
}
