//! How the words of the core are stored: ids as their text, instants as microseconds, dates as YYYY-MM-DD,
//! amounts as whole units.

use belay_core::{
    Entity, Id,
    money::{Amount, Currency},
};
use jiff::{Timestamp, civil::Date};

use crate::{Arg, CellRef, FromCell, WrongCell};

impl<T> From<Id<T>> for Arg {
    fn from(id: Id<T>) -> Self {
        Self::from(&id)
    }
}

impl<T> From<&Id<T>> for Arg {
    fn from(id: &Id<T>) -> Self {
        Self::Text(id.as_str().to_owned())
    }
}

impl<T: Entity> FromCell<'_> for Id<T> {
    fn from_cell(cell: CellRef<'_>) -> Result<Self, WrongCell> {
        Self::parse(<&str>::from_cell(cell)?).ok_or(WrongCell::new(cell, "an id of its kind"))
    }
}

impl From<Timestamp> for Arg {
    fn from(instant: Timestamp) -> Self {
        Self::Int(instant.as_microsecond())
    }
}

impl FromCell<'_> for Timestamp {
    fn from_cell(cell: CellRef<'_>) -> Result<Self, WrongCell> {
        let wrong = WrongCell::new(cell, "an instant in microseconds");
        Self::from_microsecond(i64::from_cell(cell)?).map_err(|_| wrong)
    }
}

impl From<Date> for Arg {
    fn from(date: Date) -> Self {
        Self::Text(date.to_string())
    }
}

impl FromCell<'_> for Date {
    fn from_cell(cell: CellRef<'_>) -> Result<Self, WrongCell> {
        <&str>::from_cell(cell)?.parse().map_err(|_| WrongCell::new(cell, "a date as YYYY-MM-DD"))
    }
}

impl From<Amount> for Arg {
    fn from(amount: Amount) -> Self {
        Self::Int(amount.units())
    }
}

impl FromCell<'_> for Amount {
    fn from_cell(cell: CellRef<'_>) -> Result<Self, WrongCell> {
        Self::from_units(i64::from_cell(cell)?).ok_or(WrongCell::new(cell, "an amount of money"))
    }
}

impl From<Currency> for Arg {
    fn from(currency: Currency) -> Self {
        Self::Text(currency.code().to_owned())
    }
}

impl FromCell<'_> for Currency {
    fn from_cell(cell: CellRef<'_>) -> Result<Self, WrongCell> {
        Self::parse(<&str>::from_cell(cell)?).map_err(|_| WrongCell::new(cell, "the code of a currency"))
    }
}
