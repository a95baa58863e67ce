//! Spellings one letter off a known word.
//!
//! Two words are one edit apart when they meet after leaving out at most one letter of each, so every known word is kept
//! under each of those shorter forms, and looking a word up takes as many searches as it has letters.

use super::trie::Trie;

/// The shortest word that is mended.
const SHORTEST: usize = 4;

/// Known words under the digests of what is left of them.
#[derive(Debug, Default)]
pub(super) struct Spelling {
    /// Sorted by digest; the word's number.
    forms: Vec<(u64, u32)>,
    /// Words by number.
    words: Vec<Box<str>>,
}

impl Spelling {
    /// Of all words of the names that are long enough.
    pub(super) fn of(trie: &Trie) -> Self {
        let mut spelling = Self::default();
        for (word, number) in trie.words() {
            let at = number as usize;
            if spelling.words.len() <= at {
                spelling.words.resize(at + 1, "".into());
            }
            if let Some(place) = spelling.words.get_mut(at) {
                *place = word.into();
            }
            if word.len() >= SHORTEST && word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                spelling.forms.extend(shorter(word).map(|digest| (digest, number)));
            }
        }
        spelling.forms.sort_unstable();
        spelling.forms.dedup();
        spelling
    }

    /// The one known word that is a letter off, if there is exactly one.
    pub(super) fn mend(&self, word: &str) -> Option<u32> {
        // Words are known in the singular: `burpess` is one letter off `burpees`.
        self.nearest(word).or_else(|| self.nearest(word.strip_suffix('s')?))
    }

    fn nearest(&self, word: &str) -> Option<u32> {
        if word.len() < SHORTEST || word.len() > 24 || !word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return None;
        }
        let mut found = None;
        for digest in shorter(word) {
            let from = self.forms.partition_point(|(form, _)| *form < digest);
            for (form, number) in self.forms.iter().skip(from) {
                if *form != digest {
                    break;
                }
                let known = self.words.get(*number as usize).map_or("", |known| &**known);
                if !one_off(word, known) {
                    continue;
                }
                match found {
                    None => found = Some(*number),
                    Some(other) if other == *number => {}
                    Some(_) => return None,
                }
            }
        }
        found
    }

    /// Bytes it holds, about.
    pub(super) fn bytes(&self) -> usize {
        self.forms.capacity() * size_of::<(u64, u32)>()
            + self.words.iter().map(|word| word.len() + size_of::<Box<str>>()).sum::<usize>()
    }
}

/// Digests of the word and of the word without each of its letters.
fn shorter(word: &str) -> impl Iterator<Item = u64> + '_ {
    (0..=word.len()).map(|left_out| {
        word.bytes()
            .enumerate()
            .filter(|(at, _)| *at != left_out)
            .fold(0xcbf2_9ce4_8422_2325, |digest, (_, byte)| {
                (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            })
    })
}

/// Whether one letter more, less, other or two neighbours turned make one word of the other.
pub(crate) fn one_off(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let front = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let back = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    let rest = |word: &[u8]| word.len().saturating_sub(front + back);
    match (rest(one), rest(other)) {
        (0 | 1, 0 | 1) => one.len().abs_diff(other.len()) <= 1,
        (2, 2) => one.get(front) == other.get(front + 1) && one.get(front + 1) == other.get(front),
        _ => false,
    }
}
