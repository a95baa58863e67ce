use belay_core::money::{Amount, Currency};
use jiff::civil::Date;

use super::fingerprint::Fingerprint;

/// Characters of a description that are kept.
pub const MAX_DESCRIPTION: usize = 500;
/// Characters of a merchant, a category or a reference that are kept.
pub const MAX_LABEL: usize = 200;

/// One transaction of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Line of the file on which the row starts, counted from 1.
    pub row: u64,
    /// The day, as the bank names it.
    pub date: Date,
    /// Money out of the account is positive, money in is negative.
    pub amount: Amount,
    /// The currency, where a column or the amount names one.
    pub currency: Option<Currency>,
    /// The text, white space collapsed, at most [`MAX_DESCRIPTION`] characters; never empty.
    pub description: String,
    /// The merchant or counterparty, at most [`MAX_LABEL`] characters.
    pub merchant: Option<String>,
    /// The bank's own category, at most [`MAX_LABEL`] characters.
    pub category: Option<String>,
    /// The bank's transaction id.
    pub reference: Option<String>,
    /// What the entry is known by on the next import.
    pub fingerprint: Fingerprint,
}

/// The text with single spaces for white space and control characters, cut at a number of characters.
pub(super) fn tidy(text: &str, most: usize) -> String {
    let mut tidied = String::with_capacity(text.len().min(most));
    let words =
        text.split(|char: char| char.is_whitespace() || char.is_control()).filter(|word| !word.is_empty());
    for word in words {
        if !tidied.is_empty() {
            tidied.push(' ');
        }
        tidied.push_str(word);
        if tidied.len() > most * char::MAX.len_utf8() {
            break;
        }
    }
    if let Some((end, _)) = tidied.char_indices().nth(most) {
        tidied.truncate(end);
        tidied.truncate(tidied.trim_end().len());
    }
    tidied
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_collapsed() {
        assert_eq!(tidy("  two \u{a0} words\r\nand\tmore\u{1} ", 100), "two words and more");
        assert_eq!(tidy(" \n ", 100), "");
    }

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(tidy(&"é".repeat(600), MAX_DESCRIPTION), "é".repeat(500));
        assert_eq!(tidy("abc def", 4), "abc", "no space is left at the end");
    }
}
