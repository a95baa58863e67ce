//! A whole journal in the database.

use std::collections::BTreeMap;

use belay_store::{Arg, Statement, StoreError, Tx, args};

use super::model::{Cell, Kind, Row};
use super::sql;
use super::tables::Table;

/// Rows that go to the database in one trip.
pub(crate) const BATCH: usize = 500;

/// How a table is read, and how it is written where this area writes it.
fn statements(table: Table) -> (Statement, Option<Statement>) {
    match table {
        Table::Profile => (sql::READ_PROFILE, None),
        Table::Groups => (sql::READ_GROUPS, Some(sql::WRITE_GROUPS)),
        Table::Exercises => (sql::READ_EXERCISES, Some(sql::WRITE_EXERCISES)),
        Table::Templates => (sql::READ_TEMPLATES, Some(sql::WRITE_TEMPLATES)),
        Table::TemplateItems => (sql::READ_TEMPLATE_ITEMS, Some(sql::WRITE_TEMPLATE_ITEMS)),
        Table::StoredMeals => (sql::READ_STORED_MEALS, Some(sql::WRITE_STORED_MEALS)),
        Table::Meals => (sql::READ_MEALS, Some(sql::WRITE_MEALS)),
        Table::Alcohol => (sql::READ_ALCOHOL, Some(sql::WRITE_ALCOHOL)),
        Table::Weights => (sql::READ_WEIGHTS, Some(sql::WRITE_WEIGHTS)),
        Table::Sleep => (sql::READ_SLEEP, Some(sql::WRITE_SLEEP)),
        Table::Steps => (sql::READ_STEPS, Some(sql::WRITE_STEPS)),
        Table::Cardio => (sql::READ_CARDIO, Some(sql::WRITE_CARDIO)),
        Table::Phases => (sql::READ_PHASES, Some(sql::WRITE_PHASES)),
        Table::Untracked => (sql::READ_UNTRACKED, Some(sql::WRITE_UNTRACKED)),
        Table::Workouts => (sql::READ_WORKOUTS, Some(sql::WRITE_WORKOUTS)),
        Table::WorkoutExercises => (sql::READ_WORKOUT_EXERCISES, Some(sql::WRITE_WORKOUT_EXERCISES)),
        Table::WorkoutSets => (sql::READ_WORKOUT_SETS, Some(sql::WRITE_WORKOUT_SETS)),
        Table::Accomplishments => (sql::READ_ACCOMPLISHMENTS, Some(sql::WRITE_ACCOMPLISHMENTS)),
    }
}

/// All rows of a table.
pub(crate) async fn read(tx: &mut Tx, tenant: &str, table: Table) -> Result<Vec<Row>, StoreError> {
    let rows = tx.all(statements(table).0, args![tenant]).await?;
    let columns = table.shape().columns;
    rows.iter()
        .map(|row| columns.iter().map(|column| cell(row, column.name, column.kind)).collect())
        .collect()
}

fn cell(row: &belay_store::Row, name: &str, kind: Kind) -> Result<Cell, StoreError> {
    let cell = match kind {
        Kind::Id | Kind::Ref(_) | Kind::Int(..) => row.get::<Option<i64>>(name)?.map(Cell::Int),
        Kind::Real(..) => row.get::<Option<f64>>(name)?.map(Cell::Real),
        Kind::Text(_) | Kind::Name(_) | Kind::Choice(_) => row.get::<Option<String>>(name)?.map(Cell::Text),
        Kind::Past | Kind::Day => row.get::<Option<jiff::civil::Date>>(name)?.map(Cell::On),
        Kind::Instant => row.get::<Option<jiff::Timestamp>>(name)?.map(Cell::At),
    };
    Ok(cell.unwrap_or(Cell::Null))
}

/// Adds rows to a table, each with what follows from it.
pub(crate) async fn write(
    tx: &mut Tx,
    tenant: &str,
    table: Table,
    rows: impl Iterator<Item = (&Row, Vec<Cell>)>,
) -> Result<(), StoreError> {
    let Some(statement) = statements(table).1 else { return Ok(()) };
    let values = |(row, derived): (&Row, Vec<Cell>)| {
        let cells = row.iter().chain(&derived).map(arg);
        std::iter::once(Arg::from(tenant)).chain(cells).collect()
    };
    tx.batch(statement, rows.map(values).collect()).await?;
    Ok(())
}

/// Changes counts that were imported before, each given by its number, with its steps and kcal.
pub(crate) async fn recount(tx: &mut Tx, tenant: &str, rows: &[(i64, i64, i64)]) -> Result<(), StoreError> {
    let rows = rows.iter().map(|(id, steps, kcal)| args![tenant, *id, *steps, *kcal]).collect();
    tx.batch(sql::RECOUNT, rows).await?;
    Ok(())
}

/// The last number given to each kind of row.
pub(crate) async fn counters(tx: &mut Tx, tenant: &str) -> Result<BTreeMap<String, i64>, StoreError> {
    let rows = tx.all(sql::READ_COUNTERS, args![tenant]).await?;
    rows.iter().map(|row| Ok((row.get("entity")?, row.get("last")?))).collect()
}

/// Counts a kind of row on, to a number at least.
pub(crate) async fn raise(tx: &mut Tx, tenant: &str, entity: &str, last: i64) -> Result<(), StoreError> {
    tx.exec(sql::RAISE_COUNTER, args![tenant, entity, last]).await?;
    Ok(())
}

fn arg(cell: &Cell) -> Arg {
    match cell {
        Cell::Null => Arg::Null,
        Cell::Int(number) => (*number).into(),
        Cell::Real(number) => (*number).into(),
        Cell::Text(text) => text.into(),
        Cell::On(date) => (*date).into(),
        Cell::At(instant) => (*instant).into(),
    }
}
