//! A journal as a table for each kind of row.

use belay_core::Error;
use schemars::JsonSchema;
use serde::Serialize;

use super::document::Journal;
use super::model::{Cell, Row};
use super::tables::Table;

/// A file of the export.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Sheet {
    /// Its name.
    pub(crate) name: String,
    /// Its text: a line with the names of the columns, then a line for each row.
    pub(crate) content: String,
}

/// Every table as comma-separated values.
///
/// # Errors
/// A fault, which writing to memory does not have.
pub(crate) fn of(journal: &Journal) -> Result<Vec<Sheet>, Error> {
    journal.rows.iter().map(|(table, rows)| sheet(*table, rows)).collect()
}

fn sheet(table: Table, rows: &[Row]) -> Result<Sheet, Error> {
    let shape = table.shape();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(shape.columns.iter().map(|column| column.name)).map_err(Error::internal)?;
    for row in rows {
        writer.write_record(row.iter().map(text)).map_err(Error::internal)?;
    }
    let bytes = writer.into_inner().map_err(|error| Error::internal(error.to_string()))?;
    let content = String::from_utf8(bytes).map_err(Error::internal)?;
    Ok(Sheet { name: format!("{}.csv", shape.name), content })
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Null => String::new(),
        Cell::Int(number) => number.to_string(),
        Cell::Real(number) => number.to_string(),
        Cell::Text(text) => text.clone(),
        Cell::On(date) => date.to_string(),
        Cell::At(instant) => instant.to_string(),
    }
}
