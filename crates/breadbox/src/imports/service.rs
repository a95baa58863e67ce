//! Importing a file: read it, find the account, put in what is new, tell what became of every row.

use belay_core::request::Door;
use belay_core::upload::Upload;
use belay_core::{Ctx, Error};
use belay_store::{CtxStore, Tx};

use super::error::ImportRefusal;
use super::model::Import;
use super::report::{Imported, Sample, SkippedRows};
use super::store;
use super::target::{self, Target};
use crate::connections::service as connections;
use crate::statements::{Entry, Options, Statement};
use crate::transactions::model::{Arrival, Transaction};
use crate::transactions::service as transactions;

/// Rows that go to the database in one trip.
const BATCH: usize = 2_000;
/// Rows shown in the report.
const SHOWN: usize = 3;

/// Characters of row numbers that a model is told for one reason.
const MOST_ROW_NUMBERS: usize = 2_000;

/// What to do with a file.
#[derive(Debug, Default)]
pub(crate) struct Instruction {
    /// The identifier or the name of the account.
    pub(crate) account: String,
    /// The currency of rows that name none.
    pub(crate) currency: Option<String>,
    /// Whether to keep nothing.
    pub(crate) dry_run: bool,
    /// What is known about the file.
    pub(crate) options: Options,
}

/// Imports the file that came with the call. The whole file is one transaction: all of it or nothing.
///
/// # Errors
/// [`ImportRefusal`], or what the reader says is wrong with the file.
pub(crate) async fn import(cx: &Ctx, instruction: Instruction) -> Result<Imported, Error> {
    let file = cx.get::<Upload>().cloned().ok_or(ImportRefusal::NoFile)?;
    let statement = cx.long_work(|| Statement::inspect(file.bytes(), &instruction.options))?;
    let has_currency =
        statement.report().columns.iter().any(|used| used.role == crate::statements::Role::Currency);
    let mut tx = cx.db()?.write().await?;
    let currency = instruction.currency.as_deref();
    let target = target::find(cx, &mut tx, &instruction.account, currency, has_currency).await?;
    let mut tally = Tally { total: statement.report().rows, ..Tally::default() };
    let mut batch: Vec<Entry> = Vec::with_capacity(BATCH);
    for row in statement.entries(target.account.id.as_str()).in_currency(target.account.currency) {
        match row {
            Ok(entry) => batch.push(entry),
            Err(skipped) => tally.skip(skipped),
        }
        if batch.len() == BATCH {
            put(cx, &mut tx, &target, std::mem::take(&mut batch), &mut tally).await?;
        }
    }
    put(cx, &mut tx, &target, batch, &mut tally).await?;
    let (added, known, skipped) = (tally.added, tally.known, tally.skipped);
    // A person at the command line is told every row; for a model there is a limit to what it can take in.
    let most = (cx.request().door != Door::Command).then_some(MOST_ROW_NUMBERS);
    let report = tally.report(&target, &statement, (instruction.dry_run, most));
    if instruction.dry_run {
        return Ok(report);
    }
    note(cx, &mut tx, &target, (&file, report.reading.template.as_deref()), [added, known, skipped]).await?;
    tx.commit().await?;
    Ok(report)
}

/// Puts a batch of rows in and counts what became of them.
async fn put(
    cx: &Ctx,
    tx: &mut Tx,
    target: &Target,
    batch: Vec<Entry>,
    tally: &mut Tally,
) -> Result<(), Error> {
    for entry in &batch {
        tally.see(entry);
    }
    let arrivals = batch.into_iter().map(|entry| arrival(cx, target, entry)).collect();
    for added in transactions::receive(cx, tx, arrivals).await? {
        if added {
            tally.added += 1;
        } else {
            tally.known += 1;
        }
    }
    let done = tally.added + tally.known + tally.skipped;
    cx.report_progress(done, Some(tally.total), "Importing");
    Ok(())
}

fn arrival(cx: &Ctx, target: &Target, entry: Entry) -> Arrival {
    Arrival {
        source_key: entry.fingerprint.short(),
        transaction: Transaction {
            id: cx.new_id(),
            account_id: target.account.id.clone(),
            amount: entry.amount,
            currency: entry.currency.or(target.account.currency),
            date: entry.date,
            authorized_date: None,
            name: entry.description,
            merchant_name: entry.merchant,
            category_primary: entry.category,
            category_detailed: None,
            payment_channel: "other".to_owned(),
            pending: false,
        },
    }
}

/// Notes the import beside its rows: on the connection, in the list of imports, in the audit trail.
async fn note(
    cx: &Ctx,
    tx: &mut Tx,
    target: &Target,
    (file, template): (&Upload, Option<&str>),
    [added, known, skipped]: [u64; 3],
) -> Result<(), Error> {
    let account = &target.account;
    if let Some(connection) = &account.connection_id {
        connections::note_sync(cx, tx, connection).await?;
    }
    let import = Import {
        id: cx.new_id(),
        account_id: account.id.clone(),
        file_name: file.name.as_deref().map(str::to_owned),
        template: template.map(str::to_owned),
        added,
        already_there: known,
        skipped,
    };
    store::insert(cx, tx, &import).await?;
    let summary = format!("{added} added, {known} already there, {skipped} skipped");
    belay_access::audit::record_about(
        cx,
        tx,
        "import_transactions",
        (Some(account.id.as_str()), Some(&summary)),
    )
    .await?;
    Ok(())
}

/// What became of the rows so far.
#[derive(Debug, Default)]
struct Tally {
    total: u64,
    added: u64,
    known: u64,
    skipped: u64,
    skipped_rows: SkippedRows,
    days: Option<(jiff::civil::Date, jiff::civil::Date)>,
    sample: Vec<Sample>,
}

impl Tally {
    fn skip(&mut self, row: crate::statements::SkippedRow) {
        self.skipped += 1;
        self.skipped_rows.add(row);
    }

    fn see(&mut self, entry: &Entry) {
        let day = entry.date;
        self.days = Some(self.days.map_or((day, day), |(first, last)| (first.min(day), last.max(day))));
        if self.sample.len() < SHOWN {
            let (row, amount, name) = (entry.row, entry.amount, entry.description.clone());
            self.sample.push(Sample { row, date: day.to_string(), amount, name });
        }
    }

    fn report(
        self,
        target: &Target,
        statement: &Statement<'_>,
        (dry_run, most): (bool, Option<usize>),
    ) -> Imported {
        let kept = !(dry_run && target.new);
        let account = &target.account;
        let (first_date, last_date) =
            self.days.map(|(first, last)| (first.to_string(), last.to_string())).unzip();
        Imported {
            account_id: kept.then(|| account.id.to_string()),
            account_name: account.name.clone(),
            connection_id: account.connection_id.as_ref().filter(|_| kept).map(ToString::to_string),
            iso_currency_code: account.currency.map(|currency| currency.code().to_owned()),
            dry_run,
            total_rows: self.total,
            imported_transactions: self.added,
            skipped_duplicates: self.known,
            skipped_rows: self.skipped,
            skipped: self.skipped_rows.told(most),
            first_date,
            last_date,
            reading: statement.report().clone(),
            sample: self.sample,
        }
    }
}
