//! Expected readings, as people write them down, and how near a reading comes. The notation is described in
//! `fixtures/README.md`.

mod compare;
mod equal;
mod formats;
mod notation;
mod tree;
pub(crate) mod words;

pub use compare::{Finding, Measured, compare};
pub use tree::Tree;

use crate::Options;
use crate::model::WeightUnit;

/// A text with its expected reading.
#[derive(Debug, Clone)]
pub struct Fixture {
    /// What it is about.
    pub constructs: Vec<String>,
    /// What the gym decides.
    pub options: Options,
    /// The coach's text.
    pub text: String,
    /// The expectation.
    pub tree: Tree,
}

/// Why a fixture cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Malformed {
    /// From 1, within the tree.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl Fixture {
    /// Reads a fixture's file.
    ///
    /// # Errors
    ///
    /// Where a part is missing or a line of the tree is none of the notation.
    pub fn read(file: &str) -> Result<Self, Malformed> {
        let missing = |what: &str| Malformed { line: 0, what: format!("there is no `{what}`") };
        let (head, rest) = file.split_once("--- text\n").ok_or_else(|| missing("--- text"))?;
        let (text, tree) = rest.split_once("--- tree\n").ok_or_else(|| missing("--- tree"))?;
        let mut fixture = Self {
            constructs: Vec::new(),
            options: Options::default(),
            text: text.strip_suffix('\n').unwrap_or(text).to_owned(),
            tree: notation::tree(tree)?,
        };
        for line in head.lines() {
            match line.split_once(':').map(|(key, value)| (key.trim(), value.trim())) {
                Some(("constructs", list)) => {
                    fixture.constructs = list.split(',').map(|one| one.trim().to_owned()).collect();
                }
                Some(("units", "lb")) => fixture.options.unit = WeightUnit::Lb,
                Some(("pairs", "female_first")) => fixture.options.male_first = false,
                _ => {}
            }
        }
        Ok(fixture)
    }
}
