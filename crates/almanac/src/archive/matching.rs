//! By what a row is recognised that is there already.

use std::collections::HashMap;
use std::fmt::Write;

use jiff::civil::Date;

use super::document::Journal;
use super::model::{Cell, Kind, Row};
use super::tables::{Identity, Table};
use crate::reckoning::phase::{Numbers, PhaseType};
use crate::text::folded;

/// The text by which rows are recognised: equal for rows that may be the same.
pub(super) fn key(table: Table, row: &Row) -> String {
    let shape = table.shape();
    let columns: &[&str] = match &shape.identity {
        Identity::Sole => &[],
        Identity::Named => &["name"],
        Identity::Only(columns) | Identity::Like(columns) => columns,
        Identity::Part { of, place } => &[of, place],
    };
    let mut key = String::new();
    for column in columns {
        let _ = match shape.cell(row, column) {
            Some(Cell::Text(text)) => write!(key, "{}\u{1}", folded(text)),
            Some(cell) => write!(key, "{cell:?}\u{1}"),
            None => Ok(()),
        };
    }
    key
}

/// The rows of one table that are there, and those of the file that are new.
#[derive(Debug)]
pub(super) struct Known<'a> {
    table: Table,
    there: HashMap<String, Vec<&'a Row>>,
    /// New rows by their keys.
    earlier: HashMap<String, usize>,
}

impl<'a> Known<'a> {
    pub(super) fn new(table: Table, journal: &'a Journal) -> Self {
        let mut there: HashMap<String, Vec<&Row>> = HashMap::new();
        for row in journal.of(table) {
            there.entry(key(table, row)).or_default().push(row);
        }
        Self { table, there, earlier: HashMap::new() }
    }

    /// Finds a row that is there and says the same, and leaves it out from then on: twins in a file need twins here.
    pub(super) fn take_alike(&mut self, key: &str, row: &Row) -> Option<i64> {
        let shape = self.table.shape();
        let rows = self.there.get_mut(key)?;
        let at = rows.iter().position(|there| alike(self.table, there, row))?;
        // What no two rows share can be met any number of times.
        let alone = !matches!(shape.identity, Identity::Like(_));
        let found = if alone { *rows.get(at)? } else { rows.swap_remove(at) };
        Some(shape.id(found).unwrap_or_default())
    }

    /// Whether a row of this key is there.
    pub(super) fn holds(&self, key: &str) -> bool {
        self.there.get(key).is_some_and(|rows| !rows.is_empty())
    }

    /// The row of a name that is there; rather one that is in use than one that is archived.
    pub(super) fn id_of(&self, key: &str) -> Option<i64> {
        let shape = self.table.shape();
        let rows = self.there.get(key)?;
        let open = |row: &&&Row| !is_archived(self.table, row);
        let row = rows.iter().find(open).or_else(|| rows.first())?;
        shape.id(row)
    }

    /// The place of the new row with a key.
    pub(super) fn earlier(&self, key: &str) -> Option<usize> {
        self.earlier.get(key).copied()
    }

    /// Notes a new row.
    pub(super) fn note(&mut self, key: String, at: usize) {
        self.earlier.entry(key).or_insert(at);
    }

    /// The number of an imported count of the same day that a later import may replace, with the steps it gets and its day.
    pub(super) fn older_count(&self, table: Table, key: &str, row: &Row) -> Option<(i64, i64, Date)> {
        let shape = table.shape();
        let imported = |row: &Row| {
            shape.cell(row, "source").and_then(Cell::text).is_some_and(|source| source == "import")
        };
        let before = self.there.get(key)?.first().filter(|_| table == Table::Steps)?;
        let both = imported(before) && imported(row);
        both.then(|| {
            Some((shape.id(before)?, shape.cell(row, "steps")?.int()?, shape.cell(row, "on_date")?.on()?))
        })
        .flatten()
    }

    fn all(&self) -> impl Iterator<Item = &&'a Row> {
        self.there.values().flatten()
    }
}

/// Whether a row is out of use.
pub(super) fn is_archived(table: Table, row: &Row) -> bool {
    matches!(table.shape().cell(row, "archived_at"), Some(Cell::At(_)))
}

/// Whether two rows say the same, whatever their numbers and whenever they were made.
fn alike(table: Table, there: &Row, row: &Row) -> bool {
    let columns = table.shape().columns.iter();
    columns.zip(there.iter().zip(row)).all(|(column, (there, given))| {
        matches!(column.kind, Kind::Id)
            || column.name == "created_at"
            || there == given
            || column.filled && *given == Cell::Null
    })
}

/// What is wrong with a row beside others of its kind, or in itself, in words.
pub(super) fn overlap(table: Table, row: &Row, known: &Known<'_>, new: Option<&Vec<Row>>) -> Option<String> {
    let (first, last) = span(table, row)?;
    if last < first {
        return Some("ended_on lies before started_on".to_owned());
    }
    if table == Table::Phases
        && let Some(fault) = incoherent(row)
    {
        return Some(fault);
    }
    let others = known.all().copied().chain(new.into_iter().flatten());
    let meets = |other: &Row| span(table, other).is_some_and(|(from, to)| from <= last && first <= to);
    others.into_iter().any(meets).then(|| "Another one has some of the same days".to_owned())
}

/// The days of a phase or an untracked period.
fn span(table: Table, row: &Row) -> Option<(Date, Date)> {
    let shape = table.shape();
    let of = |name: &str| shape.cell(row, name).and_then(Cell::on);
    matches!(table, Table::Phases | Table::Untracked)
        .then(|| Some((of("started_on")?, of("ended_on").unwrap_or(Date::MAX))))
        .flatten()
}

fn incoherent(row: &Row) -> Option<String> {
    let shape = Table::Phases.shape();
    let number = |name: &str| shape.cell(row, name).and_then(Cell::int);
    let phase_type = shape.cell(row, "phase_type").and_then(Cell::text).and_then(PhaseType::named)?;
    let numbers = Numbers {
        phase_type,
        tdee: number("tdee_at_phase_start")?,
        deficit: number("deficit_kcal")?,
        target: number("daily_kcal_target")?,
    };
    numbers.fault()
}
