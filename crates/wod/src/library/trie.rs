//! Names as a tree of words, so that the longest known name at a place is found in one walk.

/// A name's place in the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    /// Which exercise.
    pub(super) exercise: u32,
    /// The gym's own names win over the seed's.
    pub(super) own: bool,
}

#[derive(Debug, Default)]
struct Node {
    /// Sorted by word.
    children: Vec<(u32, u32)>,
    entry: Option<Entry>,
}

/// The tree, with its words numbered.
#[derive(Debug, Default)]
pub(super) struct Trie {
    nodes: Vec<Node>,
    /// Sorted; the position in `order` is the word's number.
    words: Vec<(Box<str>, u32)>,
}

/// The number of the root.
pub(super) const ROOT: u32 = 0;

impl Trie {
    pub(super) fn new() -> Self {
        Self { nodes: vec![Node::default()], words: Vec::new() }
    }

    /// The word's number, if any name has it.
    pub(super) fn word(&self, word: &str) -> Option<u32> {
        let at = self.words.binary_search_by(|(known, _)| (**known).cmp(word)).ok()?;
        self.words.get(at).map(|(_, number)| *number)
    }

    /// All words.
    pub(super) fn words(&self) -> impl Iterator<Item = (&str, u32)> {
        self.words.iter().map(|(word, number)| (&**word, *number))
    }

    /// The words that begin so.
    pub(super) fn words_with(&self, beginning: &str) -> impl Iterator<Item = (&str, u32)> {
        let from = self.words.partition_point(|(known, _)| **known < *beginning);
        let rest = self.words.get(from..).unwrap_or(&[]).iter();
        rest.take_while(move |(known, _)| known.starts_with(beginning))
            .map(|(word, number)| (&**word, *number))
    }

    fn number(&mut self, word: &str) -> u32 {
        match self.words.binary_search_by(|(known, _)| (**known).cmp(word)) {
            Ok(at) => self.words.get(at).map_or(0, |(_, number)| *number),
            Err(at) => {
                let number = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
                self.words.insert(at, (word.into(), number));
                number
            }
        }
    }

    /// Where a word leads from a node.
    pub(super) fn step(&self, node: u32, word: u32) -> Option<u32> {
        let children = &self.nodes.get(node as usize)?.children;
        let at = children.binary_search_by_key(&word, |(known, _)| *known).ok()?;
        children.get(at).map(|(_, next)| *next)
    }

    /// What is named at a node.
    pub(super) fn entry(&self, node: u32) -> Option<Entry> {
        self.nodes.get(node as usize)?.entry
    }

    /// Adds a name. One that is there stays, unless the new one is the gym's own.
    pub(super) fn insert(&mut self, words: &[&str], entry: Entry) {
        let mut node = ROOT;
        for word in words {
            let number = self.number(word);
            node = match self.step(node, number) {
                Some(next) => next,
                None => self.grow(node, number),
            };
        }
        if let Some(node) = self.nodes.get_mut(node as usize)
            && (node.entry.is_none() || entry.own)
        {
            node.entry = Some(entry);
        }
    }

    fn grow(&mut self, node: u32, word: u32) -> u32 {
        let next = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.nodes.push(Node::default());
        if let Some(node) = self.nodes.get_mut(node as usize)
            && let Err(at) = node.children.binary_search_by_key(&word, |(known, _)| *known)
        {
            node.children.insert(at, (word, next));
        }
        next
    }

    /// Bytes it holds, about.
    pub(super) fn bytes(&self) -> usize {
        let nodes: usize = self
            .nodes
            .iter()
            .map(|node| size_of::<Node>() + node.children.capacity() * size_of::<(u32, u32)>())
            .sum();
        let words: usize = self.words.iter().map(|(word, _)| word.len() + size_of::<(Box<str>, u32)>()).sum();
        nodes + words
    }
}
