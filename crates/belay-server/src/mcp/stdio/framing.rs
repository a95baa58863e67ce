//! Lines out of bytes, whatever chunks they come in.

/// The longest message, in bytes: the largest body over HTTP with room for its envelope.
const LONGEST: usize = 16 * 1024 * 1024;

/// What came in.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line that is not blank.
    Whole(Vec<u8>),
    /// A line that was longer than a message may be. What follows it is read as usual.
    TooLong,
}

/// Collects bytes into lines.
#[derive(Default)]
pub(super) struct Framer {
    buffer: Vec<u8>,
    skipping: bool,
}

impl Framer {
    /// Takes bytes and gives the lines that are whole now.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut pieces = bytes.split(|byte| *byte == b'\n').peekable();
        while let Some(piece) = pieces.next() {
            self.add(piece);
            if pieces.peek().is_some() {
                lines.extend(self.finish());
            }
        }
        lines
    }

    fn add(&mut self, piece: &[u8]) {
        if self.skipping {
            return;
        }
        if self.buffer.len() + piece.len() > LONGEST {
            self.skipping = true;
            self.buffer = Vec::new();
        } else {
            self.buffer.extend_from_slice(piece);
        }
    }

    /// Ends the line that is being read.
    pub(super) fn finish(&mut self) -> Option<Line> {
        if std::mem::take(&mut self.skipping) {
            return Some(Line::TooLong);
        }
        let line = std::mem::take(&mut self.buffer);
        (!line.trim_ascii().is_empty()).then_some(Line::Whole(line))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn blank_lines_carriage_returns_and_several_lines_at_once_are_read() {
        let mut framer = Framer::default();
        let lines = framer.push(b"{\"a\":1}\r\n\n  \n{}\n{\"half");
        assert_eq!(lines, [Line::Whole(b"{\"a\":1}\r".to_vec()), Line::Whole(b"{}".to_vec())]);
        assert_eq!(framer.push(b"\":2}\n"), [Line::Whole(b"{\"half\":2}".to_vec())]);
    }

    #[test]
    fn after_a_line_that_is_too_long_the_next_one_is_read() {
        let mut framer = Framer::default();
        let mut all = vec![b'x'; LONGEST + 1];
        all.extend_from_slice(b"\n{}\n");
        let lines: Vec<Line> = all.chunks(1 << 20).flat_map(|chunk| framer.push(chunk)).collect();
        assert_eq!(lines, [Line::TooLong, Line::Whole(b"{}".to_vec())]);
    }

    proptest! {
        #[test]
        fn how_bytes_are_cut_into_chunks_changes_nothing(text in "[ab\n\r]{0,60}", cuts in prop::collection::vec(1usize..7, 0..30)) {
            let mut whole = Framer::default();
            let mut expected = whole.push(text.as_bytes());
            expected.extend(whole.finish());
            let (mut framer, mut lines, mut rest) = (Framer::default(), Vec::new(), text.as_bytes());
            for cut in cuts {
                let (chunk, after) = rest.split_at(cut.min(rest.len()));
                lines.extend(framer.push(chunk));
                rest = after;
            }
            lines.extend(framer.push(rest));
            lines.extend(framer.finish());
            prop_assert_eq!(lines, expected);
        }
    }
}
