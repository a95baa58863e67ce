//! Comma-separated values, with each row's line.

use std::io::Read;

use crate::archive::draft::{Place, Reading};
use crate::archive::refusal::FileRefusal;

/// A file of rows under a header.
#[derive(Debug)]
pub(super) struct Spreadsheet {
    /// The names of the columns, in lower case.
    header: Vec<String>,
    rows: Vec<Line>,
    /// Whether a comma stands before decimals, as it does where semicolons part the columns.
    decimal_comma: bool,
}

/// A row.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) number: u64,
    fields: Vec<String>,
}

impl Line {
    /// What stands in a column, without blanks around it; empty where there is no such column.
    pub(super) fn text(&self, column: Option<usize>) -> &str {
        column.and_then(|at| self.fields.get(at)).map_or("", |field| field.trim())
    }

    /// As [`text`](Self::text), where it is not empty.
    pub(super) fn some(&self, column: Option<usize>) -> Option<&str> {
        Some(self.text(column)).filter(|text| !text.is_empty())
    }

    pub(super) fn place(&self) -> Place {
        Place::Line(self.number)
    }
}

/// Bytes of the first line that are looked at.
const FIRST: usize = 4_096;

impl Spreadsheet {
    /// Reads a file. Rows that are no rows of the table become problems of the reading.
    ///
    /// # Errors
    /// [`FileRefusal`] for what has not the columns it must have.
    pub(super) fn read(
        mut file: impl Read,
        source_name: &'static str,
        needs: &[&[&str]],
        reading: &mut Reading,
    ) -> Result<Self, FileRefusal> {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|_| FileRefusal::Unreadable)?;
        let bytes = &lines_ended_alike(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes));
        let delimiter = delimiter(bytes);
        let reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            .flexible(true)
            .from_reader(bytes.as_slice());
        let mut lines: Vec<(u64, Result<Vec<String>, ()>)> = Vec::new();
        for record in reader.into_byte_records() {
            let Ok(record) = record else { return Err(FileRefusal::Unreadable) };
            let number = record.position().map_or(0, csv::Position::line);
            let text = |field: &[u8]| String::from_utf8(field.to_vec()).map_err(drop);
            lines.push((number, record.iter().map(text).collect()));
        }
        let rest = unclosed(bytes).then(|| lines.pop()).flatten();
        let mut lines = lines.into_iter();
        let header = lines.next().and_then(|(_, fields)| fields.ok()).unwrap_or_default();
        let header: Vec<String> = header.iter().map(|name| name.trim().to_lowercase()).collect();
        let missing =
            needs.iter().find(|names| !names.iter().any(|name| header.iter().any(|has| has == name)));
        if let Some(name) = missing.and_then(|names| names.first()) {
            let problem = format!("it has no column `{name}`");
            return Err(FileRefusal::NotThat { source_name, problem });
        }
        let mut sheet = Self { header, rows: Vec::new(), decimal_comma: delimiter == b';' };
        for (number, fields) in lines {
            let columns = sheet.header.len();
            match fields {
                Ok(fields) if fields.len() == columns => sheet.rows.push(Line { number, fields }),
                Ok(fields) => {
                    let text = format!("The row has {} columns where the header has {columns}", fields.len());
                    reading.refuse(Place::Line(number), None, text);
                }
                Err(()) => reading.refuse(Place::Line(number), None, "The row is not text in UTF-8"),
            }
        }
        if let Some((number, _)) = rest {
            let text = "A quotation mark is opened here and never closed; nothing from here on could be read";
            reading.refuse(Place::Line(number), None, text);
        }
        Ok(sheet)
    }

    /// Where the first of some names stands.
    pub(super) fn column(&self, names: &[&str]) -> Option<usize> {
        names.iter().find_map(|name| self.header.iter().position(|has| has == name))
    }

    pub(super) fn rows(&self) -> &[Line] {
        &self.rows
    }

    /// A number of a column: none where it is empty.
    ///
    /// # Errors
    /// A sentence where it is none.
    pub(super) fn number(&self, line: &Line, column: Option<usize>) -> Result<Option<f64>, String> {
        let Some(text) = line.some(column) else { return Ok(None) };
        let plain = if self.decimal_comma || !parts_thousands(text) {
            text.replace(',', ".")
        } else {
            text.replace(',', "")
        };
        let number = plain.parse().ok().filter(|number: &f64| number.is_finite());
        let name = column.and_then(|at| self.header.get(at)).map_or("", String::as_str);
        number.map(Some).ok_or_else(|| format!("{name}: Expected a number"))
    }
}

/// Whether commas stand where thousands are parted: after up to three digits, and before every three. Any other comma
/// stands before decimals, whatever parts the columns.
fn parts_thousands(text: &str) -> bool {
    let whole = text.split('.').next().unwrap_or_default().trim_start_matches('-');
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    (1..=3).contains(&first.len()) && groups.all(|group| group.len() == 3)
}

/// The text with one sign at the end of each line, whichever there were: the lines of rows are counted by it.
fn lines_ended_alike(bytes: &[u8]) -> Vec<u8> {
    let mut alike = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter().peekable();
    while let Some(byte) = rest.next() {
        if *byte == b'\r' {
            rest.next_if(|next| **next == b'\n');
            alike.push(b'\n');
        } else {
            alike.push(*byte);
        }
    }
    alike
}

/// Whether a quotation mark is opened and never closed: then it swallows the rest of the file.
fn unclosed(bytes: &[u8]) -> bool {
    bytes.iter().filter(|byte| **byte == b'"').count() % 2 == 1
}

/// What parts the columns: whichever stands most often in the first line.
fn delimiter(bytes: &[u8]) -> u8 {
    let first = bytes.get(..FIRST.min(bytes.len())).unwrap_or_default();
    let first = first.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let often = |delimiter: &u8| first.iter().filter(|byte| *byte == delimiter).count();
    [b'\t', b';', b','].into_iter().max_by_key(often).unwrap_or(b',')
}
