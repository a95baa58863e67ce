//! What became of a file: every row of it is accounted for, and the report stays short.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::draft::Problem;
use super::tables::Table;

/// What became of the rows of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Fates {
    /// Rows that are new.
    pub(crate) new: u64,
    /// Rows that are there already, whatever their number was.
    pub(crate) duplicate: u64,
    /// Rows that replace an earlier import.
    pub(crate) changed: u64,
    /// Rows that are refused.
    pub(crate) refused: u64,
}

/// One kind of row with what became of it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OfEntity {
    /// The kind of row.
    entity: &'static str,
    /// Rows that are new.
    new: u64,
    /// Rows that are there already.
    duplicate: u64,
    /// Rows that replace an earlier import.
    changed: u64,
    /// Rows that are refused.
    refused: u64,
}

/// Something that is refused.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Refused {
    /// Where it stands in the file: a line, or a path.
    at: String,
    /// The kind of row, where it is known.
    entity: Option<&'static str>,
    /// Why it is refused.
    reason: String,
}

/// Something that a journal has no place for.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PassedOver {
    /// What it is.
    what: String,
    /// How often it came.
    count: u64,
}

/// What came of an import.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Report {
    /// Whether nothing was kept, as asked.
    dry_run: bool,
    /// Rows that are new.
    new: u64,
    /// Rows that are there already.
    duplicate: u64,
    /// Rows that replace an earlier import.
    changed: u64,
    /// Rows that are refused.
    refused: u64,
    /// The same by kind of row.
    entities: Vec<OfEntity>,
    /// What is refused, each with its place and reason.
    problems: Vec<Refused>,
    /// How many more there are than are told here.
    problems_left_off: usize,
    /// What a journal has no place for.
    passed_over: Vec<PassedOver>,
}

impl Report {
    /// Puts it together: what became of each kind of row and how many more are refused whose kind nobody knows, and the
    /// problems that are told with how many are not.
    pub(crate) fn new(
        dry_run: bool,
        (fates, unplaced): (&BTreeMap<Table, Fates>, u64),
        (problems, problems_left_off): (Vec<Problem>, usize),
        passed_over: BTreeMap<String, u64>,
    ) -> Self {
        let sum = |of: fn(&Fates) -> u64| -> u64 { fates.values().map(of).sum() };
        let entity = |(table, fates): (&Table, &Fates)| OfEntity {
            entity: table.shape().name,
            new: fates.new,
            duplicate: fates.duplicate,
            changed: fates.changed,
            refused: fates.refused,
        };
        let refused = |Problem { place, entity, reason }| Refused { at: place, entity, reason };
        Self {
            dry_run,
            new: sum(|of| of.new),
            duplicate: sum(|of| of.duplicate),
            changed: sum(|of| of.changed),
            refused: sum(|of| of.refused) + unplaced,
            entities: fates.iter().map(entity).collect(),
            problems: problems.into_iter().map(refused).collect(),
            problems_left_off,
            passed_over: passed_over.into_iter().map(|(what, count)| PassedOver { what, count }).collect(),
        }
    }

    /// What changed, in a sentence for the audit trail.
    pub(crate) fn summary(&self) -> String {
        format!(
            "{} new, {} already there, {} changed, {} refused",
            self.new, self.duplicate, self.changed, self.refused
        )
    }
}
