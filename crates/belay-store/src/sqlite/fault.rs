//! SQLite's result codes as errors of the store. Codes: <https://www.sqlite.org/rescode.html>.

use rusqlite::{Connection, Error, ErrorCode, ffi};

use crate::{StatementFault, StoreError};

/// Turns an error of the driver into one of the store; `connection` is asked what an index is about.
pub(crate) fn translate(connection: &Connection, error: Error) -> StoreError {
    let code = match &error {
        Error::SqliteFailure(failure, _) => failure,
        Error::SqlInputError { error: failure, .. } => failure,
        _ => return refused(error),
    };
    match code.extended_code {
        ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_ROWID => {
            unique(connection, error)
        }
        ffi::SQLITE_CONSTRAINT_FOREIGNKEY => StoreError::ForeignKey { table: None, source: error.into() },
        ffi::SQLITE_CONSTRAINT_NOTNULL | ffi::SQLITE_CONSTRAINT_CHECK | ffi::SQLITE_CONSTRAINT_DATATYPE => {
            StoreError::Check { source: error.into() }
        }
        _ => match code.code {
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => StoreError::Busy { source: error.into() },
            ErrorCode::OperationInterrupted => StoreError::Cancelled,
            ErrorCode::CannotOpen
            | ErrorCode::DiskFull
            | ErrorCode::SystemIoFailure
            | ErrorCode::DatabaseCorrupt
            | ErrorCode::NotADatabase
            | ErrorCode::PermissionDenied
            | ErrorCode::OutOfMemory => StoreError::unavailable(error),
            _ => refused(error),
        },
    }
}

fn refused(error: Error) -> StoreError {
    // The driver's own text of an input error ends in the whole statement.
    let message = match &error {
        Error::SqlInputError { msg, .. } => msg.clone(),
        other => other.to_string(),
    };
    StoreError::Statement(StatementFault { message, sql: None, source: Some(error.into()) })
}

/// Reads `UNIQUE constraint failed: t.a, t.b`, or `…: index 'name'` where the key holds an expression.
fn unique(connection: &Connection, error: Error) -> StoreError {
    let message = error.to_string();
    let names = message.split_once("failed: ").map_or("", |(_, names)| names);
    let (table, columns) = match names.strip_prefix("index '") {
        Some(index) => {
            let index = index.trim_end_matches('\'');
            (table_of_index(connection, index), vec![index.to_owned()])
        }
        None => columns(names),
    };
    StoreError::Unique { table, columns, source: error.into() }
}

fn columns(names: &str) -> (String, Vec<String>) {
    let parts = names.split(", ").filter_map(|part| part.split_once('.'));
    let table = parts.clone().next().map_or_else(String::new, |(table, _)| table.to_owned());
    (table, parts.map(|(_, column)| column.to_owned()).collect())
}

fn table_of_index(connection: &Connection, index: &str) -> String {
    connection
        .query_row("select tbl_name from sqlite_schema where type = 'index' and name = ?1", [index], |row| {
            row.get(0)
        })
        .unwrap_or_default()
}
