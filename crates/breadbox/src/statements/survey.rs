//! The first pass: what all rows together say about notation and signs.

use super::amounts::{DecimalEvidence, Figure};
use super::columns::Role;
use super::dates::{DateEvidence, DateText};
use super::direction::DirectionEvidence;
use super::error::{MAX_ROWS, Refusal};
use super::fingerprint::References;
use super::header::Head;
use super::options::DecimalMark;
use super::records::Record;
use super::running_balance::RunningBalance;
use super::table::Table;

/// How many figures of a column are above and below zero.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SignCount {
    pub(super) positive: u64,
    pub(super) negative: u64,
    /// Figures other than zero with CR or DR beside them, and without.
    pub(super) marked: u64,
    pub(super) unmarked: u64,
}

impl SignCount {
    fn add(&mut self, figure: &Figure<'_>) {
        if figure.is_zero() {
            return;
        }
        self.positive += u64::from(!figure.negative);
        self.negative += u64::from(figure.negative);
        self.marked += u64::from(figure.mark.is_some());
        self.unmarked += u64::from(figure.mark.is_none());
    }
}

/// What the rows of a file say.
#[derive(Debug, Default)]
pub(super) struct Survey {
    pub(super) rows: u64,
    /// Dated rows with at least one figure.
    pub(super) with_amount: u64,
    pub(super) dates: DateEvidence,
    pub(super) decimals: DecimalEvidence,
    pub(super) amounts: SignCount,
    pub(super) debits: SignCount,
    pub(super) credits: SignCount,
    pub(super) directions: DirectionEvidence,
    pub(super) references: References,
    with_point: RunningBalance,
    with_comma: RunningBalance,
}

impl Survey {
    pub(super) fn of(head: &Head<'_>, table: &Table) -> Result<Self, Refusal> {
        let mut survey = Self::default();
        let (mut records, mut record) = (head.start, Record::default());
        while records.read(&mut record) {
            survey.rows += 1;
            if survey.rows > MAX_ROWS {
                return Err(Refusal::TooManyRows);
            }
            if survey.add(&record, table).is_none() {
                survey.with_point.interrupt();
                survey.with_comma.interrupt();
            }
        }
        if survey.rows == 0 {
            Err(Refusal::EmptyFile)
        } else if survey.dates.readable == 0 {
            Err(Refusal::NoReadableDate)
        } else if survey.with_amount == 0 {
            Err(Refusal::NoReadableAmount)
        } else {
            Ok(survey)
        }
    }

    /// Takes a row into account; None when it is to be skipped whatever the file's notation.
    fn add(&mut self, record: &Record<'_>, table: &Table) -> Option<()> {
        table.check(record).ok()?;
        let cell = |role| table.cell(record, role);
        let figure = |role| Figure::read(cell(role));
        let date = DateText::read(cell(Role::Date))?;
        let money = [Role::Amount, Role::Debit, Role::Credit].map(figure);
        if !self.dates.add(date) || money.iter().all(Option::is_none) {
            return None;
        }
        self.with_amount += 1;
        let [amount, debit, credit] = money;
        for (figure, count) in
            [(amount, &mut self.amounts), (debit, &mut self.debits), (credit, &mut self.credits)]
        {
            if let Some(figure) = figure {
                count.add(&figure);
                self.decimals.add(&figure);
            }
        }
        if table.columns.get(Role::Reference).is_some() {
            self.references.add(cell(Role::Reference));
        }
        if table.columns.get(Role::Direction).is_some()
            && let Some(amount) = amount
        {
            self.directions.add(cell(Role::Direction), amount.negative);
        }
        let balance = figure(Role::Balance)?;
        self.decimals.add(&balance);
        self.add_balance(&amount?, &balance);
        Some(())
    }

    /// The decimal mark is not known yet, so both are followed.
    fn add_balance(&mut self, amount: &Figure<'_>, balance: &Figure<'_>) {
        for mark in DecimalMark::BOTH {
            let running = match mark {
                DecimalMark::Point => &mut self.with_point,
                DecimalMark::Comma => &mut self.with_comma,
            };
            match (amount.signed(mark), balance.signed(mark)) {
                (Ok(amount), Ok(balance)) => running.add(amount, balance),
                _ => running.interrupt(),
            }
        }
    }

    pub(super) const fn balance(&self, mark: DecimalMark) -> &RunningBalance {
        match mark {
            DecimalMark::Point => &self.with_point,
            DecimalMark::Comma => &self.with_comma,
        }
    }
}
