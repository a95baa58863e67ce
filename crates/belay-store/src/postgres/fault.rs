//! PostgreSQL's error codes as errors of the store.
//! Codes: <https://www.postgresql.org/docs/current/errcodes-appendix.html>.

use std::error::Error as StdError;

use tokio_postgres::{
    Error,
    error::{DbError, SqlState},
};

use crate::{StatementFault, StoreError};

/// Turns an error of the driver into one of the store.
pub(super) fn translate(error: Error) -> StoreError {
    let Some(refusal) = error.as_db_error() else {
        return if error.is_closed() || is_io(&error) {
            StoreError::unavailable(error)
        } else {
            refused(error)
        };
    };
    let code = refusal.code();
    if *code == SqlState::UNIQUE_VIOLATION {
        let (table, columns) = key(refusal);
        return StoreError::Unique { table, columns, source: error.into() };
    }
    if *code == SqlState::FOREIGN_KEY_VIOLATION {
        return StoreError::ForeignKey { table: refusal.table().map(str::to_owned), source: error.into() };
    }
    if *code == SqlState::NOT_NULL_VIOLATION || *code == SqlState::CHECK_VIOLATION {
        return StoreError::Check { source: error.into() };
    }
    if *code == SqlState::QUERY_CANCELED {
        return StoreError::Cancelled;
    }
    if *code == SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT {
        return StoreError::TimedOut;
    }
    if is_busy(code) {
        return StoreError::Busy { source: error.into() };
    }
    // Classes 08 connection, 53 resources, 57 operator, 58 system.
    if ["08", "53", "57", "58"].iter().any(|class| code.code().starts_with(class)) {
        return StoreError::unavailable(error);
    }
    refused(error)
}

fn is_busy(code: &SqlState) -> bool {
    [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED, SqlState::LOCK_NOT_AVAILABLE]
        .contains(code)
}

fn is_io(error: &Error) -> bool {
    error.source().is_some_and(<dyn StdError>::is::<std::io::Error>)
}

fn refused(error: Error) -> StoreError {
    let message = match (error.as_db_error(), error.source()) {
        (Some(refusal), _) => format!("{} ({})", refusal.message(), refusal.code().code()),
        (None, Some(source)) => source.to_string(),
        (None, None) => error.to_string(),
    };
    StoreError::Statement(StatementFault { message, sql: None, source: Some(error.into()) })
}

/// Reads the table and the columns from `Key (a, b)=(1, 2) already exists.`, in whatever language it is.
fn key(refusal: &DbError) -> (String, Vec<String>) {
    let table = refusal.table().unwrap_or_default().to_owned();
    let index = || vec![refusal.constraint().unwrap_or_default().to_owned()];
    let columns = refusal
        .detail()
        .and_then(|detail| detail.split_once('('))
        .and_then(|(_, rest)| rest.split_once(")=("))
        .map(|(names, _)| names);
    match columns {
        Some(names) if !names.contains('(') => {
            (table, names.split(", ").map(|name| name.trim_matches('"').to_owned()).collect())
        }
        _ => (table, index()),
    }
}
