//! Rust source with comments and literals told apart, so that a word in a comment is not taken for code.

use std::ops::Range;

/// A text literal of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Literal {
    /// Where its opening quote stands, in bytes.
    pub(crate) start: usize,
    /// What stands between the quotes, escapes as written.
    pub(crate) text: String,
}

/// A source file, taken apart. `code` has the length and the lines of the file.
#[derive(Debug, Default)]
pub(crate) struct Source {
    /// The file with comments and the insides of literals replaced by blanks.
    pub(crate) code: String,
    /// The text literals in order.
    pub(crate) literals: Vec<Literal>,
    tests: Vec<Range<usize>>,
}

impl Source {
    pub(crate) fn new(text: &str) -> Self {
        let mut lexer = Lexer {
            text: text.as_bytes(),
            at: 0,
            code: Vec::with_capacity(text.len()),
            literals: Vec::new(),
        };
        lexer.run();
        let code = String::from_utf8_lossy(&lexer.code).into_owned();
        let tests = test_modules(&code);
        Self { code, literals: lexer.literals, tests }
    }

    /// The line of a byte, from 1.
    pub(crate) fn line(&self, at: usize) -> usize {
        self.code.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
    }

    /// Whether a byte stands in a `#[cfg(test)]` item.
    pub(crate) fn in_test(&self, at: usize) -> bool {
        self.tests.iter().any(|range| range.contains(&at))
    }

    /// Where a piece of code stands, every time.
    pub(crate) fn find_all<'a>(&'a self, needle: &'a str) -> impl Iterator<Item = usize> + 'a {
        self.code.match_indices(needle).map(|(at, _)| at)
    }

    /// The first literal that opens at or after a byte.
    pub(crate) fn literal_from(&self, at: usize) -> Option<&Literal> {
        self.literals.iter().find(|literal| literal.start >= at)
    }

    /// The block that opens at or after a byte, without its braces.
    pub(crate) fn block(&self, at: usize) -> Option<Range<usize>> {
        block(&self.code, at)
    }
}

/// From an opening brace at or after `at` to the brace that closes it.
fn block(code: &str, at: usize) -> Option<Range<usize>> {
    let open = at + code.get(at..)?.find('{')?;
    let mut depth = 0_usize;
    for (offset, byte) in code.bytes().enumerate().skip(open) {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(open + 1..offset),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn test_modules(code: &str) -> Vec<Range<usize>> {
    let items = code.match_indices("#[cfg(test)]").filter_map(|(at, _)| {
        let rest = code.get(at..)?;
        let ends_first = rest.find(';').is_some_and(|end| rest.find('{').is_none_or(|open| end < open));
        if ends_first { Some(at..at + rest.find(';')?) } else { Some(at..block(code, at)?.end) }
    });
    items.collect()
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    code: Vec<u8>,
    literals: Vec<Literal>,
}

impl Lexer<'_> {
    fn run(&mut self) {
        while let Some(byte) = self.peek(0) {
            match byte {
                b'/' if self.peek(1) == Some(b'/') => self.blank_while(|byte| byte != b'\n'),
                b'/' if self.peek(1) == Some(b'*') => self.comment(),
                b'"' => self.plain(),
                b'\'' => self.quote(),
                b'r' | b'b' | b'c' if !self.in_word() => self.prefixed(),
                _ => self.keep(),
            }
        }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }

    fn in_word(&self) -> bool {
        self.at.checked_sub(1).and_then(|before| self.text.get(before)).is_some_and(|byte| is_word(*byte))
    }

    fn keep(&mut self) {
        self.code.extend(self.peek(0));
        self.at += 1;
    }

    fn blank(&mut self) {
        self.code.extend(self.peek(0).map(|byte| if byte == b'\n' { b'\n' } else { b' ' }));
        self.at += 1;
    }

    fn blank_while(&mut self, goes_on: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&goes_on) {
            self.blank();
        }
    }

    /// A block comment; they nest.
    fn comment(&mut self) {
        let mut depth = 0_usize;
        while self.peek(0).is_some() {
            match (self.peek(0), self.peek(1)) {
                (Some(b'/'), Some(b'*')) => depth += 1,
                (Some(b'*'), Some(b'/')) => depth -= 1,
                _ => {
                    self.blank();
                    continue;
                }
            }
            self.blank();
            self.blank();
            if depth == 0 {
                return;
            }
        }
    }

    /// A literal with escapes.
    fn plain(&mut self) {
        let start = self.at;
        self.keep();
        while let Some(byte) = self.peek(0) {
            if byte == b'"' {
                break;
            }
            if byte == b'\\' {
                self.blank();
            }
            self.blank();
        }
        self.close(start, start + 1);
    }

    /// `r"…"`, `br#"…"#`, `b"…"`, or a word that only begins like one.
    fn prefixed(&mut self) {
        let letters =
            if matches!((self.peek(0), self.peek(1)), (Some(b'b' | b'c'), Some(b'r'))) { 2 } else { 1 };
        let raw = self.peek(letters - 1) == Some(b'r');
        let hashes =
            if raw { (letters..).take_while(|ahead| self.peek(*ahead) == Some(b'#')).count() } else { 0 };
        if self.peek(letters + hashes) != Some(b'"') {
            return self.keep();
        }
        for _ in 0..letters + hashes {
            self.keep();
        }
        if !raw {
            return self.plain();
        }
        let start = self.at;
        self.keep();
        while self.peek(0).is_some() && !self.closes(hashes) {
            self.blank();
        }
        self.close(start, start + 1);
    }

    fn closes(&self, hashes: usize) -> bool {
        self.peek(0) == Some(b'"') && (1..=hashes).all(|ahead| self.peek(ahead) == Some(b'#'))
    }

    fn close(&mut self, start: usize, inside: usize) {
        let text = self.text.get(inside..self.at).unwrap_or_default();
        self.literals.push(Literal { start, text: String::from_utf8_lossy(text).into_owned() });
        self.keep();
    }

    /// A character literal, or the tick of a lifetime.
    fn quote(&mut self) {
        let length = match self.peek(1) {
            Some(b'\\') => (3..12).find(|ahead| self.peek(*ahead) == Some(b'\'')),
            Some(first) => Some(1 + width(first)).filter(|ahead| self.peek(*ahead) == Some(b'\'')),
            None => None,
        };
        self.keep();
        for _ in 1..length.unwrap_or(0) {
            self.blank();
        }
        if length.is_some() {
            self.keep();
        }
    }
}

pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// How many bytes a UTF-8 character takes, by its first.
fn width(first: u8) -> usize {
    match first {
        0xf0.. => 4,
        0xe0.. => 3,
        0xc0.. => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_blank_and_lines_stay() {
        let text = "let a = \"x // y\"; // \"no\"\n/* { /* */ } */ let b = r#\"q\"q\"#; let c = '\"'; let d: &'a str = b\"z\\\"\";\nend";
        let source = Source::new(text);
        assert_eq!(source.code.len(), text.len());
        assert!(!source.code.contains("no") && !source.code.contains('/') && source.code.ends_with("\nend"));
        let texts: Vec<&str> = source.literals.iter().map(|literal| literal.text.as_str()).collect();
        assert_eq!(texts, ["x // y", "q\"q", "z\\\""]);
    }

    #[test]
    fn test_modules_are_known_by_their_braces() {
        let source = Source::new("fn a() {}\n#[cfg(test)]\nmod tests {\n fn b() { \"}\"; }\n}\nfn c() {}");
        let at = |needle: &str| source.code.find(needle).unwrap();
        assert!(source.in_test(at("fn b")) && !source.in_test(at("fn a")) && !source.in_test(at("fn c")));
        assert_eq!(source.line(at("fn c")), 6);
    }
}
