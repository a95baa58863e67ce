//! Exercises and their names.

mod find;
mod resolve;
mod spelling;
mod table;
mod trie;
mod words;

pub use resolve::{Resolution, Resolved};
pub use table::{Exercise, Family, Parameter};

pub(crate) use find::Found;
pub(crate) use resolve::CERTAIN;
pub(crate) use spelling::one_off;
pub(crate) use words::{ambiguous, canonical, is_modifier};

use spelling::Spelling;
use trie::{Entry, Trie};

/// The exercises a reading knows: the seed table, with a gym's own exercises and names over it.
#[derive(Debug)]
pub struct Library {
    exercises: Vec<Exercise>,
    trie: Trie,
    spelling: Spelling,
    /// For each exercise the smallest number in its chain of easier ones.
    chains: Vec<u32>,
    /// For each word the exercises whose names have it.
    mentions: Vec<Vec<u32>>,
    /// Names with two of their words written as one, until all names are in.
    joined: Vec<(Vec<String>, Entry)>,
    /// The number of the first word that only such names have.
    glued: u32,
}

impl Default for Library {
    fn default() -> Self {
        Self::new(Vec::new(), &[])
    }
}

impl Library {
    /// The seed table with a gym's exercises, and with its names (alias, exercise id or name) for known ones. The gym's
    /// names win.
    #[must_use]
    pub fn new(own: Vec<Exercise>, aliases: &[(String, String)]) -> Self {
        let mut exercises = table::seed();
        let seeds = exercises.len();
        exercises.extend(own);
        let mut library = Self {
            exercises: Vec::new(),
            trie: Trie::new(),
            spelling: Spelling::default(),
            chains: Vec::new(),
            mentions: Vec::new(),
            joined: Vec::new(),
            glued: u32::MAX,
        };
        for (at, exercise) in exercises.iter().enumerate() {
            let entry = Entry { exercise: number(at), own: at >= seeds };
            library.name(&exercise.name, entry);
        }
        for (at, exercise) in exercises.iter().enumerate() {
            let entry = Entry { exercise: number(at), own: at >= seeds };
            for alias in &exercise.aliases {
                library.name(alias, entry);
            }
        }
        library.exercises = exercises;
        for (alias, target) in aliases {
            let known = library.exercises.iter().position(|one| one.id == *target || one.name == *target);
            if let Some(at) = known {
                library.name(alias, Entry { exercise: number(at), own: true });
            }
        }
        library.glued = number(library.trie.words().count());
        for (words, entry) in std::mem::take(&mut library.joined) {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            library.trie.insert(&words, Entry { own: false, ..entry });
        }
        library.spelling = Spelling::of(&library.trie);
        library.chains = chains(&library.exercises);
        library
    }

    fn name(&mut self, name: &str, entry: Entry) {
        let lower = name.to_ascii_lowercase();
        let mut words = Vec::new();
        for word in lower.split([' ', '-', '/']).filter(|word| !word.is_empty()) {
            let (first, second) = canonical(word);
            words.push(first);
            words.extend(second);
        }
        self.trie.insert(&words, entry);
        // `backsquat`, `bar muscleups`: two words of a name written as one.
        for at in 0..words.len().saturating_sub(1) {
            let (Some(first), Some(second)) = (words.get(at), words.get(at + 1)) else { continue };
            if first.len() < 2 && second.len() < 2 || *first == "to" || *second == "to" {
                continue;
            }
            let joined = format!("{first}{second}");
            let mut variant = words.clone();
            variant.splice(at..at + 2, [joined.as_str()]);
            self.joined.push((variant.iter().map(|word| (*word).to_owned()).collect(), entry));
        }
        for word in words {
            let Some(number) = self.trie.word(word) else { continue };
            let at = number as usize;
            if self.mentions.len() <= at {
                self.mentions.resize(at + 1, Vec::new());
            }
            if let Some(list) = self.mentions.get_mut(at)
                && list.last() != Some(&entry.exercise)
            {
                list.push(entry.exercise);
            }
        }
    }

    /// All exercises, the seed's first.
    #[must_use]
    pub fn exercises(&self) -> &[Exercise] {
        &self.exercises
    }

    /// An exercise by its number within the library.
    pub(crate) fn exercise(&self, at: u32) -> Option<&Exercise> {
        self.exercises.get(at as usize)
    }

    /// An exercise by id or name.
    #[must_use]
    pub fn by_name(&self, name: &str) -> Option<&Exercise> {
        self.exercises.iter().find(|one| one.name == name || one.id == name)
    }

    /// The number of an exercise by its name.
    pub(crate) fn number_of(&self, name: &str) -> Option<u32> {
        self.exercises.iter().position(|one| one.name == name).map(number)
    }

    /// Whether one is an easier or harder form of the other, over any number of steps.
    /// Whether a word stands in any movement's name.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        self.trie.word(canonical(word).0).is_some()
    }

    pub(crate) fn same_chain(&self, one: u32, other: u32) -> bool {
        match (self.chains.get(one as usize), self.chains.get(other as usize)) {
            (Some(one), Some(other)) => one == other,
            _ => false,
        }
    }

    /// Bytes that the names take in memory, about; the exercises not counted.
    #[must_use]
    pub fn lexicon_bytes(&self) -> usize {
        let mentions: usize =
            self.mentions.iter().map(|list| size_of::<Vec<u32>>() + list.capacity() * size_of::<u32>()).sum();
        self.trie.bytes() + self.spelling.bytes() + mentions + self.chains.len() * size_of::<u32>()
    }
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Which exercises hang together by their easier forms.
fn chains(exercises: &[Exercise]) -> Vec<u32> {
    let mut chains: Vec<u32> = (0..exercises.len()).map(number).collect();
    for (at, exercise) in exercises.iter().enumerate() {
        let easier =
            exercise.easier.as_ref().and_then(|name| exercises.iter().position(|one| one.name == *name));
        let Some(easier) = easier else { continue };
        let (from, to) = (chains.get(at).copied().unwrap_or(0), chains.get(easier).copied().unwrap_or(0));
        let (low, high) = (from.min(to), from.max(to));
        for chain in &mut chains {
            if *chain == high {
                *chain = low;
            }
        }
    }
    chains
}
