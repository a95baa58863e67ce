//! What was read from a file and may become rows.

use std::collections::BTreeMap;
use std::fmt;

use jiff::Timestamp;

use super::model::{Cell, Row};
use super::tables::Table;

/// Where something stands in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// In a line, counted from 1.
    Line(u64),
    /// In a list of a document, counted from 0.
    Item(Table, usize),
    /// In a document's field.
    Field(Table),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Item(table, at) => write!(f, "{}[{at}]", table.shape().name),
            Self::Field(table) => write!(f, "{}", table.shape().name),
        }
    }
}

/// A row that may be added.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    pub(crate) table: Table,
    pub(crate) place: Place,
    pub(crate) row: Row,
    /// Whether it is added only where a row that is new refers to it.
    pub(crate) implied: bool,
}

/// What is wrong with a part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) place: String,
    /// The kind of row, where it is known.
    pub(crate) entity: Option<&'static str>,
    pub(crate) reason: String,
}

/// What a file says.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    pub(crate) drafts: Vec<Draft>,
    /// What is wrong, as far as it is told one by one.
    pub(crate) problems: Vec<Problem>,
    /// How much more is wrong.
    pub(crate) problems_left_off: usize,
    /// How many rows are refused, by kind where it is known. A row with several faults is one.
    pub(crate) refused: BTreeMap<Option<Table>, u64>,
    /// What a journal has no place for, by kind, with how often it came.
    pub(crate) passed_over: BTreeMap<String, u64>,
    /// The last number given to each kind of row, where the file is a journal.
    pub(crate) counters: BTreeMap<String, i64>,
    /// Whether the rows' own numbers mean something.
    pub(crate) has_ids: bool,
    now: Timestamp,
    next: i64,
    last_refused: Option<(Place, Option<Table>)>,
}

impl Reading {
    pub(crate) fn new(now: Timestamp) -> Self {
        Self { now, ..Self::default() }
    }

    /// A number by which rows of this file can refer to each other.
    pub(crate) fn number(&mut self) -> i64 {
        self.next += 1;
        self.next
    }

    /// Takes a row, if every value of it holds, and says whether it does. The row is given by its columns; it is made now,
    /// and it gets a number where it is given none.
    pub(crate) fn take(&mut self, table: Table, place: Place, values: &[(&str, Cell)]) -> bool {
        self.take_if(table, place, values, false)
    }

    /// As [`take`](Self::take), for a row that is there only for others.
    pub(crate) fn imply(&mut self, table: Table, place: Place, values: &[(&str, Cell)]) -> bool {
        self.take_if(table, place, values, true)
    }

    fn take_if(&mut self, table: Table, place: Place, values: &[(&str, Cell)], implied: bool) -> bool {
        let number = self.number();
        let value = |name: &str| match values.iter().find(|(given, _)| *given == name) {
            Some((_, cell)) => cell.clone(),
            None if name == "created_at" => Cell::At(self.now),
            None if name == "id" => Cell::Int(number),
            None => Cell::Null,
        };
        let row: Row = table.shape().columns.iter().map(|column| value(column.name)).collect();
        self.keep(Draft { table, place, row, implied })
    }

    /// Keeps a draft if every value of it holds, and says whether it does.
    pub(crate) fn keep(&mut self, draft: Draft) -> bool {
        let shape = draft.table.shape();
        let faults = shape
            .columns
            .iter()
            .zip(&draft.row)
            .filter_map(|(column, cell)| column.fault(cell, self.now).map(|fault| (column.name, fault)));
        let faults: Vec<(&str, String)> = faults.collect();
        for (name, fault) in &faults {
            self.refuse(draft.place, Some(draft.table), format!("{name}: {fault}"));
        }
        if faults.is_empty() {
            self.drafts.push(draft);
        }
        faults.is_empty()
    }

    /// Notes what is wrong.
    pub(crate) fn refuse(&mut self, place: Place, table: Option<Table>, reason: impl Into<String>) {
        if self.last_refused.replace((place, table)) != Some((place, table)) {
            *self.refused.entry(table).or_default() += 1;
        }
        if self.problems.len() < MOST_PROBLEMS {
            let entity = table.map(|table| table.shape().name);
            self.problems.push(Problem { place: place.to_string(), entity, reason: reason.into() });
        } else {
            self.problems_left_off += 1;
        }
    }

    /// Notes something that a journal has no place for.
    pub(crate) fn pass_over(&mut self, what: &str) {
        let end = what.char_indices().nth(LONGEST_KIND).map_or(what.len(), |(at, _)| at);
        let what = what.get(..end).unwrap_or_default();
        let known = self.passed_over.contains_key(what) || self.passed_over.len() < MOST_KINDS;
        let what = if known { what } else { "anything else" };
        match self.passed_over.get_mut(what) {
            Some(times) => *times += 1,
            None => drop(self.passed_over.insert(what.to_owned(), 1)),
        }
    }
}

/// Kinds that are told apart: a file that is no export at all might have one in every line.
const MOST_KINDS: usize = 200;
/// Characters of the name of a kind.
const LONGEST_KIND: usize = 80;
/// Problems that are kept one by one: more than anybody reads, and little enough to keep.
pub(crate) const MOST_PROBLEMS: usize = 50_000;
