use std::borrow::Cow;
use std::fmt;

use super::columns::Role;
use super::decide;
use super::delimiter;
use super::encoding;
use super::entries::{Entries, Layout};
use super::entry::Entry;
use super::error::Refusal;
use super::fingerprint::{Fingerprints, References};
use super::header::{Head, Sample};
use super::options::{Delimiter, Options};
use super::records::{Place, Records};
use super::report::{Report, UsedColumn};
use super::skipped::SkippedRow;
use super::survey::Survey;
use super::table::Table;
use super::templates;

/// A bank's export of which everything is known that is needed to read its entries.
///
/// Memory beyond the bytes: a copy of the text unless it is UTF-8, and while entries are read at
/// most a hash per row.
pub struct Statement<'b> {
    text: Cow<'b, str>,
    delimiter: Delimiter,
    start: Place,
    layout: Layout,
    references: References,
    report: Report,
}

/// Without the text, which belongs in no log.
impl fmt::Debug for Statement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Statement").field("report", &self.report).finish_non_exhaustive()
    }
}

/// The first rows of a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// Entries. Their fingerprints belong to no account.
    pub entries: Vec<Entry>,
    /// Rows before or between them that are no entries.
    pub skipped: Vec<SkippedRow>,
}

impl<'b> Statement<'b> {
    /// Decides on encoding, delimiter, columns, notation and signs, reading the file once.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] when the file is none, or when it can be read in more than one way.
    pub fn inspect(bytes: &'b [u8], options: &Options) -> Result<Self, Refusal> {
        let named =
            options.template.as_deref().map(|name| templates::by_name(name).ok_or(Refusal::UnknownTemplate));
        let named = named.transpose()?;
        let (text, encoding) = encoding::decode(bytes, options.encoding)?;
        let delimiter = options.delimiter.unwrap_or_else(|| delimiter::recognise(&text, options, named));
        let mut head = Head::read(&Sample::take(&text, delimiter), options, named)?;
        let mut survey = Survey::of(&head, &Table::new(&head))?;
        let (date_format, date_format_because) = decide::date_format(&head, options, &survey)?;
        let (decimal, decimal_because) = decide::decimal(&head, options, &survey)?;
        let (flow, sign_because) = decide::flow(&head, options, (&survey, decimal))?;
        head.drop_unused(flow);
        let by_reference = survey.references.are_usable();
        let layout = Layout { table: Table::new(&head), date_format, decimal, flow };
        let report = Report {
            encoding,
            delimiter,
            template: head.template.map(|template| template.name.to_owned()),
            header_row: head.header_row,
            preamble_rows: head.preamble_rows as u64,
            rows: survey.rows,
            columns: used_columns(&head),
            date_format,
            date_format_because,
            decimal,
            decimal_because,
            sign: flow.sign(),
            sign_because,
            known_by_reference: by_reference,
        };
        let start = head.start.place();
        drop(head);
        survey.references.settle();
        Ok(Self { text, delimiter, start, layout, references: survey.references, report })
    }

    /// What was decided, and why.
    #[must_use]
    pub const fn report(&self) -> &Report {
        &self.report
    }

    /// The entries for an account, and the rows that are none; together [`Report::rows`] of them.
    ///
    /// `account_key` goes into the fingerprints: one text for one account, on every import.
    #[must_use]
    pub fn entries(&self, account_key: &str) -> Entries<'_> {
        let records = Records::new(&self.text, self.delimiter.byte()).at(self.start);
        Entries::new(records, self.layout, Fingerprints::new(account_key, &self.references))
    }

    /// The first `limit` entries, and what was skipped until then.
    #[must_use]
    pub fn preview(&self, limit: usize) -> Preview {
        let mut preview = Preview::default();
        for row in self.entries("") {
            match row {
                Ok(_) if preview.entries.len() == limit => break,
                Ok(entry) => preview.entries.push(entry),
                Err(skipped) => preview.skipped.push(skipped),
            }
        }
        preview
    }
}

fn used_columns(head: &Head<'_>) -> Vec<UsedColumn> {
    let used = |role: Role| {
        let column = head.columns.get(role)?;
        Some(UsedColumn { role, position: column as u64 + 1, name: head.titles.get(column).cloned() })
    };
    Role::ALL.into_iter().filter_map(used).collect()
}
