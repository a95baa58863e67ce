//! Whole files, from bytes to entries.

mod decisions;
mod properties;
mod rows;
mod templates;

use super::{Entry, Options, Refusal, SkipReason, Statement};

/// Rows as `date amount description`, or `line: reason` where one is skipped.
fn read_with(text: &str, options: &Options) -> Result<Vec<String>, Refusal> {
    let statement = Statement::inspect(text.as_bytes(), options)?;
    let rows: Vec<String> = statement
        .entries("account")
        .map(|row| match row {
            Ok(entry) => format!("{} {} {}", entry.date, entry.amount, entry.description),
            Err(skipped) => format!("{}: {}", skipped.row, skipped.reason.code()),
        })
        .collect();
    assert_eq!(rows.len() as u64, statement.report().rows, "every row is an entry or a skipped row");
    Ok(rows)
}

fn read(text: &str) -> Result<Vec<String>, Refusal> {
    read_with(text, &Options::default())
}

fn entries(text: &str, options: &Options) -> Vec<Entry> {
    Statement::inspect(text.as_bytes(), options).unwrap().entries("account").filter_map(Result::ok).collect()
}

fn reasons(text: &str, options: &Options) -> Vec<(u64, SkipReason)> {
    let statement = Statement::inspect(text.as_bytes(), options).unwrap();
    statement
        .entries("account")
        .filter_map(Result::err)
        .map(|skipped| (skipped.row, skipped.reason))
        .collect()
}
