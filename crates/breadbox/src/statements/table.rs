use super::columns::{Columns, Role};
use super::header::Head;
use super::records::Record;
use super::skipped::SkipReason;

/// The shape that every row of data has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    width: usize,
    /// Cells a shorter row must have at least.
    required: usize,
    pub(super) columns: Columns,
    completed: Option<&'static str>,
}

impl Table {
    pub(super) fn new(head: &Head<'_>) -> Self {
        let at = |role| head.columns.get(role);
        let text =
            at(Role::Description).min(at(Role::Merchant)).or(at(Role::Description)).or(at(Role::Merchant));
        // Of debit and credit one is empty, and may be missing at the end of the line.
        let money = [at(Role::Amount), at(Role::Debit), at(Role::Credit)].into_iter().flatten().min();
        let required = [at(Role::Date), text, money].into_iter().flatten().max().map_or(0, |last| last + 1);
        let completed = head.template.and_then(|template| template.completed);
        Self { width: head.width, required, columns: head.columns, completed }
    }

    /// The cell with that role, trimmed; empty where there is none.
    pub(super) fn cell<'r>(&self, record: &'r Record<'_>, role: Role) -> &'r str {
        self.columns.get(role).map_or("", |column| record.get(column))
    }

    /// Whether the row is worth reading at all.
    pub(super) fn check(&self, record: &Record<'_>) -> Result<(), SkipReason> {
        if record.is_blank() {
            return Err(SkipReason::BlankRow);
        }
        let has_more = record.iter().skip(self.width).any(|cell| !cell.is_empty());
        if has_more || record.len() < self.required {
            return Err(SkipReason::WrongColumnCount);
        }
        let status = self.cell(record, Role::Status);
        match self.completed {
            Some(completed) if !status.eq_ignore_ascii_case(completed) => Err(SkipReason::NotCompleted),
            _ => Ok(()),
        }
    }
}
