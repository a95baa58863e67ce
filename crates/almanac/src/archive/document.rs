//! A journal as one JSON document.

use std::collections::BTreeMap;
use std::io::Read;

use jiff::Timestamp;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::draft::{Draft, Place, Reading};
use super::model::{Cell, Row};
use super::refusal::FileRefusal;
use super::tables::Table;

/// What the document says it is.
const FORMAT: &str = "almanac-journal";
/// The form of documents that are written, and the only one so far.
const VERSION: i64 = 1;
const NAME: &str = "Almanac";

/// A journal.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    /// The last number given to each kind of row.
    pub(crate) counters: BTreeMap<String, i64>,
    /// The rows of each table.
    pub(crate) rows: Vec<(Table, Vec<Row>)>,
}

impl Journal {
    /// The rows of a table.
    pub(crate) fn of(&self, table: Table) -> &[Row] {
        self.rows.iter().find(|(of, _)| *of == table).map_or(&[], |(_, rows)| rows)
    }

    /// Whether nothing was ever kept in it, but for a profile.
    pub(crate) fn is_untouched(&self) -> bool {
        let used = self.rows.iter().any(|(table, rows)| *table != Table::Profile && !rows.is_empty());
        self.counters.is_empty() && !used
    }
}

/// A row with the names of its columns.
struct Named<'a>(Table, &'a Row);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns = self.0.shape().columns;
        serializer.collect_map(columns.iter().map(|column| column.name).zip(self.1))
    }
}

impl Serialize for Journal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("format", FORMAT)?;
        map.serialize_entry("version", &VERSION)?;
        map.serialize_entry("counters", &self.counters)?;
        for (table, rows) in &self.rows {
            let mut named = rows.iter().map(|row| Named(*table, row));
            if *table == Table::Profile {
                map.serialize_entry(table.shape().name, &named.next())?;
            } else {
                map.serialize_entry(table.shape().name, &named.collect::<Vec<_>>())?;
            }
        }
        map.end()
    }
}

/// Reads a document, also one that still stands in the answer of an export.
///
/// # Errors
/// [`FileRefusal`] for what is no such document at all. What is wrong with single rows stands in the reading.
pub(crate) fn read(file: impl Read, now: Timestamp) -> Result<Reading, FileRefusal> {
    let not_that = |problem: String| FileRefusal::NotThat { source_name: NAME, problem };
    let value: Value = serde_json::from_reader(std::io::BufReader::new(file)).map_err(|error| {
        if error.is_io() {
            return FileRefusal::Unreadable;
        }
        not_that(format!("it is no JSON from line {}, column {} on", error.line(), error.column()))
    })?;
    let Value::Object(mut whole) = value else { return Err(not_that("it is no JSON object".to_owned())) };
    if let Some(Value::Object(inner)) = whole.remove("document") {
        whole = inner;
    }
    if whole.remove("format").as_ref().and_then(Value::as_str) != Some(FORMAT) {
        return Err(not_that(format!("its field `format` does not say `{FORMAT}`")));
    }
    match whole.remove("version").as_ref().and_then(Value::as_i64) {
        Some(VERSION) => {}
        Some(newer) if newer > VERSION => return Err(FileRefusal::NewerVersion(newer)),
        _ => return Err(not_that("its field `version` is missing".to_owned())),
    }
    Ok(of_fields(whole, now))
}

fn of_fields(mut whole: Map<String, Value>, now: Timestamp) -> Reading {
    let mut reading = Reading::new(now);
    reading.has_ids = true;
    if let Some(Value::Object(counters)) = whole.remove("counters") {
        let numbers = counters.into_iter().filter_map(|(entity, last)| Some((entity, last.as_i64()?)));
        reading.counters = numbers.filter(|(_, last)| (0..1 << 40).contains(last)).collect();
    }
    for table in Table::ALL {
        let shape = table.shape();
        match whole.remove(shape.name) {
            None | Some(Value::Null) => {}
            Some(Value::Array(rows)) if table != Table::Profile => {
                for (at, row) in rows.into_iter().enumerate() {
                    one(&mut reading, table, Place::Item(table, at), row);
                }
            }
            Some(row) if table == Table::Profile => one(&mut reading, table, Place::Field(table), row),
            Some(_) => reading.refuse(Place::Field(table), Some(table), "Expected a list"),
        }
    }
    for unknown in whole.into_iter().filter(|(name, _)| name != "_meta") {
        let times = unknown.1.as_array().map_or(1, Vec::len);
        for _ in 0..times.min(1_000) {
            reading.pass_over("fields that this version does not know");
        }
    }
    reading
}

fn one(reading: &mut Reading, table: Table, place: Place, value: Value) {
    let Value::Object(mut fields) = value else {
        reading.refuse(place, Some(table), "Expected an object");
        return;
    };
    let (mut row, mut sound) = (Row::new(), true);
    for column in table.shape().columns {
        let given = fields.remove(column.name).unwrap_or(Value::Null);
        match column.read(&given) {
            Ok(cell) => row.push(cell),
            Err(fault) => {
                reading.refuse(place, Some(table), format!("{}: {fault}", column.name));
                row.push(Cell::Null);
                sound = false;
            }
        }
    }
    for _ in fields {
        reading.pass_over("fields that this version does not know");
    }
    if sound {
        reading.keep(Draft { table, place, row, implied: false });
    }
}
