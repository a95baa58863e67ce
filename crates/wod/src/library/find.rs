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
            // `touch and go` is one modifier of three words.
            let touched =
                words.get(skipped.len()..).is_some_and(|rest| rest.starts_with(&["touch", "and", "go"]));
            if skipped.len() >= MODIFIERS + 2 || !touched && !is_modifier(canonical(first).0) {
                break;
            }
            skipped.push(first);
            rest = after;
            if touched {
                skipped.extend(["and", "go"]);
                rest = rest.get(2..).unwrap_or(&[]);
            }
            if let Some(mut found) = self.walk(rest, true) {
                found.words += skipped.len();
                found.confidence = found.confidence.min(0.97);
                for word in skipped.iter().rev().filter(|word| is_modifier(canonical(word).0)) {
                    found.modifiers.insert(0, canonical(word).0.to_owned());
                }
                return Some(found);
            }
        }
        if plain.is_some()
            && let Some(found) = self.behind_implement(words).filter(|found| !found.mended)
        {
            return Some(found);
        }
        plain
            .or_else(|| self.walk(words, true))
            .or_else(|| self.behind_implement(words))
            .or_else(|| self.implement_inside(words))
    }

    /// `Hang DB snatch`: the implement stands inside the name, and before it in the library.
    fn implement_inside(&self, words: &[&str]) -> Option<Found> {
        let at = (1..words.len().min(4))
            .find(|at| words.get(*at).is_some_and(|word| matches!(canonical(word).0, "db" | "kb")))?;
        let mut turned: Vec<&str> = words.to_vec();
        turned.get_mut(..=at)?.rotate_right(1);
        let mut found = self.walk(&turned, true).filter(|found| found.words > at + 1 && !found.mended)?;
        found.confidence = found.confidence.min(0.97);
        Some(found)
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
        // A carry names no implement of its own.
        let any = exercise.equipment.is_empty() && exercise.parameter == super::Parameter::Load;
        if !exercise.needs(equipment) && !own_weight && !any {
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
                None => {
                    let unknown = self.trie.word(first).is_none();
                    let spelt = self.spelling.mend(first).filter(|_| unknown);
                    let mend = spelt.and_then(|number| self.trie.step(node, number));
                    let mend = mend.or_else(|| self.shortened(node, first, words.get(at + 1).copied()));
                    let Some(next) = mend else { break };
                    mended = true;
                    next
                }
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

    /// Where a shortened word leads: `russ twist`, `mtn climbers`. Only one word may be meant, and a name's first word needs
    /// the next one beside it, since alone it may be any word.
    fn shortened(&self, node: u32, short: &str, next: Option<&str>) -> Option<u32> {
        if !may_be_short(short) {
            return None;
        }
        let mut found = None;
        for (word, number) in self.trie.words_with(short.get(..1)?) {
            if word.len() <= short.len() || number >= self.glued || !shortens(short, word) {
                continue;
            }
            let Some(step) = self.trie.step(node, number) else { continue };
            let goes_on = || {
                let (first, second) = canonical(next.unwrap_or(""));
                self.advance(step, first, second).is_some()
                    || self.spelling.mend(first).is_some_and(|number| self.trie.step(step, number).is_some())
                    || may_be_short(first)
                        && first.get(..1).is_some_and(|letter| {
                            let mut words = self.trie.words_with(letter);
                            words.any(|(word, number)| {
                                shortens(first, word) && self.trie.step(step, number).is_some()
                            })
                        })
            };
            if node == ROOT && !goes_on() && !(skeleton(short) && short.len() > 3) {
                continue;
            }
            if found.is_some() {
                return None;
            }
            found = Some(step);
        }
        found
    }

    fn advance(&self, node: u32, first: &str, second: Option<&str>) -> Option<u32> {
        let node = self.trie.step(node, self.trie.word(first)?)?;
        match second {
            Some(second) => self.trie.step(node, self.trie.word(second)?),
            None => Some(node),
        }
    }
}

/// Whether a word may be a shortened one: letters only, three or more, and none that sentences are made of.
fn may_be_short(word: &str) -> bool {
    const PLAIN: &[&str] = &[
        "and", "any", "are", "both", "but", "can", "each", "for", "from", "get", "had", "has", "her", "his",
        "into", "its", "let", "may", "min", "mins", "new", "not", "off", "one", "our", "out", "over", "own",
        "per", "rep", "reps", "rest", "sec", "set", "sets", "some", "the", "then", "they", "this", "too",
        "two", "use", "was", "way", "with", "work", "you", "your",
    ];
    (3..=9).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_lowercase())
        && PLAIN.binary_search(&word).is_err()
}

/// A word without vowels behind its first letter, as `thrstr` and `clmb` are.
fn skeleton(word: &str) -> bool {
    !word.bytes().skip(1).any(|byte| matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u'))
}

/// Whether the one is the beginning of the other, or its consonants in order up to the last.
fn shortens(short: &str, word: &str) -> bool {
    if word.starts_with(short) {
        return true;
    }
    if !skeleton(short) || short.as_bytes().last() != word.as_bytes().last() {
        return false;
    }
    let mut letters = word.bytes();
    short.bytes().all(|byte| letters.any(|letter| letter == byte))
}
