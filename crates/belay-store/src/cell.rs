//! One value of a row, and how it becomes a Rust type.

use serde_json::Value;

/// One value of a row as the engine gave it.
///
/// SQLite has no booleans: a flag arrives as [`CellRef::Int`] there and as [`CellRef::Bool`] from PostgreSQL.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellRef<'r> {
    /// SQL null.
    Null,
    /// A truth value.
    Bool(bool),
    /// A whole number of any width.
    Int(i64),
    /// A floating-point number.
    Real(f64),
    /// Text, or a JSON document as text.
    Text(&'r str),
    /// Bytes.
    Blob(&'r [u8]),
}

impl CellRef<'_> {
    const fn noun(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Int(_) => "an integer",
            Self::Real(_) => "a real number",
            Self::Text(_) => "text",
            Self::Blob(_) => "bytes",
        }
    }
}

/// Says why a value could not be read as the type that was asked for. It never holds the value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("holds {found} where {expected} is expected")]
pub struct WrongCell {
    found: &'static str,
    expected: &'static str,
}

impl WrongCell {
    /// Reports that `cell` is not what `expected` says, for instance `"an account id"`.
    #[must_use]
    pub const fn new(cell: CellRef<'_>, expected: &'static str) -> Self {
        Self { found: cell.noun(), expected }
    }
}

/// A type that can be read out of a row. Types of an application may implement it.
pub trait FromCell<'r>: Sized {
    /// Reads the value.
    ///
    /// # Errors
    ///
    /// [`WrongCell`] when the value has another type or is out of range.
    fn from_cell(cell: CellRef<'r>) -> Result<Self, WrongCell>;
}

impl FromCell<'_> for bool {
    fn from_cell(cell: CellRef<'_>) -> Result<Self, WrongCell> {
        match cell {
            CellRef::Bool(flag) => Ok(flag),
            CellRef::Int(0) => Ok(false),
            CellRef::Int(1) => Ok(true),
            _ => Err(WrongCell::new(cell, "a boolean")),
        }
    }
}

impl FromCell<'_> for i64 {
    fn from_cell(cell: CellRef<'_>) -> Result<Self, WrongCell> {
        match cell {
            CellRef::Int(number) => Ok(number),
            _ => Err(WrongCell::new(cell, "an integer")),
        }
    }
}

macro_rules! narrow_integers {
    ($($int:ty => $expected:literal),*) => {
        $(impl FromCell<'_> for $int {
            fn from_cell(cell: CellRef<'_>) -> Result<Self, WrongCell> {
                let number = i64::from_cell(cell)?;
                Self::try_from(number).map_err(|_| WrongCell::new(cell, $expected))
            }
        })*
    };
}

narrow_integers! {
    i32 => "an integer of 32 bits",
    i16 => "an integer of 16 bits",
    u8 => "an integer from 0 to 255",
    u16 => "an unsigned integer of 16 bits",
    u32 => "an unsigned integer of 32 bits",
    u64 => "an unsigned integer"
}

impl FromCell<'_> for f64 {
    #[expect(clippy::cast_precision_loss, reason = "SQLite stores a whole real as an integer")]
    fn from_cell(cell: CellRef<'_>) -> Result<Self, WrongCell> {
        match cell {
            CellRef::Real(number) => Ok(number),
            CellRef::Int(number) => Ok(number as Self),
            _ => Err(WrongCell::new(cell, "a real number")),
        }
    }
}

impl<'r> FromCell<'r> for &'r str {
    fn from_cell(cell: CellRef<'r>) -> Result<Self, WrongCell> {
        match cell {
            CellRef::Text(text) => Ok(text),
            _ => Err(WrongCell::new(cell, "text")),
        }
    }
}

impl FromCell<'_> for String {
    fn from_cell(cell: CellRef<'_>) -> Result<Self, WrongCell> {
        <&str>::from_cell(cell).map(str::to_owned)
    }
}

impl<'r> FromCell<'r> for &'r [u8] {
    fn from_cell(cell: CellRef<'r>) -> Result<Self, WrongCell> {
        match cell {
            CellRef::Blob(bytes) => Ok(bytes),
            _ => Err(WrongCell::new(cell, "bytes")),
        }
    }
}

impl FromCell<'_> for Vec<u8> {
    fn from_cell(cell: CellRef<'_>) -> Result<Self, WrongCell> {
        <&[u8]>::from_cell(cell).map(<[u8]>::to_vec)
    }
}

impl FromCell<'_> for Value {
    fn from_cell(cell: CellRef<'_>) -> Result<Self, WrongCell> {
        let text = <&str>::from_cell(cell)?;
        serde_json::from_str(text).map_err(|_| WrongCell::new(cell, "a JSON document"))
    }
}

impl<'r, T: FromCell<'r>> FromCell<'r> for Option<T> {
    fn from_cell(cell: CellRef<'r>) -> Result<Self, WrongCell> {
        match cell {
            CellRef::Null => Ok(None),
            _ => T::from_cell(cell).map(Some),
        }
    }
}
