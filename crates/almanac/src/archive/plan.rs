//! What becomes of each row that came in: new, there already, changed, or refused and why.

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;

use super::document::Journal;
use super::draft::{Draft, Problem};
use super::matching::{Known, is_archived, key, overlap};
use super::model::{Cell, Kind, Row};
use super::report::Fates;
use super::tables::{Identity, Table};

/// What became of a row.
#[derive(Debug, Clone)]
enum Fate {
    /// It is this one that is there.
    There(i64),
    /// It is the new one at this place of its table.
    New(usize),
    /// It is new as soon as another new one refers to it.
    Waiting(Row),
    Refused,
}

/// What is to be done.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// Rows to add, by table; references are still the file's own numbers.
    pub(crate) new: BTreeMap<Table, Vec<Row>>,
    /// Step counts to change: the number of each, its steps and its day.
    pub(crate) recounts: Vec<(i64, i64, Date)>,
    pub(crate) fates: BTreeMap<Table, Fates>,
    pub(crate) problems: Vec<Problem>,
    of: HashMap<(Table, i64), Fate>,
}

/// Decides over all rows of a file, given what is there.
pub(crate) fn decide(there: &Journal, mut drafts: Vec<Draft>) -> Plan {
    drafts.sort_by_key(|draft| draft.table);
    let mut plan = Plan::default();
    let mut known = Known::new(Table::Profile, there);
    let mut table = Table::Profile;
    for draft in drafts {
        if draft.table != table {
            table = draft.table;
            known = Known::new(table, there);
        }
        plan.one(&mut known, draft);
    }
    plan
}

impl Plan {
    fn count(&mut self, table: Table) -> &mut Fates {
        self.fates.entry(table).or_default()
    }

    /// Notes what was refused before it could be compared with anything.
    pub(crate) fn refused_before(&mut self, table: Table, times: u64) {
        self.count(table).refused += times;
    }

    fn refuse(&mut self, draft: &Draft, reason: &str) -> Fate {
        self.count(draft.table).refused += 1;
        let (place, entity) = (draft.place.to_string(), Some(draft.table.shape().name));
        self.problems.push(Problem { place, entity, reason: reason.to_owned() });
        Fate::Refused
    }

    fn one(&mut self, known: &mut Known, draft: Draft) {
        let id = draft.table.shape().id(&draft.row);
        if let Some(id) = id.filter(|id| self.of.contains_key(&(draft.table, *id))) {
            self.refuse(&draft, "id: Another row of the file has that number");
            self.of.insert((draft.table, id), Fate::Refused);
            return;
        }
        let table = draft.table;
        let fate = self.fate(known, draft);
        if let Some(id) = id {
            self.of.insert((table, id), fate);
        }
    }

    fn fate(&mut self, known: &mut Known, draft: Draft) -> Fate {
        let shape = draft.table.shape();
        // As the row would stand here: references to rows that are there carry the numbers they have here.
        let mut row = draft.row.clone();
        let part_of = if let Identity::Part { of, .. } = shape.identity { of } else { "" };
        for (column, cell) in shape.columns.iter().zip(&mut row) {
            let (Kind::Ref(to), Cell::Int(number)) = (column.kind, &*cell) else { continue };
            match self.of.get(&(to, *number)) {
                Some(Fate::There(_)) if column.name == part_of => {
                    self.count(draft.table).duplicate += 1;
                    return Fate::There(0);
                }
                Some(Fate::There(here)) => *cell = Cell::Int(*here),
                // No row that is there can refer to one that is new.
                Some(Fate::New(_) | Fate::Waiting(..)) => *cell = Cell::Int(-number),
                Some(Fate::Refused) => {
                    return self.refuse(&draft, &format!("{}: What it names is refused", column.name));
                }
                None => return self.refuse(&draft, &format!("{}: The file has no such row", column.name)),
            }
        }
        let key = key(draft.table, &row);
        if let Some(id) = known.take_alike(&key, &row) {
            self.count(draft.table).duplicate += 1;
            return Fate::There(id);
        }
        match shape.identity {
            Identity::Sole => {
                if known.holds(&key) {
                    return self.refuse(&draft, "There is a profile already, and it stays as it is");
                }
            }
            Identity::Named => {
                if let Some(id) = known.id_of(&key) {
                    self.count(draft.table).duplicate += 1;
                    return Fate::There(id);
                }
                // Archived ones may share a name.
                if let Some(at) = known.earlier(&key).filter(|_| !is_archived(draft.table, &row)) {
                    self.count(draft.table).duplicate += 1;
                    return Fate::New(at);
                }
            }
            Identity::Only(_) => {
                if let Some(recount) = known.older_count(draft.table, &key, &row) {
                    self.count(draft.table).changed += 1;
                    self.recounts.push(recount);
                    return Fate::There(recount.0);
                }
                if known.holds(&key) || known.earlier(&key).is_some() {
                    return self.refuse(
                        &draft,
                        "Another one is there in its place, and stays; delete it first to import this one",
                    );
                }
            }
            Identity::Like(_) => {
                if known.holds(&key) {
                    return self.refuse(&draft, "One of that time is there with other figures, which stay");
                }
            }
            Identity::Part { .. } => {
                if known.earlier(&key).is_some() {
                    return self.refuse(&draft, "Another one has that place");
                }
            }
        }
        if let Some(problem) = overlap(draft.table, &row, known, self.new.get(&draft.table)) {
            return self.refuse(&draft, &problem);
        }
        if draft.implied {
            return Fate::Waiting(draft.row);
        }
        let archived = is_archived(draft.table, &row);
        let at = self.add(draft.table, draft.row);
        if !archived {
            known.note(key, at);
        }
        Fate::New(at)
    }

    /// Adds a new row, and those that were waiting for it.
    fn add(&mut self, table: Table, row: Row) -> usize {
        for (column, cell) in table.shape().columns.iter().zip(&row) {
            let (Kind::Ref(to), Cell::Int(number)) = (column.kind, cell) else { continue };
            if let Some(Fate::Waiting(waiting)) = self.of.get(&(to, *number)) {
                let at = self.add(to, waiting.clone());
                self.of.insert((to, *number), Fate::New(at));
            }
        }
        self.count(table).new += 1;
        let rows = self.new.entry(table).or_default();
        rows.push(row);
        rows.len() - 1
    }

    /// Gives the new rows the numbers they have here, and their references too: the first number of each table is given,
    /// unless the file's own are kept.
    pub(crate) fn numbered(&mut self, first: &BTreeMap<Table, i64>, keeps: bool) {
        let of = std::mem::take(&mut self.of);
        for (table, rows) in &mut self.new {
            let columns = table.shape().columns;
            for (at, row) in (0..).zip(rows) {
                for (column, cell) in columns.iter().zip(row) {
                    let Cell::Int(number) = *cell else { continue };
                    let renumbered = match column.kind {
                        Kind::Id if !keeps => first.get(table).map(|first| first + at),
                        Kind::Ref(to) => match of.get(&(to, number)) {
                            Some(Fate::There(here)) => Some(*here),
                            Some(Fate::New(place)) if !keeps => {
                                let place = i64::try_from(*place).unwrap_or_default();
                                first.get(&to).map(|first| first + place)
                            }
                            _ => None,
                        },
                        _ => None,
                    };
                    *cell = renumbered.map_or_else(|| cell.clone(), Cell::Int);
                }
            }
        }
    }
}
