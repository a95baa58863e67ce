//! The longest known name at a place of a text.

use super::trie::ROOT;
use super::{Library, canonical, is_modifier};

/// The most modifiers that are looked over before and inside a name.
const MODIFIERS: usize = 4;

/// A name found in a list of words.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Found {
    /// Which exercise.
    pub(crate) exercise: u32,
    /// How many words it takes, modifiers before and inside it included.
    pub(crate) words: usize,
    /// 0 to 1.
    pub(crate) confidence: f64,
    /// The words looked over.
    pub(crate) modifiers: Vec<String>,
    /// A spelling was mended.
    pub(crate) mended: bool,
}

impl Library {
    /// The longest name that begins at the first word, lower case already. Modifiers may stand before it or inside it.
    pub(crate) fn find<'a>(&self, words: &[&'a str]) -> Option<Found> {
        let plain = self.walk(words, false);
        if plain.as_ref().is_some_and(|found| !found.mended) {
            return plain;
        }
        let mut skipped: Vec<&'a str> = Vec::new();
        let mut rest = words;
        while let Some((first, after)) = rest.split_first() {
            if skipped.len() >= MODIFIERS || !is_modifier(canonical(first).0) {
                break;
            }
            skipped.push(first);
            rest = after;
            if let Some(mut found) = self.walk(rest, true) {
                found.words += skipped.len();
                found.confidence = found.confidence.min(0.97);
                for word in skipped.iter().rev() {
                    found.modifiers.insert(0, canonical(word).0.to_owned());
                }
                return Some(found);
            }
        }
        plain.or_else(|| self.walk(words, true)).or_else(|| self.behind_implement(words))
    }

    /// `DB man makers`: the implement is what the exercise needs anyway.
    fn behind_implement(&self, words: &[&str]) -> Option<Found> {
        let (first, rest) = words.split_first()?;
        let equipment = match canonical(first).0 {
            "db" => "dumbbell",
            "kb" => "kettlebell",
            "bb" | "barbell" => "barbell",
            "plate" => "plate",
            "sandbag" => "sandbag",
            _ => return None,
        };
        let mut found = self.find(rest)?;
        let exercise = self.exercise(found.exercise)?;
        let own_weight = matches!(exercise.family, super::Family::Gymnastics | super::Family::Mobility);
        if !exercise.needs(equipment) && !own_weight {
            return None;
        }
        found.words += 1;
        found.confidence = found.confidence.min(0.97);
        Some(found)
    }

    /// One walk down the tree, keeping the last name passed.
    fn walk(&self, words: &[&str], over_modifiers: bool) -> Option<Found> {
        let mut node = ROOT;
        let mut best: Option<Found> = None;
        let mut modifiers: Vec<String> = Vec::new();
        let mut mended = false;
        for (at, word) in words.iter().enumerate() {
            let (first, second) = canonical(word);
            let next = self.advance(node, first, second).or_else(|| {
                let shorter = first.strip_suffix('s').filter(|shorter| shorter.len() >= 2)?;
                self.advance(node, shorter, None)
            });
            node = match next {
                Some(next) => next,
                None if over_modifiers && at > 0 && modifiers.len() < MODIFIERS && is_modifier(first) => {
                    modifiers.push(first.to_owned());
                    continue;
                }
                None => match self.spelling.mend(first).filter(|_| self.trie.word(first).is_none()) {
                    Some(number) => match self.trie.step(node, number) {
                        Some(next) => {
                            mended = true;
                            next
                        }
                        None => break,
                    },
                    None => break,
                },
            };
            // One short word alone is not mended: it may be any word.
            let too_short = mended && at == 0 && word.len() < 6;
            if let Some(entry) = self.trie.entry(node).filter(|_| !too_short) {
                let confidence = match (mended, modifiers.is_empty()) {
                    (true, _) => 0.96,
                    (false, true) => 1.0,
                    (false, false) => 0.97,
                };
                let (words, modifiers) = (at + 1, modifiers.clone());
                best = Some(Found { exercise: entry.exercise, words, confidence, modifiers, mended });
            }
        }
        best
    }

    fn advance(&self, node: u32, first: &str, second: Option<&str>) -> Option<u32> {
        let node = self.trie.step(node, self.trie.word(first)?)?;
        match second {
            Some(second) => self.trie.step(node, self.trie.word(second)?),
            None => Some(node),
        }
    }
}
