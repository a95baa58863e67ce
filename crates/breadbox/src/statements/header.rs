//! Where the data of a file starts and which column is which.

use super::amounts::Figure;
use super::columns::{self, Columns, Role};
use super::dates::DateText;
use super::decide::Flow;
use super::error::Refusal;
use super::options::{Delimiter, Options};
use super::records::{Record, Records};
use super::templates::{self, Recognised, Template};

/// Records looked at to find the header.
const SAMPLE_LENGTH: usize = 60;

/// The first records of a file under one delimiter, each with the place behind it.
pub(super) struct Sample<'t> {
    start: Records<'t>,
    rows: Vec<(Record<'t>, Records<'t>)>,
}

impl<'t> Sample<'t> {
    pub(super) fn take(text: &'t str, delimiter: Delimiter) -> Self {
        let start = Records::new(text, delimiter.byte());
        let mut records = start;
        let mut rows = Vec::new();
        let mut record = Record::default();
        while rows.len() < SAMPLE_LENGTH && records.read(&mut record) {
            rows.push((std::mem::take(&mut record), records));
        }
        Self { start, rows }
    }

    fn records(&self) -> impl Iterator<Item = &Record<'t>> {
        self.rows.iter().map(|(record, _)| record)
    }

    fn position(&self, wanted: impl Fn(&Record<'t>) -> bool) -> Option<usize> {
        self.records().position(wanted)
    }

    /// The width that covers most cells, and how many it covers; single columns are no table.
    fn table(&self) -> (usize, usize) {
        let cells = |width: usize| width * self.records().filter(|record| record.len() == width).count();
        let widths = self.records().map(Record::len).filter(|width| *width > 1);
        widths.map(|width| (width, cells(width))).max_by_key(|(_, cells)| *cells).unwrap_or((1, 0))
    }

    pub(super) fn table_size(&self) -> usize {
        self.table().1
    }

    /// Whether the row reads like names, in whatever language, for the columns of another.
    fn has_names(&self, at: usize, data: usize) -> bool {
        let width = |at: usize| self.records().nth(at).map(Record::len);
        let is_name = |cell: &str| !cell.is_empty() && !is_date(cell) && Figure::read(cell).is_none();
        width(at) == width(data) && self.records().nth(at).is_some_and(|record| record.iter().all(is_name))
    }

    /// The rows from one on that have its width.
    fn like(&self, at: usize) -> (Vec<&Record<'t>>, usize) {
        let width = self.records().nth(at).map_or(1, Record::len);
        (self.records().skip(at).filter(|record| record.len() == width).collect(), width)
    }

    fn after(&self, at: usize) -> Records<'t> {
        self.rows.get(at).map_or(self.start, |(_, after)| *after)
    }

    fn before(&self, at: usize) -> Records<'t> {
        at.checked_sub(1).map_or(self.start, |at| self.after(at))
    }
}

/// What the first rows turned out to be.
#[derive(Clone, Copy)]
pub(super) enum Found {
    /// This row names the columns.
    Header(usize, Option<&'static Template>),
    /// This row is the first of the data, and none names the columns.
    NoHeader(usize, Option<&'static Template>),
}

/// Finds a header or a first row of data; None when nothing is recognised.
pub(super) fn locate(
    sample: &Sample<'_>,
    options: &Options,
    named: Option<&'static Template>,
) -> Option<Found> {
    let first_data = sample.position(is_data);
    if let Some(template) = named {
        return match template.recognised {
            Recognised::ByHeader => {
                let at = sample.position(|record| template.has_header(&names(record)))?;
                Some(Found::Header(at, named))
            }
            _ => first_data.map(|at| Found::NoHeader(at, named)),
        };
    }
    if options.header != Some(false)
        && let Some(found) = locate_header(sample, options)
    {
        return Some(found);
    }
    let at = first_data?;
    if options.header != Some(false)
        && let Some(above) = at.checked_sub(1)
        && sample.has_names(above, at)
    {
        return Some(Found::Header(above, None));
    }
    let shape = sample.records().nth(at).and_then(by_shape);
    Some(Found::NoHeader(at, shape))
}

fn locate_header(sample: &Sample<'_>, options: &Options) -> Option<Found> {
    let known = |(at, record): (usize, &Record<'_>)| Some((at, templates::by_header(&names(record))?));
    if let Some((at, template)) = sample.records().enumerate().find_map(known) {
        return Some(Found::Header(at, Some(template)));
    }
    let is_wanted = |record: &Record<'_>| columns::has_wanted_names(&names(record), options);
    let is_header = |record: &Record<'_>| {
        let guess = Columns::guess(&names(record));
        guess.get(Role::Date).is_some() && guess.has_money() && !is_data(record)
    };
    let at = sample.position(is_wanted).or_else(|| sample.position(is_header))?;
    Some(Found::Header(at, None))
}

fn names(record: &Record<'_>) -> Vec<String> {
    record.iter().map(columns::fold).collect()
}

fn is_date(cell: &str) -> bool {
    DateText::read(cell).is_some()
}

/// A date and, in another cell, an amount.
fn is_data(record: &Record<'_>) -> bool {
    record.iter().any(is_date) && record.iter().any(|cell| !is_date(cell) && Figure::read(cell).is_some())
}

/// Date, amount, an asterisk, a check number or nothing, and a text.
fn by_shape(record: &Record<'_>) -> Option<&'static Template> {
    let shape = record.len() == 5
        && is_date(record.get(0))
        && Figure::read(record.get(1)).is_some()
        && record.get(2) == "*"
        && record.get(3).bytes().all(|byte| byte.is_ascii_digit())
        && !record.get(4).is_empty();
    if shape { templates::by_name("wells_fargo") } else { None }
}

/// The start of the data, and the meaning of its columns.
pub(super) struct Head<'t> {
    /// The place of the first row of data.
    pub(super) start: Records<'t>,
    pub(super) header_row: Option<u64>,
    /// Rows before the header or the data.
    pub(super) preamble_rows: usize,
    /// Column names as they stand in the file; none without header.
    pub(super) titles: Vec<String>,
    pub(super) width: usize,
    pub(super) template: Option<&'static Template>,
    pub(super) columns: Columns,
}

impl<'t> Head<'t> {
    pub(super) fn read(
        sample: &Sample<'t>,
        options: &Options,
        named: Option<&'static Template>,
    ) -> Result<Self, Refusal> {
        if sample.rows.is_empty() {
            return Err(Refusal::EmptyFile);
        }
        let found = match locate(sample, options, named) {
            Some(Found::NoHeader(at, shape)) if options.header == Some(true) && named.is_none() => {
                // The caller says that there is a header: it is the row above the data.
                at.checked_sub(1).map_or(Found::NoHeader(at, shape), |at| Found::Header(at, None))
            }
            Some(found) => found,
            None if named.is_some() => return Err(Refusal::TemplateMismatch),
            None => Self::assume(sample, options),
        };
        let head = match found {
            Found::Header(at, template) => Self::with_header(sample, options, (at, template)),
            Found::NoHeader(at, template) => Self::without_header(sample, options, (at, template)),
        }?;
        head.checked()
    }

    /// Nothing was recognised: the first row as wide as the table is the header, unless there is none.
    fn assume(sample: &Sample<'_>, options: &Options) -> Found {
        let (width, _) = sample.table();
        let at = sample.position(|record| record.len() == width).unwrap_or(0);
        if options.header == Some(false) { Found::NoHeader(at, None) } else { Found::Header(at, None) }
    }

    fn with_header(
        sample: &Sample<'t>,
        options: &Options,
        (at, template): (usize, Option<&'static Template>),
    ) -> Result<Self, Refusal> {
        let record = sample.records().nth(at).ok_or(Refusal::EmptyFile)?;
        let names = names(record);
        let columns = template.map_or_else(|| Columns::guess(&names), Template::columns);
        let is_known = columns.get(Role::Date).is_some() && columns.has_money();
        let columns = if is_known { columns } else { columns.or(infer(&sample.like(at + 1))) };
        Ok(Self {
            start: sample.after(at),
            header_row: Some(record.line),
            preamble_rows: at,
            titles: record.iter().map(ToOwned::to_owned).collect(),
            width: record.len(),
            template,
            columns: columns.choose(options, &names, record.len())?,
        })
    }

    fn without_header(
        sample: &Sample<'t>,
        options: &Options,
        (at, template): (usize, Option<&'static Template>),
    ) -> Result<Self, Refusal> {
        let rows = sample.like(at);
        let width = rows.1;
        let columns = template.map_or_else(|| infer(&rows), Template::columns);
        Ok(Self {
            start: sample.before(at),
            header_row: None,
            preamble_rows: at,
            titles: Vec::new(),
            width,
            template,
            columns: columns.choose(options, &[], width)?,
        })
    }

    /// A column that says debit or credit is no category, and one that does not is no direction.
    pub(super) fn drop_unused(&mut self, flow: Flow) {
        if flow != Flow::Directed {
            self.columns.set(Role::Direction, None);
        } else if self.columns.get(Role::Direction) == self.columns.get(Role::Category) {
            self.columns.set(Role::Category, None);
        }
    }

    fn checked(self) -> Result<Self, Refusal> {
        let has = |role| self.columns.get(role).is_some_and(|column| column < self.width);
        if !has(Role::Date) {
            Err(Refusal::NoDateColumn)
        } else if !has(Role::Amount) && !has(Role::Debit) && !has(Role::Credit) {
            Err(Refusal::NoAmountColumn)
        } else if !has(Role::Description) && !has(Role::Merchant) {
            Err(Refusal::NoDescriptionColumn)
        } else {
            Ok(self)
        }
    }
}

/// The meaning of columns without known names, by what they hold.
///
/// The amount is inferred only when no other column holds a single figure: that could be a
/// balance, or the amount be a number of something.
fn infer((rows, width): &(Vec<&Record<'_>>, usize)) -> Columns {
    let count = |column: usize, holds: &dyn Fn(&str) -> bool| {
        rows.iter().filter(|row| holds(row.get(column))).count()
    };
    let is_most = |count: usize| count > 0 && count * 10 >= rows.len() * 9;
    let is_amount = |cell: &str| !is_date(cell) && Figure::read(cell).is_some();
    let mut columns = Columns::default();
    columns.set(Role::Date, (0..*width).find(|column| is_most(count(*column, &is_date))));
    let mut amounts = (0..*width).filter(|column| count(*column, &is_amount) > 0);
    if let (Some(only), None) = (amounts.next(), amounts.next())
        && is_most(count(only, &is_amount))
    {
        columns.set(Role::Amount, Some(only));
    }
    let letters = |column: &usize| -> usize {
        rows.iter().map(|row| row.get(*column).chars().filter(|char| char.is_alphabetic()).count()).sum()
    };
    let texts = (0..*width)
        .filter(|column| !is_most(count(*column, &is_date)) && !is_most(count(*column, &is_amount)));
    columns.set(Role::Description, texts.max_by_key(letters).filter(|column| letters(column) > 0));
    columns
}
