//! Splits text into records and fields, borrowing from the text.
//!
//! The grammar is RFC 4180 read leniently. The csv crate reads well-formed files the same way (a
//! test compares), but an opening quote that is never closed makes it swallow the rest of the
//! file, it takes no quote after a space, and it counts lines by LF only. Bank exports do all three.

use std::borrow::Cow;

/// Fields of a record that are kept. No statement has as many columns; a line of millions of
/// delimiters would otherwise take a hundred times its size in memory.
pub(super) const MAX_FIELDS: usize = 256;

/// The fields of one record, reused from record to record.
#[derive(Clone, Debug, Default)]
pub(super) struct Record<'t> {
    /// Line of the file on which the record starts, counted from 1.
    pub(super) line: u64,
    fields: Vec<Cow<'t, str>>,
}

impl Record<'_> {
    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }

    /// The field without surrounding white space; empty where the record is too short.
    pub(super) fn get(&self, column: usize) -> &str {
        self.fields.get(column).map_or("", |field| field.trim())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|field| field.trim())
    }

    pub(super) fn is_blank(&self) -> bool {
        self.iter().all(str::is_empty)
    }
}

/// The records of a text from some place on. Cheap to copy, so that a place can be kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Records<'t> {
    text: &'t str,
    at: usize,
    line: u64,
    delimiter: u8,
}

/// A place in a text, to go on from later.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    at: usize,
    line: u64,
}

/// A field and the offset of what ended it.
type Field<'t> = (Cow<'t, str>, usize);

impl<'t> Records<'t> {
    pub(super) const fn new(text: &'t str, delimiter: u8) -> Self {
        Self { text, at: 0, line: 1, delimiter }
    }

    /// Where reading goes on.
    pub(super) const fn place(&self) -> Place {
        Place { at: self.at, line: self.line }
    }

    /// The same text from another place.
    pub(super) const fn at(mut self, place: Place) -> Self {
        self.at = place.at;
        self.line = place.line;
        self
    }

    /// Reads the next record that is not an empty line; false at the end.
    pub(super) fn read(&mut self, record: &mut Record<'t>) -> bool {
        while self.at < self.text.len() {
            record.fields.clear();
            record.line = self.line;
            self.read_line(record);
            if record.len() > 1 || !record.is_blank() {
                return true;
            }
        }
        false
    }

    fn read_line(&mut self, record: &mut Record<'t>) {
        loop {
            let (field, end) = self.quoted().unwrap_or_else(|| self.plain(self.at));
            if record.len() < MAX_FIELDS {
                record.fields.push(field);
            }
            let more = self.byte(end) == Some(self.delimiter);
            self.at = end + usize::from(self.byte(end).is_some());
            if more {
                continue;
            }
            self.line += 1;
            if self.byte(end) == Some(b'\r') && self.byte(self.at) == Some(b'\n') {
                self.at += 1;
            }
            return;
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// `from` and `to` are always next to ASCII bytes or the ends, hence on character boundaries.
    fn slice(&self, from: usize, to: usize) -> &'t str {
        self.text.get(from..to).unwrap_or_default()
    }

    fn plain(&self, from: usize) -> Field<'t> {
        let rest = self.text.as_bytes().get(from..).unwrap_or_default();
        let length = rest.iter().position(|byte| self.ends_field(*byte)).unwrap_or(rest.len());
        (Cow::Borrowed(self.slice(from, from + length)), from + length)
    }

    const fn ends_field(&self, byte: u8) -> bool {
        byte == self.delimiter || byte == b'\n' || byte == b'\r'
    }

    /// A quoted field, or None where the quote is an ordinary character: it is never closed, or
    /// closes lines later in the middle of a word, which means that it was never meant to open.
    fn quoted(&mut self) -> Option<Field<'t>> {
        let mut open = self.at;
        while self.byte(open) == Some(b' ') {
            open += 1;
        }
        if self.byte(open) != Some(b'"') {
            return None;
        }
        let (close, escapes) = self.closing_quote(open + 1)?;
        let content = self.slice(open + 1, close);
        let lines = line_ends(content);
        let (rest, end) = self.plain(close + 1);
        if lines > 0 && !rest.trim_matches(' ').is_empty() {
            return None;
        }
        self.line += lines;
        let content =
            if escapes { Cow::Owned(content.replace("\"\"", "\"")) } else { Cow::Borrowed(content) };
        if rest.trim_matches(' ').is_empty() { Some((content, end)) } else { Some((content + rest, end)) }
    }

    /// Place of the quote that ends the field, and whether doubled quotes stand before it.
    ///
    /// After a search without success every later run of quotes is of even length and so closes
    /// at once: the text is never searched to its end twice.
    fn closing_quote(&self, from: usize) -> Option<(usize, bool)> {
        let (mut at, mut escapes) = (from, false);
        loop {
            at += self.text.as_bytes().get(at..)?.iter().position(|byte| *byte == b'"')?;
            if self.byte(at + 1) != Some(b'"') {
                return Some((at, escapes));
            }
            escapes = true;
            at += 2;
        }
    }
}

/// LF, CR LF and lone CR each end a line.
fn line_ends(text: &str) -> u64 {
    let mut lines = 0;
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        lines += u64::from(byte == b'\n' || (byte == b'\r' && bytes.peek() != Some(&b'\n')));
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn split(text: &str) -> Vec<(u64, Vec<String>)> {
        let mut records = Records::new(text, b',');
        let mut record = Record::default();
        let mut all = Vec::new();
        while records.read(&mut record) {
            all.push((record.line, record.fields.iter().map(ToString::to_string).collect()));
        }
        all
    }

    fn assert_split(text: &str, expected: &[(u64, &[&str])]) {
        let expected: Vec<(u64, Vec<String>)> = expected
            .iter()
            .map(|(line, row)| (*line, row.iter().map(ToString::to_string).collect()))
            .collect();
        assert_eq!(split(text), expected, "{text:?}");
    }

    #[test]
    fn records_know_the_line_they_start_on() {
        assert_split("a,b\n\n\"c\nd\",e\nf,g", &[(1, &["a", "b"]), (3, &["c\nd", "e"]), (5, &["f", "g"])]);
        assert_split("a\r\n\"b\r\nc\"\rd", &[(1, &["a"]), (2, &["b\r\nc"]), (4, &["d"])]);
    }

    #[test]
    fn quotes_hide_delimiters_and_double_inside() {
        assert_split(
            "\"a,b\",\"say \"\"hi\"\"\", \"after space\" ,\"\"",
            &[(1, &["a,b", "say \"hi\"", "after space", ""])],
        );
    }

    #[test]
    fn stray_quotes_are_ordinary_characters() {
        assert_split("5\" pipe,1\nx,2", &[(1, &["5\" pipe", "1"]), (2, &["x", "2"])]);
        assert_split("\"open,1\nx,2", &[(1, &["\"open", "1"]), (2, &["x", "2"])]);
        assert_split("\"open,1\n\"closed\",2", &[(1, &["\"open", "1"]), (2, &["closed", "2"])]);
        assert_split("\"a\"b,1", &[(1, &["ab", "1"])]);
    }

    #[test]
    fn a_trailing_delimiter_makes_an_empty_field() {
        assert_split("a,\n,b,", &[(1, &["a", ""]), (2, &["", "b", ""])]);
    }

    #[test]
    fn a_line_of_delimiters_alone_costs_no_memory() {
        let rows = split(&format!("{}\nnext", ",".repeat(100_000)));
        assert_eq!(rows[0].1.len(), MAX_FIELDS);
        assert_eq!(rows[1], (2, vec!["next".to_owned()]));
    }

    proptest! {
        #[test]
        fn well_formed_files_are_split_as_the_csv_crate_splits_them(
            rows in prop::collection::vec(prop::collection::vec("[a-zé ,\"\n]{0,6}", 2..5), 1..8)
        ) {
            let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
            for row in &rows {
                writer.write_record(row).unwrap();
            }
            let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
            let theirs: Vec<(u64, Vec<String>)> = reader
                .records()
                .map(Result::unwrap)
                .map(|record| (record.position().unwrap().line(), record.iter().map(ToOwned::to_owned).collect()))
                .collect();
            let ours = split(&text);
            prop_assert_eq!(ours.iter().map(|row| &row.1).collect::<Vec<_>>(), theirs.iter().map(|row| &row.1).collect::<Vec<_>>());
            prop_assert_eq!(ours, theirs);
        }

        #[test]
        fn nothing_is_lost_and_nothing_panics(text in "[a,\" \r\n]{0,60}") {
            let letters: usize = split(&text).iter().flat_map(|(_, row)| row).map(|field| field.matches('a').count()).sum();
            prop_assert_eq!(letters, text.matches('a').count());
        }
    }
}
