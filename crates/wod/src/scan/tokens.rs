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

    /// The words from here on as long as nothing but hyphens, slashes within abbreviations and spaces parts them.
    /// The second list has the token behind each word.
    pub(crate) fn name_words(&self, from: usize) -> (Vec<&'a str>, Vec<usize>) {
        let (mut words, mut ends) = (Vec::new(), Vec::new());
        let mut at = from;
        while words.len() < 10 {
            if self.is_sign(at, '-') && self.glued(at) && self.glued(at + 1) && !words.is_empty() {
                at += 1;
            }
            if self.is_sign(at, '&') && !words.is_empty() {
                words.push("and");
                at += 1;
                ends.push(at);
                continue;
            }
            if self.phrase(at, &["90", "/", "90"]) {
                words.extend(["90", "90"]);
                ends.extend([at + 3, at + 3]);
                at += 3;
                continue;
            }
            let abbreviated =
                self.is_sign(at, '.') && self.glued(at) && words.last().is_some_and(|word| word.len() <= 4);
            if abbreviated && self.is_word(at + 1) {
                at += 1;
            }
            if !self.is_word(at) {
                break;
            }
            words.push(self.word(at));
            at += 1;
            ends.push(at);
        }
        (words, ends)
    }
}
