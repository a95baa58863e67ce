//! Names that were looked up already: the same place of a text is looked at from many sides.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::library::{Found, Library};

/// What was found where, for one text.
#[derive(Debug, Default)]
pub(crate) struct Names(RefCell<HashMap<(usize, usize, usize), Option<Found>>>);

impl Names {
    /// The name that these words begin with. The place is their first and last byte; with their number it tells them from
    /// others that begin and end there, with something in between left out.
    pub(super) fn find(
        &self,
        library: &Library,
        words: &[&str],
        (from, to): (usize, usize),
    ) -> Option<Found> {
        let place = (from, to, words.len());
        if let Some(known) = self.0.borrow().get(&place) {
            return known.clone();
        }
        let found = library.find(words);
        self.0.borrow_mut().insert(place, found.clone());
        found
    }
}
