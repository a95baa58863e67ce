//! Rows, kept together: the rows of one result share its column names and one buffer for all their text.

use std::{fmt, ops::Range, sync::Arc};

use crate::{CellRef, FromCell, StoreError};

/// One value, with text and bytes as ranges of the buffers of the result.
#[derive(Clone, Debug)]
enum Cell {
    Null,
    Bool(bool),
    Int(i64),
    Real(f64),
    Text(Range<u32>),
    Blob(Range<u32>),
}

/// A whole result while it is collected, and afterwards what its rows share.
#[derive(Debug, Default)]
pub(crate) struct RowSet {
    columns: Box<[Box<str>]>,
    cells: Vec<Cell>,
    text: String,
    bytes: Vec<u8>,
}

impl RowSet {
    pub(crate) fn new<'a>(columns: impl Iterator<Item = &'a str>) -> Self {
        Self { columns: columns.map(Into::into).collect(), ..Self::default() }
    }

    pub(crate) const fn width(&self) -> usize {
        self.columns.len()
    }

    /// Appends the next value; values come row by row, in the order of the columns.
    pub(crate) fn push(&mut self, cell: CellRef<'_>) -> Result<(), StoreError> {
        let cell = match cell {
            CellRef::Null => Cell::Null,
            CellRef::Bool(flag) => Cell::Bool(flag),
            CellRef::Int(number) => Cell::Int(number),
            CellRef::Real(number) => Cell::Real(number),
            CellRef::Text(text) => {
                let start = self.text.len();
                self.text.push_str(text);
                Cell::Text(range(start, self.text.len())?)
            }
            CellRef::Blob(bytes) => {
                let start = self.bytes.len();
                self.bytes.extend_from_slice(bytes);
                Cell::Blob(range(start, self.bytes.len())?)
            }
        };
        self.cells.push(cell);
        Ok(())
    }

    pub(crate) fn into_rows(self) -> Vec<Row> {
        let width = self.columns.len();
        let count = self.cells.len().checked_div(width).unwrap_or(0);
        let set = Arc::new(self);
        (0..count).map(|at| Row { set: Arc::clone(&set), start: at.saturating_mul(width) }).collect()
    }

    fn cell(&self, at: usize) -> Option<CellRef<'_>> {
        Some(match self.cells.get(at)? {
            Cell::Null => CellRef::Null,
            Cell::Bool(flag) => CellRef::Bool(*flag),
            Cell::Int(number) => CellRef::Int(*number),
            Cell::Real(number) => CellRef::Real(*number),
            Cell::Text(range) => CellRef::Text(self.text.get(wide(range))?),
            Cell::Blob(range) => CellRef::Blob(self.bytes.get(wide(range))?),
        })
    }
}

fn range(start: usize, end: usize) -> Result<Range<u32>, StoreError> {
    match (u32::try_from(start), u32::try_from(end)) {
        (Ok(start), Ok(end)) => Ok(start..end),
        _ => Err(StoreError::fault("a result holds more than 4 GiB")),
    }
}

const fn wide(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

/// One row of a result. Cloning it is cheap.
#[derive(Clone)]
pub struct Row {
    set: Arc<RowSet>,
    start: usize,
}

impl Row {
    /// Reads the value of a column, named by its name or counted from 0.
    ///
    /// Text and bytes can be borrowed: `row.get::<&str>("name")`. A column that may be null is read as an
    /// `Option`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Inconsistent`] when the value is not a `T`, [`StoreError::Statement`] when there is no such
    /// column.
    pub fn get<'r, T: FromCell<'r>>(&'r self, column: impl Column) -> Result<T, StoreError> {
        let at = column.position(self).ok_or_else(|| {
            StoreError::fault(format!(
                "the result has no column {column}; it has {}",
                self.set.columns.join(", ")
            ))
        })?;
        let cell = self
            .set
            .cell(self.start.saturating_add(at))
            .ok_or_else(|| StoreError::fault(format!("the row has no value for column {column}")))?;
        T::from_cell(cell).map_err(|wrong| StoreError::Inconsistent {
            what: format!("column `{}`", self.set.columns.get(at).map_or("?", AsRef::as_ref)),
            detail: wrong.to_string(),
        })
    }

    /// The names of the columns, in order.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = &str> {
        self.set.columns.iter().map(AsRef::as_ref)
    }
}

impl fmt::Debug for Row {
    /// Shows the columns only: values may be private and end in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Row").field("columns", &self.set.columns).finish_non_exhaustive()
    }
}

/// What names a column: its name, or its place counted from 0.
pub trait Column: Copy + fmt::Display {
    /// The place of the column in `row`, if it has it.
    fn position(self, row: &Row) -> Option<usize>;
}

impl Column for &str {
    fn position(self, row: &Row) -> Option<usize> {
        row.set.columns.iter().position(|name| &**name == self)
    }
}

impl Column for usize {
    fn position(self, row: &Row) -> Option<usize> {
        (self < row.set.columns.len()).then_some(self)
    }
}
