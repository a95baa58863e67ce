//! What an import tells: every row is accounted for, and the report stays short.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::statements::{Report as Reading, SkipReason, SkippedRow};

/// What came of an import.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Imported {
    /// The account it went into; null on a dry run that would make a new one.
    pub(crate) account_id: Option<String>,
    /// That account's name.
    pub(crate) account_name: String,
    /// The connection that stands for its imports; null on a dry run that would make a new one.
    pub(crate) connection_id: Option<String>,
    /// The currency of rows that name none.
    pub(crate) iso_currency_code: Option<String>,
    /// Whether nothing was kept, as asked.
    pub(crate) dry_run: bool,
    /// Rows of data in the file: the sum of the next three.
    pub(crate) total_rows: u64,
    /// Rows that are now transactions.
    pub(crate) imported_transactions: u64,
    /// Rows that were there already from an earlier import.
    pub(crate) skipped_duplicates: u64,
    /// Rows that are no transactions.
    pub(crate) skipped_rows: u64,
    /// Which rows those are, by reason.
    pub(crate) skipped: Vec<Skipped>,
    /// The first day of the file, YYYY-MM-DD.
    pub(crate) first_date: Option<String>,
    /// The last day of the file, YYYY-MM-DD.
    pub(crate) last_date: Option<String>,
    /// How the file was read, and why so.
    pub(crate) reading: Reading,
    /// The first transactions of the file, to check by eye.
    pub(crate) sample: Vec<Sample>,
}

/// Rows that were passed over for one reason.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Skipped {
    /// The reason, for programs.
    pub(crate) code: SkipReason,
    /// The reason, for people.
    pub(crate) reason: String,
    /// Their lines in the file, counted from 1, such as `3, 7-9`.
    pub(crate) rows: String,
}

/// A transaction as it was read.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Sample {
    /// Its line in the file.
    pub(crate) row: u64,
    /// The day.
    pub(crate) date: String,
    /// Above zero: money out of the account.
    pub(crate) amount: belay_core::money::Amount,
    /// The text.
    pub(crate) name: String,
}

/// Rows that were passed over, gathered as they come.
#[derive(Debug, Default)]
pub(crate) struct SkippedRows(BTreeMap<SkipReason, Vec<(u64, u64)>>);

impl SkippedRows {
    pub(crate) fn add(&mut self, skipped: SkippedRow) {
        let runs = self.0.entry(skipped.reason).or_default();
        match runs.last_mut() {
            Some((_, end)) if *end + 1 == skipped.row => *end = skipped.row,
            _ => runs.push((skipped.row, skipped.row)),
        }
    }

    /// The rows by reason; with `most`, only so many characters of row numbers for each.
    pub(crate) fn told(self, most: Option<usize>) -> Vec<Skipped> {
        let run = |(start, end): (u64, u64)| {
            if start == end { start.to_string() } else { format!("{start}-{end}") }
        };
        self.0
            .into_iter()
            .map(|(code, runs)| Skipped {
                code,
                reason: code.sentence().to_owned(),
                rows: shortened(runs.into_iter().map(run), most),
            })
            .collect()
    }
}

/// Runs of rows as one text, ending with a remark where it would be too long.
fn shortened(runs: impl Iterator<Item = String>, most: Option<usize>) -> String {
    let mut text = String::new();
    for run in runs {
        if most.is_some_and(|most| text.len() + run.len() > most) {
            text.push_str(" and more; the command line tells all of them");
            break;
        }
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(&run);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_skipped_row_is_told_by_reason_in_runs() {
        let mut rows = SkippedRows::default();
        for (row, reason) in [
            (3, SkipReason::BlankRow),
            (7, SkipReason::DateMissing),
            (8, SkipReason::DateMissing),
            (9, SkipReason::BlankRow),
            (11, SkipReason::DateMissing),
        ] {
            rows.add(SkippedRow { row, reason });
        }
        let told: Vec<String> = rows
            .told(None)
            .into_iter()
            .map(|skipped| format!("{:?} {}", skipped.code, skipped.rows))
            .collect();
        assert_eq!(told, ["BlankRow 3, 9", "DateMissing 7-8, 11"]);
    }
}
