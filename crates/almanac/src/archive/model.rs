//! Values of rows, and what a column takes.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::tables::Table;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
    On(Date),
    At(Timestamp),
}

/// A row: a value for each column of its table, in their order.
pub(crate) type Row = Vec<Cell>;

impl Cell {
    pub(crate) fn int(&self) -> Option<i64> {
        if let Self::Int(number) = self { Some(*number) } else { None }
    }

    pub(crate) fn real(&self) -> Option<f64> {
        if let Self::Real(number) = self { Some(*number) } else { None }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub(crate) fn on(&self) -> Option<Date> {
        if let Self::On(date) = self { Some(*date) } else { None }
    }

    pub(crate) fn at(&self) -> Option<Timestamp> {
        if let Self::At(instant) = self { Some(*instant) } else { None }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Int(number) => serializer.serialize_i64(*number),
            Self::Real(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::On(date) => serializer.collect_str(date),
            Self::At(instant) => serializer.collect_str(instant),
        }
    }
}

/// What a column takes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    /// The row's own number.
    Id,
    /// The number of a row of another table.
    Ref(Table),
    /// A whole number between two.
    Int(i64, i64),
    /// A number between two.
    Real(f64, f64),
    /// A text of at most so many characters.
    Text(u32),
    /// A text that is not blank, of at most so many characters.
    Name(u32),
    /// One of these names.
    Choice(&'static [&'static str]),
    /// A day that has come.
    Past,
    /// A day.
    Day,
    /// An instant that has come.
    Instant,
}

/// A column of a table, as it leaves and comes back.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) nullable: bool,
    /// Whether it is worked out where nothing is given.
    pub(crate) filled: bool,
}

impl Column {
    pub(crate) const fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, nullable: false, filled: false }
    }

    /// It may be empty.
    pub(crate) const fn or_null(mut self) -> Self {
        self.nullable = true;
        self
    }

    /// It is worked out where nothing is given.
    pub(crate) const fn or_filled(mut self) -> Self {
        self.filled = true;
        self
    }

    /// Reads a JSON value, and says in words what is wrong with one of another type.
    pub(crate) fn read(&self, value: &Value) -> Result<Cell, String> {
        if value.is_null() {
            return Ok(Cell::Null);
        }
        let text = value.as_str();
        let (cell, expected) = match self.kind {
            Kind::Id | Kind::Ref(_) | Kind::Int(..) => (value.as_i64().map(Cell::Int), "a whole number"),
            Kind::Real(..) => (value.as_f64().map(Cell::Real), "a number"),
            Kind::Text(_) | Kind::Name(_) | Kind::Choice(_) => {
                (text.map(|text| Cell::Text(text.to_owned())), "a text")
            }
            Kind::Past | Kind::Day => {
                let date = text.filter(|text| text.len() == 10).and_then(|text| text.parse().ok());
                (date.map(Cell::On), "a date of the calendar as YYYY-MM-DD")
            }
            Kind::Instant => (
                text.and_then(|text| text.parse().ok()).map(Cell::At),
                "an instant such as 2026-05-25T12:30:00Z",
            ),
        };
        cell.ok_or_else(|| format!("Expected {expected}"))
    }

    /// What is wrong with a value by the limits of the field, in words. The value itself is not told.
    pub(crate) fn fault(&self, cell: &Cell, now: Timestamp) -> Option<String> {
        match (self.kind, cell) {
            (_, Cell::Null) => (!self.nullable && !self.filled).then(|| "Required".to_owned()),
            (Kind::Id | Kind::Ref(_), Cell::Int(number)) => {
                (!(1..=MOST_ID).contains(number)).then(|| format!("Expected a number from 1 to {MOST_ID}"))
            }
            (Kind::Int(low, high), Cell::Int(number)) => {
                (!(low..=high).contains(number)).then(|| format!("Expected a number from {low} to {high}"))
            }
            (Kind::Real(low, high), Cell::Real(number)) => {
                (!(low..=high).contains(number)).then(|| format!("Expected a number from {low} to {high}"))
            }
            (Kind::Text(most), Cell::Text(text)) => lengthy(text, most),
            (Kind::Name(most), Cell::Text(text)) => {
                if text.trim().is_empty() {
                    Some("Required".to_owned())
                } else {
                    lengthy(text, most)
                }
            }
            (Kind::Choice(names), Cell::Text(text)) => {
                (!names.contains(&text.as_str())).then(|| format!("Expected one of {}", names.join(", ")))
            }
            (Kind::Past, Cell::On(date)) => {
                // Somewhere on earth it is tomorrow already.
                let latest = crate::day::Days::default().calendar(later(now));
                (*date > latest || !in_reach(*date))
                    .then(|| "That day is in the future, or too far back".to_owned())
            }
            (Kind::Day, Cell::On(date)) => {
                (!in_reach(*date)).then(|| "Expected a day between 1900 and 2200".to_owned())
            }
            (Kind::Instant, Cell::At(instant)) => (*instant > later(now) || *instant < Timestamp::UNIX_EPOCH)
                .then(|| "That time is in the future, or before 1970".to_owned()),
            _ => Some("Has another type".to_owned()),
        }
    }
}

/// More than anybody has of anything.
const MOST_ID: i64 = 1 << 40;

fn later(now: Timestamp) -> Timestamp {
    now.saturating_add(SignedDuration::from_hours(24)).unwrap_or(now)
}

fn in_reach(date: Date) -> bool {
    (1900..=2200).contains(&date.year())
}

fn lengthy(text: &str, most: u32) -> Option<String> {
    if text.contains('\0') {
        return Some("A text must not hold the character U+0000".to_owned());
    }
    let length = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    (length > most).then(|| format!("Expected at most {most} characters"))
}
