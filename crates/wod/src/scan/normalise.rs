//! One spelling for quotes, dashes, fractions and signs, with the way back to the source.

/// A text in one spelling. It has the same lines as the source.
#[derive(Debug, Default)]
pub(crate) struct Normal {
    /// In one spelling, letter case kept.
    pub(crate) text: String,
    /// The same with ASCII letters in lower case; the same offsets.
    pub(crate) lower: String,
    /// The source's byte for each byte of the text, and the source's length at the end.
    origin: Vec<u32>,
}

impl Normal {
    /// Of a source text.
    pub(crate) fn of(source: &str) -> Self {
        let mut normal = Self {
            text: String::with_capacity(source.len() + 16),
            lower: String::new(),
            origin: Vec::with_capacity(source.len() + 17),
        };
        let mut line_start = true;
        let mut bold = false;
        let mut bold_line = 0;
        for (at, character) in source.char_indices() {
            if at >= bold_line {
                bold_line = source
                    .get(at..)
                    .and_then(|rest| rest.find('\n'))
                    .map_or(source.len(), |end| at + end + 1);
                bold = bold_inside(source.get(at..bold_line).unwrap_or(""));
            }
            if bold && character == '*' {
                continue;
            }
            let before = normal.text.len();
            normal.take(character, line_start);
            if character == '\n' {
                line_start = true;
            } else if !character.is_whitespace() {
                line_start = false;
            }
            let grown = normal.text.len() - before;
            let at = u32::try_from(at).unwrap_or(u32::MAX);
            normal.origin.extend(std::iter::repeat_n(at, grown));
        }
        normal.origin.push(u32::try_from(source.len()).unwrap_or(u32::MAX));
        normal.lower = normal.text.to_ascii_lowercase();
        normal
    }

    /// Where a byte of the text came from.
    pub(crate) fn source(&self, at: usize) -> usize {
        self.origin.get(at).or(self.origin.last()).map_or(0, |origin| *origin as usize)
    }

    fn take(&mut self, character: char, line_start: bool) {
        if character.is_ascii() {
            let character = match character {
                '\r' | '\t' | '\u{b}' | '\u{c}' | PICTURE => ' ',
                '`' => '\'',
                other => other,
            };
            self.text.push(character);
            return;
        }
        let digit_before = self.text.ends_with(|c: char| c.is_ascii_digit());
        let text = match character {
            '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{b4}' | '\u{2032}' | '\u{2bc}' => "'",
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{2033}' | '\u{ab}' | '\u{bb}' => "\"",
            '\u{2010}'..='\u{2015}' | '\u{2212}' => "-",
            '\u{d7}' | '\u{2715}' | '\u{2716}' => "x",
            '\u{2026}' => "...",
            '\u{bd}' if digit_before => " 1/2",
            '\u{bc}' if digit_before => " 1/4",
            '\u{be}' if digit_before => " 3/4",
            '\u{bd}' => "1/2",
            '\u{bc}' => "1/4",
            '\u{be}' => "3/4",
            '\u{2153}' => "1/3",
            '\u{2154}' => "2/3",
            '\u{2192}' | '\u{21d2}' | '\u{279c}' | '\u{27a1}' => "->",
            '\u{2640}' => "\u{2640}",
            '\u{2642}' => "\u{2642}",
            '\u{2022}' | '\u{25cf}' | '\u{25aa}' | '\u{25e6}' | '\u{2023}' | '\u{b7}' | '\u{25a0}'
            | '\u{2043}'
                if line_start =>
            {
                "-"
            }
            // `run • squats`: as the bar of a table parts its cells.
            '\u{2022}' | '\u{25cf}' | '\u{25aa}' | '\u{b7}' | '\u{2023}' => "|",
            // What stands before a line may say that it is a heading.
            other if line_start && is_picture(other) && !is_joiner(other) => "\u{1}",
            '\u{ff01}'..='\u{ff5e}' => {
                let ascii = u32::from(character).saturating_sub(0xfee0);
                self.text.push(char::from_u32(ascii).unwrap_or(' '));
                return;
            }
            other if is_picture(other) || other.is_whitespace() => " ",
            other => {
                self.text.push(other);
                return;
            }
        };
        self.text.push_str(text);
    }
}

/// Stands for a picture at the beginning of a line.
pub(crate) const PICTURE: char = '\u{1}';

/// Signs without a width and those that only change the one before.
fn is_joiner(character: char) -> bool {
    matches!(character, '\u{fe00}'..='\u{fe0f}' | '\u{200b}'..='\u{200f}' | '\u{feff}' | '\u{2060}' | '\u{e0000}'..='\u{e007f}' | '\u{20e3}' | '\u{27a1}' | '\u{25b6}' | '\u{2713}' | '\u{2714}')
}

/// Emoji, their joiners and other decoration.
fn is_picture(character: char) -> bool {
    matches!(
        character,
        '\u{1f000}'..='\u{1faff}' | '\u{2300}'..='\u{23ff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{200b}'..='\u{200f}' | '\u{feff}' | '\u{2060}' | '\u{e0000}'..='\u{e007f}' | '\u{25b6}' | '\u{20e3}'
    )
}

/// Whether a line has words in markdown's bold and others that are not: `**Squat** - 5x5`.
fn bold_inside(line: &str) -> bool {
    let line = line.trim().trim_start_matches(['-', '+', '>', '#', ' ']);
    let marks = line.matches("**").count();
    let whole = marks == 2 && line.starts_with("**") && line.ends_with("**");
    let others = line.matches('*').count().saturating_sub(marks * 2);
    marks >= 2 && marks.is_multiple_of(2) && !whole && others.is_multiple_of(2)
}
