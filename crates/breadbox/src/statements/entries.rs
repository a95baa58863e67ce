//! The second pass: rows become entries.

use belay_core::money::{Amount, Currency, ParseAmountError};
use jiff::civil::Date;

use super::amounts::{Direction, Figure};
use super::columns::Role;
use super::date_format::DateFormat;
use super::dates::DateText;
use super::decide::Flow;
use super::direction;
use super::entry::{Entry, MAX_DESCRIPTION, MAX_LABEL, tidy};
use super::fingerprint::Fingerprints;
use super::options::{DecimalMark, Sign};
use super::records::{Record, Records};
use super::skipped::{SkipReason, SkippedRow};
use super::table::Table;

/// How the rows of a file are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) table: Table,
    pub(super) date_format: DateFormat,
    pub(super) decimal: DecimalMark,
    pub(super) flow: Flow,
}

/// The entries of a statement, in the order of the file, with the rows that are none in between.
pub struct Entries<'s> {
    records: Records<'s>,
    record: Record<'s>,
    layout: Layout,
    fingerprints: Fingerprints<'s>,
}

impl<'s> Entries<'s> {
    pub(super) fn new(records: Records<'s>, layout: Layout, fingerprints: Fingerprints<'s>) -> Self {
        Self { records, record: Record::default(), layout, fingerprints }
    }

    /// Says the currency of rows that name none: the same row in another currency is another entry.
    #[must_use]
    pub fn in_currency(mut self, currency: Option<Currency>) -> Self {
        self.fingerprints.currency = currency;
        self
    }
}

impl Iterator for Entries<'_> {
    type Item = Result<Entry, SkippedRow>;

    fn next(&mut self) -> Option<Self::Item> {
        if !self.records.read(&mut self.record) {
            return None;
        }
        let row = self.record.line;
        let entry = self.layout.entry(&self.record, &mut self.fingerprints);
        Some(entry.map_err(|reason| SkippedRow { row, reason }))
    }
}

impl Layout {
    fn entry(&self, record: &Record<'_>, fingerprints: &mut Fingerprints<'_>) -> Result<Entry, SkipReason> {
        self.table.check(record)?;
        let date = self.date(record)?;
        let (amount, beside) = self.amount(record)?;
        let label =
            |role| Some(tidy(self.table.cell(record, role), MAX_LABEL)).filter(|text| !text.is_empty());
        let merchant = label(Role::Merchant);
        let mut description = tidy(self.table.cell(record, Role::Description), MAX_DESCRIPTION);
        if description.is_empty() {
            // Card payments have no remittance text: the counterparty says what they were.
            description = merchant.clone().ok_or(SkipReason::DescriptionMissing)?;
        }
        let currency = self.currency(record)?.or(beside);
        let reference = label(Role::Reference);
        let known = fingerprints.of_reference(self.table.cell(record, Role::Reference));
        let fingerprint =
            known.unwrap_or_else(|| fingerprints.of_content(date, (amount, currency), &description));
        let category = label(Role::Category);
        Ok(Entry {
            row: record.line,
            date,
            amount,
            currency,
            description,
            merchant,
            category,
            reference,
            fingerprint,
        })
    }

    fn date(&self, record: &Record<'_>) -> Result<Date, SkipReason> {
        let cell = self.table.cell(record, Role::Date);
        if cell.is_empty() {
            return Err(SkipReason::DateMissing);
        }
        let text = DateText::read(cell).ok_or(SkipReason::DateUnreadable)?;
        text.on(self.date_format).ok_or(SkipReason::DateImpossible)
    }

    /// Money out, negative for money in, and the currency that stands beside the figure.
    fn amount(&self, record: &Record<'_>) -> Result<(Amount, Option<Currency>), SkipReason> {
        match self.flow {
            Flow::Signed(sign) => {
                let figure = self.figure(record, Role::Amount)?.ok_or(SkipReason::AmountMissing)?;
                let direction = figure.mark.unwrap_or_else(|| sign.direction(figure.negative));
                let fee = match self.figure(record, Role::Fee)? {
                    Some(fee) => self.signed(&fee)?,
                    None => Amount::ZERO,
                };
                let amount = towards(direction, self.magnitude(&figure)?);
                Ok((amount.checked_add(fee).ok_or(SkipReason::AmountTooLarge)?, figure.currency))
            }
            Flow::Directed => {
                let figure = self.figure(record, Role::Amount)?.ok_or(SkipReason::AmountMissing)?;
                let word = direction::read(self.table.cell(record, Role::Direction));
                let direction = word.ok_or(SkipReason::DirectionUnreadable)?;
                Ok((towards(direction, self.magnitude(&figure)?), figure.currency))
            }
            Flow::Separate { negative_debits, negative_credits } => {
                let debit = self.figure(record, Role::Debit)?;
                let credit = self.figure(record, Role::Credit)?;
                let currency = debit.or(credit).ok_or(SkipReason::AmountMissing)?.currency;
                let out = self.side(debit, Direction::Out, negative_debits)?;
                let into = self.side(credit, Direction::In, negative_credits)?;
                Ok((out.checked_sub(into).ok_or(SkipReason::AmountTooLarge)?, currency))
            }
        }
    }

    /// The figure of a debit or credit column, positive when money went the column's way.
    fn side(
        &self,
        figure: Option<Figure<'_>>,
        way: Direction,
        all_negative: bool,
    ) -> Result<Amount, SkipReason> {
        let Some(figure) = figure else { return Ok(Amount::ZERO) };
        let magnitude = self.magnitude(&figure)?;
        let against = match figure.mark {
            Some(mark) => mark != way,
            None => figure.negative && !all_negative,
        };
        Ok(if against { -magnitude } else { magnitude })
    }

    /// The figure in a cell; none when the cell is empty or has a dash for nothing.
    fn figure<'r>(&self, record: &'r Record<'_>, role: Role) -> Result<Option<Figure<'r>>, SkipReason> {
        match self.table.cell(record, role) {
            "" | "-" | "–" | "—" => Ok(None),
            cell => Figure::read(cell).map(Some).ok_or(SkipReason::AmountUnreadable),
        }
    }

    fn magnitude(&self, figure: &Figure<'_>) -> Result<Amount, SkipReason> {
        figure.magnitude(self.decimal).map_err(skip_reason)
    }

    fn signed(&self, figure: &Figure<'_>) -> Result<Amount, SkipReason> {
        figure.signed(self.decimal).map_err(skip_reason)
    }

    fn currency(&self, record: &Record<'_>) -> Result<Option<Currency>, SkipReason> {
        let code = match self.table.cell(record, Role::Currency) {
            "" => return Ok(None),
            "€" => "EUR",
            "£" => "GBP",
            cell => cell,
        };
        let currency = Currency::parse(code).or_else(|_| Currency::parse(&code.to_ascii_uppercase()));
        currency.map(Some).map_err(|_| SkipReason::CurrencyUnknown)
    }
}

impl Sign {
    const fn direction(self, negative: bool) -> Direction {
        match (self, negative) {
            (Self::PositiveIsOut, false) | (Self::PositiveIsIn, true) => Direction::Out,
            (Self::PositiveIsOut, true) | (Self::PositiveIsIn, false) => Direction::In,
        }
    }
}

fn towards(direction: Direction, magnitude: Amount) -> Amount {
    match direction {
        Direction::Out => magnitude,
        Direction::In => -magnitude,
    }
}

const fn skip_reason(refusal: ParseAmountError) -> SkipReason {
    match refusal {
        ParseAmountError::TooLarge => SkipReason::AmountTooLarge,
        ParseAmountError::NotANumber | ParseAmountError::TooPrecise => SkipReason::AmountUnreadable,
    }
}
