//! Names that were looked up already: the same words of a text are looked at from many sides.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::library::{Found, Library};

/// What was found for which words, by their digest, for one text.
#[derive(Debug, Default)]
pub(crate) struct Names(RefCell<HashMap<u64, Option<Found>>>);

impl Names {
    /// The name that these words begin with.
    pub(super) fn find(&self, library: &Library, words: &[&str]) -> Option<Found> {
        let mut digest = DefaultHasher::new();
        words.hash(&mut digest);
        let digest = digest.finish();
        if let Some(known) = self.0.borrow().get(&digest) {
            return known.clone();
        }
        let found = library.find(words);
        self.0.borrow_mut().insert(digest, found.clone());
        found
    }
}
