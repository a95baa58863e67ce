//! Readers on files as the programs write them, on broken ones, and on anything at all.

mod apple;
mod gym;
mod meals;
mod properties;

use super::model::{Setting, Unit};
use crate::archive::draft::Reading;
use crate::archive::model::Cell;
use crate::archive::tables::Table;
use crate::day::Days;

fn setting() -> Setting {
    Setting {
        now: "2026-03-15T12:00:00Z".parse().unwrap(),
        days: Days::new("Europe/Berlin", 4).unwrap(),
        unit: None,
        rpe: 7.0,
    }
}

fn in_unit(unit: Unit) -> Setting {
    Setting { unit: Some(unit), ..setting() }
}

/// The values of some columns of each row of a table, as texts.
fn rows(reading: &Reading, table: Table, columns: &[&str]) -> Vec<Vec<String>> {
    let shape = table.shape();
    let text = |cell: Option<&Cell>| match cell {
        None | Some(Cell::Null) => "-".to_owned(),
        Some(Cell::Int(number)) => number.to_string(),
        Some(Cell::Real(number)) => number.to_string(),
        Some(Cell::Text(text)) => text.clone(),
        Some(Cell::On(date)) => date.to_string(),
        Some(Cell::At(instant)) => instant.to_string(),
    };
    let of = reading.drafts.iter().filter(|draft| draft.table == table);
    of.map(|draft| columns.iter().map(|name| text(shape.cell(&draft.row, name))).collect()).collect()
}

fn problems(reading: &Reading) -> Vec<String> {
    reading.problems.iter().map(|problem| format!("{}: {}", problem.place, problem.reason)).collect()
}
