//! A view of a line's tokens that cannot be read past its ends.

use super::token::{Kind, Token};

/// Tokens with the text they stand in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tokens<'a> {
    /// The normal text in lower case.
    pub(crate) lower: &'a str,
    /// The normal text as written.
    pub(crate) text: &'a str,
    pub(crate) list: &'a [Token],
}

impl<'a> Tokens<'a> {
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn get(&self, at: usize) -> Option<&'a Token> {
        self.list.get(at)
    }

    /// The tokens from one place to another, the end not included.
    pub(crate) fn slice(&self, from: usize, to: usize) -> Self {
        let to = to.min(self.list.len());
        Self { list: self.list.get(from.min(to)..to).unwrap_or(&[]), ..*self }
    }

    /// A token's text in lower case; empty past the end.
    pub(crate) fn word(&self, at: usize) -> &'a str {
        self.get(at).and_then(|token| self.lower.get(token.start..token.end)).unwrap_or("")
    }

    pub(crate) fn is(&self, at: usize, word: &str) -> bool {
        self.word(at) == word
    }

    pub(crate) fn one_of(&self, at: usize, words: &[&str]) -> bool {
        let word = self.word(at);
        !word.is_empty() && words.contains(&word)
    }

    /// Whether these words stand here in a row.
    pub(crate) fn phrase(&self, at: usize, words: &[&str]) -> bool {
        words.iter().enumerate().all(|(step, word)| self.is(at + step, word))
    }

    pub(crate) fn number(&self, at: usize) -> Option<f64> {
        match self.get(at)?.kind {
            Kind::Number(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn time(&self, at: usize) -> Option<f64> {
        match self.get(at)?.kind {
            Kind::Time(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn is_number_like(&self, at: usize) -> bool {
        self.get(at).is_some_and(|token| matches!(token.kind, Kind::Number(_) | Kind::Time(_)))
    }

    pub(crate) fn is_word(&self, at: usize) -> bool {
        self.get(at).is_some_and(|token| token.kind == Kind::Word)
    }

    pub(crate) fn is_sign(&self, at: usize, sign: char) -> bool {
        self.get(at).is_some_and(|token| token.kind == Kind::Sign(sign))
    }

    pub(crate) fn glued(&self, at: usize) -> bool {
        self.get(at).is_some_and(|token| token.glued)
    }

    /// The text from one token to before another, as written.
    pub(crate) fn raw(&self, from: usize, to: usize) -> &'a str {
        match (self.get(from), to.checked_sub(1).and_then(|last| self.get(last))) {
            (Some(first), Some(last)) => self.text.get(first.start..last.end).unwrap_or(""),
            _ => "",
        }
    }

    /// Bytes of the normal text from one token to before another.
    pub(crate) fn place(&self, from: usize, to: usize) -> (usize, usize) {
        match (self.get(from), to.checked_sub(1).and_then(|last| self.get(last))) {
            (Some(first), Some(last)) => (first.start, last.end),
            _ => (0, 0),
        }
    }

    /// The words from here on as long as nothing but hyphens, points of abbreviations and blanks parts them.
    pub(crate) fn name_words(&self, from: usize) -> NameWords<'a> {
        let mut found = NameWords { words: [""; WORDS], ends: [0; WORDS], count: 0 };
        let mut at = from;
        while found.count < WORDS - 1 {
            let last = found.words().last().copied();
            if self.is_sign(at, '-') && self.glued(at) && self.glued(at + 1) && last.is_some() {
                at += 1;
            }
            if self.is_sign(at, '&') && last.is_some() {
                at += 1;
                found.push("and", at);
                continue;
            }
            if self.phrase(at, &["90", "/", "90"]) {
                found.push("90", at + 3);
                found.push("90", at + 3);
                at += 3;
                continue;
            }
            let abbreviated =
                self.is_sign(at, '.') && self.glued(at) && last.is_some_and(|word| word.len() <= 4);
            if abbreviated && self.is_word(at + 1) {
                at += 1;
            }
            if !self.is_word(at) {
                break;
            }
            at += 1;
            found.push(self.word(at - 1), at);
        }
        found
    }
}

/// The most words that are looked at for a name.
const WORDS: usize = 11;

/// Words in a row, with the token behind each.
#[derive(Debug)]
pub(crate) struct NameWords<'a> {
    words: [&'a str; WORDS],
    ends: [usize; WORDS],
    count: usize,
}

impl<'a> NameWords<'a> {
    fn push(&mut self, word: &'a str, end: usize) {
        if let (Some(place), Some(behind)) = (self.words.get_mut(self.count), self.ends.get_mut(self.count)) {
            *place = word;
            *behind = end;
            self.count += 1;
        }
    }

    pub(crate) fn words(&self) -> &[&'a str] {
        self.words.get(..self.count).unwrap_or(&[])
    }

    /// The token behind so many words.
    pub(crate) fn behind(&self, words: usize) -> Option<usize> {
        self.ends.get(..self.count)?.get(words.checked_sub(1)?).copied()
    }
}
