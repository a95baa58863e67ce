//! Levels that a heading of their own announces: `Options`, and below it `A - ...`, `B - ...` or labels of levels.

use super::builder::Builder;
use crate::read::{Read, What};

/// Words of such a heading.
const ANNOUNCING: &[&str] = &[
    "options",
    "scaling",
    "scaled",
    "scalings",
    "levels",
    "level",
    "scale",
    "variations",
    "versions",
    "choices",
];

impl Builder<'_> {
    /// Whether a heading only says that levels of the section above follow.
    pub(super) fn lists_options(&mut self, title: &str, next: Option<&Read>) -> bool {
        let works = self.section.as_ref().is_some_and(|section| section.works() > 0);
        let title = title.to_ascii_lowercase();
        let mut words =
            title.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let announces = title.split_whitespace().count() <= 2 && words.all(|word| ANNOUNCING.contains(&word));
        let lettered = next.and_then(|next| next.items.first()).is_some_and(|item| match &item.what {
            What::Heading { letter, .. } => matches!(letter, Some('A' | '1')),
            What::Numbered(number) => *number == 1,
            // `A - RX: as written`
            What::Level { label, .. } => label.starts_with("A ") || label.starts_with("1 "),
            _ => false,
        });
        let labelled = next
            .and_then(|next| next.items.first())
            .is_some_and(|item| matches!(item.what, What::Level { .. }));
        if !works || !announces || !lettered && !labelled {
            return false;
        }
        self.options = lettered;
        true
    }

    /// A line with a letter below such a heading.
    pub(super) fn option(&mut self, letter: char, line: &Read) {
        let number = match letter {
            'A'..='H' => u32::from(letter) - u32::from('A') + 1,
            _ => letter.to_digit(10).unwrap_or(1),
        };
        self.level(&format!("option_{number}"), &format!("Option {number}"), line);
    }
}
