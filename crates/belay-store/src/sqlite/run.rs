//! Running one statement on a connection.

use rusqlite::{
    Connection, Statement, ToSql,
    types::{ToSqlOutput, Value as Owned, ValueRef},
};

use super::fault::translate;
use crate::{Arg, CellRef, Sql, StoreError, row::RowSet};

impl ToSql for Arg {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Null => ToSqlOutput::Borrowed(ValueRef::Null),
            Self::Bool(flag) => ToSqlOutput::Borrowed(ValueRef::Integer(i64::from(*flag))),
            Self::Int(number) => ToSqlOutput::Borrowed(ValueRef::Integer(*number)),
            Self::Real(number) => ToSqlOutput::Borrowed(ValueRef::Real(*number)),
            Self::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Self::Blob(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
            Self::Json(value) => ToSqlOutput::Owned(Owned::Text(value.to_string())),
        })
    }
}

/// Runs a statement and counts the rows it changed or, where it gives rows, gave.
pub(super) fn exec(connection: &Connection, sql: Sql, args: &[Arg]) -> Result<u64, StoreError> {
    with_statement(connection, sql, |statement| step(connection, statement, args))
}

/// Runs a statement once for each list of values, as long as it is `wanted`.
pub(super) fn batch(
    connection: &Connection,
    sql: Sql,
    rows: &[Vec<Arg>],
    wanted: impl Fn() -> bool,
) -> Result<Vec<u64>, StoreError> {
    with_statement(connection, sql, |statement| {
        let mut counts = Vec::with_capacity(rows.len());
        for args in rows {
            if !wanted() {
                return Err(StoreError::Cancelled);
            }
            counts.push(step(connection, statement, args)?);
        }
        Ok(counts)
    })
}

/// Runs a statement and collects its rows.
pub(super) fn rows(connection: &Connection, sql: Sql, args: &[Arg]) -> Result<RowSet, StoreError> {
    with_statement(connection, sql, |statement| {
        bind(connection, statement, args)?;
        let mut rows = statement.raw_query();
        let mut set = None;
        while let Some(row) = rows.next().map_err(|error| translate(connection, error))? {
            // Not before the first step: a statement kept from before a migration learns its columns there.
            let set = set.get_or_insert_with(|| RowSet::new(row.as_ref().column_names()));
            for at in 0..set.width() {
                let value = row.get_ref(at).map_err(|error| translate(connection, error))?;
                set.push(cell(value)?)?;
            }
        }
        Ok(set.unwrap_or_default())
    })
}

/// Prepares a statement and names the columns of its result.
pub(super) fn describe(connection: &Connection, sql: Sql) -> Result<Vec<String>, StoreError> {
    with_statement(connection, sql, |statement| Ok(statement.column_names().map(str::to_owned).collect()))
}

/// Runs several statements without values.
pub(super) fn script(connection: &Connection, sql: Sql) -> Result<(), StoreError> {
    let text = sql.into_sqlite();
    connection.execute_batch(&text).map_err(|error| translate(connection, error).with_sql(&text))
}

fn with_statement<T>(
    connection: &Connection,
    sql: Sql,
    work: impl FnOnce(&mut Statement<'_>) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let text = sql.into_sqlite();
    connection
        .prepare_cached(&text)
        .map_err(|error| translate(connection, error))
        .and_then(|mut statement| work(&mut statement))
        .map_err(|error| error.with_sql(&text))
}

fn step(connection: &Connection, statement: &mut Statement<'_>, args: &[Arg]) -> Result<u64, StoreError> {
    bind(connection, statement, args)?;
    let fault = |error| translate(connection, error);
    if statement.column_count() == 0 {
        return statement.raw_execute().map(|count| count as u64).map_err(fault);
    }
    let mut rows = statement.raw_query();
    let mut count = 0_u64;
    while rows.next().map_err(fault)?.is_some() {
        count = count.saturating_add(1);
    }
    Ok(count)
}

/// Binds by name: SQLite numbers `$2` by where it first stands in the text, not by its digit.
fn bind(connection: &Connection, statement: &mut Statement<'_>, args: &[Arg]) -> Result<(), StoreError> {
    let mut wanted = 0;
    for index in 1..=statement.parameter_count() {
        let number = statement
            .parameter_name(index)
            .and_then(|name| name.strip_prefix('$')?.parse::<usize>().ok())
            .ok_or_else(|| StoreError::fault("a parameter is not of the form $1"))?;
        wanted = wanted.max(number);
        let arg = args.get(number.saturating_sub(1)).ok_or_else(|| miscount(args.len(), number))?;
        statement.raw_bind_parameter(index, arg).map_err(|error| translate(connection, error))?;
    }
    if wanted == args.len() { Ok(()) } else { Err(miscount(args.len(), wanted)) }
}

fn miscount(given: usize, wanted: usize) -> StoreError {
    StoreError::fault(format!("{given} values were given for a statement that has ${wanted}"))
}

fn cell(value: ValueRef<'_>) -> Result<CellRef<'_>, StoreError> {
    Ok(match value {
        ValueRef::Null => CellRef::Null,
        ValueRef::Integer(number) => CellRef::Int(number),
        ValueRef::Real(number) => CellRef::Real(number),
        ValueRef::Blob(bytes) => CellRef::Blob(bytes),
        ValueRef::Text(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => CellRef::Text(text),
            Err(_) => {
                let (what, detail) = ("a text".to_owned(), "is not UTF-8".to_owned());
                return Err(StoreError::Inconsistent { what, detail });
            }
        },
    })
}
